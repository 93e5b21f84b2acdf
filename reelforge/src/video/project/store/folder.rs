//! A folder below the root that is filled with what Reelforge makes, such as finished videos.

use std::fs::File;
use std::io;

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, OpenOptions};

use super::list::join;
use super::root::clean_path;
use super::{RECORDS, Root, StoreError, files};

/// How many entries of a folder are looked at.
const MAX_ENTRIES: usize = 20_000;

/// A folder below the root. Its files are named by a single name each, without a path.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    shown: String,
}

impl Root {
    /// Opens the folder `leaf` of a folder below the root, after making it if it is not there.
    pub fn make_folder(&self, parent: &str, leaf: &str) -> Result<Folder, StoreError> {
        let shown = folder_path(parent, leaf)?;
        let fail = |source| StoreError::io(&shown, "make", source);
        let parent = self.dir.open_dir(clean_path(parent, "path")?).map_err(fail)?;
        let dir = files::ensure_folder(&parent, leaf).map_err(fail)?;
        Ok(Folder { dir, shown })
    }

    /// Opens the folder `leaf` of a folder below the root, if it is there.
    pub fn find_folder(&self, parent: &str, leaf: &str) -> Result<Option<Folder>, StoreError> {
        let shown = folder_path(parent, leaf)?;
        match self.dir.open_dir(&shown) {
            Ok(dir) => Ok(Some(Folder { dir, shown })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::io(&shown, "open", source)),
        }
    }

    /// The path of a file among Reelforge's records of the whole root, for a library that opens files by path. Their
    /// folder is made if `make` says so; without it, there is no path where there is no folder.
    pub fn record(&self, leaf: &str, make: bool) -> Result<Option<std::path::PathBuf>, StoreError> {
        let fail = |source| StoreError::io(RECORDS, "open", source);
        if make {
            files::ensure_folder(&self.dir, RECORDS).map_err(fail)?;
        }
        match self.dir.symlink_metadata(RECORDS) {
            Ok(meta) if meta.is_dir() => Ok(Some(self.path().join(RECORDS).join(leaf))),
            Ok(_) => Err(fail(io::Error::other("a folder is expected, and it is a file or a link"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(fail(source)),
        }
    }
}

impl Folder {
    /// Its path from the root.
    pub fn path(&self) -> &str {
        &self.shown
    }

    /// The path of one of its files from the root.
    pub fn path_of(&self, leaf: &str) -> String {
        join(&self.shown, leaf)
    }

    /// Opens one of its files for reading, if it is a regular one.
    pub fn open(&self, leaf: &str) -> Result<File, StoreError> {
        files::open_regular(&self.dir, leaf, &self.path_of(leaf)).map(|(file, _)| file.into_std())
    }

    /// Makes a file for writing and reading. What stands at its name is taken away first, and never followed.
    pub fn create(&self, leaf: &str) -> Result<File, StoreError> {
        let fail = |source| StoreError::io(&self.path_of(leaf), "write", source);
        self.remove(leaf)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).follow(FollowSymlinks::No);
        self.dir.open_with(leaf, &options).map(cap_std::fs::File::into_std).map_err(fail)
    }

    /// Makes an empty folder in it. What stands at its name is taken away first.
    pub fn create_folder(&self, leaf: &str) -> Result<Self, StoreError> {
        self.remove(leaf)?;
        let shown = self.path_of(leaf);
        let fail = |source| StoreError::io(&shown, "make", source);
        let dir = files::ensure_folder(&self.dir, leaf).map_err(fail)?;
        Ok(Self { dir, shown })
    }

    /// Gives a whole file, or a folder of them, its final name in one step, and takes away what had that name before.
    pub fn place(&self, leaf: &str, name: &str) -> Result<(), StoreError> {
        let fail = |source| StoreError::io(&self.path_of(name), "write", source);
        if self.dir.symlink_metadata(leaf).is_ok_and(|meta| meta.is_dir()) {
            self.remove(name)?;
        }
        self.dir.rename(leaf, &self.dir, name).map_err(fail)?;
        files::sync_folder(&self.dir).map_err(fail)
    }

    /// Takes a file or a folder away, if there is one.
    pub fn remove(&self, leaf: &str) -> Result<(), StoreError> {
        let removed = match self.dir.symlink_metadata(leaf) {
            Ok(meta) if meta.is_dir() => self.dir.remove_dir_all(leaf),
            Ok(_) => self.dir.remove_file_or_symlink(leaf),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::io(&self.path_of(leaf), "remove", error))
            }
            _ => Ok(()),
        }
    }

    /// The names in it, in no order.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        let entries = self.dir.entries().map_err(|source| StoreError::io(&self.shown, "list", source))?;
        Ok(entries
            .take(MAX_ENTRIES)
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect())
    }

    /// Bytes that may still be written to its disk; none where the system does not tell.
    pub fn free_bytes(&self) -> Option<u64> {
        free_bytes(&self.dir)
    }
}

/// Bytes that may still be written to the disk of a folder; none where the system does not tell.
#[cfg(unix)]
pub(super) fn free_bytes(dir: &Dir) -> Option<u64> {
    let stat = rustix::fs::fstatvfs(dir).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// Bytes that may still be written to the disk of a folder; none where the system does not tell.
#[cfg(not(unix))]
pub(super) fn free_bytes(_: &Dir) -> Option<u64> {
    None
}

fn folder_path(parent: &str, leaf: &str) -> Result<String, StoreError> {
    clean_path(&join(parent, leaf), "path")
}
