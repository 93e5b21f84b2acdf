//! When each part of a thing appears or disappears.

use std::sync::Arc;

use super::{Pose, Reach, coming, going};
use crate::video::project::model::{Animation, AnimationKind, Ease};

/// An animation of a thing with its parts, in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    kind: AnimationKind,
    ease: Ease,
    /// Before the first part begins; of what goes, after the last has ended.
    delay: f64,
    /// When each part begins, after the delay.
    starts: Arc<[f64]>,
    /// How long each part takes.
    duration: f64,
}

impl Course {
    /// The course of an animation over so many parts, at least one. None when there is nothing to see of it.
    ///
    /// What is typed appears at once, part by part: every `stagger` seconds, or within `duration` when that is longer
    /// than the default.
    pub fn of(animation: &Animation, parts: usize) -> Option<Self> {
        let parts = count(parts.max(1));
        let (step, duration) = match animation.kind {
            AnimationKind::None => return None,
            AnimationKind::Type if animation.duration > Animation::default().duration => {
                (animation.duration / parts, 0.0)
            }
            AnimationKind::Type => (animation.stagger, 0.0),
            _ => (animation.stagger, animation.duration),
        };
        let starts = std::iter::successors(Some(0.0), |part| Some(part + 1.0));
        let starts = starts.take_while(|part| *part < parts).map(|part| part * step).collect();
        let Animation { kind, ease, delay, .. } = *animation;
        Some(Self { kind, ease, delay, starts, duration })
    }

    /// The number of its parts.
    pub fn parts(&self) -> usize {
        self.starts.len()
    }

    /// Seconds from its beginning to its end.
    pub fn seconds(&self) -> f64 {
        self.delay + self.starts.iter().copied().fold(0.0, f64::max) + self.duration
    }

    /// All its times multiplied.
    #[must_use]
    pub fn paced(self, factor: f64) -> Self {
        Self {
            delay: self.delay * factor,
            starts: self.starts.iter().map(|start| start * factor).collect(),
            duration: self.duration * factor,
            ..self
        }
    }

    /// A part of a thing that appears, so many seconds after the beginning. None at rest.
    pub fn coming(&self, part: usize, seconds: f64, reach: Reach) -> Option<Pose> {
        let t = self.progress(self.start(part) + self.delay, seconds);
        (t < 1.0).then(|| coming(self.kind, self.ease, t, reach))
    }

    /// A part of a thing that disappears, so many seconds after the beginning. None at rest.
    pub fn going(&self, part: usize, seconds: f64, reach: Reach) -> Option<Pose> {
        // What was typed is deleted from its end.
        let is_typed = self.kind == AnimationKind::Type;
        let part = if is_typed { self.parts().saturating_sub(part + 1) } else { part };
        let start = self.start(part);
        (seconds >= start).then(|| going(self.kind, self.ease, self.progress(start, seconds), reach))
    }

    /// When a part begins. Parts that are not known begin with the last.
    fn start(&self, part: usize) -> f64 {
        self.starts.get(part).or(self.starts.last()).copied().unwrap_or_default()
    }

    fn progress(&self, start: f64, seconds: f64) -> f64 {
        if seconds < start {
            0.0
        } else if self.duration <= 0.0 {
            1.0
        } else {
            ((seconds - start) / self.duration).min(1.0)
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "parts of an element are few")]
fn count(parts: usize) -> f64 {
    parts as f64
}
