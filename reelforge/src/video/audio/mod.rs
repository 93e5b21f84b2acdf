//! Sound of a project: decoded files, and the mix of the whole video.
//!
//! All sound is 48 kHz, 32-bit float, mono or stereo. Times become samples by rounding once, and the mix has exactly
//! `frames · 48000 / fps` of them, so that sound cannot drift from the picture. Everything is bounded, whatever a file
//! claims: its bytes, its length, the time that decoding takes, what is held in memory and what is kept on disk.
// Samples are counted in integers and measured in floats; both stay far below 2^53.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

mod cache;
mod decode;
mod error;
mod facts;
mod mix;
mod resample;
mod speakers;
#[cfg(test)]
pub(in crate::video) mod tests;
mod track;
mod tracks;

pub use decode::{Fallback, Ffmpeg};
pub use error::SoundError;
pub use facts::Facts;
pub use mix::{Fault, Levels, Mix};
pub use track::Track;
pub use tracks::Tracks;

/// Samples a second of all sound, once it is decoded.
pub const RATE: u32 = 48_000;

/// The sample that is nearest to a time in seconds.
pub fn sample_at(seconds: f64) -> u64 {
    (seconds.max(0.0) * f64::from(RATE)).round() as u64
}
