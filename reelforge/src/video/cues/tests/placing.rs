//! Words of a known script in a recording.

use super::super::align::tokens;
use super::super::{Buffer, Recording, Script, voice};
use super::{quiet, speak};
use crate::video::time::{CueSource, Word, words};

fn said(text: &str) -> String {
    let said = |word: &Word| word.spoken().collect::<Vec<_>>().join(" ");
    words(text).iter().map(said).collect::<Vec<_>>().join(" | ")
}

#[test]
fn numbers_are_said_as_words() {
    for (text, wanted) in [
        ("up 40% now", "up | forty percent | now"),
        ("$10", "ten dollars"),
        ("$1", "one dollar"),
        ("$1.50", "one dollar fifty"),
        ("$4 million", "four | million"),
        ("€1,250", "one thousand two hundred fifty euros"),
        ("3.14", "three point one four"),
        ("in 1984", "in | nineteen eighty four"),
        ("in 2007", "in | two thousand seven"),
        ("in 2024", "in | twenty twenty four"),
        ("in 1905", "in | nineteen oh five"),
        ("the 1990s", "the | nineteen nineties"),
        ("1,984 people", "one thousand nine hundred eighty four | people"),
        ("at 9:00", "at | nine oclock"),
        ("09:05", "nine oh five"),
        ("12:30", "twelve thirty"),
        ("1st 2nd 3rd 21st 30th", "first | second | third | twenty first | thirtieth"),
        ("5km", "five kilometers"),
        ("10x", "ten times"),
        ("0", "zero"),
        (
            "12345678901234567890",
            "one two three four five six seven eight nine zero one two three four five six seven eight nine zero",
        ),
        ("Don’t stop", "dont | stop"),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn syllables_are_counted() {
    let count = |word: &str| tokens(word).iter().map(|token| token.syllables).sum::<f64>();
    for (word, wanted) in [
        ("coffee", 2.0),
        ("forty", 2.0),
        ("supply", 2.0),
        ("harvests", 2.0),
        ("Brazil", 2.0),
        ("doubled", 2.0),
        ("like", 1.0),
        ("likes", 1.0),
        ("liked", 1.0),
        ("table", 2.0),
        ("wanted", 2.0),
        ("horses", 2.0),
        ("idea", 3.0),
        ("video", 3.0),
        ("every", 2.0),
        ("the", 1.0),
        ("nation", 2.0),
        ("40%", 4.0),
        ("TV", 2.0),
        ("안녕", 2.0),
        ("咖啡", 2.5),
        ("Größe", 2.0),
        ("été", 2.0),
    ] {
        assert_eq!(count(word), wanted, "{word}");
    }
}

/// Sentences of words with syllables, as text and as sound with a pause after each sentence; and where words begin.
fn narration(sentences: &[(&str, &[u32], f64)], noise: f32) -> (String, Buffer, Vec<f64>) {
    let mut sound = quiet(60.0, noise);
    let (mut text, mut truth, mut clock) = (String::new(), Vec::new(), 0.4);
    for (sentence, syllables, pause) in sentences {
        let (starts, end) = speak(&mut sound, clock, syllables);
        truth.extend(starts);
        clock = end + pause;
        text.push_str(sentence);
        text.push(' ');
    }
    sound.samples.truncate(((clock + 0.2) * f64::from(sound.rate)) as usize);
    (text, sound, truth)
}

fn errors(text: &str, sound: &Buffer, truth: &[f64]) -> Vec<f64> {
    let heard = voice(&Recording::of(sound), &Script { text, ..Script::default() });
    assert_eq!((heard.words.len(), heard.source), (truth.len(), CueSource::Aligned));
    for pair in heard.words.windows(2) {
        assert!(pair[0].t0 <= pair[1].t0 && pair[0].t0 <= pair[0].t1, "{:?}", heard.words);
    }
    let mut errors: Vec<f64> =
        heard.words.iter().zip(truth).map(|(word, truth)| (word.t0 - truth).abs()).collect();
    errors.sort_by(f64::total_cmp);
    errors
}

const STORY: [(&str, &[u32], f64); 5] = [
    ("Morning coffee became rather expensive.", &[2, 2, 2, 2, 3], 0.6),
    ("Two bad harvests in Brazil,", &[1, 1, 2, 1, 2], 0.25),
    ("and shipping doubled.", &[1, 2, 2], 0.6),
    ("Here is what one bag cost.", &[1, 1, 1, 1, 1, 1], 0.7),
    ("Follow for the remedy.", &[2, 1, 1, 3], 0.0),
];

#[test]
fn words_are_found_between_pauses() {
    for noise in [0.0, 0.002] {
        let (text, sound, truth) = narration(&STORY, noise);
        let errors = errors(&text, &sound, &truth);
        let (median, worst) = (errors[errors.len() / 2], errors[errors.len() - 1]);
        assert!(median < 0.06 && worst < 0.25, "{noise}: {median} {worst}");
    }
}

#[test]
fn a_pause_where_no_sign_is_and_a_sign_without_a_pause_do_no_harm() {
    let (_, sound, truth) = narration(&STORY, 0.001);
    // The comma after Brazil is missing, and there are commas that nobody hears.
    let text = "Morning, coffee became rather expensive. Two bad harvests in Brazil and shipping, doubled. \
                Here is what one bag cost. Follow for the remedy.";
    let errors = errors(text, &sound, &truth);
    assert!(errors[errors.len() / 2] < 0.08 && errors[errors.len() - 1] < 0.5, "{errors:?}");
}

#[test]
fn only_the_trimmed_part_is_aligned() {
    let (_, sound, truth) = narration(&STORY, 0.0);
    let trim = Some([truth[10] + 1.0, 100.0]);
    let last = "Here is what one bag cost. Follow for the remedy.";
    let heard = voice(&Recording::of(&sound), &Script { text: last, trim, ..Script::default() });
    assert!(heard.words.iter().all(|word| word.t0 >= truth[10] + 0.99), "{:?}", heard.words);
}

#[test]
fn a_long_script_for_a_short_sound_has_all_its_words() {
    let (_, sound, _) = narration(&STORY[..1], 0.0);
    let text = "one two three four five six seven eight nine ten. ".repeat(100);
    let heard = voice(&Recording::of(&sound), &Script { text: &text, ..Script::default() });
    assert_eq!(heard.words.len(), 1000);
    assert!(heard.words.iter().all(|word| word.t0.is_finite() && word.t1 <= heard.length + 0.1));
}
