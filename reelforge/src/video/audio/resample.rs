//! To 48 kHz, as a stream: what goes in a piece at a time comes out the same as at once.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Indexing, Resampler, WindowFunction};

use super::{RATE, SoundError};

/// Frames that are worked on at once, at least. More of them make a sharper filter: with these it passes 97% of the
/// band.
const CHUNK: usize = 1024;

/// Turns interleaved frames of one rate into those of 48 kHz, of exactly the same length in time.
pub(super) enum Resample {
    /// The rate is right already.
    Not,
    /// By its spectrum.
    Fft(Box<Spectrum>),
}

pub(super) struct Spectrum {
    fft: Fft<f32>,
    channels: usize,
    from: u64,
    /// What waits until a chunk is full.
    waiting: Vec<f32>,
    /// Frames that went in.
    taken: u64,
    /// Frames that came out.
    given: u64,
    /// Frames of the filter's delay that are still to be dropped.
    delay: usize,
    out: Vec<f32>,
}

impl Resample {
    pub(super) fn new(from: u32, channels: usize) -> Result<Self, SoundError> {
        if from == RATE {
            return Ok(Self::Not);
        }
        // The filter's middle lies on a sample only when its length is even.
        let step = 2 * (from / gcd(from, RATE)) as usize;
        let chunk = CHUNK.div_ceil(step) * step;
        let (rate, target, window) = (from as usize, RATE as usize, WindowFunction::BlackmanHarris2);
        let fft = Fft::new_custom(rate, target, chunk, 1, channels, window, FixedSync::Input)
            .map_err(|error| SoundError::Damaged(format!("its rate is {from} Hz: {error}")))?;
        let delay = fft.output_delay();
        Ok(Self::Fft(Box::new(Spectrum {
            fft,
            channels,
            from: u64::from(from),
            waiting: Vec::new(),
            taken: 0,
            given: 0,
            delay,
            out: Vec::new(),
        })))
    }

    /// Adds what these frames become to `out`.
    pub(super) fn add(&mut self, frames: &[f32], out: &mut Vec<f32>) -> Result<(), SoundError> {
        match self {
            Self::Not => out.extend_from_slice(frames),
            Self::Fft(spectrum) => spectrum.add(frames, out)?,
        }
        Ok(())
    }

    /// Adds what is still on its way; nothing comes after it.
    pub(super) fn finish(self, out: &mut Vec<f32>) -> Result<(), SoundError> {
        match self {
            Self::Not => Ok(()),
            Self::Fft(spectrum) => spectrum.finish(out),
        }
    }
}

impl Spectrum {
    fn add(&mut self, frames: &[f32], out: &mut Vec<f32>) -> Result<(), SoundError> {
        self.taken += (frames.len() / self.channels) as u64;
        self.waiting.extend_from_slice(frames);
        let chunk = self.fft.input_frames_next() * self.channels;
        let mut used = 0;
        while self.waiting.len() - used >= chunk {
            self.step(used, None, out)?;
            used += chunk;
        }
        self.waiting.drain(..used);
        Ok(())
    }

    fn finish(mut self, out: &mut Vec<f32>) -> Result<(), SoundError> {
        let wanted = (self.taken * u64::from(RATE) + self.from / 2) / self.from;
        let mut left = self.waiting.len() / self.channels;
        while self.given < wanted {
            self.step(0, Some(left), out)?;
            (left, self.waiting) = (0, Vec::new());
        }
        let surplus = (self.given - wanted) as usize * self.channels;
        out.truncate(out.len().saturating_sub(surplus));
        Ok(())
    }

    /// One chunk from `at` in what waits; `partial` frames of it are there, silence follows.
    fn step(&mut self, at: usize, partial: Option<usize>, out: &mut Vec<f32>) -> Result<(), SoundError> {
        let frames = self.fft.output_frames_next();
        self.out.resize(frames * self.channels, 0.0);
        let waiting = &self.waiting[at..];
        let adapted = InterleavedSlice::new(waiting, self.channels, waiting.len() / self.channels);
        let target = InterleavedSlice::new_mut(&mut self.out, self.channels, frames);
        let (adapted, mut target) =
            (adapted.map_err(SoundError::damaged)?, target.map_err(SoundError::damaged)?);
        let indexing = partial.map(|frames| Indexing::new().partial_len(frames));
        self.fft
            .process_into_buffer(&adapted, &mut target, indexing.as_ref())
            .map_err(SoundError::damaged)?;
        let dropped = self.delay.min(frames);
        self.delay -= dropped;
        self.given += (frames - dropped) as u64;
        out.extend_from_slice(&self.out[dropped * self.channels..]);
        Ok(())
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
