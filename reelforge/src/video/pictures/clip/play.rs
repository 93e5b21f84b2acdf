use std::sync::Arc;

use super::{Clip, TOLERANCE};

/// How a clip is played: which part of it, how fast, and what comes after its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    times: Arc<[f64]>,
    /// From when to when of the clip, in seconds.
    from: f64,
    to: f64,
    speed: f64,
    repeats: bool,
}

impl Play {
    /// Of a clip, or of the part of it from one second to another; what reaches beyond its end is as nothing.
    pub fn new(clip: &Clip, trim: Option<[f64; 2]>, speed: f64, repeats: bool) -> Self {
        let [from, to] = trim.unwrap_or([0.0, clip.duration]);
        let from = from.clamp(0.0, clip.duration.max(0.0));
        let to = to.clamp(from, clip.duration.max(from));
        let speed = if speed.is_finite() { speed.max(0.0) } else { 1.0 };
        Self { times: Arc::clone(&clip.times), from, to, speed, repeats }
    }

    /// The frame that is shown some seconds after the clip appeared.
    pub fn frame(&self, since: f64) -> u32 {
        let length = self.to - self.from;
        let passed = (since * self.speed).max(0.0);
        let passed = if self.repeats && length > TOLERANCE {
            // What should be a beginning must not fall just before it.
            let rest = (passed + TOLERANCE).rem_euclid(length) - TOLERANCE;
            rest.max(0.0)
        } else {
            passed
        };
        let at = self.shown_at(self.from + passed);
        at.min(self.last())
    }

    /// How many frames begin in a second of the video, on average; none of a clip that has only one.
    pub fn rate(&self) -> Option<f64> {
        let [first, .., last] = self.times[..] else { return None };
        let frames = f64::from(u32::try_from(self.times.len()).unwrap_or(u32::MAX)) - 1.0;
        Some(frames / (last - first) * self.speed).filter(|rate| rate.is_finite() && *rate > 0.0)
    }

    /// The last frame of the part: one that begins at its very end is not of it.
    fn last(&self) -> u32 {
        let before = self.times.partition_point(|time| *time < self.to - TOLERANCE);
        let last = u32::try_from(before.saturating_sub(1)).unwrap_or(u32::MAX);
        last.max(self.shown_at(self.from))
    }

    /// The frame that is shown at a second of the clip.
    fn shown_at(&self, seconds: f64) -> u32 {
        let begun = self.times.partition_point(|time| *time <= seconds + TOLERANCE);
        u32::try_from(begun.saturating_sub(1)).unwrap_or(u32::MAX)
    }
}
