//! V-13 and V-15 with recordings, which are made here.

use std::sync::Arc;

use super::{HEAD, Severity};
use crate::video::check::{Assets, Depth, Issue, Options, Presence, Report, validate};
use crate::video::files::{FileError, Files};

/// A folder with `voice.wav`, in which tones sound at these seconds, and `words.json`.
#[derive(Clone)]
struct Recorded {
    wav: Arc<[u8]>,
    words: &'static str,
}

impl Files for Recorded {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        match path {
            "voice.wav" => Ok(self.wav.to_vec()),
            "words.json" => Ok(self.words.as_bytes().to_vec()),
            _ => Err(FileError::Absent),
        }
    }
}

impl Assets for Recorded {
    fn at(&self, _: &str) -> Presence {
        Presence::Usable
    }

    fn paths(&self) -> Vec<&str> {
        vec!["voice.wav", "words.json"]
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::new(self.clone())
    }
}

/// A recording of some seconds at 8 kHz.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "short sounds")]
fn recorded(seconds: f64, speech: &[[f64; 2]], words: &'static str) -> Recorded {
    let count = (seconds * 8000.0) as u32;
    let sounds = |at: u32| {
        let t = f64::from(at) / 8000.0;
        speech.iter().any(|[from, to]| (*from..*to).contains(&t)) && at % 50 < 25
    };
    let size = count * 2;
    let mut bytes = Vec::from(*b"RIFF");
    bytes.extend((36 + size).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(8000_u32.to_le_bytes());
    bytes.extend(16_000_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(size.to_le_bytes());
    bytes.extend((0..count).flat_map(|at| if sounds(at) { 8000_i16 } else { 0 }.to_le_bytes()));
    Recorded { wav: bytes.into(), words }
}

fn look(rule: &str, folder: &Recorded, body: &str) -> Report {
    let options = Options { stage: Depth::Static, rules: vec![rule.to_owned()], ..Options::default() };
    validate(&format!("{HEAD}canvas: square\n{body}"), folder, &options)
}

fn only(rule: &str, folder: &Recorded, body: &str) -> Issue {
    let issues = look(rule, folder, body).issues;
    let [issue] = &issues[..] else { panic!("{body}\n{issues:#?}") };
    assert!(!issue.hint.is_empty(), "{issue:#?}");
    issue.clone()
}

fn clean(rule: &str, folder: &Recorded, body: &str) {
    assert_eq!(look(rule, folder, body).issues, [], "{body}");
}

fn fixed(rule: &str, folder: &Recorded, body: &str) -> Issue {
    let issue = only(rule, folder, body);
    let text = look(rule, folder, body).combined.unwrap_or_else(|| panic!("{body}\n{issue:#?}")).text;
    let left = validate(
        &text,
        folder,
        &Options { stage: Depth::Static, rules: vec![rule.to_owned()], ..Options::default() },
    );
    assert_eq!(left.issues, [], "{text}");
    issue
}

const SPEECH: &[[f64; 2]] = &[[0.2, 1.2], [1.8, 2.8]];

#[test]
fn a_voice_that_is_cut_off() {
    let folder = recorded(3.0, SPEECH, "");
    let body =
        |keys: &str| format!("voice: voice.wav\nscenes: [{{id: a, say: One two. Three four.{keys}}}]\n");
    clean("V-15", &folder, &body(""));
    // The last word ends at 2.8 s of the file, which begins at 0.3 s.
    clean("V-15", &folder, &body(", duration: 3.1"));
    let issue = fixed("V-15", &folder, &body(", duration: 2.5"));
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "voice"));
    assert!(issue.message.contains("0.6 s past the end of the video"), "{}", issue.message);
    let issue = fixed("V-15", &folder, "scenes: [{id: a, say: One two., voice: voice.wav, duration: 2}]\n");
    assert_eq!(issue.path, "scenes.a.voice");
    assert!(issue.message.contains("past the end of its scene"), "{}", issue.message);
}

#[test]
fn silence_after_the_last_word() {
    let folder = recorded(3.0, SPEECH, "");
    let body =
        |keys: &str| format!("voice: voice.wav\nscenes: [{{id: a, say: One two. Three four.{keys}}}]\n");
    clean("V-15", &folder, &body(", duration: 5.1"));
    let issue = fixed("V-15", &folder, &body(", duration: 5.5"));
    assert_eq!(issue.severity, Severity::Warning);
    assert!(issue.message.contains("last 1.8 s of the video"), "{}", issue.message);
    let long = recorded(6.0, SPEECH, "");
    let issue = fixed("V-15", &long, &body(""));
    assert!(issue.hint.contains("trim"), "{}", issue.hint);
    // A scene of its own after the last words is meant.
    clean(
        "V-15",
        &folder,
        "voice: voice.wav\nscenes: [{id: a, say: One two. Three four.}, {id: b, duration: 4}]\n",
    );
}

const WORDS: &str = r#"{"words":[{"word":"One","start":0.2,"end":0.7},{"word":"two.","start":0.7,"end":1.2},
    {"word":"Three","start":1.8,"end":2.3},{"word":"four.","start":2.3,"end":2.8}]}"#;

#[test]
fn words_that_differ_from_the_script() {
    let folder = recorded(3.0, SPEECH, WORDS);
    let body = |say: &str| {
        format!("voice: {{file: voice.wav, words: words.json}}\nscenes: [{{id: a, say: {say}}}]\n")
    };
    clean("V-15", &folder, &body("One two. Three four."));
    let issue = only("V-15", &folder, &body("One two. Seven four."));
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Warning, "voice.words"));
    assert!(issue.message.starts_with("25%"), "{}", issue.message);
    let broken = recorded(3.0, SPEECH, "hello");
    let issue = only("V-15", &broken, &body("One two. Three four."));
    assert!(
        issue.message.contains("cannot be used") && issue.message.contains("WhisperX"),
        "{}",
        issue.message
    );
}

#[test]
fn music_under_the_voice_and_silence_are_doubted() {
    let body = "voice: voice.wav\nscenes: [{id: a, say: One two.}]\n";
    let issue = only("V-15", &recorded(2.0, &[], ""), body);
    assert!(issue.message.contains("nobody is heard"), "{}", issue.message);
}

#[test]
fn cues_are_looked_for_in_what_was_heard() {
    let folder = recorded(3.0, SPEECH, WORDS);
    let body = |at: &str| {
        format!(
            "voice: {{file: voice.wav, words: words.json}}\nscenes: [{{id: a, elements: [{{type: text, text: x, at: {at}}}]}}]\n"
        )
    };
    clean("V-13", &folder, &body("cue(three)"));
    let issue = fixed("V-13", &folder, &body("cue(thre)"));
    assert!(issue.hint.contains("did you mean `Three`") && issue.hint.contains("One two."), "{}", issue.hint);
    // Nobody knows the words of this one, but where its sentences begin.
    let silent = recorded(3.0, SPEECH, "");
    let unknown = |at: &str| {
        format!("voice: voice.wav\nscenes: [{{id: a, elements: [{{type: text, text: x, at: {at}}}]}}]\n")
    };
    clean("V-13", &silent, &unknown("sentence(2)"));
    let issue = only("V-13", &silent, &unknown("cue(three)"));
    assert!(issue.hint.contains("import_cues"), "{}", issue.hint);
}

#[test]
fn cues_that_are_estimated_although_there_is_a_voice() {
    let folder = recorded(3.0, SPEECH, "");
    let scene = |voice: &str| {
        format!(
            "scenes:\n  - {{id: a, say: One two., voice: voice.wav}}\n  - {{id: b, say: Three four.{voice}, elements: [{{type: text, text: x, at: cue(four)}}]}}\n"
        )
    };
    clean("V-13", &folder, &scene(", voice: voice.wav"));
    let issue = only("V-13", &folder, &scene(""));
    assert_eq!(issue.severity, Severity::Warning);
    assert!(issue.message.contains("estimated"), "{}", issue.message);
    clean(
        "V-13",
        &folder,
        "scenes: [{id: a, say: One two., elements: [{type: text, text: x, at: cue(two)}]}]\n",
    );
}
