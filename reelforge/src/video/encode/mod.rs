//! Encoders and file formats: pictures and sound in, bytes out. Nothing here knows projects, plans or painters.
//!
//! [`I420`] is a picture as video codecs take it, [`h264`] and [`Aac`] turn pictures and samples into units, and [`mp4`]
//! puts the units into a file. Everything is deterministic: the same input gives the same bytes.

mod aac;
pub mod ffmpeg;
pub mod gif;
pub mod h264;
mod i420;
pub mod mp4;
#[cfg(test)]
mod tests;

use std::fmt;

pub use aac::{Aac, SAMPLE_RATE, SAMPLES_PER_UNIT};
pub use i420::I420;

/// Why pictures or sound cannot be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncodeError {
    /// The picture is larger than the encoder takes.
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// The most pixels that it takes.
        pixels: u32,
    },
    /// An encoder refused what it was given.
    Refused {
        /// Which encoder.
        encoder: &'static str,
        /// What it was asked to do, and what it said.
        why: String,
    },
}

impl EncodeError {
    /// An encoder refused what it was given.
    pub(in crate::video) fn refused(encoder: &'static str, why: impl Into<String>) -> Self {
        Self::Refused { encoder, why: why.into() }
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height, pixels } => write!(
                out,
                "a video of {width}×{height} has more than the {pixels} pixels a frame that H.264 knows; \
                 render it smaller",
            ),
            Self::Refused { encoder, why } => write!(out, "the {encoder} encoder failed: {why}"),
        }
    }
}

impl std::error::Error for EncodeError {}
