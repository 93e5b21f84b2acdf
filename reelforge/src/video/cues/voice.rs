//! What one voice file says.

use super::align::{align, tokens};
use super::import::{self, Imported, matched, snap};
use super::pauses;
use super::samples::{Samples, seconds};
use super::speech::{Frames, Segments, segments};
use crate::video::time::{CueSource, HeardVoice, HeardWord};

/// Seconds that are added to both ends of speech, so that no breath of it is cut.
const PAD: f64 = 0.02;
/// The most sure that an aligned word can be when pauses are hard to tell.
const UNCLEAR: f64 = 0.4;
/// Words that differ, as a share of the script's, from which on the words are those of another recording.
const STRANGE: f64 = 0.8;

/// A voice file that was listened to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recording {
    /// Its length in seconds.
    pub length: f64,
    /// Its loudness, a hundred times a second.
    pub frames: Frames,
    /// Where someone speaks.
    pub segments: Segments,
}

impl Recording {
    /// Listens to a voice.
    pub fn of(samples: &dyn Samples) -> Self {
        let frames = Frames::of(samples);
        let segments = segments(&frames);
        Self { length: seconds(samples), frames, segments }
    }
}

/// What is known of what a voice says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Script<'a> {
    /// What it says; empty when nobody wrote it down.
    pub text: &'a str,
    /// The bytes of a file of word times.
    pub words: Option<&'a [u8]>,
    /// The part of the file that is used, in seconds.
    pub trim: Option<[f64; 2]>,
}

/// When a recording says each word of its script.
pub fn voice(recording: &Recording, script: &Script<'_>) -> HeardVoice {
    let [from, to] = script.trim.unwrap_or([0.0, f64::INFINITY]);
    let speech: Vec<[f64; 2]> = recording
        .segments
        .speech
        .iter()
        .map(|[t0, t1]| [t0.clamp(from, to.max(from)), t1.clamp(from, to.max(from))])
        .filter(|[t0, t1]| t0 < t1)
        .collect();
    let mut heard = HeardVoice {
        length: recording.length,
        pauses: pauses(&speech),
        text: script.text.to_owned(),
        ..HeardVoice::default()
    };
    let imported = script.words.map(|bytes| import::read(bytes, Some(recording.length)));
    match imported {
        Some(Ok(imported)) => take(&imported, &speech, &mut heard),
        Some(Err(error)) => heard.doubt = Some(format!("the file of word times cannot be used: {error}")),
        None => {}
    }
    if heard.words.is_empty() && !heard.text.is_empty() {
        heard.words = align(&tokens(&heard.text), &speech, &recording.frames);
        heard.source = if heard.words.is_empty() { CueSource::Estimated } else { CueSource::Aligned };
        if recording.segments.is_unclear() {
            heard.words.iter_mut().for_each(|word| word.conf = word.conf.min(UNCLEAR));
        }
    }
    if heard.doubt.is_none() {
        heard.doubt = doubt(recording, &speech);
    }
    let padded = |[t0, t1]: [f64; 2]| [(t0 - PAD).max(0.0), (t1 + PAD).min(recording.length.max(t1))];
    heard.speech = speech.into_iter().map(padded).collect();
    heard
}

/// Takes the times of imported words for the words of the script, or for their own.
fn take(imported: &Imported, speech: &[[f64; 2]], heard: &mut HeardVoice) {
    let has_script = !heard.text.trim().is_empty();
    if !has_script {
        heard.text = imported.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    }
    let Some(matched) = matched(&tokens(&heard.text), &imported.words) else { return };
    if has_script {
        heard.wer = Some(matched.wer);
        if matched.wer > STRANGE {
            heard.doubt = Some("the file of word times has other words than the script".to_owned());
            return;
        }
    }
    let mut words: Vec<HeardWord> = matched.words;
    snap(&mut words, speech);
    (heard.words, heard.source) = (words, imported.format.source());
}

fn doubt(recording: &Recording, speech: &[[f64; 2]]) -> Option<String> {
    if speech.is_empty() {
        return Some("nobody is heard to speak".to_owned());
    }
    recording.segments.is_unclear().then(|| {
        format!(
            "pauses are only {:.0} dB quieter than speech: the voice file contains music or noise, so that pauses are hard \
             to tell",
            recording.segments.gap_db
        )
    })
}
