//! Single files inside a folder handle: opened without ever blocking, read within a limit, replaced in one step.

use std::io::{self, Read, Write};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, File, Metadata, OpenOptions, Permissions};

use super::StoreError;

/// Opens a regular file for reading. Pipes, devices and folders are refused unopened, and one that takes the file's
/// place in between cannot block the caller.
///
/// `shown` is the path that errors name.
pub(super) fn open_regular(dir: &Dir, path: &str, shown: &str) -> Result<(File, Metadata), StoreError> {
    let fail = |source| StoreError::io(shown, "open", source);
    require_regular(&dir.metadata(path).map_err(fail)?, shown)?;
    let mut options = OpenOptions::new();
    options.read(true).nonblock(true);
    let file = dir.open_with(path, &options).map_err(fail)?;
    let meta = file.metadata().map_err(fail)?;
    require_regular(&meta, shown)?;
    Ok((file, meta))
}

/// Reads a whole file of at most `limit` bytes.
pub(super) fn read_bytes(
    dir: &Dir,
    path: &str,
    shown: &str,
    limit: u64,
) -> Result<(Vec<u8>, Metadata), StoreError> {
    let (file, meta) = open_regular(dir, path, shown)?;
    let too_large = |size| StoreError::TooLarge { path: shown.to_owned(), size, limit };
    if meta.len() > limit {
        return Err(too_large(meta.len()));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|source| StoreError::io(shown, "read", source))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok((bytes, meta))
}

/// The name of a file on its way. It is the same for all files of a folder, so that what a kill leaves behind is found
/// and removed by the next write.
pub(super) const TEMPORARY: &str = ".reelforge.tmp";

/// What [`put`] does when the name is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Replace,
    Refuse,
}

/// Gives the file `leaf` of `dir` this content in one step: whoever looks, or finds the disk after a power failure,
/// sees the old content or the new one. The caller holds the lock of the project, so that one temporary name does.
pub(super) fn put(
    dir: &Dir,
    leaf: &str,
    bytes: &[u8],
    permissions: Option<Permissions>,
    taken: Taken,
) -> io::Result<()> {
    remove_if_there(dir, TEMPORARY)?;
    let placed = fill(dir, TEMPORARY, bytes, permissions).and_then(|()| match taken {
        Taken::Replace => dir.rename(TEMPORARY, dir, leaf),
        Taken::Refuse => place_new(dir, TEMPORARY, leaf),
    });
    if let Err(error) = placed {
        // The first error is the one to report; a leftover is removed by the next write.
        let _ = remove_if_there(dir, TEMPORARY);
        return Err(error);
    }
    sync_folder(dir)
}

fn fill(dir: &Dir, leaf: &str, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).follow(FollowSymlinks::No);
    let mut file = dir.open_with(leaf, &options)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// A link fails where a rename would replace. File systems without hard links fall back to a rename, where only another
/// program that creates the file in this very moment could be overwritten.
fn place_new(dir: &Dir, temporary: &str, leaf: &str) -> io::Result<()> {
    match dir.hard_link(temporary, dir, leaf) {
        Ok(()) => dir.remove_file(temporary),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => match dir.symlink_metadata(leaf) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => dir.rename(temporary, dir, leaf),
        },
    }
}

fn remove_if_there(dir: &Dir, leaf: &str) -> io::Result<()> {
    match dir.remove_file_or_symlink(leaf) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the renames in this folder durable.
pub(super) fn sync_folder(dir: &Dir) -> io::Result<()> {
    // Windows has no such operation; its file system journals renames. The handle itself cannot be synced: on Linux it
    // is one for looking up names only.
    if cfg!(unix) { dir.open(".")?.sync_all() } else { Ok(()) }
}

fn require_regular(meta: &Metadata, shown: &str) -> Result<(), StoreError> {
    if meta.is_file() {
        return Ok(());
    }
    let found = if meta.is_dir() { "a folder" } else { "a device, pipe or socket" };
    Err(StoreError::NotAFile { path: shown.to_owned(), found })
}

/// Opens the folder `leaf` of `dir`, after making it if it is not there. Where a file or a dangling link has the name,
/// the error says so, lest it be taken for a file that is missing.
pub(super) fn ensure_folder(dir: &Dir, leaf: &str) -> io::Result<Dir> {
    match dir.create_dir(leaf) {
        Ok(()) => sync_folder(dir)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    dir.open_dir(leaf).map_err(|error| match error.kind() {
        io::ErrorKind::NotADirectory | io::ErrorKind::NotFound => io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("`{leaf}` is there and is no folder; move it away"),
        ),
        _ => error,
    })
}
