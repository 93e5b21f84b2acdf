//! Where sounds begin.

use super::frames::Flux;

/// Frames around a peak in which nothing is higher: 30 ms.
const AROUND: usize = 6;
/// Frames before and after whose mean a peak stands above: 100 and 70 ms.
const MEAN: (usize, usize) = (20, 14);
/// How far above, as a share of the highest.
const ABOVE: f32 = 0.07;
/// Flux below which nothing is heard: what rounding leaves of silence.
const FAINT: f32 = 0.5;

/// The beginning of a sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Onset {
    pub(super) frame: usize,
    /// 0 to 1.
    pub(super) strength: f64,
}

pub(super) fn onsets(flux: &Flux) -> Vec<Onset> {
    let all = &flux.all;
    let highest = all.iter().copied().fold(0.0, f32::max);
    if highest < FAINT {
        return Vec::new();
    }
    let mut found: Vec<Onset> = Vec::new();
    for frame in 0..all.len() {
        let value = all[frame];
        if value < ABOVE * highest {
            continue;
        }
        let around = &all[frame.saturating_sub(AROUND)..(frame + AROUND + 1).min(all.len())];
        let near = &all[frame.saturating_sub(MEAN.0)..(frame + MEAN.1 + 1).min(all.len())];
        let mean = near.iter().sum::<f32>() / near.len() as f32;
        let is_peak = around.iter().all(|other| *other <= value) && value >= mean + ABOVE * highest;
        let is_apart = found.last().is_none_or(|before| frame - before.frame >= AROUND);
        if is_peak && is_apart {
            found.push(Onset { frame, strength: f64::from(value / highest) });
        }
    }
    found
}
