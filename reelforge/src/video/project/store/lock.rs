use std::fs::{File, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, OpenOptions};

use super::{RECORDS, StoreError, files};

/// How long a write waits for another one on the same project.
pub(super) const WAIT: Duration = Duration::from_secs(5);

const LOCK_FILE: &str = "lock";

/// The right to write in one project folder, across threads and processes. The operating system gives it back when the
/// value is dropped or the process dies.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// The folder of Reelforge's records, which stands beside the lock.
    pub(super) records: Dir,
    _file: File,
}

impl FolderLock {
    /// Takes the lock of the project folder `dir`, which is `shown` in errors.
    pub(super) fn acquire(dir: &Dir, shown: &str, wait: Duration) -> Result<Self, StoreError> {
        let path = format!("{shown}/{RECORDS}/{LOCK_FILE}");
        let fail = |source| StoreError::io(&path, "lock", source);
        let records = files::ensure_folder(dir, RECORDS).map_err(fail)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).nonblock(true).follow(FollowSymlinks::No);
        let file = records.open_with(LOCK_FILE, &options).map_err(fail)?.into_std();

        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { records, _file: file }),
                Err(TryLockError::Error(source)) => return Err(fail(source)),
                Err(TryLockError::WouldBlock) if start.elapsed() < wait => {
                    thread::sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Busy { lock: path, waited: start.elapsed() });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cap_std::ambient_authority;

    #[test]
    fn a_held_lock_is_busy_and_names_its_file_until_it_is_dropped() {
        let temp = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(temp.path(), ambient_authority()).unwrap();
        let held = FolderLock::acquire(&dir, "coffee", Duration::ZERO).unwrap();

        let error = FolderLock::acquire(&dir, "coffee", Duration::ZERO).unwrap_err();
        assert_eq!(error.code(), "busy");
        assert!(error.to_string().contains("coffee/.reelforge/lock"), "{error}");

        drop(held);
        FolderLock::acquire(&dir, "coffee", Duration::ZERO).unwrap();
    }
}
