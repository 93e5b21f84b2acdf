//! What a sound file holds, and what is measured while it is decoded.

use ebur128::{Channel, EbuR128, Mode};
use serde::{Deserialize, Serialize};

use super::{RATE, SoundError};

/// Magnitude from which a sample is at full scale: the largest of 16 bits is 32767 of 32768.
const FULL_SCALE: f32 = 0.999_96;
/// So many samples at full scale in a row were cut off there.
const RUN: u32 = 3;

/// What is known of a sound file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Its codec, such as `mp3`.
    pub codec: String,
    /// Its own samples a second.
    pub rate: u32,
    /// Its own channels.
    pub channels: u32,
    /// Its length, in samples at 48 kHz.
    pub frames: u64,
    /// Integrated loudness in LUFS, of mono as two speakers play it. None when it is too quiet or too short to have one.
    pub lufs: Option<f64>,
    /// Highest true peak in dBTP; none of silence.
    pub true_peak: Option<f64>,
    /// How often three or more samples in a row are at full scale.
    pub clipped: u64,
    /// Seconds to the first such place.
    pub clipped_at: Option<f64>,
    /// The largest mean of a channel, as a fraction of full scale: what it is off the zero line.
    pub offset: f64,
}

impl Facts {
    /// Its length in seconds.
    pub fn duration(&self) -> f64 {
        self.frames as f64 / f64::from(RATE)
    }
}

/// Looks at the samples of a file as they are stored.
#[derive(Debug)]
pub(super) struct Flaws {
    channels: usize,
    sums: Vec<f64>,
    runs: Vec<u32>,
    frames: u64,
    clipped: u64,
    first: Option<u64>,
}

impl Flaws {
    pub(super) fn new(channels: usize) -> Self {
        Self {
            channels,
            sums: vec![0.0; channels],
            runs: vec![0; channels],
            frames: 0,
            clipped: 0,
            first: None,
        }
    }

    pub(super) fn add(&mut self, frames: &[f32]) {
        for frame in frames.chunks_exact(self.channels) {
            for ((sample, sum), run) in frame.iter().zip(&mut self.sums).zip(&mut self.runs) {
                if !sample.is_finite() {
                    continue;
                }
                *sum += f64::from(*sample);
                *run = if sample.abs() >= FULL_SCALE { *run + 1 } else { 0 };
                if *run == RUN {
                    self.clipped += 1;
                    self.first = self.first.or(Some((self.frames + 1).saturating_sub(u64::from(RUN))));
                }
            }
            self.frames += 1;
        }
    }

    /// How many places are cut off, the seconds to the first, and how far the sound is off the zero line.
    pub(super) fn found(&self, rate: u32) -> (u64, Option<f64>, f64) {
        let mean = |sum: &f64| (sum / self.frames.max(1) as f64).abs();
        let offset = self.sums.iter().map(mean).fold(0.0, f64::max);
        (self.clipped, self.first.map(|at| at as f64 / f64::from(rate)), offset)
    }
}

/// Measures loudness by ITU-R BS.1770 and the true peak of 48 kHz sound.
pub(super) struct Meter(EbuR128);

impl Meter {
    pub(super) fn new(channels: usize) -> Result<Self, SoundError> {
        let mode = Mode::I | Mode::TRUE_PEAK;
        let mut meter = EbuR128::new(channels as u32, RATE, mode).map_err(SoundError::damaged)?;
        if channels == 1 {
            meter.set_channel(0, Channel::DualMono).map_err(SoundError::damaged)?;
        }
        Ok(Self(meter))
    }

    /// Takes interleaved samples.
    pub(super) fn add(&mut self, samples: &[f32]) -> Result<(), SoundError> {
        self.0.add_frames_f32(samples).map_err(SoundError::damaged)
    }

    /// Integrated loudness in LUFS.
    pub(super) fn lufs(&self) -> Option<f64> {
        self.0.loudness_global().ok().filter(|lufs| lufs.is_finite())
    }

    /// True peak in dBTP.
    pub(super) fn true_peak(&self) -> Option<f64> {
        let peaks = (0..self.0.channels()).filter_map(|channel| self.0.true_peak(channel).ok());
        let peak = 20.0 * peaks.fold(0.0, f64::max).log10();
        peak.is_finite().then_some(peak)
    }
}
