//! The loudness of a voice, a hundred times a second.

use std::f32::consts::PI;

use realfft::RealFftPlanner;

use super::resample::{RATE, Reader};
use crate::video::cues::samples::Samples;

/// Samples between two frames: 10 ms.
const HOP: usize = 160;
/// Samples of a frame: 25 ms.
const WINDOW: usize = 400;
/// Length of the transform.
const SIZE: usize = 512;
/// Hz of what carries a voice.
const VOICE: (f32, f32) = (150.0, 4000.0);
/// Hz of what hisses in `s` and `f`.
const HISS: (f32, f32) = (3000.0, 7000.0);
/// What is called silence, in decibels of full scale.
pub(super) const SILENCE: f32 = -100.0;

/// A hundredth of a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Energy of what carries a voice, in decibels of full scale.
    pub voice: f32,
    /// Energy of what hisses, in decibels of full scale.
    pub hiss: f32,
    /// How flat the spectrum of the hiss is: 1 for noise, near 0 for a tone.
    pub flatness: f32,
}

/// A voice, a hundred frames a second.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frames {
    /// Second of the file at which they begin.
    pub start: f64,
    /// The frames.
    pub all: Vec<Frame>,
}

impl Frames {
    /// Seconds between two frames.
    pub const STEP: f64 = 0.01;
    /// Seconds from the start to the middle of the first frame.
    pub const FIRST: f64 = 0.0125;

    /// Looks at a voice.
    pub fn of(samples: &dyn Samples) -> Self {
        let mut reader = Reader::new(samples);
        let transform = RealFftPlanner::<f32>::new().plan_fft_forward(SIZE);
        let mut spectrum = transform.make_output_vec();
        let mut scratch = transform.make_scratch_vec();
        let mut input = transform.make_input_vec();
        let window: Vec<f32> =
            (0..WINDOW).map(|at| 0.5 - 0.5 * (2.0 * PI * (at as f32 + 0.5) / WINDOW as f32).cos()).collect();
        let bins = |(from, to): (f32, f32)| bin(from)..bin(to);
        let (voice, hiss) = (bins(VOICE), bins(HISS));
        let mut held = vec![0.0_f32; WINDOW];
        let mut all = Vec::new();
        let mut filled = 0;
        loop {
            let mut is_over = false;
            for slot in &mut held[filled..] {
                *slot = reader.next().unwrap_or_else(|| {
                    is_over = true;
                    0.0
                });
            }
            input[..WINDOW].iter_mut().zip(held.iter().zip(&window)).for_each(|(to, (sample, weight))| {
                *to = sample * weight;
            });
            input[WINDOW..].fill(0.0);
            if is_over && held.iter().all(|sample| *sample == 0.0) {
                break;
            }
            if transform.process_with_scratch(&mut input, &mut spectrum, &mut scratch).is_err() {
                break;
            }
            let power = |at: usize| spectrum[at].norm_sqr();
            all.push(Frame {
                voice: decibels(voice.clone().map(power).sum()),
                hiss: decibels(hiss.clone().map(power).sum()),
                flatness: flatness(hiss.clone().map(power)),
            });
            if is_over {
                break;
            }
            held.copy_within(HOP.., 0);
            filled = WINDOW - HOP;
        }
        Self { start: samples.start() as f64 / f64::from(samples.rate().max(1)), all }
    }

    /// The second of the file in which the middle of a frame is.
    pub fn time(&self, index: usize) -> f64 {
        self.start + Self::FIRST + Self::STEP * index as f64
    }

    /// The frame whose middle is nearest to a time.
    pub fn index(&self, t: f64) -> usize {
        let index = ((t - self.start - Self::FIRST) / Self::STEP).round().max(0.0) as usize;
        index.min(self.all.len().saturating_sub(1))
    }
}

fn bin(hertz: f32) -> usize {
    (hertz * SIZE as f32 / RATE as f32).round() as usize
}

/// Power of a windowed spectrum in decibels, 0 for a sine of full scale.
fn decibels(power: f32) -> f32 {
    // A sine of amplitude 1 has (WINDOW / 4)² in its middle bin and half of that again in its neighbours.
    const FULL: f32 = (WINDOW as f32 / 4.0) * (WINDOW as f32 / 4.0) * 1.5 * (SIZE as f32 / WINDOW as f32);
    (10.0 * (power / FULL).max(1e-12).log10()).max(SILENCE)
}

/// Geometric by arithmetic mean.
fn flatness(powers: impl Iterator<Item = f32>) -> f32 {
    let (mut logs, mut sum, mut count) = (0.0_f32, 0.0_f32, 0.0_f32);
    for power in powers {
        logs += power.max(1e-12).ln();
        sum += power;
        count += 1.0;
    }
    let mean = sum / count.max(1.0);
    if mean <= 1e-9 { 0.0 } else { (logs / count.max(1.0)).exp() / mean }
}
