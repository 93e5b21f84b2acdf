//! How other processes on the same project root find a running studio.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a studio may take to accept a connection before it counts as gone.
const PATIENCE: Duration = Duration::from_millis(500);
/// A note is a few dozen bytes; anything larger is none of ours.
const MAX_NOTE: u64 = 1024;

/// What a running studio leaves in `.reelforge/studio.json` of its root.
#[derive(Debug, Serialize, Deserialize)]
struct Note {
    address: SocketAddr,
    process: u32,
}

/// The note of a running studio; taken away when it is dropped.
#[derive(Debug)]
pub(crate) struct Posted(PathBuf);

/// Leaves word of where the studio of `root` listens.
pub(crate) fn post(root: &Path, address: SocketAddr) -> io::Result<Posted> {
    let folder = root.join(".reelforge");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("studio.json");
    let note = serde_json::to_string(&Note { address, process: std::process::id() })?;
    // Renamed into place, so that a reader never sees half of it.
    let fresh = folder.join(format!("studio.json.{}", std::process::id()));
    std::fs::write(&fresh, note)?;
    std::fs::rename(&fresh, &path)?;
    Ok(Posted(path))
}

impl Drop for Posted {
    fn drop(&mut self) {
        // A studio that started later has replaced the note by its own.
        if read(&self.0).is_some_and(|note| note.process == std::process::id()) {
            let _ = std::fs::remove_file(&self.0);
        }
    }
}

/// The address of the studio of `root`, if one answers there.
pub(super) fn find(root: &Path) -> Option<String> {
    let note = read(&root.join(".reelforge").join("studio.json"))?;
    // The file may have been left behind by a process that was killed, and is no proof of anything.
    let local = note.address.ip().is_loopback() || note.address.ip().is_unspecified();
    if !local || TcpStream::connect_timeout(&reachable(note.address), PATIENCE).is_err() {
        return None;
    }
    Some(format!("http://{}", reachable(note.address)))
}

/// An address that listens everywhere is reached over the loopback interface.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => ([127, 0, 0, 1], v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (std::net::Ipv6Addr::LOCALHOST, v6.port()).into(),
        other => other,
    }
}

fn read(path: &Path) -> Option<Note> {
    if std::fs::symlink_metadata(path).ok().filter(std::fs::Metadata::is_file)?.len() > MAX_NOTE {
        return None;
    }
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}
