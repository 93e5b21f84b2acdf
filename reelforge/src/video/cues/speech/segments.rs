//! Tells speech from silence, with two thresholds: one to begin and a lower one to end.

use super::frames::{Frame, Frames, SILENCE};

/// Frames of the window in which the floor is looked for: 8 s.
const FLOOR_WINDOW: usize = 800;
/// Frames between two looks.
const FLOOR_STEP: usize = 10;
/// Decibels above the floor at which speech begins.
const ABOVE_FLOOR: f32 = 8.0;
/// Decibels below the level of speech above which it can begin, at least and at most.
const BELOW_LEVEL: (f32, f32) = (32.0, 15.0);
/// Decibels between beginning and ending.
const HYSTERESIS: f32 = 4.0;
/// Frames below the threshold that end speech: 60 ms.
const HANG_OVER: usize = 6;
/// Frames that a hiss may lengthen speech by: 80 ms.
const HISS_REACH: usize = 8;
/// Flatness from which on a spectrum hisses.
const HISS_FLATNESS: f32 = 0.3;
/// Decibels above its own floor from which on a hiss is heard.
const HISS_ABOVE: f32 = 8.0;
/// Seconds of the shortest speech.
const SHORTEST: f64 = 0.09;
/// Seconds of the shortest silence.
const SHORTEST_GAP: f64 = 0.12;
/// Decibels between floor and level below which something else sounds under the voice.
const CLEAR_GAP: f32 = 14.0;
/// Frames that are louder than this may be speech.
const AUDIBLE: f32 = -65.0;

/// Where someone speaks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Segments {
    /// The stretches of speech, `[from, to]` in seconds, in order.
    pub speech: Vec<[f64; 2]>,
    /// Decibels between the quiet of the pauses and the speech.
    pub gap_db: f32,
}

impl Segments {
    /// Whether pauses are so loud that they cannot be told well from speech, as with music under the voice.
    pub fn is_unclear(&self) -> bool {
        self.gap_db < CLEAR_GAP
    }
}

/// Finds speech.
pub fn segments(frames: &Frames) -> Segments {
    let all = &frames.all;
    let mut audible: Vec<f32> = all.iter().map(|frame| frame.voice).filter(|db| *db > AUDIBLE).collect();
    let Some(level) = percentile(&mut audible, 0.9) else { return Segments::default() };
    let floors = floors(all);
    let mut hisses: Vec<f32> = all.iter().map(|frame| frame.hiss).collect();
    let hiss_floor = percentile(&mut hisses, 0.1).unwrap_or(SILENCE);
    let on = |index: usize| {
        let floor = floors[(index / FLOOR_STEP).min(floors.len() - 1)];
        (floor + ABOVE_FLOOR).clamp(level - BELOW_LEVEL.0, level - BELOW_LEVEL.1)
    };
    let found = loud(all, on);
    let hisses = |frame: &Frame| frame.flatness > HISS_FLATNESS && frame.hiss > hiss_floor + HISS_ABOVE;
    let found = widened(&found, all, hisses);
    let mut speech: Vec<[f64; 2]> = Vec::new();
    for (first, last) in found {
        let (t0, t1) = (frames.time(first), frames.time(last));
        match speech.last_mut() {
            Some(before) if t0 - before[1] < SHORTEST_GAP => before[1] = before[1].max(t1),
            _ => speech.push([t0, t1]),
        }
    }
    speech.retain(|[t0, t1]| t1 - t0 >= SHORTEST);
    let mut quiet: Vec<f32> = all.iter().map(|frame| frame.voice).collect();
    let floor = percentile(&mut quiet, 0.1).unwrap_or(SILENCE);
    Segments { speech, gap_db: level - floor }
}

/// First and last frame of each loud stretch.
fn loud(all: &[Frame], on: impl Fn(usize) -> f32) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (index, frame) in all.iter().enumerate() {
        let threshold = on(index);
        open = match open {
            None if frame.voice >= threshold => Some((index, index)),
            Some((first, _)) if frame.voice >= threshold - HYSTERESIS => Some((first, index)),
            Some((first, last)) if index - last > HANG_OVER => {
                found.push((first, last));
                None
            }
            other => other,
        };
    }
    found.extend(open);
    found
}

/// The same with what hisses before and after it.
fn widened(found: &[(usize, usize)], all: &[Frame], hisses: impl Fn(&Frame) -> bool) -> Vec<(usize, usize)> {
    let mut wide = Vec::with_capacity(found.len());
    let mut before = 0;
    for (index, (first, last)) in found.iter().enumerate() {
        let next = found.get(index + 1).map_or(all.len(), |next| next.0);
        let earlier = (before..*first).rev().take(HISS_REACH).take_while(|at| hisses(&all[*at])).count();
        let later = (last + 1..next).take(HISS_REACH).take_while(|at| hisses(&all[*at])).count();
        wide.push((first - earlier, last + later));
        before = last + later + 1;
    }
    wide
}

/// The quiet around each tenth frame: the 10th percentile of a sliding window.
fn floors(all: &[Frame]) -> Vec<f32> {
    /// Half decibels between silence and 20 dB above full scale.
    const BINS: usize = 240;
    let bin = |db: f32| (((db - SILENCE) * 2.0).max(0.0) as usize).min(BINS - 1);
    let mut counts = [0_u32; BINS];
    let (mut from, mut to) = (0, 0);
    let mut floors = Vec::with_capacity(all.len() / FLOOR_STEP + 1);
    for middle in (0..all.len().max(1)).step_by(FLOOR_STEP) {
        // A window that would reach over the beginning or end lies within, so that it is never short.
        let begin = middle.saturating_sub(FLOOR_WINDOW / 2).min(all.len().saturating_sub(FLOOR_WINDOW));
        let end = (begin + FLOOR_WINDOW).min(all.len());
        while to < end {
            counts[bin(all[to].voice)] += 1;
            to += 1;
        }
        while from < begin {
            counts[bin(all[from].voice)] -= 1;
            from += 1;
        }
        let wanted = (end - begin) as u32 / 10;
        let mut seen = 0;
        let lowest = counts.iter().position(|count| {
            seen += count;
            seen > wanted
        });
        floors.push(SILENCE + lowest.unwrap_or_default() as f32 / 2.0);
    }
    floors
}

/// The value below which a share of all lies.
fn percentile(values: &mut [f32], share: f32) -> Option<f32> {
    let at = ((values.len() as f32 * share) as usize).min(values.len().checked_sub(1)?);
    Some(*values.select_nth_unstable_by(at, f32::total_cmp).1)
}
