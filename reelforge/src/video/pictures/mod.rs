//! Pictures of a project: what their headers say, and their pixels in the size in which they are drawn.
//!
//! Everything is bounded, whatever a file claims: its bytes, its pixels, its frames, what a decoder takes up, and what
//! is kept. A picture is never kept larger than it is drawn.
// Sizes of pictures are small numbers.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod clip;
mod decode;
mod error;
mod fit;
mod gif;
mod info;
mod jpeg;
mod kept;
mod png;
mod profile;
mod shrink;
mod svg;
#[cfg(test)]
mod tests;
mod webp;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vello_cpu::Pixmap;

use crate::video::files::{FileError, Files};
use clip::Clips;
pub(in crate::video) use clip::is_decoded;
#[cfg(test)]
pub(in crate::video) use clip::tests::make as made_clips;
pub use clip::{Clip, Play};
use decode::Players;
pub use error::PictureError;
pub use fit::fitted;
pub use info::{Format, PictureInfo};
use kept::{Kept, Key};

/// The largest file of a picture in bytes.
pub const MAX_BYTES: u64 = 30_000_000;

/// The pictures of a project, shared by whoever lays out and by all who paint. The same question always has the same
/// answer, whoever asks first.
pub struct Pictures {
    files: Arc<dyn Files>,
    infos: Mutex<HashMap<Arc<str>, Result<PictureInfo, PictureError>>>,
    kept: Mutex<Kept>,
    /// One at a time is decoded, so that what decoders take up does not add up.
    players: Mutex<Players>,
    clips: Clips,
}

impl fmt::Debug for Pictures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Pictures").finish_non_exhaustive()
    }
}

impl Pictures {
    /// The pictures below a project folder.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self {
            files,
            infos: Mutex::default(),
            kept: Mutex::default(),
            players: Mutex::default(),
            clips: Clips::default(),
        }
    }

    /// With this program for the clips that are not decoded here, or with none.
    #[cfg(test)]
    fn with_program(files: Arc<dyn Files>, program: Option<std::path::PathBuf>) -> Self {
        Self { clips: Clips::with_program(program), ..Self::new(files) }
    }

    /// The files that they are read from.
    pub(in crate::video) fn files(&self) -> &dyn Files {
        self.files.as_ref()
    }

    /// What the header of a picture says, by its path from the project folder.
    pub fn info(&self, file: &str) -> Result<PictureInfo, PictureError> {
        if let Some(info) = lock(&self.infos).get(file) {
            return info.clone();
        }
        let info = self.read(file).and_then(|bytes| PictureInfo::of(&bytes));
        lock(&self.infos).insert(file.into(), info.clone());
        info
    }

    /// The pixels of a frame, in about a size in pixels: never larger than the picture itself, unless it is drawn from
    /// shapes. The frame after the last one is the last one.
    pub fn pixels(&self, file: &str, frame: u32, wanted: [u32; 2]) -> Result<Arc<Pixmap>, PictureError> {
        let info = self.info(file)?;
        let key =
            Key { file: file.into(), frame: frame.min(info.frames() - 1), size: decode::size(&info, wanted) };
        if let Some(pixels) = lock(&self.kept).get(&key) {
            return pixels;
        }
        let mut players = lock(&self.players);
        // Somebody else may have decoded it meanwhile.
        if let Some(pixels) = lock(&self.kept).get(&key) {
            return pixels;
        }
        lock(&self.kept).make_room(info.working);
        let mut keep = |key, pixels| lock(&self.kept).put(key, pixels);
        let pixels = players.decode(&info, &key, || self.read(file), &mut keep);
        keep(key, pixels.clone());
        pixels
    }

    /// What the file of a clip says, by its path from the project folder.
    pub fn clip(&self, file: &str) -> Result<Arc<Clip>, PictureError> {
        self.clips.open(self.files(), file)
    }

    /// The pixels of a frame of a clip, like those of a picture. Where a frame cannot be decoded the one before stays.
    pub fn clip_pixels(&self, file: &str, frame: u32, wanted: [u32; 2]) -> Result<Arc<Pixmap>, PictureError> {
        let clip = self.clip(file)?;
        let frame = frame.min(clip.frames() - 1);
        let key = Key { file: file.into(), frame, size: clip.kept_size(wanted) };
        let kept = || lock(&self.kept).get(&key);
        if let Some(pixels) = kept() {
            return pixels;
        }
        let pixels = self.clips.frame(self.files(), &clip, frame, kept, key.size);
        lock(&self.kept).put(key.clone(), pixels.clone());
        pixels
    }

    /// What turned out to be wrong with pictures and clips so far, by file.
    pub fn faults(&self) -> Vec<(Arc<str>, PictureError)> {
        let unreadable = lock(&self.infos);
        let unreadable =
            unreadable.iter().filter_map(|(file, info)| Some((Arc::clone(file), info.clone().err()?)));
        let mut faults: Vec<_> =
            unreadable.chain(lock(&self.kept).faults()).chain(self.clips.faults()).collect();
        faults.sort_by(|a, b| a.0.cmp(&b.0));
        faults.dedup_by(|a, b| a.0 == b.0);
        faults
    }

    /// Whether these files, as far as they are pictures and clips, look the same whenever they are read: none had to be
    /// decoded by another program, and nothing turned out to be wrong with them.
    pub fn are_certain(&self, files: &BTreeSet<Arc<str>>) -> bool {
        !files.iter().any(|file| self.clips.needs_program(file))
            && !self.faults().iter().any(|(file, _)| files.contains(file))
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, PictureError> {
        self.files.read(file, MAX_BYTES).map_err(|error| match error {
            FileError::TooLarge(max) => PictureError::TooLarge(format!(
                "it has more than {} MB, which a picture may have",
                max / 1_000_000
            )),
            error => error.into(),
        })
    }
}

/// A thread that panicked left no picture half kept: all changes are single steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
