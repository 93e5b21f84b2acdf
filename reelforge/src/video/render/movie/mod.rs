//! Makes a movie file of a plan: paints, encodes and writes it.
//!
//! The video is cut into groups of one second, anew from the beginning of each scene. Each thread takes the next group,
//! paints its frames, encodes them, and hands them over; they are written in order, with the sound between them. Groups need
//! nothing of each other, so a file is the same for any number of threads, and groups of scenes that did not change can be
//! those of an earlier render. Few groups are under way at a time, so memory does not grow with the video.
//!
//! Frames are painted on threads of their own and not on those that answer calls: a video takes minutes, in which
//! previews and checks go on.

mod error;
mod fine;
mod frames;
mod gif;
mod group;
mod pipe;
mod segments;
mod settings;
mod sound;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub use error::MovieError;
pub use fine::write_webm;
pub use frames::{Create, cover, frame_name, write_frames};
pub use gif::write_gif;
pub use segments::Segments;
pub use settings::Settings;
pub use sound::Sound;

use crate::video::encode::h264::Unit;
use crate::video::encode::{EncodeError, mp4};
use crate::video::layout::Plan;
use crate::video::pictures::Pictures;
use crate::video::project::model::Quality;
use fine::{X264, with_x264};
use group::{Maker, work};
use sound::Units;

/// How long nothing may happen until it is asked again whether the movie is still wanted.
const PATIENCE: Duration = Duration::from_millis(20);
/// How many groups a thread may be ahead of what is written.
const GROUPS_AHEAD: u32 = 2;

/// What a movie is.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// How many frames it has.
    pub frames: u32,
    /// Its length in seconds.
    pub duration: f64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: u32,
    /// What its pictures and its sound are encoded with, as browsers name it: `avc1.640028, mp4a.40.2`.
    pub codecs: String,
    /// Size of the file.
    pub bytes: u64,
    /// How many of its frames were encoded by an earlier render, and taken as they are: see [`Segments`].
    pub reused: u32,
}

/// What threads tell.
enum Event {
    /// A frame is encoded.
    Frame,
    /// All frames of a group are.
    Group(u32, Vec<Unit>),
    Failed(EncodeError),
}

/// Writes a movie to the beginning of `target`, which is empty.
///
/// `progress` hears how many frames are encoded, after each one. `cancelled` is asked as often. Whatever error comes
/// back, what `target` holds then is no movie.
pub fn write<W: Write + Seek>(
    plan: &Plan,
    pictures: &Arc<Pictures>,
    sound: Option<&mut Sound<'_>>,
    settings: &Settings,
    target: W,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Facts, MovieError> {
    let maker = Maker::new(plan, pictures, settings)?;
    let mut units = sound.map(|sound| Units::new(sound, &maker.frames, plan.fps)).transpose()?;
    let x264 =
        settings.ffmpeg.as_ref().filter(|ffmpeg| settings.quality == Quality::High && ffmpeg.can(X264));
    let (bytes, level) = if let Some(ffmpeg) = x264 {
        with_x264(&maker, ffmpeg, &mut units, target, progress, cancelled)?
    } else {
        let audio = units.as_ref().map(Units::track);
        let mut writer =
            mp4::Writer::begin(target, maker.video(Arc::clone(&maker.sets), maker.keys())?, audio)?;
        make(&maker, &mut writer, &mut units, progress, cancelled)?;
        (writer.finish()?.0, maker.sets.profile_and_level())
    };
    let [profile, constraints, level] = level;
    let sound = if units.is_some() { ", mp4a.40.2" } else { "" };
    Ok(maker.facts(format!("avc1.{profile:02X}{constraints:02X}{level:02X}{sound}"), bytes))
}

/// Writes a picture, and the sound that has to follow it.
fn put<W: Write + Seek>(
    writer: &mut mp4::Writer<W>,
    units: &mut Option<Units<'_, '_>>,
    unit: &Unit,
) -> Result<(), MovieError> {
    writer.picture(&unit.bytes, unit.is_key)?;
    for _ in 0..writer.due() {
        let unit = units.as_mut().map(Units::next).transpose()?.unwrap_or_default();
        writer.sound(&unit)?;
    }
    Ok(())
}

/// Has all groups made, and writes them.
fn make<W: Write + Seek>(
    maker: &Maker<'_>,
    writer: &mut mp4::Writer<W>,
    units: &mut Option<Units<'_, '_>>,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<(), MovieError> {
    let threads = maker.settings.threads.clamp(1, 64);
    let groups = u32::try_from(maker.groups.len()).unwrap_or(u32::MAX);
    let is_over = AtomicBool::new(false);
    let (events, heard) = channel();
    let (orders, to_do) = channel();
    let to_do = Mutex::new(to_do);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(maker.groups.len()))
            .map(|_| {
                let (events, to_do, is_over) = (events.clone(), &to_do, &is_over);
                scope.spawn(move || work(maker, to_do, is_over, &events))
            })
            .collect();
        drop(events);
        let ahead = u32::try_from(workers.len()).unwrap_or(1) * GROUPS_AHEAD;
        let written = in_order(groups, ahead, &heard, &orders, progress, cancelled, |group| {
            group.iter().try_for_each(|unit| put(writer, units, unit))
        });
        is_over.store(true, Ordering::Relaxed);
        drop(orders);
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
        written
    })
}

/// Orders groups, and hands each over when all before it were.
fn in_order(
    groups: u32,
    ahead: u32,
    heard: &Receiver<Event>,
    orders: &Sender<u32>,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
    mut write: impl FnMut(Vec<Unit>) -> Result<(), MovieError>,
) -> Result<(), MovieError> {
    let mut ordered = 0..groups;
    for group in ordered.by_ref().take(ahead as usize) {
        // Nobody listens only when all threads are gone, which `heard` tells.
        let _ = orders.send(group);
    }
    let mut waiting = BTreeMap::new();
    let (mut next, mut frames) = (0, 0);
    while next < groups {
        if cancelled() {
            return Err(MovieError::Cancelled);
        }
        match heard.recv_timeout(PATIENCE) {
            Ok(Event::Frame) => {
                frames += 1;
                progress(frames);
            }
            Ok(Event::Group(number, units)) => {
                waiting.insert(number, units);
                while let Some(units) = waiting.remove(&next) {
                    write(units)?;
                    next += 1;
                    if let Some(group) = ordered.next() {
                        let _ = orders.send(group);
                    }
                }
            }
            Ok(Event::Failed(error)) => return Err(error.into()),
            Err(RecvTimeoutError::Timeout) => {}
            // A thread that panicked is joined next.
            Err(RecvTimeoutError::Disconnected) => return Err(MovieError::Cancelled),
        }
    }
    Ok(())
}
