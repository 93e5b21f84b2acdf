//! Has `FFmpeg` encode the frames of a movie: they are painted on all threads, and given to it in order.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::group::Maker;
use super::{MovieError, PATIENCE};
use crate::video::encode::ffmpeg::{Ffmpeg, Running, Told};
use crate::video::encode::{EncodeError, I420};
use crate::video::paint::{Precision, Strip};

/// How many frames a thread may be ahead of what is encoded.
const FRAMES_AHEAD: u32 = 3;

enum Event {
    /// A frame is painted.
    Painted(u32, Arc<I420>),
    /// The program told something.
    Told(Told),
    /// A thread that paints is gone.
    Gone,
}

/// Paints all frames and gives them to the program; what comes back goes to `take`.
pub(super) fn feed(
    maker: &Maker<'_>,
    ffmpeg: &Ffmpeg,
    arguments: &[OsString],
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
    take: impl FnMut(Vec<u8>) -> Result<(), MovieError>,
) -> Result<(), MovieError> {
    let (events, heard) = channel();
    let told = events.clone();
    let tell = move |what| drop(told.send(Event::Told(what)));
    let running = Running::start(ffmpeg, arguments, tell)?;
    let (orders, to_do) = channel();
    let (to_do, is_over) = (Mutex::new(to_do), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let threads = maker.settings.threads.clamp(1, 64);
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (events, to_do, is_over) = (events.clone(), &to_do, &is_over);
                scope.spawn(move || paint(maker, to_do, is_over, &Farewell(events)))
            })
            .collect();
        let ahead = u32::try_from(threads).unwrap_or(1) * FRAMES_AHEAD;
        let fed = in_order(maker, running, ahead, &heard, &orders, progress, cancelled, take);
        is_over.store(true, Ordering::Relaxed);
        drop(orders);
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
        fed
    })
}

#[allow(clippy::too_many_arguments, reason = "both ends of all that runs meanwhile")]
fn in_order(
    maker: &Maker<'_>,
    mut running: Running,
    ahead: u32,
    heard: &Receiver<Event>,
    orders: &Sender<u32>,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
    mut take: impl FnMut(Vec<u8>) -> Result<(), MovieError>,
) -> Result<(), MovieError> {
    let count = maker.frames.end - maker.frames.start;
    let mut ordered = 0..count;
    for frame in ordered.by_ref().take(ahead as usize) {
        // Nobody listens only when all threads are gone, which they tell.
        let _ = orders.send(frame);
    }
    let mut waiting = BTreeMap::new();
    let (mut next, mut taken) = (0, 0);
    loop {
        if cancelled() {
            return Err(MovieError::Cancelled);
        }
        match heard.recv_timeout(PATIENCE) {
            Ok(Event::Painted(number, picture)) => {
                waiting.insert(number, picture);
                while let Some(picture) = waiting.remove(&next) {
                    running.send(picture);
                    next += 1;
                }
                if next == count {
                    running.close();
                }
            }
            Ok(Event::Told(told)) => {
                running.note(&told);
                match told {
                    Told::Taken => {
                        taken += 1;
                        progress(taken);
                        if let Some(frame) = ordered.next() {
                            let _ = orders.send(frame);
                        }
                    }
                    Told::Bytes(bytes) => take(bytes)?,
                    Told::Ended => break,
                }
            }
            // All is painted, or a thread panicked and is joined next.
            Ok(Event::Gone) if next < count => return Err(MovieError::Cancelled),
            Ok(Event::Gone) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(MovieError::Cancelled),
        }
        running.check()?;
    }
    running.finish()?;
    if taken < count {
        let why = format!("it ended after {taken} of {count} frames");
        return Err(EncodeError::refused("FFmpeg", why).into());
    }
    Ok(())
}

/// Says that its thread is gone, however that came.
struct Farewell(Sender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Gone);
    }
}

/// Paints frames for as long as there are orders.
fn paint(maker: &Maker<'_>, orders: &Mutex<Receiver<u32>>, is_over: &AtomicBool, events: &Farewell) {
    let scale = maker.settings.scale();
    let canvas = maker.plan.canvas;
    let mut strip = Strip::new(canvas, scale, Arc::clone(maker.pictures), Precision::Fastest);
    let (width, _) = Strip::size(canvas, scale);
    // Pictures that were made; those that nobody holds any more are used again.
    let mut made: Vec<Arc<I420>> = Vec::new();
    let mut last = None;
    loop {
        let order = orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(number) = order else { return };
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Some(pixels) = strip.paint(maker.plan, maker.plan.frame(maker.frames.start + number)) {
            drop(last.take());
            let free = made.iter_mut().position(|picture| Arc::get_mut(picture).is_some());
            let mut picture = free.map_or_else(
                || Arc::new(I420::new(maker.coding.width, maker.coding.height)),
                |free| made.swap_remove(free),
            );
            if let Some(picture) = Arc::get_mut(&mut picture) {
                picture.fill(pixels.data_as_u8_slice(), width);
            }
            made.push(Arc::clone(&picture));
            last = Some(picture);
        }
        let Some(picture) = &last else { return };
        if events.0.send(Event::Painted(number, Arc::clone(picture))).is_err() {
            return;
        }
    }
}
