//! When voices speak.

use super::moment::Times;
use super::speech::Spoken;

/// A voice file in the video.
#[derive(Debug, Clone, PartialEq)]
pub struct VoiceTime {
    /// Index of the scene that it belongs to; none for the narration of the whole project.
    pub scene: Option<usize>,
    /// When it is heard, in seconds from the video's start.
    pub start: f64,
    /// The second of the file that is heard then.
    pub from: f64,
    /// How many seconds of it are used; none when nobody looked into the file.
    pub length: Option<f64>,
}

impl VoiceTime {
    /// When it has ended, as far as that is known.
    pub fn end(&self) -> Option<f64> {
        self.length.map(|length| self.start + length)
    }
}

impl Times<'_> {
    /// The voice files, in the order in which they are heard.
    pub fn voices(&self) -> &[VoiceTime] {
        &self.voices
    }

    /// When someone speaks, `[from, to]` in seconds from the video's start, in order: what was found in the recordings,
    /// else the words one by one.
    pub fn speaking(&self) -> Vec<[f64; 2]> {
        let heard: Vec<[f64; 2]> = self
            .voices
            .iter()
            .filter_map(|voice| {
                let heard = match voice.scene {
                    Some(scene) => self.heard.scene(scene),
                    None => self.heard.voice.as_ref(),
                }?;
                let (from, to) = (voice.from, voice.from + voice.length.unwrap_or(heard.length));
                let within = move |[t0, t1]: [f64; 2]| [t0.clamp(from, to), t1.clamp(from, to)];
                let placed = move |[t0, t1]: [f64; 2]| [voice.start + t0 - from, voice.start + t1 - from];
                Some(heard.speech.iter().copied().map(within).filter(|[t0, t1]| t0 < t1).map(placed))
            })
            .flatten()
            .collect();
        let estimated = self.words().iter().filter(|word| word.estimated).map(|word| [word.t0, word.t1]);
        let mut all: Vec<[f64; 2]> = heard.into_iter().chain(estimated).collect();
        all.sort_by(|a, b| a[0].total_cmp(&b[0]));
        all
    }

    /// All words that are spoken, in order.
    pub fn words(&self) -> &[Spoken] {
        self.speech.all()
    }

    /// The words that are spoken in a scene, by its index.
    pub fn words_of(&self, scene: usize) -> &[Spoken] {
        self.speech.scene(scene)
    }

    /// What was heard in the sound files, as the times were made with it.
    pub fn heard(&self) -> &super::Heard {
        &self.heard
    }
}
