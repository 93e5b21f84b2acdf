//! Sound as the analysis reads it: block by block, so that a two-hour file takes no more memory than a short one.

/// One channel of sound.
pub trait Samples {
    /// Samples a second.
    fn rate(&self) -> u32;

    /// How many samples there are.
    fn frames(&self) -> u64;

    /// How many samples of the file come before the first one, when they are a part of it.
    fn start(&self) -> u64 {
        0
    }

    /// Reads samples from `at` on and says how many there were; fewer than asked for only at the end.
    fn read(&self, at: u64, out: &mut [f32]) -> usize;
}

/// Samples that are in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Buffer {
    /// Samples a second.
    pub rate: u32,
    /// The samples.
    pub samples: Vec<f32>,
}

impl Samples for Buffer {
    fn rate(&self) -> u32 {
        self.rate
    }

    fn frames(&self) -> u64 {
        self.samples.len() as u64
    }

    fn read(&self, at: u64, out: &mut [f32]) -> usize {
        let begin = usize::try_from(at).map_or(self.samples.len(), |at| at.min(self.samples.len()));
        let count = out.len().min(self.samples.len() - begin);
        out[..count].copy_from_slice(&self.samples[begin..begin + count]);
        count
    }
}

/// Length of some samples in seconds.
pub(super) fn seconds(samples: &dyn Samples) -> f64 {
    samples.frames() as f64 / f64::from(samples.rate().max(1))
}
