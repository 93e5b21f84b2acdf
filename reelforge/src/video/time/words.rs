//! The words of a text as they are heard: case, punctuation and spacing do not count.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::spoken::said;

/// A word of a text. In scripts that are written without spaces, and in Hangul, every character is a word.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// What is compared: composed, in small letters, without apostrophes.
    pub key: String,
    /// What is said for it where that is something else: of `40%` “forty percent”.
    said: Vec<String>,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
    /// It is one character of a script without spaces, which takes less time to say than a word.
    pub is_character: bool,
    /// Seconds of silence after it, by the punctuation that follows.
    pub pause: f64,
    /// A sentence ends with it.
    pub ends_sentence: bool,
}

impl Word {
    /// The words that are said for it, in small letters: mostly itself.
    pub fn spoken(&self) -> impl Iterator<Item = &str> {
        let written = self.said.is_empty().then_some(self.key.as_str());
        written.into_iter().chain(self.said.iter().map(String::as_str))
    }
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // The word that the next letter continues.
    let mut open = false;
    let mut newlines = 0;
    let mut rest = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, letter)) = rest.next() {
        let end = at + letter.len_utf8();
        let after = rest.peek().map_or(' ', |(_, next)| *next);
        if letter.is_alphanumeric() {
            newlines = 0;
            let alone = stands_alone(letter);
            match words.last_mut().filter(|word| open && !alone && !word.is_character) {
                Some(word) => word.range.end = end,
                None => words.push(Word {
                    key: String::new(),
                    said: Vec::new(),
                    range: at..end,
                    is_character: alone,
                    pause: 0.0,
                    ends_sentence: false,
                }),
            }
            open = true;
        } else if open && joins(before, letter, after) {
            if let Some(word) = words.last_mut() {
                word.range.end = end;
            }
        } else {
            open = false;
            newlines += usize::from(letter == '\n');
            let pause = if newlines == 2 { 0.8 } else { pause_of(letter) };
            if let Some(word) = words.last_mut() {
                word.pause = word.pause.max(pause);
                word.ends_sentence |= pause >= 0.5;
            }
        }
        before = letter;
    }
    for word in &mut words {
        word.key = key(&text[word.range.clone()]);
    }
    for index in 0..words.len() {
        let Word { key, range, .. } = &words[index];
        let before = text[..range.start].chars().next_back();
        let after = text[range.end..].chars().next();
        let next = words.get(index + 1).map(|next| next.key.as_str());
        words[index].said = said(key, before, after, next);
    }
    words
}

/// How the words of a text are written, with the signs that belong to them, and whether they are written onto the word
/// before without a space.
pub fn shown(text: &str, words: &[Word]) -> Vec<(String, bool)> {
    let mut all = Vec::with_capacity(words.len());
    // Where the signs of a word begin.
    let mut begin = 0;
    let mut is_joined = false;
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).map_or(text.len(), |next| next.range.start);
        let between = &text[word.range.end..next];
        // Signs before a space belong to the word before, those after it to the word after: `two (or $10)`.
        let end = match between.rfind(char::is_whitespace) {
            _ if index + 1 == words.len() => text.len(),
            Some(space) => word.range.end + space,
            None => next,
        };
        let written = text[begin..end].split_whitespace().collect::<Vec<_>>().join(" ");
        all.push((written, is_joined));
        is_joined = end == next;
        begin = end;
    }
    all
}

fn key(text: &str) -> String {
    text.nfkc().filter(|letter| !is_apostrophe(*letter)).flat_map(char::to_lowercase).collect()
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | 'ʼ')
}

/// Whether a sign between two letters belongs to their word: `don't`, `1,000.50`, `09:00`, combining accents.
fn joins(before: char, sign: char, after: char) -> bool {
    let is_mark = ('\u{300}'..='\u{36f}').contains(&sign);
    let in_number = matches!(sign, '.' | ',' | ':') && before.is_ascii_digit() && after.is_ascii_digit();
    is_mark || in_number || (is_apostrophe(sign) && before.is_alphabetic() && after.is_alphabetic())
}

/// Han, kana, Thai, Lao, Khmer and Burmese are written without spaces; Korean particles are written onto their noun.
fn stands_alone(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn pause_of(sign: char) -> f64 {
    match sign {
        ',' | '،' | '、' | '，' => 0.18,
        ';' | ':' | '—' | '–' | '；' | '：' => 0.28,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '؟' => 0.5,
        _ => 0.0,
    }
}

/// How many of these words say a phrase together, from the first one on; none if they do not. They may be written
/// otherwise: `40%` says `forty percent`, and the other way round.
pub fn saying<'a>(text: impl Iterator<Item = &'a Word> + Clone, phrase: &[Word]) -> Option<usize> {
    let mut written = text.clone().zip(phrase);
    if !phrase.is_empty() && written.all(|(word, wanted)| word.key == wanted.key) {
        let count = text.clone().take(phrase.len()).count();
        return (count == phrase.len()).then_some(count);
    }
    let mut wanted = phrase.iter().flat_map(Word::spoken).peekable();
    for (word, count) in text.zip(1..) {
        // A phrase that ends within a number is not what is said.
        if wanted.peek().is_none() || word.spoken().any(|said| wanted.next() != Some(said)) {
            return None;
        }
        if wanted.peek().is_none() {
            return Some(count);
        }
    }
    None
}

/// Whether a text says a phrase.
pub fn says(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (words(text), words(phrase));
    (0..text.len()).any(|at| saying(text[at..].iter(), &phrase).is_some())
}
