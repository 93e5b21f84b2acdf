//! Makes single pictures of a plan: one a frame, or its cover.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::{Facts, MovieError, PATIENCE, Settings};
use crate::video::encode::EncodeError;
use crate::video::layout::Plan;
use crate::video::paint::{Image, Painter, Precision, Strip};
use crate::video::pictures::Pictures;

/// Consecutive frames that a thread takes at once: what stays the same in them is painted once.
const RUN: u32 = 30;
/// Quality of a cover, of 100: so that letters have clean edges.
const COVER_QUALITY: u8 = 92;

/// Opens a file to write to, by its name. Several threads ask at a time.
pub type Create<'a> = dyn Fn(&str) -> io::Result<Box<dyn Write>> + Sync + 'a;

/// Name of the file of a frame, counted from 0.
pub fn frame_name(number: u32) -> String {
    format!("frame-{:05}.png", u64::from(number) + 1)
}

/// Writes each frame as a PNG file; see [`frame_name`] for their names. The frames of a part are counted from its
/// beginning. See [`write`](super::write) for the rest.
pub fn write_frames(
    plan: &Plan,
    pictures: &Arc<Pictures>,
    settings: &Settings,
    create: &Create<'_>,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Facts, MovieError> {
    let frames = settings.frames_of(plan);
    let count = frames.end - frames.start;
    if count == 0 {
        return Err(MovieError::Empty);
    }
    let scale = settings.scale();
    let next = AtomicU32::new(0);
    let is_over = AtomicBool::new(false);
    let (sizes, heard) = channel();
    let work = |sizes: &dyn Fn(Result<u64, MovieError>) -> bool| {
        let mut strip = Strip::new(plan.canvas, scale, Arc::clone(pictures), Precision::Fastest);
        let mut png = Vec::new();
        loop {
            let first = next.fetch_add(1, Ordering::Relaxed).saturating_mul(RUN);
            if first >= count {
                return;
            }
            for number in first..(first + RUN).min(count) {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let written = strip
                    .paint(plan, plan.frame(frames.start + number))
                    .map_or(Ok(()), |pixels| Image::of(pixels).to_png().map(|bytes| png = bytes))
                    .map_err(|error| MovieError::Encode(EncodeError::refused("PNG", error.to_string())))
                    .and_then(|()| {
                        create(&frame_name(number))?.write_all(&png)?;
                        Ok(png.len() as u64)
                    });
                if !sizes(written) {
                    return;
                }
            }
        }
    };
    let bytes = std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..settings.threads.clamp(1, 64))
            .map(|_| {
                let sizes = sizes.clone();
                scope.spawn(move || work(&|size| sizes.send(size).is_ok()))
            })
            .collect();
        drop(sizes);
        let (mut done, mut bytes) = (0, 0);
        let result = loop {
            if cancelled() {
                break Err(MovieError::Cancelled);
            }
            match heard.recv_timeout(PATIENCE) {
                Ok(Ok(size)) => {
                    done += 1;
                    bytes += size;
                    progress(done);
                }
                Ok(Err(error)) => break Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(bytes),
            }
        };
        is_over.store(true, Ordering::Relaxed);
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
        result
    })?;
    let (width, height) = Strip::size(plan.canvas, scale);
    let duration = f64::from(count) / f64::from(plan.fps.max(1));
    Ok(Facts {
        frames: count,
        duration,
        width,
        height,
        fps: plan.fps,
        codecs: "png".to_owned(),
        bytes,
        reused: 0,
    })
}

/// The cover of a video: one of its frames in full size, as a JPEG file.
pub fn cover(plan: &Plan, pictures: &Arc<Pictures>, frame: u32) -> Result<Vec<u8>, MovieError> {
    let mut painter = Painter::new(plan.canvas, 1.0, Arc::clone(pictures), Precision::Fastest);
    let image = Image::of(painter.paint(plan, &plan.frame(frame)));
    let [width, height] = [image.width(), image.height()].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, COVER_QUALITY);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    encoder
        .encode(image.rgb(), width, height, ColorType::Rgb)
        .map_err(|error| MovieError::Encode(EncodeError::refused("JPEG", error.to_string())))?;
    Ok(bytes)
}
