//! Files that can be made again, kept among the records of a root for all its processes.
//!
//! A file is written under a name of its own and renamed when it is whole, so that no half of one is ever found. When
//! there are too many, the oldest go; whoever has one open keeps it.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions};

use super::{RECORDS, Root, files};

/// What a killed process has left is removed after this time.
const MAX_AGE: Duration = Duration::from_hours(1);
/// How the names of files on their way end.
const UNFINISHED: &str = ".part";

/// A folder of such files.
#[derive(Debug)]
pub(in crate::video) struct Cache {
    dir: Arc<Dir>,
    bounds: Bounds,
}

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub(in crate::video) struct Bounds {
    pub(in crate::video) bytes: u64,
    pub(in crate::video) files: usize,
}

/// A file on its way. It is removed when this is dropped before it is [kept](Cache::keep).
#[derive(Debug)]
pub(in crate::video) struct Draft {
    dir: Arc<Dir>,
    name: String,
    is_kept: bool,
}

impl Root {
    /// The folder `name` among the records of the root; it is made if it is not there.
    pub(in crate::video) fn cache(&self, name: &str, bounds: Bounds) -> io::Result<Cache> {
        let dir = files::ensure_folder(&files::ensure_folder(&self.dir, RECORDS)?, name)?;
        Ok(Cache { dir: Arc::new(dir), bounds })
    }
}

impl Cache {
    /// A file, if it is there.
    pub(in crate::video) fn open(&self, name: &str) -> Option<File> {
        files::open_regular(&self.dir, name, name).ok().map(|(file, _)| file.into_std())
    }

    /// A new file, empty, to be written and read.
    pub(in crate::video) fn draft(&self) -> io::Result<(File, Draft)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{count}{UNFINISHED}", std::process::id());
        // Only one left by a dead process of the same number can be there.
        let _ = self.dir.remove_file(&name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).follow(FollowSymlinks::No);
        let file = self.dir.open_with(&name, &options)?.into_std();
        Ok((file, Draft { dir: Arc::clone(&self.dir), name, is_kept: false }))
    }

    /// Gives a whole file its name.
    pub(in crate::video) fn keep(&self, mut draft: Draft, name: &str) -> io::Result<()> {
        self.dir.rename(&draft.name, &self.dir, name)?;
        draft.is_kept = true;
        Ok(())
    }

    /// Removes what is too much, and what others have left unfinished. What fails is tried again next time.
    pub(in crate::video) fn tidy(&self) {
        let Ok(entries) = self.dir.entries() else { return };
        let mut kept = Vec::new();
        for entry in entries.flatten() {
            let (Ok(name), Ok(meta)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
            let time = meta.modified().map_or(SystemTime::UNIX_EPOCH, cap_std::time::SystemTime::into_std);
            if !name.ends_with(UNFINISHED) {
                kept.push((time, meta.len(), name));
            } else if time.elapsed().is_ok_and(|age| age > MAX_AGE) {
                let _ = self.dir.remove_file(&name);
            }
        }
        kept.sort();
        let mut bytes: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
        let mut count = kept.len();
        // The newest one stays, however large it is: it is about to be used.
        kept.pop();
        for (_, size, name) in kept {
            if bytes <= self.bounds.bytes && count <= self.bounds.files {
                return;
            }
            if self.dir.remove_file(&name).is_ok() {
                (bytes, count) = (bytes - size, count - 1);
            }
        }
    }

    /// Bytes that may still be written to its disk; none where the system does not tell.
    pub(in crate::video) fn free_bytes(&self) -> Option<u64> {
        super::folder::free_bytes(&self.dir)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = self.dir.remove_file(&self.name);
        }
    }
}
