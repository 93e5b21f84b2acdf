//! What the sound files of a project say, in seconds of each file.
//!
//! Only the data: whoever opens the files fills it in. Where it is absent, times are estimated from the script.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

/// What the sound files of a project say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heard {
    /// The narration of the whole project.
    pub voice: Option<Arc<HeardVoice>>,
    /// The narration of each scene, in the order of scenes; those without a file of their own have none.
    pub scenes: Vec<Option<Arc<HeardVoice>>>,
    /// The background music.
    pub music: Option<Arc<HeardMusic>>,
}

impl Heard {
    /// Nothing was heard: all times are estimated.
    pub fn none() -> Self {
        Self::default()
    }

    /// What the voice file of one scene says.
    pub fn scene(&self, index: usize) -> Option<&Arc<HeardVoice>> {
        self.scenes.get(index)?.as_ref()
    }
}

/// Where the times of words come from, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CueSource {
    /// Times of single words that came with the voice.
    Words,
    /// Subtitles, whose phrases are divided among their words.
    Srt,
    /// The script, placed between the pauses of the recording.
    Aligned,
    /// The script alone, at a usual pace.
    #[default]
    Estimated,
}

/// What a voice file says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeardVoice {
    /// Length of the file in seconds.
    pub length: f64,
    /// Where someone speaks, `[from, to]`.
    pub speech: Vec<[f64; 2]>,
    /// The silences between two stretches of speech.
    pub pauses: Vec<Pause>,
    /// What is said, as it is written: the scenes' `say`, else what came with the voice. Empty when nobody knows.
    pub text: String,
    /// The words of `text`, as [`words`](super::words) finds them, with their times. None, or all of them.
    pub words: Vec<HeardWord>,
    /// Where the times of the words come from.
    pub source: CueSource,
    /// Words of the script that the file of word times says otherwise, as a share of the script's; none without both.
    pub wer: Option<f64>,
    /// Why the times may be off, as a sentence.
    pub doubt: Option<String>,
}

/// When a word is said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeardWord {
    /// Its beginning.
    pub t0: f64,
    /// Its end.
    pub t1: f64,
    /// How sure that is, 0 to 1.
    pub conf: f64,
}

/// A silence between two stretches of speech.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pause {
    /// Its beginning.
    pub t0: f64,
    /// Its end.
    pub t1: f64,
}

impl Pause {
    /// What it separates.
    pub fn kind(self) -> PauseKind {
        match self.t1 - self.t0 {
            length if length < 0.25 => PauseKind::Short,
            length if length < 0.45 => PauseKind::Phrase,
            length if length < 0.9 => PauseKind::Sentence,
            _ => PauseKind::Paragraph,
        }
    }
}

/// What a silence separates, by its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PauseKind {
    /// Less than 0.25 s: words.
    Short,
    /// Less than 0.45 s: parts of a sentence.
    Phrase,
    /// Less than 0.9 s: sentences.
    Sentence,
    /// 0.9 s and more: paragraphs.
    Paragraph,
}

/// What music does.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeardMusic {
    /// Length of the file in seconds.
    pub length: f64,
    /// Beats a minute; none when no pulse was found.
    pub bpm: Option<f64>,
    /// How sure the tempo is, 0 to 1.
    pub conf: f64,
    /// The beats.
    pub beats: Vec<HeardBeat>,
    /// Where sounds begin, with their strength from 0 to 1.
    pub onsets: Vec<[f64; 2]>,
    /// Where parts of the music begin.
    pub sections: Vec<f64>,
}

/// A beat of music.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeardBeat {
    /// When it is.
    pub t: f64,
    /// It is the first of its bar.
    pub is_downbeat: bool,
}
