//! When somebody speaks, by the energy of the voices alone.

use super::CHUNK;
use super::duck::Ducking;
use super::part::{Bus, Part};
use super::place::Placed;
use crate::video::audio::{RATE, SoundError};
use crate::video::time::Times;

/// Samples of a window: 10 ms.
const WINDOW: usize = RATE as usize / 100;
/// Decibels below the level of the speech at which it begins; it ends 4 dB lower.
const BELOW: f32 = 30.0;
const HYSTERESIS: f32 = 4.0;
/// Nothing below this is speech, in dBFS.
const FLOOR: f32 = -55.0;
/// Windows of the shortest pause, of the shortest speech, and of what is added on both sides.
const PAUSE: usize = 12;
const SHORTEST: usize = 9;
const PAD: usize = 2;

/// The spans of speech in seconds from the video's start: what was heard in the recordings, else what is loud in them.
pub(super) fn of(times: &Times<'_>, placed: &Placed) -> Result<Vec<(f64, f64)>, SoundError> {
    let heard = times.heard();
    if heard.voice.is_some() || heard.scenes.iter().any(Option::is_some) {
        return Ok(times.speaking().into_iter().map(|[from, to]| (from, to)).collect());
    }
    found(&placed.parts, placed.frames)
}

fn found(parts: &[Part], frames: u64) -> Result<Vec<(f64, f64)>, SoundError> {
    let voices: Vec<&Part> = parts.iter().filter(|part| part.bus == Bus::Voice).collect();
    if voices.is_empty() {
        return Ok(Vec::new());
    }
    let mut levels = Vec::new();
    let none = Ducking::default();
    for at in (0..frames).step_by(CHUNK) {
        let count = (frames - at).min(CHUNK as u64) as usize;
        let mut sides = [vec![0.0; count], vec![0.0; count]];
        for voice in &voices {
            voice.add(at as i64, &mut sides, &none)?;
        }
        let energy = |(left, right): (&[f32], &[f32])| {
            let sum: f32 = left.iter().zip(right).map(|(left, right)| (left + right).powi(2) / 4.0).sum();
            10.0 * (sum / left.len() as f32).max(1e-12).log10()
        };
        levels.extend(sides[0].chunks(WINDOW).zip(sides[1].chunks(WINDOW)).map(energy));
    }
    Ok(spans(&levels))
}

fn spans(levels: &[f32]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f32> = levels.iter().copied().filter(|level| *level > FLOOR).collect();
    sorted.sort_by(f32::total_cmp);
    let Some(level) = sorted.get(sorted.len() * 9 / 10) else { return Vec::new() };
    let on = (level - BELOW).max(FLOOR);
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut speaks = false;
    for (index, level) in levels.iter().enumerate() {
        let is_loud = *level > if speaks { on - HYSTERESIS } else { on };
        if is_loud {
            match spans.last_mut() {
                Some(last) if speaks || index - last.1 < PAUSE => last.1 = index + 1,
                _ => spans.push((index, index + 1)),
            }
        }
        speaks = is_loud;
    }
    let seconds = |window: usize| window as f64 * WINDOW as f64 / f64::from(RATE);
    let is_long = |(from, to): &(usize, usize)| to - from >= SHORTEST;
    let padded = |(from, to): (usize, usize)| {
        (seconds(from.saturating_sub(PAD)), seconds((to + PAD).min(levels.len())))
    };
    spans.into_iter().filter(is_long).map(padded).collect()
}
