//! Properties that keyframes lead through time.

use super::eased;
use crate::video::project::model::Ease;

/// A value at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// When, in seconds.
    pub t: f64,
    /// The value.
    pub value: f64,
    /// The pace towards it.
    pub ease: Ease,
}

/// One property over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Track {
    /// In order of time.
    keys: Vec<Key>,
}

/// The properties that keyframes can name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tracks {
    /// Left edge in pixels.
    pub x: Track,
    /// Top edge in pixels.
    pub y: Track,
    /// Size factor.
    pub scale: Track,
    /// Degrees.
    pub rotate: Track,
    /// Opacity.
    pub opacity: Track,
    /// Standard deviation of a blur in pixels.
    pub blur: Track,
}

impl Track {
    /// A track through keys in any order; of those at one moment the last one holds from then on.
    pub fn through(mut keys: Vec<Key>) -> Self {
        keys.sort_by(|a, b| a.t.total_cmp(&b.t));
        Self { keys }
    }

    /// Its value at a moment: that of the first key before it, that of the last key after it. None without keys.
    pub fn at(&self, t: f64) -> Option<f64> {
        let next = self.keys.partition_point(|key| key.t <= t);
        let Some(before) = next.checked_sub(1).map(|index| self.keys[index]) else {
            return self.keys.first().map(|key| key.value);
        };
        let Some(after) = self.keys.get(next) else { return Some(before.value) };
        let moved = eased(after.ease, (t - before.t) / (after.t - before.t));
        Some(before.value + (after.value - before.value) * moved)
    }
}
