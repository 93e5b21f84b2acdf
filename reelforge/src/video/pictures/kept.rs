use std::collections::HashMap;
use std::sync::Arc;

use vello_cpu::Pixmap;

use super::PictureError;
use super::info::MAX_WORKING;

/// The most bytes of pixels that are kept.
const MAX_KEPT: u64 = 96_000_000;
/// The most pictures that are kept, with those that could not be decoded.
const MAX_COUNT: usize = 4096;

/// Which pixels.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) file: Arc<str>,
    pub(super) frame: u32,
    /// Width and height as they are shown.
    pub(super) size: [u32; 2],
}

pub(super) type Pixels = Result<Arc<Pixmap>, PictureError>;

/// Decoded pixels; those that were not asked for the longest go first.
#[derive(Default)]
pub(super) struct Kept {
    entries: HashMap<Key, (Pixels, u64)>,
    bytes: u64,
    /// Counts questions, to know which was the last.
    clock: u64,
    /// What turned out to be wrong with a file, also once its pixels are not kept any more.
    faults: HashMap<Arc<str>, PictureError>,
}

impl Kept {
    pub(super) fn get(&mut self, key: &Key) -> Option<Pixels> {
        let (pixels, used) = self.entries.get_mut(key)?;
        self.clock += 1;
        *used = self.clock;
        Some(pixels.clone())
    }

    pub(super) fn put(&mut self, key: Key, pixels: Pixels) {
        self.clock += 1;
        self.bytes += bytes(&pixels);
        if let Err(fault) = &pixels {
            self.faults.entry(Arc::clone(&key.file)).or_insert_with(|| fault.clone());
        }
        if let Some((old, _)) = self.entries.insert(key, (pixels, self.clock)) {
            self.bytes -= bytes(&old);
        }
        self.shrink(MAX_KEPT);
    }

    /// Keeps so little that a decoder can take up some bytes.
    pub(super) fn make_room(&mut self, working: u64) {
        self.shrink(MAX_KEPT.min(MAX_WORKING.saturating_sub(working)));
    }

    fn shrink(&mut self, max: u64) {
        // The last one stays: it is about to be drawn.
        while self.entries.len() > 1 && (self.bytes > max || self.entries.len() > MAX_COUNT) {
            let oldest = self.entries.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            let Some((gone, _)) = oldest.and_then(|key| self.entries.remove(&key)) else { return };
            self.bytes -= bytes(&gone);
        }
    }

    pub(super) fn faults(&self) -> impl Iterator<Item = (Arc<str>, PictureError)> {
        self.faults.iter().map(|(file, fault)| (Arc::clone(file), fault.clone()))
    }
}

fn bytes(pixels: &Pixels) -> u64 {
    pixels.as_ref().map_or(0, |pixels| u64::from(pixels.width()) * u64::from(pixels.height()) * 4)
}
