//! What one thread does: it makes groups of frames.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Event, Facts, MovieError, Settings};
use crate::video::encode::h264::{self, Group, ParameterSets, Unit};
use crate::video::encode::{EncodeError, I420, mp4};
use crate::video::layout::{Frame, Plan};
use crate::video::paint::{Precision, Strip};
use crate::video::pictures::Pictures;

/// What all threads share.
pub(super) struct Maker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) pictures: &'a Arc<Pictures>,
    pub(super) settings: &'a Settings,
    pub(super) coding: h264::Settings,
    pub(super) sets: Arc<ParameterSets>,
    /// Frames of the plan that the movie has.
    pub(super) frames: Range<u32>,
    /// The same frames in groups that are decoded on their own. A scene begins with a group, so that those of other
    /// scenes stay as they are when it changes.
    pub(super) groups: Vec<Range<u32>>,
    /// How many frames were encoded before.
    reused: AtomicU32,
}

impl<'a> Maker<'a> {
    /// What it takes to make a movie of a plan.
    pub(super) fn new(
        plan: &'a Plan,
        pictures: &'a Arc<Pictures>,
        settings: &'a Settings,
    ) -> Result<Self, MovieError> {
        let frames = settings.frames_of(plan);
        if frames.is_empty() {
            return Err(MovieError::Empty);
        }
        let (width, height) = settings.size_of(plan);
        let coding = h264::Settings { width, height, fps: plan.fps, quantiser: settings.quantiser() };
        let sets = Arc::new(coding.parameter_sets()?);
        let groups = groups(plan, &frames);
        Ok(Self { plan, pictures, settings, coding, sets, frames, groups, reused: AtomicU32::new(0) })
    }

    /// The pictures as a file holds them, of which these begin groups.
    pub(super) fn video(&self, sets: Arc<ParameterSets>, keys: Vec<u32>) -> Result<mp4::Video, EncodeError> {
        let h264::Settings { width, height, fps, .. } = self.coding;
        let sides = u16::try_from(width).ok().zip(u16::try_from(height).ok());
        let too_large = EncodeError::TooLarge { width, height, pixels: h264::MAX_PIXELS };
        let (width, height) = sides.ok_or(too_large)?;
        let frames = self.frames.end - self.frames.start;
        Ok(mp4::Video { width, height, fps, frames, keys, sets })
    }

    /// What the movie is, when it is made.
    pub(super) fn facts(&self, codecs: String, bytes: u64) -> Facts {
        let h264::Settings { width, height, fps, .. } = self.coding;
        let frames = self.frames.end - self.frames.start;
        Facts {
            frames,
            duration: f64::from(frames) / f64::from(fps.max(1)),
            width,
            height,
            fps,
            codecs,
            bytes,
            reused: self.reused.load(Ordering::Relaxed),
        }
    }

    /// The frames of the movie with which its groups begin.
    pub(super) fn keys(&self) -> Vec<u32> {
        self.groups.iter().map(|group| group.start - self.frames.start).collect()
    }
}

/// Cuts frames of a plan into groups: of one length each, beginning anew with every scene.
fn groups(plan: &Plan, frames: &Range<u32>) -> Vec<Range<u32>> {
    let length = Settings::group(plan);
    let starts = plan.scenes.iter().map(|scene| scene.frames.start).filter(|start| *start > 0);
    let ends = starts.clone().chain([plan.frames]);
    let scenes = [0].into_iter().chain(starts).zip(ends);
    let groups = scenes.flat_map(|(start, end)| {
        (start..end).step_by(length as usize).map(move |first| first..(first + length).min(end))
    });
    groups
        .map(|group| group.start.max(frames.start)..group.end.min(frames.end))
        .filter(|group| !group.is_empty())
        .collect()
}

/// Makes groups for as long as there are orders and it is not over.
pub(super) fn work(
    maker: &Maker<'_>,
    orders: &Mutex<Receiver<u32>>,
    is_over: &AtomicBool,
    events: &Sender<Event>,
) {
    let scale = maker.settings.scale();
    let mut strip = Strip::new(maker.plan.canvas, scale, Arc::clone(maker.pictures), Precision::Fastest);
    let (width, _) = Strip::size(maker.plan.canvas, scale);
    let mut picture = I420::new(maker.coding.width, maker.coding.height);
    loop {
        let order = orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(number) = order else { return };
        let encoded = encode(maker, number, &mut strip, width, &mut picture, is_over, events);
        let event = match encoded {
            Ok(Some(units)) => Event::Group(number, units),
            Ok(None) => return,
            Err(error) => Event::Failed(error),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Makes a group; none when it is over before.
fn encode(
    maker: &Maker<'_>,
    number: u32,
    strip: &mut Strip,
    width: u32,
    picture: &mut I420,
    is_over: &AtomicBool,
    events: &Sender<Event>,
) -> Result<Option<Vec<Unit>>, EncodeError> {
    let Some(numbers) = maker.groups.get(number as usize) else { return Ok(None) };
    let frames: Vec<Frame> = numbers.clone().map(|number| maker.plan.frame(number)).collect();
    let segments = maker.settings.segments.as_deref();
    let key = segments.map(|segments| segments.key(maker, &frames));
    let tell = || events.send(Event::Frame).is_ok();
    if let Some(units) = segments.zip(key.as_ref()).and_then(|(segments, key)| segments.find(key)) {
        maker.reused.fetch_add(numbers.end - numbers.start, Ordering::Relaxed);
        return Ok(units.iter().all(|_| tell()).then_some(units));
    }
    let mut group = Group::new(&maker.coding, &maker.sets)?;
    let mut units = Vec::new();
    for frame in frames {
        if is_over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let painted = strip.paint(maker.plan, frame);
        let is_new = painted.is_some();
        if let Some(pixels) = painted {
            picture.fill(pixels.data_as_u8_slice(), width);
        }
        // What this thread painted last may have been of a group before: that one begins anew.
        let repeated = if is_new { None } else { group.repeat() };
        let unit = repeated.map_or_else(|| group.encode(picture), Ok)?;
        units.push(unit);
        if !tell() {
            return Ok(None);
        }
    }
    if let Some((segments, key)) = segments.zip(key) {
        segments.put(&key, &units, maker.pictures);
    }
    Ok(Some(units))
}
