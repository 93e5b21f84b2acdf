//! Groups of frames that were encoded before: scenes that did not change since the last render are not encoded again.
//!
//! A group is found by a key of all that its bytes depend on: what its frames are painted from (see
//! [`Fingerprint`]), the encoder's settings, the painter's precision and the version of this program. The encoder begins
//! anew with each group, so one that is found has the very bytes that it would get again.
//!
//! What a render makes is kept when the render says so: it may turn out that a file changed while it was painted.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use blake3::Hash;

use super::group::Maker;
use crate::video::encode::h264::Unit;
use crate::video::files::Files;
use crate::video::layout::Frame;
use crate::video::paint::{Contents, Fingerprint, Precision};
use crate::video::pictures::Pictures;
use crate::video::project::store::{Bounds, Cache, Draft, Root};
use crate::video::render::ENGINE;

/// How much is kept of all projects of a root: about a quarter of an hour at the rate that platforms ask for.
const BOUNDS: Bounds = Bounds { bytes: 1 << 30, files: 10_000 };
/// The largest group that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Bytes that stay free on the disk for the video itself.
const MARGIN: u64 = 1 << 30;

/// The groups of a root.
#[derive(Debug)]
pub struct Segments {
    cache: Cache,
    contents: Contents,
    /// What this render has made so far, and what it will be called.
    made: Mutex<Vec<(Draft, String)>>,
}

/// Which group.
#[derive(Debug)]
pub(super) struct Key {
    name: String,
    frames: usize,
    files: BTreeSet<Arc<str>>,
}

impl Segments {
    /// Those among the records of a root, for a render of a project with these files.
    pub fn of(root: &Root, files: Arc<dyn Files>) -> io::Result<Self> {
        let cache = root.cache("segments", BOUNDS)?;
        Ok(Self { cache, contents: Contents::new(files), made: Mutex::default() })
    }

    /// Keeps what was made, for later renders.
    pub fn keep(&self) {
        let made = std::mem::take(&mut *self.made.lock().unwrap_or_else(PoisonError::into_inner));
        for (draft, name) in made {
            if let Err(error) = self.cache.keep(draft, &name) {
                tracing::debug!(%error, "a group of frames is not kept");
            }
        }
        self.cache.tidy();
    }

    pub(super) fn key(&self, maker: &Maker<'_>, frames: &[Frame]) -> Key {
        let Fingerprint { hash, files } = Fingerprint::of(maker.plan, frames, &self.contents);
        let settings =
            (ENGINE, maker.coding, &maker.sets, maker.settings.scale(), Precision::Fastest.level());
        let mut hasher = blake3::Hasher::new();
        hasher.update(format!("{settings:?}").as_bytes()).update(hash.as_bytes());
        Key { name: hasher.finalize().to_hex().to_string(), frames: frames.len(), files }
    }

    /// The pictures of a group, if they were encoded before.
    pub(super) fn find(&self, key: &Key) -> Option<Vec<Unit>> {
        let units = read(self.cache.open(&key.name)?)?;
        let is_group = units.iter().enumerate().all(|(place, unit)| unit.is_key == (place == 0));
        (units.len() == key.frames && is_group).then_some(units)
    }

    /// Notes the pictures of a group, to be [kept](Self::keep). Pictures that another program decoded, or that could not be
    /// decoded, may look another way next time.
    pub(super) fn put(&self, key: &Key, units: &[Unit], pictures: &Pictures) {
        let has_room = self.cache.free_bytes().is_none_or(|free| free > MARGIN);
        if !has_room || !pictures.are_certain(&key.files) {
            return;
        }
        let written = self.cache.draft().and_then(|(file, draft)| write(file, units).map(|()| draft));
        match written {
            Ok(draft) => {
                let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
                made.push((draft, key.name.clone()));
            }
            Err(error) => tracing::debug!(%error, "a group of frames is not kept"),
        }
    }
}

/// A hash of all that follows; then each picture: 1 or 0 for whether it is a key, its length in four bytes, its bytes.
fn write(mut file: File, units: &[Unit]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for unit in units {
        let length = u32::try_from(unit.bytes.len()).map_err(io::Error::other)?;
        bytes.push(unit.is_key.into());
        bytes.extend(length.to_le_bytes());
        bytes.extend(&unit.bytes);
    }
    file.write_all(blake3::hash(&bytes).as_bytes())?;
    file.write_all(&bytes)
}

/// None of a file that is not as it was written.
fn read(file: File) -> Option<Vec<Unit>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    let (hash, mut rest) = bytes.split_first_chunk::<{ blake3::OUT_LEN }>()?;
    if blake3::hash(rest) != Hash::from_bytes(*hash) {
        return None;
    }
    let mut units = Vec::new();
    while let Some((is_key, after)) = rest.split_first() {
        let (length, after) = after.split_first_chunk::<4>()?;
        let (unit, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        units.push(Unit { bytes: unit.to_vec(), is_key: *is_key == 1 });
        rest = after;
    }
    Some(units)
}
