//! Where music beats, once its tempo is known: dynamic programming (Ellis, 2007).

use super::frames::Flux;
use super::tempo::smooth;

/// How much an uneven step between two beats costs.
const TIGHTNESS: f64 = 100.0;
/// Frames in which the highest flux near a beat is looked for: 25 ms.
const NEAR: usize = 5;
/// How much more is new on beats than elsewhere, at least.
const CLEAR: f64 = 1.5;
/// How much is new on a beat at least, on average: a tenth more in forty of a hundred bands.
const NEW: f64 = 4.0;
/// Beats quieter than this share of the loudest are none.
const QUIET: f32 = 0.12;
/// By how much the first beat of a bar must have more bass than the others.
const MARGIN: f64 = 0.1;

/// The frames of the beats.
pub(super) fn beats(flux: &Flux, period: f64) -> Vec<usize> {
    let all = smooth(&flux.all);
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    let spread =
        (all.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / all.len().max(1) as f64).sqrt();
    if spread <= 0.0 {
        return Vec::new();
    }
    let (shortest, longest) = ((period / 2.0).round().max(1.0) as usize, (period * 2.0).round() as usize);
    let costs: Vec<f64> =
        (shortest..=longest).map(|step| -TIGHTNESS * (step as f64 / period).ln().powi(2)).collect();
    let mut score = Vec::with_capacity(all.len());
    let mut from: Vec<Option<usize>> = Vec::with_capacity(all.len());
    for (frame, value) in all.iter().enumerate() {
        let mut best = (0.0, None);
        for (step, cost) in (shortest..=longest).zip(&costs) {
            let Some(before) = frame.checked_sub(step) else { break };
            let sum: f64 = score[before] + cost;
            if sum > best.0 {
                best = (sum, Some(before));
            }
        }
        score.push(value / spread + best.0);
        from.push(best.1);
    }
    let last = all.len().saturating_sub(longest.max(1))..all.len();
    let mut at = last.max_by(|a, b| score[*a].total_cmp(&score[*b]));
    let mut beats = Vec::new();
    while let Some(frame) = at {
        beats.push(frame);
        at = from[frame];
    }
    beats.reverse();
    let loudest = flux.rms.iter().copied().fold(0.0, f32::max);
    for beat in &mut beats {
        let near = beat.saturating_sub(NEAR)..(*beat + NEAR + 1).min(all.len());
        *beat = near.max_by(|a, b| flux.all[*a].total_cmp(&flux.all[*b])).unwrap_or(*beat);
    }
    let near = |beat: &usize| {
        let around = &all[beat.saturating_sub(NEAR)..(*beat + NEAR + 1).min(all.len())];
        around.iter().copied().fold(0.0, f64::max)
    };
    // What hums evenly has a pace of its own, but no beat.
    let sum: f64 = beats.iter().map(near).sum();
    let new: f64 = beats.iter().map(|beat| f64::from(flux.all[*beat])).sum();
    let count = beats.len() as f64;
    if sum < CLEAR * mean * count || new < NEW * count {
        return Vec::new();
    }
    // A kick needs a little time to be loud.
    let is_loud = |beat: &usize| {
        let after = &flux.rms[*beat..(*beat + 4 * NEAR).min(flux.rms.len())];
        after.iter().copied().fold(0.0, f32::max) >= QUIET * loudest
    };
    beats.retain(is_loud);
    beats.dedup();
    beats
}

/// Mean frames between two beats, over the longest run of them without a gap.
pub(super) fn pace(beats: &[usize]) -> Option<f64> {
    let mut steps: Vec<usize> = beats.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if steps.is_empty() {
        return None;
    }
    let middle = steps.len() / 2;
    let usual = *steps.select_nth_unstable(middle).1 as f64;
    let even: Vec<f64> =
        steps.iter().map(|step| *step as f64).filter(|step| (step / usual - 1.0).abs() < 0.2).collect();
    Some(even.iter().sum::<f64>() / even.len().max(1) as f64)
}

/// Which of four beats, counted from the first one, begins the bars; none when they are alike.
pub(super) fn downbeat(flux: &Flux, beats: &[usize]) -> Option<usize> {
    let mut sums = [0.0_f64; 4];
    for (index, beat) in beats.iter().enumerate() {
        let near = &flux.low[beat.saturating_sub(NEAR)..(*beat + NEAR + 1).min(flux.low.len())];
        sums[index % 4] += f64::from(near.iter().copied().fold(0.0, f32::max));
    }
    let best = (0..4).max_by(|a, b| sums[*a].total_cmp(&sums[*b]))?;
    let second = (0..4).filter(|phase| *phase != best).map(|phase| sums[phase]).fold(0.0, f64::max);
    (sums[best] > 0.0 && second < sums[best] * (1.0 - MARGIN)).then_some(best)
}
