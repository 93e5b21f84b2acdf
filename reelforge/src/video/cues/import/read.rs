//! From a file to words with times.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{json, subtitles};
use crate::video::cues::align::tokens;
use crate::video::time::CueSource;

/// The largest file of word times, in bytes.
pub const MAX_BYTES: u64 = 8 << 20;
/// The most words that are read of one.
const MAX_WORDS: usize = 10_000;
/// The longest word, in bytes.
const MAX_WORD: usize = 200;
/// What is read, for those who brought something else.
const ACCEPTED: &str = "JSON of Whisper, whisper.cpp (-oj or -ojf), WhisperX, ElevenLabs, Deepgram, AssemblyAI, Edge-TTS or \
                        Remotion, or subtitles as SRT, VTT or ASS";

/// What wrote a file of word times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// OpenAI Whisper and faster-whisper: `segments[].words[]`, or `words[]`.
    Whisper,
    /// whisper.cpp: `transcription[]`.
    #[serde(rename = "whisper.cpp")]
    WhisperCpp,
    /// `WhisperX`: words with a `score`.
    WhisperX,
    /// `ElevenLabs`: `characters[]` with times.
    ElevenLabs,
    /// Deepgram: words with `punctuated_word`.
    Deepgram,
    /// `AssemblyAI`: words with `text`, in milliseconds.
    AssemblyAi,
    /// Edge-TTS: word boundaries.
    #[serde(rename = "edge-tts")]
    EdgeTts,
    /// Remotion: captions with `startMs`.
    Remotion,
    /// `SubRip` subtitles.
    Srt,
    /// `WebVTT` subtitles.
    Vtt,
    /// Advanced `SubStation` subtitles.
    Ass,
}

impl Format {
    /// How times from it are called.
    pub fn source(self) -> CueSource {
        match self {
            Self::Srt | Self::Vtt | Self::Ass => CueSource::Srt,
            _ => CueSource::Words,
        }
    }
}

/// A word with its time.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedWord {
    /// The word, as it is written.
    pub text: String,
    /// Seconds to its beginning.
    pub t0: f64,
    /// Seconds to its end.
    pub t1: f64,
    /// How sure that is, 0 to 1.
    pub conf: f64,
}

/// The words of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// What wrote it.
    pub format: Format,
    /// The words in order.
    pub words: Vec<TimedWord>,
}

/// Why a file is none of word times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// What was found.
    pub found: String,
}

impl Unreadable {
    pub(super) fn new(found: impl Into<String>) -> Self {
        Self { found: found.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "expected times of words, found {}; accepted is {ACCEPTED}", self.found)
    }
}

impl std::error::Error for Unreadable {}

/// Reads times of words. `length` is that of the sound in seconds: it tells whether times are in seconds, milliseconds or
/// ticks where the format leaves it open.
pub fn read(bytes: &[u8], length: Option<f64>) -> Result<Imported, Unreadable> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Unreadable::new(format!("a file of more than {} MB", MAX_BYTES >> 20)));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Unreadable::new("a file that is no text in UTF-8"));
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    let raw = match text.chars().next() {
        None => return Err(Unreadable::new("an empty file")),
        Some('{' | '[') if !text.starts_with("[Script Info]") => json::read(text, length)?,
        Some(_) => subtitles::read(text)?,
    };
    let words = tidy(raw.words)?;
    Ok(Imported { format: raw.format, words })
}

/// Words in order, with times that can be.
fn tidy(words: Vec<TimedWord>) -> Result<Vec<TimedWord>, Unreadable> {
    let is_word = |word: &TimedWord| {
        let times = word.t0.is_finite() && word.t1.is_finite() && word.t0 >= 0.0 && word.t0 < 86_400.0;
        times && word.text.chars().any(char::is_alphanumeric)
    };
    let mut words: Vec<TimedWord> = words.into_iter().filter(is_word).collect();
    if words.is_empty() {
        return Err(Unreadable::new("no word with a time"));
    }
    if words.len() > MAX_WORDS {
        return Err(Unreadable::new(format!("more than {MAX_WORDS} words")));
    }
    words.sort_by(|a, b| a.t0.total_cmp(&b.t0));
    for index in 0..words.len() {
        let next = words.get(index + 1).map_or(f64::INFINITY, |next| next.t0);
        let word = &mut words[index];
        word.text = word.text.trim().to_owned();
        if word.text.len() > MAX_WORD {
            return Err(Unreadable::new(format!("a word of more than {MAX_WORD} letters")));
        }
        // Words that run into the next one end where it begins.
        word.t1 = word.t1.max(word.t0).min(next);
        word.conf = if word.conf.is_finite() { word.conf.clamp(0.0, 1.0) } else { 0.5 };
    }
    Ok(words)
}

/// How sure the words of a phrase are whose time was divided among them.
const DIVIDED: f64 = 0.5;

/// Divides the time of a phrase among its words by how long each takes to say.
pub(super) fn divide(text: &str, t0: f64, t1: f64, words: &mut Vec<TimedWord>) {
    let written: Vec<&str> = text.split_whitespace().collect();
    let weights: Vec<f64> = written
        .iter()
        .map(|word| tokens(word).iter().map(|token| token.weight).sum::<f64>().max(0.1))
        .collect();
    let total: f64 = weights.iter().sum();
    let mut clock = t0;
    for (text, weight) in written.into_iter().zip(weights) {
        let end = clock + (t1 - t0) * weight / total;
        words.push(TimedWord { text: text.to_owned(), t0: clock, t1: end, conf: DIVIDED });
        clock = end;
    }
}
