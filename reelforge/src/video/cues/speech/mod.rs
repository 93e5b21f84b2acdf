//! Finds where someone speaks, by energy alone.

mod frames;
mod resample;
mod segments;

pub use frames::{Frame, Frames};
pub use segments::{Segments, segments};
