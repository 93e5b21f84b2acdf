//! MP4 files that begin with their table of contents, so that players can start at once.
//!
//! The table needs the size of every picture, and stands in front of them. But its own size depends on their number
//! only, which is known: so [`Writer`] leaves room for it, writes pictures and sound as they come, half a second of each in
//! turn, and fills the table in last. Nothing is kept in memory but four bytes a picture, and nothing is written twice.
//!
//! There is no edit list: all times begin at 0. Durations are whole numbers of frames and samples, so nothing drifts.

mod atoms;
mod contents;
mod writer;

use std::sync::Arc;

pub use writer::Writer;

use super::h264::ParameterSets;

/// The pictures of a file.
#[derive(Debug, Clone)]
pub struct Video {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Pictures a second.
    pub fps: u32,
    /// How many pictures there are.
    pub frames: u32,
    /// The pictures with which decoding can begin, in order; the first one is among them.
    pub keys: Vec<u32>,
    /// What decoders have to know first.
    pub sets: Arc<ParameterSets>,
}

/// The sound of a file: AAC in stereo, [`SAMPLE_RATE`](super::SAMPLE_RATE) samples a second.
#[derive(Debug, Clone)]
pub struct Audio {
    /// The `AudioSpecificConfig`.
    pub config: Vec<u8>,
    /// How many samples each channel has.
    pub samples: u64,
}
