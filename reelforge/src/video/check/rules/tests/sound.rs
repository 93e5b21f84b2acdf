//! V-22, V-23, and V-6 for files that cannot be decoded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{HEAD, Severity};
use crate::video::audio::tests::make::{As, babble, sine, wav};
use crate::video::check::{Assets, Depth, Issue, Options, Presence, Report, validate};
use crate::video::files::{FileError, Files};

/// A folder with sounds.
struct Folder(Arc<Sounds>);

struct Sounds(BTreeMap<&'static str, Vec<u8>>);

impl Files for Sounds {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or(FileError::Absent)
    }
}

impl Assets for Folder {
    fn at(&self, path: &str) -> Presence {
        if self.0.0.contains_key(path) { Presence::Usable } else { Presence::Absent }
    }

    fn paths(&self) -> Vec<&str> {
        self.0.0.keys().copied().collect()
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::clone(&self.0) as Arc<dyn Files>
    }
}

fn folder() -> Folder {
    let mono = |samples: &[f32]| wav(48_000, 1, As::I16, samples);
    let with_run = |length: usize| {
        let mut samples = babble(2, 0.5);
        samples[24_000..24_000 + length].fill(1.0);
        mono(&samples)
    };
    let spiky: Vec<f32> = babble(3, 0.4)
        .into_iter()
        .enumerate()
        .map(|(at, sample)| if at % 9000 == 5000 { 0.9 } else { sample })
        .collect();
    Folder(Arc::new(Sounds(BTreeMap::from([
        ("voice.wav", mono(&babble(3, 0.5))),
        ("spiky.wav", mono(&spiky)),
        ("bed.wav", mono(&sine(48_000, 330.0, 1.0, 0.3))),
        ("run.wav", with_run(3)),
        ("pair.wav", with_run(2)),
        ("shifted.wav", mono(&babble(2, 0.3).iter().map(|sample| sample + 0.1).collect::<Vec<f32>>())),
        ("near.wav", mono(&babble(2, 0.3).iter().map(|sample| sample + 0.01).collect::<Vec<f32>>())),
        ("text.wav", b"this is a text".to_vec()),
        ("clip.mp3", b"\x1A\x45\xDF\xA3 and so on".to_vec()),
    ]))))
}

/// What is said of a scene of some seconds with these keys at the top.
fn look(rule: &str, top: &str, seconds: f64) -> Report {
    let text = format!("{HEAD}{top}\nscenes:\n  - {{id: s, duration: {seconds}}}\n");
    let options = Options { stage: Depth::Full, rules: vec![rule.to_owned()], ..Options::default() };
    validate(&text, &folder(), &options)
}

fn clean(rule: &str, top: &str, seconds: f64) {
    assert_eq!(look(rule, top, seconds).issues, [], "{top}");
}

fn only(rule: &str, top: &str, seconds: f64) -> Issue {
    let report = look(rule, top, seconds);
    let [issue] = &report.issues[..] else { panic!("{top}\n{:#?}", report.issues) };
    assert!(issue.line.is_some() && !issue.hint.is_empty() && !issue.message.is_empty(), "{issue:#?}");
    issue.clone()
}

/// The check finds one thing, and its fix, applied, leaves nothing of it.
fn fixed(rule: &str, top: &str, seconds: f64) -> Issue {
    let issue = only(rule, top, seconds);
    let report = look(rule, top, seconds);
    let text = report.combined.unwrap_or_else(|| panic!("{top}\nno fix: {issue:#?}")).text;
    let options = Options { stage: Depth::Full, rules: vec![rule.to_owned()], ..Options::default() };
    assert_eq!(validate(&text, &folder(), &options).issues, [], "{text}");
    issue
}

#[test]
fn a_mix_that_is_off_its_loudness_is_told() {
    clean("V-22", "voice: {file: voice.wav, lead: 0}", 3.0);
    clean("V-22", "voice: {file: voice.wav, lead: 0}\noutput: {loudness: -23}", 3.0);
    clean("V-22", "", 3.0);
    let top = "voice: {file: voice.wav, lead: 0}\noutput: {loudness: -5, true_peak: -9}";
    let issue = fixed("V-22", top, 3.0);
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "output.loudness"));
    assert!(issue.message.contains("LUFS where -5 are wanted: its peaks leave no room"), "{}", issue.message);
}

#[test]
fn music_that_covers_the_voice_is_told() {
    let music = |gain: f64| {
        format!("voice: {{file: voice.wav, lead: 0}}\nmusic: {{file: bed.wav, gain_db: {gain}, duck_db: 0}}")
    };
    let issue = fixed("V-22", &music(0.0), 3.0);
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Warning, "music"));
    assert!(issue.message.contains("LU louder than the music"), "{}", issue.message);
    let above = issue.measured.unwrap().as_f64().unwrap();
    // Half a decibel on either side of what is enough.
    let limit = above - 10.0;
    clean("V-22", &music(limit - 0.5), 3.0);
    only("V-22", &music(limit + 0.5), 3.0);
}

#[test]
fn long_silence_is_told_where_there_is_sound_at_all() {
    let issue = only("V-22", "voice: {file: voice.wav, lead: 0}", 6.0);
    assert!(
        issue.severity == Severity::Warning && issue.message.ends_with("% of the video are silent"),
        "{issue:#?}"
    );
    let issue = fixed("V-22", "music: {file: bed.wav, loop: false}", 3.0);
    assert_eq!(issue.path, "music");
    clean("V-22", "music: {file: bed.wav, loop: false}", 1.4);
}

#[test]
fn a_peak_that_players_distort_is_told() {
    let loud = "voice: {file: spiky.wav, lead: 0}\noutput: {loudness: -12";
    clean("V-23", &format!("{loud}}}"), 3.0);
    let issue = fixed("V-23", &format!("{loud}, true_peak: 0}}"), 3.0);
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Warning, "output.true_peak"));
    assert!(issue.message.contains("dBTP; above -1"), "{}", issue.message);
}

#[test]
fn recordings_that_are_cut_off_or_off_the_line_are_told() {
    let voice = |file: &str| format!("voice: {{file: {file}, lead: 0}}");
    clean("V-23", &voice("pair.wav"), 2.0);
    let issue = only("V-23", &voice("run.wav"), 2.0);
    assert!(issue.message.contains("in one place, first 0.50 s into it"), "{}", issue.message);
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Warning, "voice"));
    clean("V-23", &voice("near.wav"), 2.0);
    let issue = only("V-23", &voice("shifted.wav"), 2.0);
    assert!(issue.message.contains("10% of full scale off the zero line"), "{}", issue.message);
    // However often a file is used.
    let twice = "voice: {file: run.wav, lead: 0}\nmusic: {file: run.wav}";
    assert_eq!(look("V-23", twice, 2.0).issues.len(), 1);
}

#[test]
fn a_file_that_cannot_be_decoded_is_told_where_it_is_named() {
    let issue = only("V-6", "voice: text.wav", 2.0);
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "voice"));
    assert!(
        issue.message.starts_with("`text.wav` cannot be used: it is a text; sounds are"),
        "{}",
        issue.message
    );
    let issue = only("V-6", "music: clip.mp3", 2.0);
    assert!(
        issue.message.contains("nothing here decodes Matroska") && issue.hint.contains("FFmpeg"),
        "{issue:#?}"
    );
    let issue = only("V-6", "music: gone.mp3", 2.0);
    assert!(issue.message.contains("there is no file"), "told once: {}", issue.message);
    clean("V-6", "voice: voice.wav", 2.0);
}
