//! Where the parts of music begin: where its loudness and colour change for long.

use super::frames::Flux;

/// Frames of a block: half a second.
const BLOCK: usize = 100;
/// Blocks before and after that are compared: 4 s.
const SIDE: usize = 8;
/// Blocks between two parts: 8 s.
const APART: usize = 16;
/// Power below which nothing is heard, of 65,536 for a sine of full scale.
const FAINT: f64 = 0.1;
/// Decibels by which a part differs from the one before.
const DIFFERENT: f64 = 6.0;

pub(super) fn sections(flux: &Flux) -> Vec<f64> {
    let blocks: Vec<[f64; 3]> = flux
        .thirds
        .chunks(BLOCK)
        .map(|frames| {
            [0, 1, 2].map(|third| {
                let mean =
                    frames.iter().map(|frame| f64::from(frame[third])).sum::<f64>() / frames.len() as f64;
                10.0 * mean.max(FAINT).log10()
            })
        })
        .collect();
    let mean = |blocks: &[[f64; 3]]| {
        [0, 1, 2]
            .map(|third| blocks.iter().map(|block| block[third]).sum::<f64>() / blocks.len().max(1) as f64)
    };
    let change = |at: usize| {
        let (before, after) = (mean(&blocks[at - SIDE..at]), mean(&blocks[at..at + SIDE]));
        before.iter().zip(after).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    let last = blocks.len().saturating_sub(SIDE);
    let changes: Vec<(usize, f64)> = (SIDE..last.max(SIDE)).map(|at| (at, change(at))).collect();
    let mut found: Vec<usize> = Vec::new();
    for (at, value) in &changes {
        let near = changes.iter().filter(|(other, _)| other.abs_diff(*at) < SIDE);
        let is_highest = near.map(|(_, value)| *value).fold(0.0, f64::max) <= *value;
        if *value >= DIFFERENT && is_highest && found.last().is_none_or(|before| at - before >= APART) {
            found.push(*at);
        }
    }
    found.into_iter().map(|at| at as f64 * BLOCK as f64 * Flux::STEP).collect()
}
