//! How much of each moment of music is new: spectral flux that vibrato does not disturb (`SuperFlux`).

use std::f32::consts::PI;

use realfft::RealFftPlanner;

use crate::video::cues::samples::Samples;

/// Samples between two frames: 5 ms at 48 kHz.
const HOP: usize = 240;
/// Samples of a frame.
const WINDOW: usize = 1024;
/// Samples a second that the music is expected in.
const RATE: f32 = 48_000.0;
/// The lowest and the highest frequency, in Hz, and bands an octave.
const BANDS: (f32, f32, f32) = (27.5, 16_000.0, 24.0);
/// Frames between the two that are compared.
const LAG: usize = 2;
/// What lies below is a kick drum or a bass, in Hz.
const LOW: f32 = 150.0;
/// Bounds between low, middle and high, in Hz.
const THIRDS: (f32, f32) = (250.0, 2500.0);
/// The longest music that is listened to, in seconds: that of the longest video, three times.
const LONGEST: u64 = 1800;
/// Samples read at once.
const BLOCK: usize = 1 << 14;

/// Music, two hundred frames a second.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Flux {
    /// How much is new.
    pub(super) all: Vec<f32>,
    /// How much louder it has become below 150 Hz.
    pub(super) low: Vec<f32>,
    /// Loudness: root mean square.
    pub(super) rms: Vec<f32>,
    /// Power of the low, the middle and the high third.
    pub(super) thirds: Vec<[f32; 3]>,
}

impl Flux {
    /// Seconds between two frames.
    pub(super) const STEP: f64 = HOP as f64 / RATE as f64;

    /// Seconds to what is new in a frame. Something that begins shows when it reaches the middle of the window.
    pub(super) fn time(frame: usize) -> f64 {
        let middle = (WINDOW / 2) as f64 / f64::from(RATE);
        let lag = LAG as f64 / 2.0 * Self::STEP;
        (frame as f64 * Self::STEP + middle - lag).max(0.0)
    }

    pub(super) fn of(samples: &dyn Samples) -> Self {
        let transform = RealFftPlanner::<f32>::new().plan_fft_forward(WINDOW);
        let mut spectrum = transform.make_output_vec();
        let mut scratch = transform.make_scratch_vec();
        let mut input = transform.make_input_vec();
        let window: Vec<f32> =
            (0..WINDOW).map(|at| 0.5 - 0.5 * (2.0 * PI * (at as f32 + 0.5) / WINDOW as f32).cos()).collect();
        let bands = bands();
        let low = 1..bin(LOW) + 1;
        let mut bass: Vec<f32> = Vec::new();
        let (first, second) = (bin(THIRDS.0), bin(THIRDS.1));
        // The bands of the frames that are still compared with, the newest last.
        let mut before: Vec<Vec<f32>> = Vec::new();
        let mut flux = Self::default();
        let mut source = Source::new(samples);
        while let Some(frame) = source.next() {
            let power: f32 = frame.iter().map(|sample| sample * sample).sum();
            flux.rms.push((power / frame.len() as f32).sqrt());
            input
                .iter_mut()
                .zip(frame.iter().zip(&window))
                .for_each(|(to, (sample, weight))| *to = sample * weight);
            if transform.process_with_scratch(&mut input, &mut spectrum, &mut scratch).is_err() {
                break;
            }
            let power = |range: std::ops::Range<usize>| {
                spectrum[range].iter().map(realfft::num_complex::Complex::norm_sqr).sum()
            };
            flux.thirds.push([power(1..first), power(first..second), power(second..spectrum.len())]);
            let here: Vec<f32> = bands
                .iter()
                .map(|band| {
                    let bins = spectrum[band.first..].iter().zip(&band.weights);
                    let sum: f32 = bins.map(|(value, weight)| value.norm() * weight).sum();
                    (1.0 + 10.0 * sum).log10()
                })
                .collect();
            let loudness: f32 = spectrum[low.clone()].iter().map(|value| value.norm()).sum();
            let quieter = bass.len().checked_sub(LAG).map_or(loudness, |at| bass[at]);
            flux.low.push((loudness - quieter).max(0.0));
            bass.push(loudness);
            let compared = before.len().checked_sub(LAG).map(|at| &before[at]);
            let news = compared.map_or(0.0, |compared| {
                let new = |(band, value): (usize, &f32)| {
                    // The loudest neighbour of the time before: what slides to the next band is not new.
                    let around = &compared[band.saturating_sub(1)..(band + 2).min(compared.len())];
                    (value - around.iter().copied().fold(0.0, f32::max)).max(0.0)
                };
                here.iter().enumerate().map(new).sum()
            });
            flux.all.push(news);
            before.push(here);
            if before.len() > LAG {
                before.remove(0);
            }
        }
        flux
    }
}

/// Reads overlapping frames.
struct Source<'a> {
    samples: &'a dyn Samples,
    held: Vec<f32>,
    from: usize,
    at: u64,
    end: u64,
}

impl<'a> Source<'a> {
    fn new(samples: &'a dyn Samples) -> Self {
        let end = samples.frames().min(LONGEST * u64::from(samples.rate()));
        Self { samples, held: Vec::new(), from: 0, at: 0, end }
    }

    fn next(&mut self) -> Option<&[f32]> {
        if self.from + WINDOW > self.held.len() {
            self.held.drain(..self.from);
            self.from = 0;
            let old = self.held.len();
            let count = usize::try_from(self.end - self.at).map_or(BLOCK, |left| left.min(BLOCK));
            self.held.resize(old + count, 0.0);
            let read = self.samples.read(self.at, &mut self.held[old..]);
            self.held.truncate(old + read);
            self.at += read as u64;
            for sample in &mut self.held[old..] {
                if !sample.is_finite() {
                    *sample = 0.0;
                }
            }
        }
        let frame = self.held.get(self.from..self.from + WINDOW)?;
        self.from += HOP;
        Some(frame)
    }
}

/// A triangle of the spectrum.
struct Band {
    first: usize,
    weights: Vec<f32>,
}

fn bin(hertz: f32) -> usize {
    ((hertz * WINDOW as f32 / RATE).round() as usize).min(WINDOW / 2)
}

/// Quarter tones, without those that fall on the same part of the spectrum.
fn bands() -> Vec<Band> {
    let mut bins: Vec<usize> = Vec::new();
    let mut step = 0.0;
    loop {
        let hertz = BANDS.0 * (step / BANDS.2).exp2();
        if hertz > BANDS.1 {
            break;
        }
        let bin = bin(hertz);
        if bins.last() != Some(&bin) {
            bins.push(bin);
        }
        step += 1.0;
    }
    bins.windows(3)
        .map(|three| {
            let (first, middle, last) = (three[0], three[1], three[2]);
            let weight = |at: usize| {
                let (from, to) = if at <= middle { (first, middle) } else { (last, middle) };
                1.0 - (at as f32 - to as f32).abs() / (from as f32 - to as f32).abs().max(1.0)
            };
            Band { first, weights: (first..=last.min(WINDOW / 2)).map(weight).collect() }
        })
        .collect()
}
