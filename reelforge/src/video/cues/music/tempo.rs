//! How fast music is: how well its onsets agree with themselves some time later.

use super::frames::Flux;

/// The slowest and the fastest, in beats a minute.
const BPM: (f64, f64) = (40.0, 220.0);
/// What is usual, and the spread around it in octaves.
const USUAL: (f64, f64) = (120.0, 0.9);
/// What twice and three times the lag add to a score.
const COMB: (f64, f64) = (0.5, 0.25);
/// The fastest half tempo that is doubled when there are onsets enough.
const SLOW: f64 = 75.0;
/// How much alike a tempo and its double are when every second beat is as strong as the others.
const EVEN: f64 = 0.85;

/// A tempo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tempo {
    /// Frames between two beats.
    pub(super) period: f64,
    /// How sure it is, 0 to 1.
    pub(super) conf: f64,
}

/// The tempo of music with so many onsets; none where nothing repeats.
pub(super) fn tempo(flux: &Flux, onsets: usize) -> Option<Tempo> {
    let lag_of = |bpm: f64| 60.0 / bpm / Flux::STEP;
    let (shortest, longest) = (lag_of(BPM.1).floor() as usize, lag_of(BPM.0).ceil() as usize);
    let all = smooth(&flux.all);
    if all.len() < longest * 2 || onsets < 4 {
        return None;
    }
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let centred: Vec<f64> = all.iter().map(|value| value - mean).collect();
    let alike = |lag: usize| -> f64 {
        if lag >= centred.len() {
            return 0.0;
        }
        centred.iter().zip(&centred[lag..]).map(|(a, b)| a * b).sum::<f64>() / (centred.len() - lag) as f64
    };
    let whole = alike(0);
    if whole <= 0.0 {
        return None;
    }
    let curve: Vec<f64> = (0..=longest * 3).map(|lag| alike(lag) / whole).collect();
    let around = |lag: usize| {
        (lag.saturating_sub(1)..=lag + 1).map(|at| curve.get(at).copied().unwrap_or(0.0)).fold(0.0, f64::max)
    };
    let score = |lag: usize| {
        let bpm = 60.0 / (lag as f64 * Flux::STEP);
        let octaves = (bpm / USUAL.0).log2() / USUAL.1;
        let prior = (-0.5 * octaves * octaves).exp();
        (curve[lag].max(0.0) + COMB.0 * around(lag * 2) + COMB.1 * around(lag * 3)) * prior
    };
    let is_peak = |lag: &usize| curve[*lag] >= curve[lag - 1] && curve[*lag] >= curve[lag + 1];
    let mut best =
        (shortest.max(1)..=longest).filter(is_peak).max_by(|a, b| score(*a).total_cmp(&score(*b)))?;
    // A slow tempo with an onset between every two beats is the half of the real one.
    let bpm = 60.0 / (best as f64 * Flux::STEP);
    let beats = all.len() as f64 / best as f64;
    let half = around(best / 2) / curve[best].max(1e-9);
    let is_half = bpm < SLOW && onsets as f64 > 1.6 * beats && half > 0.3;
    if bpm * 2.0 <= BPM.1 && (is_half || half > EVEN) {
        best /= 2;
    }
    // Between frames, by the parabola through its neighbours.
    let (left, middle, right) = (curve[best - 1], curve[best], curve[best + 1]);
    let bend = left - 2.0 * middle + right;
    let shift = if bend < 0.0 { (0.5 * (left - right) / bend).clamp(-0.5, 0.5) } else { 0.0 };
    Some(Tempo { period: best as f64 + shift, conf: middle.clamp(0.0, 1.0) })
}

/// The same with peaks as wide as players are exact: 20 ms.
pub(super) fn smooth(values: &[f32]) -> Vec<f64> {
    const WEIGHTS: [f64; 9] = [0.03, 0.07, 0.12, 0.18, 0.2, 0.18, 0.12, 0.07, 0.03];
    let value = |at: usize| {
        WEIGHTS
            .iter()
            .enumerate()
            .filter_map(|(tap, weight)| Some(f64::from(*values.get((at + tap).checked_sub(4)?)?) * weight))
            .sum()
    };
    (0..values.len()).map(value).collect()
}
