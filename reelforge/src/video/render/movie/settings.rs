//! How a movie is made.

use std::ops::Range;
use std::sync::Arc;

use super::Segments;
use crate::video::encode::ffmpeg::Ffmpeg;
use crate::video::layout::Plan;
use crate::video::paint::Strip;
use crate::video::project::model::Quality;

/// How a movie is made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How much care goes into pictures.
    pub quality: Quality,
    /// The frames of the plan that are shown; none for all of them.
    pub frames: Option<Range<u32>>,
    /// How many threads paint and encode. The file is the same for any number.
    pub threads: usize,
    /// `FFmpeg`, where the host found it: it encodes high quality better, and `WebM` at all.
    pub ffmpeg: Option<Ffmpeg>,
    /// Where groups of frames are found that were encoded before, and kept for the next time. They serve the encoder of the
    /// build alone: what `FFmpeg` encodes, and the other formats, are made anew each time.
    pub segments: Option<Arc<Segments>>,
}

impl Settings {
    /// All frames, on as many threads as the processor has.
    pub fn new(quality: Quality) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { quality, frames: None, threads, ffmpeg: None, segments: None }
    }

    /// Pixels per canvas pixel.
    pub(super) fn scale(&self) -> f64 {
        match self.quality {
            Quality::Draft => 0.5,
            Quality::Standard | Quality::High => 1.0,
        }
    }

    /// The quantiser of H.264.
    pub(super) fn quantiser(&self) -> u8 {
        match self.quality {
            Quality::Draft => 30,
            Quality::Standard => 26,
            Quality::High => 22,
        }
    }

    /// Frames of a group that is decoded on its own: one second.
    pub(super) fn group(plan: &Plan) -> u32 {
        plan.fps.max(2)
    }

    /// The frames of a plan that are shown.
    pub(super) fn frames_of(&self, plan: &Plan) -> Range<u32> {
        let all = 0..plan.frames;
        let wanted = self.frames.clone().unwrap_or_else(|| all.clone());
        let start = wanted.start.min(all.end);
        start..wanted.end.clamp(start, all.end)
    }

    /// Width and height in pixels: video has even sides, so an odd one gets a column or row more.
    pub(super) fn size_of(&self, plan: &Plan) -> (u32, u32) {
        let (width, height) = Strip::size(plan.canvas, self.scale());
        (width.next_multiple_of(2), height.next_multiple_of(2))
    }
}
