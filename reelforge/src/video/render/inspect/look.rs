//! What the pictures of a file show: when they are black, stand still or flash.

use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::Container;
use super::frames::{Reader, Small};
use crate::video::check::Flashes;
use crate::video::paint::{Image, sheet as arrange};

/// Pictures are looked at at this part of their size.
const SHRINK: usize = 8;
/// Brightness up to which a picture is black.
const BLACK: u8 = 15;
/// Frames of black that are one too many.
const BLACK_FRAMES: usize = 3;
/// How much a pixel may change while a picture stands still.
const STILL: u8 = 1;
/// Seconds from which a picture that stands still is told.
const FROZEN: f64 = 2.0;
/// Intervals that are told.
const MAX_INTERVALS: usize = 50;
/// Pictures on the sheet, the width of each in pixels and the space between them.
const SHEET: usize = 12;
const SHEET_WIDTH: usize = 240;
const GAP: u32 = 12;

/// A part of a video, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Interval {
    /// Its beginning.
    pub t0: f64,
    /// Its end.
    pub t1: f64,
}

/// The most flashes of any second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Flash {
    /// How many there are.
    pub count: usize,
    /// They are of saturated red.
    pub red: bool,
    /// From when, in seconds.
    pub t0: f64,
    /// To when, in seconds.
    pub t1: f64,
}

/// What was seen.
pub(super) struct Look {
    pub(super) black: Vec<Interval>,
    pub(super) frozen: Vec<Interval>,
    pub(super) flashes: Option<Flash>,
    pub(super) looked_at: f64,
}

/// Looks at all pictures of a file, or at as many as there is time for.
pub(super) fn look(reader: &Reader<'_>, container: &Container) -> Look {
    let fps = container.video.fps.max(1.0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let groups = reader.groups();
    let begun = Instant::now();
    let mut seen = Seen::new(fps);
    // As many groups at once as there are threads; then they are looked at in order.
    for some in groups.chunks(threads) {
        if begun.elapsed() > reader.patience.time || (reader.patience.is_ended)() {
            break;
        }
        for frames in decode(reader, some) {
            for frame in &frames {
                seen.add(frame);
            }
        }
    }
    seen.conclude()
}

fn decode(reader: &Reader<'_>, groups: &[Range<usize>]) -> Vec<Vec<Small>> {
    let decoded = Mutex::new(vec![Vec::new(); groups.len()]);
    std::thread::scope(|scope| {
        for (place, group) in groups.iter().enumerate() {
            let decoded = &decoded;
            scope.spawn(move || {
                let frames = reader.decode(group.clone(), SHRINK);
                decoded.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[place] = frames;
            });
        }
    });
    decoded.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Pictures from the beginning to the end, on one.
pub(super) fn sheet(reader: &Reader<'_>) -> Option<Image> {
    let groups = reader.groups();
    let count = groups.len().min(SHEET);
    let chosen = (0..count).map(|place| &groups[place * groups.len() / count]);
    let images: Vec<Image> = chosen
        .filter_map(|group| {
            let key = group.start..group.start + 1;
            let full = reader.decode(key.clone(), SHRINK).pop()?;
            let shrink = (full.width * SHRINK / SHEET_WIDTH).max(1);
            reader.decode(key, shrink).pop()?.image()
        })
        .collect();
    let first = images.first()?;
    let columns = if first.height() > first.width() { 6 } else { 4 };
    Some(arrange(&images, u32::try_from(images.len()).ok()?.min(columns), GAP))
}

/// What was seen so far.
struct Seen {
    fps: f64,
    black: Runs,
    frozen: Runs,
    flashes: Option<Flashes>,
    last: Option<Small>,
}

impl Seen {
    fn new(fps: f64) -> Self {
        let frozen = (FROZEN * fps).round().max(1.0) as usize;
        Self {
            fps,
            black: Runs { least: BLACK_FRAMES, ..Runs::default() },
            // A picture that stands for two seconds is followed by one frame less that is the same.
            frozen: Runs { least: frozen - 1, before: 1, ..Runs::default() },
            flashes: None,
            last: None,
        }
    }

    fn add(&mut self, frame: &Small) {
        self.black.add(frame.number, frame.luma.iter().all(|luma| *luma <= BLACK));
        let is_still = self.last.as_ref().is_some_and(|last| {
            last.luma.len() == frame.luma.len()
                && last.luma.iter().zip(&frame.luma).all(|(a, b)| a.abs_diff(*b) <= STILL)
        });
        self.frozen.add(frame.number, is_still);
        let fps = self.fps.round() as u32;
        let flashes = self.flashes.get_or_insert_with(|| Flashes::new(frame.width, frame.height, fps));
        if frame.rgb.len() == self.last.as_ref().map_or(frame.rgb.len(), |last| last.rgb.len()) {
            flashes.add(u32::try_from(frame.number).unwrap_or(u32::MAX), &frame.rgb);
        }
        self.last = Some(frame.clone());
    }

    fn conclude(mut self) -> Look {
        let end = self.last.as_ref().map_or(0, |last| last.number + 1);
        let fps = self.fps;
        let flashes = self.flashes.as_ref().and_then(Flashes::worst).filter(|worst| worst.count > 1);
        Look {
            black: self.black.conclude(fps),
            frozen: self.frozen.conclude(fps),
            flashes: flashes.map(|worst| Flash {
                count: worst.count,
                red: worst.red,
                t0: rounded(f64::from(worst.frames.start) / fps),
                t1: rounded(f64::from(worst.frames.end) / fps),
            }),
            looked_at: rounded(end as f64 / fps),
        }
    }
}

/// Frames in a row of which something is so.
#[derive(Default)]
struct Runs {
    /// How many are worth telling.
    least: usize,
    /// How many frames before the first belong to it.
    before: usize,
    open: Option<Range<usize>>,
    found: Vec<Range<usize>>,
}

impl Runs {
    fn add(&mut self, frame: usize, is_so: bool) {
        match &mut self.open {
            Some(run) if is_so && frame == run.end => run.end = frame + 1,
            _ => {
                self.close();
                self.open = is_so.then(|| frame..frame + 1);
            }
        }
    }

    fn close(&mut self) {
        if let Some(run) = self.open.take().filter(|run| run.len() >= self.least)
            && self.found.len() < MAX_INTERVALS
        {
            self.found.push(run.start.saturating_sub(self.before)..run.end);
        }
    }

    fn conclude(&mut self, fps: f64) -> Vec<Interval> {
        self.close();
        let seconds = |frame: usize| rounded(frame as f64 / fps);
        self.found.iter().map(|run| Interval { t0: seconds(run.start), t1: seconds(run.end) }).collect()
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
