use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::cache::HEAD;
use super::{Facts, SoundError};

/// A decoded file, or the wanted part of a long one: 48 kHz, mono or stereo. Short ones are held in memory, long ones
/// stay on disk.
pub struct Track {
    facts: Facts,
    /// The frames that were decoded.
    held: Range<u64>,
    samples: Samples,
}

pub(super) enum Samples {
    Memory(Vec<f32>),
    /// After [`HEAD`] bytes of a file.
    Disk(Mutex<File>),
}

impl std::fmt::Debug for Track {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Track").field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl Track {
    pub(super) fn new(facts: Facts, held: Range<u64>, samples: Samples) -> Self {
        Self { facts, held, samples }
    }

    pub(super) fn samples(&self) -> &Samples {
        &self.samples
    }

    /// What is known of the file.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Its length in samples at 48 kHz.
    pub fn frames(&self) -> u64 {
        self.facts.frames
    }

    /// The frames that were decoded: all of them, unless the file is long.
    pub fn held(&self) -> Range<u64> {
        self.held.clone()
    }

    /// Whether all of the file was decoded.
    pub fn is_whole(&self) -> bool {
        self.held == (0..self.facts.frames)
    }

    /// One or two.
    pub fn channels(&self) -> usize {
        channels(&self.facts)
    }

    /// Reads interleaved samples from the frame `at` on; `out` holds whole frames. What was not decoded is silent, as is
    /// what is beyond the end.
    pub fn read(&self, at: u64, out: &mut [f32]) -> Result<(), SoundError> {
        let channels = self.channels();
        let frames = (out.len() / channels) as u64;
        let within = |place: u64| place.saturating_sub(at).min(frames) as usize * channels;
        let (before, rest) = out.split_at_mut(within(self.held.start));
        let (found, beyond) = rest.split_at_mut(within(self.held.end).saturating_sub(before.len()));
        before.fill(0.0);
        beyond.fill(0.0);
        if found.is_empty() {
            return Ok(());
        }
        let there = found.len();
        let first = at.saturating_sub(self.held.start) as usize * channels;
        match &self.samples {
            Samples::Memory(samples) => {
                found.copy_from_slice(&samples[first..first + there]);
                Ok(())
            }
            Samples::Disk(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start((HEAD + 4 * first) as u64)).map_err(lost)?;
                read_samples(&mut file, found)
            }
        }
    }

    /// Reads the mean of its channels from the frame `at` on. What is beyond the end is silent.
    pub fn read_mono(&self, at: u64, out: &mut [f32]) -> Result<(), SoundError> {
        if self.channels() == 1 {
            return self.read(at, out);
        }
        let mut both = vec![0.0; out.len() * 2];
        self.read(at, &mut both)?;
        for (mono, pair) in out.iter_mut().zip(both.chunks_exact(2)) {
            *mono = (pair[0] + pair[1]) * 0.5;
        }
        Ok(())
    }
}

/// How many channels a decoded file has.
pub(super) fn channels(facts: &Facts) -> usize {
    facts.channels.clamp(1, 2) as usize
}

/// Samples as they lie on disk, the low byte first.
pub(super) fn read_samples(file: &mut File, out: &mut [f32]) -> Result<(), SoundError> {
    let mut bytes = vec![0; out.len().min(BLOCK) * 4];
    for samples in out.chunks_mut(BLOCK) {
        let bytes = &mut bytes[..samples.len() * 4];
        file.read_exact(bytes).map_err(lost)?;
        for (sample, bytes) in samples.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *sample = f32::from_le_bytes(*bytes);
        }
    }
    Ok(())
}

/// Samples that are read at once.
const BLOCK: usize = 16 * 1024;

#[allow(clippy::needless_pass_by_value)]
fn lost(error: std::io::Error) -> SoundError {
    SoundError::NoRoom(error.to_string())
}
