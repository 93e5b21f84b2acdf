//! How things come, move and go, as pure functions of time: paces, animations, continuous moves, keyframes, and how
//! one scene replaces another.
//!
//! Nothing here knows elements or scenes; [layout](super::layout) asks with seconds and gets a [`Pose`].

mod animation;
mod course;
mod drift;
mod ease;
mod keyframes;
mod pose;
#[cfg(test)]
mod tests;
mod transition;

pub use animation::{Reach, coming, going};
pub use course::Course;
pub use drift::{drift, drift_covering};
pub use ease::eased;
pub use keyframes::{Key, Track, Tracks};
pub use pose::Pose;
pub use transition::{Effect, replacing};
