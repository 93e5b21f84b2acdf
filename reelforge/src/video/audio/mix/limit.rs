//! Keeps true peaks below a limit. It looks ahead, so that the gain is down before a peak comes, and it changes the
//! gain along smooth curves, which are heard least.

use std::f32::consts::PI;
use std::f64::consts::TAU;
use std::sync::LazyLock;

use crate::video::audio::RATE;

/// Samples over which the gain goes down and comes back: 10 ms.
const SLOPE: usize = RATE as usize / 100;
/// Samples that it stays down after a peak: 50 ms, so that low tones are not bent.
const HOLD: usize = RATE as usize / 20;
/// Samples on each side that tell what is between two of them.
const TAPS: usize = 8;
/// Places between two samples that are looked at.
const PHASES: usize = 3;
/// Samples at the ends of what is looked at whose neighbours are not known.
const MARGIN: usize = TAPS + 1;
/// Samples before a chunk that its gain depends on, and all around it.
pub(super) const BEFORE: usize = SLOPE + HOLD + MARGIN;
pub(super) const AROUND: usize = BEFORE + SLOPE + MARGIN;
/// Decibels that are left for what an encoder adds to a peak.
const FOR_THE_ENCODER: f64 = 0.5;
/// No sum of the taps makes more than this of samples that are at most 1: their magnitudes add up to 2.09.
const MAX_OVERSHOOT: f32 = 2.1;

/// The last step of a mix: a gain, and a limit that nothing exceeds.
#[derive(Debug, Clone)]
pub(super) struct Limiter {
    pub(super) gain: f32,
    ceiling: f32,
}

impl Limiter {
    /// For a mix whose encoded true peak shall not exceed some dBTP.
    pub(super) fn new(peak: f64) -> Self {
        Self { gain: 1.0, ceiling: 10_f64.powf((peak - FOR_THE_ENCODER) / 20.0) as f32 }
    }

    /// The highest true peak that it lets through, in dBTP.
    pub(super) fn ceiling_db(&self) -> f64 {
        20.0 * f64::from(self.ceiling).log10()
    }

    /// A chunk with what is around it becomes the chunk as it is heard.
    pub(super) fn limit(&self, mut sides: [Vec<f32>; 2], gain: f32) -> [Vec<f32>; 2] {
        for side in &mut sides {
            for sample in side {
                *sample *= gain;
            }
        }
        let count = sides[0].len() - AROUND;
        let chunk = |side: &[f32]| side[BEFORE..BEFORE + count].to_vec();
        let mut needed = vec![1.0_f32; sides[0].len()];
        let is_loud = sides.each_ref().map(|side| self.need(side, &mut needed)).contains(&true);
        if !is_loud {
            return sides.map(|side| chunk(&side));
        }
        // The least gain from `HOLD` before to `SLOPE` after each sample; the slope then reaches it in time.
        let held = least(&needed[MARGIN..needed.len() - MARGIN], HOLD + SLOPE + 1);
        let mut sides = sides.map(|side| chunk(&side));
        for (index, gain) in sloped(&held).enumerate() {
            sides[0][index] *= gain;
            sides[1][index] *= gain;
        }
        sides
    }

    /// Lowers the gain that each sample needs, by what is on it and beside it; says whether any is too loud.
    fn need(&self, side: &[f32], needed: &mut [f32]) -> bool {
        let mut is_loud = false;
        let mut look = |index: usize, peak: f32, needed: &mut [f32]| {
            if peak > self.ceiling {
                is_loud = true;
                needed[index] = needed[index].min(self.ceiling / peak);
            }
        };
        for start in (TAPS..side.len() - TAPS).step_by(64) {
            let end = (start + 64).min(side.len() - TAPS);
            let around = &side[start - TAPS..end + TAPS];
            if around.iter().all(|sample| sample.abs() * MAX_OVERSHOOT <= self.ceiling) {
                continue;
            }
            for index in start..end {
                look(index, side[index].abs(), needed);
                let taps = &side[index + 1 - TAPS..=index + TAPS];
                for phase in between() {
                    let value: f32 = taps.iter().zip(phase).map(|(sample, weight)| sample * weight).sum();
                    look(index, value.abs(), needed);
                    look(index + 1, value.abs(), needed);
                }
            }
        }
        is_loud
    }
}

/// The least of `width` values from each place on.
fn least(values: &[f32], width: usize) -> Vec<f32> {
    let mut queue: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
    let mut found = Vec::with_capacity(values.len() + 1 - width);
    for (index, value) in values.iter().enumerate() {
        while queue.back().is_some_and(|last| values[*last] >= *value) {
            queue.pop_back();
        }
        queue.push_back(index);
        if index + 1 >= width {
            let from = index + 1 - width;
            while queue.front().is_some_and(|first| *first < from) {
                queue.pop_front();
            }
            found.push(queue.front().map_or(1.0, |first| values[*first]));
        }
    }
    found
}

/// The gains along a raised cosine: each is the sum of `SLOPE + 1` values by the weights
/// `1 - cos(2π (k + 1) / (SLOPE + 2))`, whose sum is `SLOPE + 2`. Both parts of that sum slide from one place to the
/// next: the plain one by adding a value and taking one away, the other by turning it besides.
fn sloped(values: &[f32]) -> impl Iterator<Item = f32> {
    const WIDTH: usize = SLOPE + 1;
    let step = TAU / (WIDTH as f64 + 1.0);
    let (turn_sin, turn_cos) = step.sin_cos();
    let (mut sum, mut cos, mut sin, mut lowered) = (0.0, 0.0, 0.0, 0_usize);
    for (index, value) in values[..WIDTH].iter().enumerate() {
        let (by_sin, by_cos) = (step * (index as f64 + 1.0)).sin_cos();
        sum += f64::from(*value);
        cos += f64::from(*value) * by_cos;
        sin += f64::from(*value) * by_sin;
        lowered += usize::from(*value != 1.0);
    }
    (WIDTH..=values.len()).map(move |end| {
        // What is not lowered stays exactly as it is.
        let gain = if lowered == 0 { 1.0 } else { ((sum - cos) / (WIDTH as f64 + 1.0)) as f32 };
        if let Some(next) = values.get(end) {
            let (first, next) = (values[end - WIDTH], *next);
            lowered += usize::from(next != 1.0);
            lowered -= usize::from(first != 1.0);
            let (first, next) = (f64::from(first), f64::from(next));
            sum += next - first;
            let sum_cos = cos + next;
            (cos, sin) = (sum_cos * turn_cos + sin * turn_sin - first, sin * turn_cos - sum_cos * turn_sin);
        }
        gain
    })
}

/// Weights of the samples around for each place between two: a windowed sinc.
fn between() -> &'static [[f32; 2 * TAPS]; PHASES] {
    static WEIGHTS: LazyLock<[[f32; 2 * TAPS]; PHASES]> = LazyLock::new(|| {
        std::array::from_fn(|phase| {
            let place = (phase as f32 + 1.0) / (PHASES as f32 + 1.0);
            std::array::from_fn(|tap| {
                let distance = tap as f32 - (TAPS as f32 - 1.0) - place;
                let sinc = (PI * distance).sin() / (PI * distance);
                sinc * (0.5 + 0.5 * (PI * distance / (TAPS as f32 + 0.5)).cos())
            })
        })
    });
    &WEIGHTS
}
