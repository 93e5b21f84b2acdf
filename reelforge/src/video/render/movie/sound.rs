//! The sound of a movie, unit by unit.

use std::collections::VecDeque;
use std::ops::Range;

use super::MovieError;
use crate::video::encode::{Aac, SAMPLE_RATE, mp4};

/// Reads samples of the left and the right channel from a sample of the whole video on: 48,000 a second, silence after the
/// end. The answers of one place are always the same. An error says what cannot be read.
pub type Sound<'a> = dyn FnMut(u64, &mut [f32], &mut [f32]) -> Result<(), String> + 'a;

/// Samples that are read at once.
const BLOCK: usize = 1024;

/// The samples that are heard while some frames are seen.
pub(super) fn samples(frames: &Range<u32>, fps: u32) -> Range<u64> {
    let sample = |frame: u32| u64::from(frame) * u64::from(SAMPLE_RATE) / u64::from(fps.max(1));
    sample(frames.start)..sample(frames.end)
}

/// Encodes a sound as far as it is needed.
pub(super) struct Units<'s, 'a> {
    sound: &'s mut Sound<'a>,
    /// None when all samples are encoded.
    encoder: Option<Aac>,
    config: Vec<u8>,
    samples: Range<u64>,
    /// The sample that is read next.
    at: u64,
    ready: VecDeque<Vec<u8>>,
}

impl<'s, 'a> Units<'s, 'a> {
    /// The sound of some frames of a video.
    pub(super) fn new(sound: &'s mut Sound<'a>, frames: &Range<u32>, fps: u32) -> Result<Self, MovieError> {
        let samples = samples(frames, fps);
        let encoder = Aac::new()?;
        let config = encoder.config().to_vec();
        let at = samples.start;
        Ok(Self { sound, encoder: Some(encoder), config, samples, at, ready: VecDeque::new() })
    }

    /// What a file says of it.
    pub(super) fn track(&self) -> mp4::Audio {
        mp4::Audio { config: self.config.clone(), samples: self.samples.end - self.samples.start }
    }

    /// The next unit; nothing after the last one.
    pub(super) fn next(&mut self) -> Result<Vec<u8>, MovieError> {
        let mut blocks = [[0.0; BLOCK]; 2];
        while self.ready.is_empty()
            && let Some(encoder) = &mut self.encoder
        {
            let ready = &mut self.ready;
            let left = usize::try_from(self.samples.end - self.at).unwrap_or(BLOCK).min(BLOCK);
            if left > 0 {
                let [a, b] = &mut blocks;
                let (a, b) = (&mut a[..left], &mut b[..left]);
                (self.sound)(self.at, a, b).map_err(MovieError::Sound)?;
                encoder.feed(a, b, |unit| ready.push_back(unit))?;
                self.at += left as u64;
            } else if let Some(encoder) = self.encoder.take() {
                encoder.finish(|unit| ready.push_back(unit))?;
            }
        }
        Ok(self.ready.pop_front().unwrap_or_default())
    }
}
