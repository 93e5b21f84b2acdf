//! The vowels of a recording: peaks of its loudness at the pace of syllables.

use crate::video::cues::speech::Frames;

/// Decibels by which a peak rises above the dips around it.
const PROMINENCE: f32 = 2.0;
/// Frames between two peaks: 90 ms.
const DISTANCE: usize = 9;
/// Frames that are looked at together: 10 s.
const LONGEST: usize = 1000;
/// Decibels below the loudest of a stretch under which a peak is no vowel.
const FAINT: f32 = 25.0;

/// The loudness of a recording without what changes faster than syllables.
pub(super) fn envelope(frames: &Frames) -> Vec<f32> {
    /// Weights of a frame and its neighbours.
    const SMOOTH: [f32; 7] = [0.05, 0.12, 0.2, 0.26, 0.2, 0.12, 0.05];
    let all = &frames.all;
    let value = |index: usize| {
        SMOOTH.iter().enumerate().map(move |(tap, weight)| {
            let at = (index + tap).saturating_sub(3).min(all.len() - 1);
            all[at].voice * weight
        })
    };
    (0..all.len()).map(|index| value(index).sum()).collect()
}

/// The frames of the vowels from one frame to another. Long speech is looked at in parts.
pub(super) fn nuclei(envelope: &[f32], from: usize, to: usize) -> Vec<usize> {
    let to = to.min(envelope.len());
    let parts = (from..to).step_by(LONGEST);
    parts.flat_map(|begin| nuclei_of(envelope, begin, (begin + LONGEST).min(to))).collect()
}

fn nuclei_of(envelope: &[f32], from: usize, to: usize) -> Vec<usize> {
    let Some(part) = envelope.get(from..to).filter(|part| part.len() > 2) else { return Vec::new() };
    let loudest = part.iter().copied().fold(f32::MIN, f32::max);
    let is_peak = |at: &usize| {
        let before = at.checked_sub(1).map_or(f32::MIN, |before| part[before]);
        let after = part.get(at + 1).copied().unwrap_or(f32::MIN);
        part[*at] >= before && part[*at] > after && part[*at] > loudest - FAINT
    };
    let mut peaks: Vec<usize> = (0..part.len()).filter(is_peak).collect();
    // The quietest moment before each peak.
    let dip = |pair: &[usize]| part[pair[0]..=pair[1]].iter().copied().fold(f32::MAX, f32::min);
    let mut dips: Vec<f32> = std::iter::once(f32::MIN).chain(peaks.windows(2).map(dip)).collect();
    // Away with the peak that stands out least, as long as one stands out too little.
    loop {
        let prominence = |index: usize| {
            let after = dips.get(index + 1).copied().unwrap_or(f32::MIN);
            part[peaks[index]] - dips[index].max(after)
        };
        let least =
            (0..peaks.len()).map(|index| (index, prominence(index))).min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((index, _)) = least.filter(|(_, prominence)| *prominence < PROMINENCE) else { break };
        peaks.remove(index);
        let before = dips.remove(index);
        if let Some(after) = dips.get_mut(index) {
            *after = after.min(before);
        }
    }
    // Of two that are too near, the louder stays.
    let mut kept: Vec<usize> = Vec::with_capacity(peaks.len());
    for at in peaks {
        match kept.last_mut() {
            Some(before) if at - *before < DISTANCE => {
                if part[at] > part[*before] {
                    *before = at;
                }
            }
            _ => kept.push(at),
        }
    }
    kept.into_iter().map(|at| from + at).collect()
}

/// Pairs expected times with found ones, both in order: for each expected one the index of what was found.
pub(super) fn warp(expected: &[f64], found: &[f64]) -> Vec<Option<usize>> {
    /// What it costs to leave one without a partner.
    const ALONE: f64 = 1.0;
    /// Seconds that cost as much.
    const APART: f64 = 0.14;
    let (rows, columns) = (expected.len() + 1, found.len() + 1);
    let mut cost = vec![0.0_f64; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            if row + column == 0 {
                continue;
            }
            let up = row.checked_sub(1).map_or(f64::MAX, |row| cost[row * columns + column] + ALONE);
            let left = column.checked_sub(1).map_or(f64::MAX, |column| cost[row * columns + column] + ALONE);
            let both = if row > 0 && column > 0 {
                cost[(row - 1) * columns + column - 1] + (expected[row - 1] - found[column - 1]).abs() / APART
            } else {
                f64::MAX
            };
            cost[row * columns + column] = up.min(left).min(both);
        }
    }
    let mut paired = vec![None; expected.len()];
    let (mut row, mut column) = (rows - 1, columns - 1);
    while row > 0 && column > 0 {
        let here = cost[row * columns + column];
        let both =
            cost[(row - 1) * columns + column - 1] + (expected[row - 1] - found[column - 1]).abs() / APART;
        if both <= here {
            paired[row - 1] = Some(column - 1);
            (row, column) = (row - 1, column - 1);
        } else if cost[(row - 1) * columns + column] + ALONE <= here {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    paired
}
