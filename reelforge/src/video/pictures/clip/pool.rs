//! Decoders that go on where they stopped, as many as there is room for.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::super::PictureError;
use super::{Clip, Decoded, avc, foreign, lock};

/// The most bytes that all of them take up.
const MAX_WORKING: u64 = 512_000_000;
/// The most of them.
const MAX_CURSORS: usize = 16;
/// How many frames that were passed a decoder holds: threads that paint ask for frames a little out of order.
pub(super) const HELD: u32 = 4;
/// How far ahead a frame may be for which it is better to wait for a decoder than to take another one.
const NEAR: u32 = 8;

/// A decoder of a clip.
pub(super) enum Cursor {
    Avc(Box<avc::Player>),
    Foreign(foreign::Player),
}

impl Cursor {
    /// A frame, and what turned out to be wrong with the clip.
    pub(super) fn frame(&mut self, frame: u32) -> (Result<Decoded, PictureError>, Option<PictureError>) {
        match self {
            Self::Avc(player) => player.frame(frame),
            Self::Foreign(player) => player.frame(frame),
        }
    }
}

/// The decoders of all clips.
#[derive(Default)]
pub(super) struct Pool {
    slots: Mutex<Slots>,
    /// A decoder is free again.
    returned: Condvar,
}

#[derive(Default)]
struct Slots {
    all: Vec<Slot>,
    /// Counts leases: the last one has the highest number.
    clock: u64,
}

struct Slot {
    id: u64,
    file: Arc<str>,
    /// The frame that it came to or is on its way to.
    at: u32,
    working: u64,
    used: u64,
    is_free: bool,
    cursor: Option<Cursor>,
}

/// A decoder for one thread; it goes back when this is dropped.
pub(super) struct Lease<'a> {
    pool: &'a Pool,
    id: u64,
    cursor: Option<Cursor>,
}

impl Lease<'_> {
    /// The decoder; none before it was made.
    pub(super) fn cursor(&mut self) -> &mut Option<Cursor> {
        &mut self.cursor
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut slots = lock(&self.pool.slots);
        let place = slots.all.iter().position(|slot| slot.id == self.id);
        // One that could not be made, or whose thread panicked, is not used again.
        let cursor = if std::thread::panicking() { None } else { self.cursor.take() };
        match (place, cursor) {
            (Some(place), Some(cursor)) => {
                let slot = &mut slots.all[place];
                (slot.cursor, slot.is_free) = (Some(cursor), true);
            }
            (Some(place), None) => {
                slots.all.swap_remove(place);
            }
            (None, _) => {}
        }
        drop(slots);
        self.pool.returned.notify_all();
    }
}

impl Pool {
    /// The decoder that comes to a frame soonest. Waits where another thread's will, or when there are too many.
    pub(super) fn take(&self, clip: &Clip, frame: u32) -> Lease<'_> {
        let mut slots = lock(&self.slots);
        loop {
            if let Some(id) = slots.choose(clip, frame) {
                let cursor = slots.lend(id, frame);
                return Lease { pool: self, id, cursor };
            }
            slots = self.returned.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Slots {
    /// The slot to use for a frame; none while there is something to wait for.
    fn choose(&mut self, clip: &Clip, frame: u32) -> Option<u64> {
        let own = self.all.iter().filter(|slot| slot.file == clip.file);
        let mut ways: Vec<_> =
            own.filter_map(|slot| Some((way(clip, slot.at, frame)?, slot.id, slot.is_free))).collect();
        ways.sort_unstable();
        for (way, id, is_free) in ways {
            if is_free {
                return Some(id);
            }
            if way <= NEAR {
                return None;
            }
        }
        let working = clip.working();
        loop {
            let taken: u64 = self.all.iter().map(|slot| slot.working).sum();
            if self.all.is_empty() || (taken + working <= MAX_WORKING && self.all.len() < MAX_CURSORS) {
                return Some(self.add(clip, working));
            }
            let oldest = self.all.iter().enumerate().filter(|(_, slot)| slot.is_free);
            let (oldest, _) = oldest.min_by_key(|(_, slot)| slot.used)?;
            self.all.swap_remove(oldest);
        }
    }

    fn add(&mut self, clip: &Clip, working: u64) -> u64 {
        self.clock += 1;
        let id = self.clock;
        let file = Arc::clone(&clip.file);
        self.all.push(Slot { id, file, at: 0, working, used: id, is_free: true, cursor: None });
        id
    }

    fn lend(&mut self, id: u64, frame: u32) -> Option<Cursor> {
        self.clock += 1;
        let used = self.clock;
        let slot = self.all.iter_mut().find(|slot| slot.id == id)?;
        (slot.used, slot.at, slot.is_free) = (used, frame, false);
        slot.cursor.take()
    }
}

/// How many steps a decoder that came to one frame goes on to come to another; none when it would have to begin anew.
fn way(clip: &Clip, at: u32, frame: u32) -> Option<u32> {
    if frame <= at {
        return (at - frame <= HELD).then_some(0);
    }
    let (begin, step) = clip.steps(frame);
    let (_, now) = clip.steps(at);
    (begin <= now).then(|| step.saturating_sub(now))
}
