//! How other processes on the same project root find a running studio.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::net::{Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A note is a few dozen bytes; anything larger is none of ours.
const MAX_NOTE: u64 = 1024;

/// What a running studio leaves in `.reelforge/studio.json` of its root.
#[derive(Debug, Serialize, Deserialize)]
struct Note {
    address: SocketAddr,
    process: u32,
}

/// The note of a running studio; taken away when it is dropped. The studio holds the file's lock, which the system takes
/// back even from a process that is killed: a note whose lock is free is nobody's, whoever listens there by now.
#[derive(Debug)]
pub(crate) struct Posted {
    path: PathBuf,
    _locked: File,
}

/// Leaves word of where the studio of `root` listens.
pub(crate) fn post(root: &Path, address: SocketAddr) -> io::Result<Posted> {
    let folder = root.join(".reelforge");
    std::fs::create_dir_all(&folder)?;
    if !folder.canonicalize()?.starts_with(root.canonicalize()?) {
        return Err(io::Error::other("`.reelforge` leads out of the project root"));
    }
    let path = folder.join("studio.json");
    let note = serde_json::to_string(&Note { address, process: std::process::id() })?;
    // Renamed into place, so that a reader never sees half of it, or one that is not locked yet.
    let fresh = folder.join(format!("studio.json.{}", std::process::id()));
    // What stands at this name is nobody's any more, be it a link or a pipe, and is neither followed nor waited for.
    match std::fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(&fresh)?;
    file.lock()?;
    file.write_all(note.as_bytes())?;
    std::fs::rename(&fresh, &path)?;
    Ok(Posted { path, _locked: file })
}

impl Drop for Posted {
    fn drop(&mut self) {
        // A studio that started later has replaced the note by its own.
        if open(&self.path).and_then(read).is_some_and(|note| note.process == std::process::id()) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The address of the studio of `root`, if one runs.
pub(super) fn find(root: &Path) -> Option<String> {
    let file = open(&root.join(".reelforge").join("studio.json"))?;
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return None;
    }
    let address = read(file)?.address;
    let local = address.ip().is_loopback() || address.ip().is_unspecified();
    local.then(|| format!("http://{}", reachable(address)))
}

/// An address that listens everywhere is reached over the loopback interface.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => ([127, 0, 0, 1], v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (Ipv6Addr::LOCALHOST, v6.port()).into(),
        other => other,
    }
}

/// Opens the note, if it is a file.
fn open(path: &Path) -> Option<File> {
    std::fs::symlink_metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    File::open(path).ok()
}

fn read(file: File) -> Option<Note> {
    let mut bytes = Vec::new();
    file.take(MAX_NOTE).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_that_waits_where_the_note_is_written_is_followed() {
        let temp = tempfile::tempdir().unwrap();
        let (root, outside) = (temp.path().join("root"), temp.path().join("outside"));
        fs::create_dir_all(root.join(".reelforge")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("victim"), "precious").unwrap();
        let names = ["studio.json".to_owned(), format!("studio.json.{}", std::process::id())];
        for name in names {
            symlink(outside.join("victim"), root.join(".reelforge").join(name)).unwrap();
        }
        let address = ([127, 0, 0, 1], 8787).into();

        let posted = post(&root, address).unwrap();
        assert_eq!(find(&root).as_deref(), Some("http://127.0.0.1:8787"));
        assert_eq!(fs::read_to_string(outside.join("victim")).unwrap(), "precious");
        drop(posted);

        fs::remove_dir_all(root.join(".reelforge")).unwrap();
        symlink(&outside, root.join(".reelforge")).unwrap();
        assert!(post(&root, address).is_err());
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }
}
