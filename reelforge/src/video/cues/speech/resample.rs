//! Brings sound to 16 kHz and takes away what rumbles below the voice.

use std::f64::consts::PI;

use crate::video::cues::samples::Samples;

/// Samples a second of what the analysis looks at.
pub(super) const RATE: u32 = 16_000;
/// Filter taps for each step between two samples of the source.
const TAPS: usize = 48;
/// Samples read at once.
const BLOCK: usize = 1 << 14;
/// What lies below this frequency is no voice, in Hz.
const LOWEST: f64 = 80.0;

/// Reads sound at 16 kHz, from beginning to end.
pub(super) struct Reader<'a> {
    source: &'a dyn Samples,
    /// A low-pass filter around each sample, for a source that has more than 16 kHz.
    filter: Vec<f32>,
    /// Source samples for one of ours.
    step: f64,
    /// The block that was read last, and where it begins; may be negative at the beginning.
    block: Vec<f32>,
    begin: i64,
    /// Number of the next sample.
    next: u64,
    /// How many there are.
    count: u64,
    high_pass: HighPass,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a dyn Samples) -> Self {
        let step = f64::from(source.rate().max(1)) / f64::from(RATE);
        let count = (source.frames() as f64 / step) as u64;
        Self {
            source,
            filter: low_pass(step),
            step,
            block: Vec::new(),
            begin: 0,
            next: 0,
            count,
            high_pass: HighPass::new(),
        }
    }

    /// The next sample; none at the end.
    pub(super) fn next(&mut self) -> Option<f32> {
        if self.next >= self.count {
            return None;
        }
        let at = self.next as f64 * self.step;
        let first = at.round() as i64 - (self.filter.len() / 2) as i64;
        self.next += 1;
        self.fetch(first);
        let from = usize::try_from(first - self.begin).unwrap_or_default();
        let window = &self.block[from..from + self.filter.len()];
        let sum = window.iter().zip(&self.filter).map(|(sample, weight)| sample * weight).sum();
        Some(self.high_pass.apply(sum))
    }

    /// Makes sure that the block holds the samples under the filter; those before the beginning and after the end are
    /// silent.
    fn fetch(&mut self, first: i64) {
        let length = self.filter.len() as i64;
        if !self.block.is_empty() && first >= self.begin && first + length <= self.begin + BLOCK as i64 {
            return;
        }
        self.block.clear();
        self.block.resize(BLOCK, 0.0);
        self.begin = first;
        let silent = usize::try_from(-first).unwrap_or_default().min(BLOCK);
        let at = u64::try_from(first.max(0)).unwrap_or_default();
        self.source.read(at, &mut self.block[silent..]);
        for sample in &mut self.block {
            if !sample.is_finite() {
                *sample = 0.0;
            }
        }
    }
}

/// A windowed sinc that ends a little below the half of our rate; for a slower source, a single tap.
fn low_pass(step: f64) -> Vec<f32> {
    if step <= 1.0 {
        return vec![1.0];
    }
    let taps = ((TAPS as f64 * step / 3.0).round() as usize).clamp(8, 1024) | 1;
    let middle = (taps / 2) as f64;
    // In cycles a sample of the source.
    let cut = 0.45 / step;
    let tap = |index: usize| {
        let x = index as f64 - middle;
        let sinc = if x == 0.0 { 2.0 * cut } else { (2.0 * PI * cut * x).sin() / (PI * x) };
        let window = 0.5 + 0.5 * (PI * x / (middle + 1.0)).cos();
        sinc * window
    };
    let all: Vec<f64> = (0..taps).map(tap).collect();
    let sum: f64 = all.iter().sum();
    all.iter().map(|tap| (tap / sum) as f32).collect()
}

/// A second-order high-pass (Butterworth), by the bilinear transform.
struct HighPass {
    forward: [f64; 3],
    back: [f64; 2],
    input: [f64; 2],
    output: [f64; 2],
}

impl HighPass {
    fn new() -> Self {
        let tan = (PI * LOWEST / f64::from(RATE)).tan();
        let norm = 1.0 / (1.0 + std::f64::consts::SQRT_2 * tan + tan * tan);
        Self {
            forward: [norm, -2.0 * norm, norm],
            back: [2.0 * (tan * tan - 1.0) * norm, (1.0 - std::f64::consts::SQRT_2 * tan + tan * tan) * norm],
            input: [0.0; 2],
            output: [0.0; 2],
        }
    }

    fn apply(&mut self, sample: f32) -> f32 {
        let x = f64::from(sample);
        let [f0, f1, f2] = self.forward;
        let y = f0 * x + f1 * self.input[0] + f2 * self.input[1]
            - self.back[0] * self.output[0]
            - self.back[1] * self.output[1];
        self.input = [x, self.input[0]];
        // Numbers too small to count would only be slow.
        self.output = [if y.abs() < 1e-20 { 0.0 } else { y }, self.output[0]];
        y as f32
    }
}
