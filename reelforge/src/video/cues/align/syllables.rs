//! How long words take to say, in syllables.

/// English words whose syllables are not those of their vowel groups.
const EXCEPTIONS: [(&str, u32); 96] = [
    ("area", 3),
    ("being", 2),
    ("business", 2),
    ("camera", 3),
    ("chocolate", 2),
    ("client", 2),
    ("create", 2),
    ("created", 3),
    ("creates", 2),
    ("creating", 3),
    ("creation", 3),
    ("creative", 3),
    ("cruel", 2),
    ("data", 2),
    ("diary", 3),
    ("diet", 2),
    ("doing", 2),
    ("dying", 2),
    ("every", 2),
    ("everyone", 3),
    ("everything", 3),
    ("everywhere", 3),
    ("evening", 2),
    ("favorite", 3),
    ("flying", 2),
    ("fluid", 2),
    ("fuel", 2),
    ("giant", 2),
    ("going", 2),
    ("hour", 1),
    ("hours", 1),
    ("idea", 3),
    ("ideas", 3),
    ("interest", 2),
    ("interesting", 3),
    ("iron", 2),
    ("island", 2),
    ("lion", 2),
    ("lying", 2),
    ("maybe", 2),
    ("naive", 2),
    ("neon", 2),
    ("oasis", 3),
    ("ocean", 2),
    ("people", 2),
    ("piano", 3),
    ("poem", 2),
    ("poet", 2),
    ("quiet", 2),
    ("radio", 3),
    ("react", 2),
    ("reaction", 3),
    ("real", 1),
    ("really", 2),
    ("realize", 3),
    ("reality", 4),
    ("rhythm", 2),
    ("riot", 2),
    ("ruin", 2),
    ("science", 2),
    ("scientist", 3),
    ("seeing", 2),
    ("society", 4),
    ("something", 2),
    ("sometimes", 2),
    ("somewhere", 2),
    ("studio", 3),
    ("studying", 3),
    ("theater", 3),
    ("theory", 3),
    ("throughout", 2),
    ("trial", 2),
    ("trying", 2),
    ("vehicle", 3),
    ("via", 2),
    ("video", 3),
    ("videos", 3),
    ("violence", 3),
    ("violet", 3),
    ("wednesday", 2),
    ("worldwide", 2),
    ("buying", 2),
    ("saying", 2),
    ("paying", 2),
    ("playing", 2),
    ("staying", 2),
    ("variety", 4),
    ("anxiety", 4),
    ("drying", 2),
    ("crying", 2),
    ("player", 2),
    ("layer", 2),
    ("sometime", 2),
    ("therefore", 2),
    ("homemade", 2),
    ("lifetime", 2),
];

/// Syllables of one spoken word, as a measure of how long it takes to say.
pub(super) fn syllables(word: &str) -> f64 {
    let mut sum = 0.0;
    let mut letters = String::new();
    for letter in word.chars() {
        match letter {
            // A block of Hangul is a syllable, a kana a mora.
            '\u{ac00}'..='\u{d7a3}' => sum += 1.0,
            'ゃ' | 'ゅ' | 'ょ' | 'ャ' | 'ュ' | 'ョ' => {}
            '\u{3040}'..='\u{30ff}' => sum += 0.7,
            '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{323af}' => {
                sum += 1.25;
            }
            // Hebrew and Arabic leave vowels out; Thai and its neighbours write about two signs for a syllable.
            '\u{590}'..='\u{6ff}'
            | '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}' => sum += 0.5,
            _ => letters.push(letter),
        }
    }
    if !letters.is_empty() {
        sum += f64::from(vowel_groups(&letters));
    }
    sum.max(0.5)
}

fn vowel_groups(word: &str) -> u32 {
    if let Some((_, count)) = EXCEPTIONS.iter().find(|(known, _)| *known == word) {
        return *count;
    }
    // What is spelled out letter by letter.
    if !word.chars().any(is_vowel) {
        let count = u32::try_from(word.chars().filter(|c| c.is_alphanumeric()).count()).unwrap_or(1);
        return if count <= 5 { count.max(1) } else { 1 + count / 3 };
    }
    let mut count = 0;
    let mut before = false;
    for letter in word.chars() {
        let vowel = is_vowel(letter);
        count += u32::from(vowel && !before);
        before = vowel;
    }
    let ends = |ending: &str| word.ends_with(ending);
    let is_long = |ending: &str| word.len() > ending.len() + 1;
    let before_last = |back: usize| word.chars().rev().nth(back).is_some_and(is_vowel);
    // Other languages, as their letters tell them, say what they write.
    if count > 1 && word.is_ascii() {
        // Silent: `like`, `likes`, `liked`; not `table`, `horses`, `wanted`.
        if ends("e") && !ends("ee") && (!ends("le") || before_last(2)) && !before_last(1) {
            count -= 1;
        } else if ends("es") && !["ses", "zes", "xes", "ches", "shes", "ges", "ces"].iter().any(|it| ends(it))
        {
            count -= u32::from(!before_last(2) && !is_syllabic(word));
        } else if ends("ed") && !ends("ted") && !ends("ded") {
            count -= u32::from(!before_last(2) && is_long("ed") && !is_syllabic(word));
        }
    }
    // Two vowels that are said apart.
    for apart in ["ia", "io", "eo", "iu", "ua", "uo"] {
        let Some(at) = word.find(apart) else { continue };
        let is_soft = at > 0 && matches!(word.as_bytes()[at - 1], b't' | b'c' | b's' | b'g' | b'x' | b'q');
        count += u32::from(!is_soft && at > 0);
    }
    count.max(1)
}

/// Whether an `l` or `r` before the ending makes a syllable: `tables`, `doubled`, `hundred`; not `miles`, `called`.
fn is_syllabic(word: &str) -> bool {
    let mut letters = word.chars().rev().skip(2);
    let liquid = letters.next().filter(|letter| matches!(letter, 'l' | 'r'));
    let before = letters.next();
    liquid.is_some() && before.is_some_and(|before| !is_vowel(before) && !matches!(before, 'l' | 'r'))
}

fn is_vowel(letter: char) -> bool {
    use unicode_normalization::UnicodeNormalization;
    let base = std::iter::once(letter).nfd().next().unwrap_or(letter);
    matches!(
        base,
        'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'æ' | 'œ' | 'ø' | 'ı'
            | 'а' | 'е' | 'ё' | 'и' | 'о' | 'у' | 'ы' | 'э' | 'ю' | 'я' | 'і' | 'є'
            | 'α' | 'ε' | 'η' | 'ι' | 'ο' | 'υ' | 'ω'
            | 'अ'..='औ' | 'ा'..='ौ'
    )
}
