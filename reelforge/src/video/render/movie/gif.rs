//! Makes an animated picture of a plan.

use std::io::Write;
use std::sync::Arc;

use super::{Facts, MovieError, Settings};
use crate::video::encode::gif::{Gif, Palette};
use crate::video::layout::Plan;
use crate::video::paint::{Precision, Strip};
use crate::video::pictures::Pictures;
use crate::video::project::model::Quality;

/// The most frames a second: more makes files large, and browsers slow.
const MAX_FPS: u32 = 15;
/// How many frames teach the colours.
const SAMPLES: u32 = 12;
/// How many pixels of each of them.
const SAMPLE_PIXELS: usize = 24_000;

/// Writes an animation, with fewer and smaller frames than a movie. See [`write`](super::write) for the rest.
pub fn write_gif<W: Write>(
    plan: &Plan,
    pictures: &Arc<Pictures>,
    settings: &Settings,
    target: W,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Facts, MovieError> {
    let frames = settings.frames_of(plan);
    let count = frames.end - frames.start;
    if count == 0 {
        return Err(MovieError::Empty);
    }
    let longest = match settings.quality {
        Quality::Draft => 360.0,
        Quality::Standard => 540.0,
        Quality::High => 720.0,
    };
    let scale = (longest / plan.canvas.width.max(plan.canvas.height).max(1.0)).min(1.0);
    let (width, height) = Strip::size(plan.canvas, scale);
    let new = || Strip::new(plan.canvas, scale, Arc::clone(pictures), Precision::Fastest);
    let mut strip = new();
    let mut sample = Vec::new();
    let samples = SAMPLES.min(count);
    for index in 0..samples {
        if cancelled() {
            return Err(MovieError::Cancelled);
        }
        let number = frames.start + index * (count - 1) / (samples - 1).max(1);
        if let Some(pixels) = strip.paint(plan, plan.frame(number)) {
            let pixels = pixels.data_as_u8_slice();
            let step = (pixels.len() / 4 / SAMPLE_PIXELS).max(1);
            sample.extend(pixels.chunks_exact(4).step_by(step).flatten());
        }
    }
    let sides = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let mut counted = Counted { target, bytes: 0 };
    let mut gif = Gif::begin(&mut counted, sides[0], sides[1], Palette::of(&sample))?;
    let step = plan.fps.div_ceil(MAX_FPS).max(1);
    let hundredths = |frame: u32| (u64::from(frame) * 200 + u64::from(plan.fps)) / (u64::from(plan.fps) * 2);
    let mut strip = new();
    for frame in (0..count).step_by(step as usize) {
        if cancelled() {
            return Err(MovieError::Cancelled);
        }
        if let Some(pixels) = strip.paint(plan, plan.frame(frames.start + frame)) {
            gif.show(pixels.data_as_u8_slice(), hundredths(frame))?;
        }
        progress((frame + step).min(count));
    }
    gif.finish(hundredths(count))?;
    let shown = count.div_ceil(step);
    let duration = f64::from(count) / f64::from(plan.fps.max(1));
    let fps = plan.fps / step;
    Ok(Facts {
        frames: shown,
        duration,
        width,
        height,
        fps,
        codecs: "gif".to_owned(),
        bytes: counted.bytes,
        reused: 0,
    })
}

/// Counts what is written.
struct Counted<W> {
    target: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.target.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.target.flush()
    }
}
