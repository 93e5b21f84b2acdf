//! What this machine and this root offer, each with what to do about a lack.

use std::process::{Command, Stdio};

use schemars::JsonSchema;
use serde::Serialize;

use super::Studio;

/// How a check of the installation came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Health {
    /// As it should be.
    Ok,
    /// Works, with a restriction.
    Warning,
    /// Something cannot work.
    Error,
}

/// One check of the installation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Check {
    /// What was looked at.
    pub(crate) name: &'static str,
    /// How it came out.
    pub(crate) health: Health,
    /// What was found.
    pub(crate) found: String,
    /// What to do about it; absent where nothing is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<String>,
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, health: Health::Ok, found: found.into(), fix: None }
    }

    fn lack(name: &'static str, health: Health, found: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, health, found: found.into(), fix: Some(fix.into()) }
    }
}

/// Looks at all that the studio depends on.
pub(crate) fn examine(studio: &Studio) -> Vec<Check> {
    vec![
        Check::ok("version", concat!("reelforge ", env!("CARGO_PKG_VERSION"))),
        threads(),
        root(studio),
        write_access(studio),
        disk(studio),
        renders(studio),
        encoder(),
        ffmpeg(),
    ]
}

fn threads() -> Check {
    match std::thread::available_parallelism() {
        Ok(count) => Check::ok("threads", count.to_string()),
        Err(error) => Check::lack(
            "threads",
            Health::Warning,
            format!("unknown: {error}"),
            "nothing needs to be done; one thread is assumed",
        ),
    }
}

fn root(studio: &Studio) -> Check {
    let path = studio.root().path().display();
    match studio.root().list() {
        Ok(listing) if listing.projects.is_empty() => Check::lack(
            "root",
            Health::Warning,
            format!("{path}: no project"),
            "make one with create_project, or name another folder with `--root`",
        ),
        Ok(listing) => {
            let count = listing.projects.len();
            Check::ok("root", format!("{path}: {count} project{}", if count == 1 { "" } else { "s" }))
        }
        Err(error) => Check::lack("root", Health::Error, format!("{path}: {error}"), error.hint()),
    }
}

/// A file is made and taken away again: permissions alone do not tell of read-only mounts.
fn write_access(studio: &Studio) -> Check {
    let trial = tempfile::Builder::new().prefix(".reelforge-doctor-").tempfile_in(studio.root().path());
    match trial {
        Ok(_) => Check::ok("write access", "yes"),
        Err(error) => Check::lack(
            "write access",
            Health::Error,
            format!("no: {error}"),
            "give this user write permission on the root, or name another folder with `--root`",
        ),
    }
}

/// Less than this many bytes of disk are worth a warning: a video of a minute takes up to a tenth of it.
const LITTLE_DISK: u64 = 1 << 30;

#[cfg(unix)]
fn disk(studio: &Studio) -> Check {
    match rustix::fs::statvfs(studio.root().path()) {
        Ok(stat) => {
            let free = stat.f_bavail.saturating_mul(stat.f_frsize);
            let found = format!("{}.{} GiB free", free >> 30, ((free >> 20) % 1024) * 10 / 1024);
            if free < LITTLE_DISK {
                Check::lack("disk", Health::Warning, found, "make room on the disk of the root")
            } else {
                Check::ok("disk", found)
            }
        }
        Err(error) => Check::lack(
            "disk",
            Health::Warning,
            format!("unknown: {error}"),
            "nothing needs to be done unless writes fail",
        ),
    }
}

#[cfg(not(unix))]
fn disk(_: &Studio) -> Check {
    Check::ok("disk", "not measured on this system")
}

/// The queue of renders, which is looked through as a whole.
fn renders(studio: &Studio) -> Check {
    let queue = studio.renders();
    match queue.verify().and_then(|()| queue.load()) {
        Ok((waiting, running)) => Check::ok("renders", format!("{running} running, {waiting} waiting")),
        Err(error) => Check::lack("renders", Health::Error, error.to_string(), error.hint()),
    }
}

fn encoder() -> Check {
    Check::ok("encoder", "H.264 and AAC in MP4; they come with the program")
}

fn ffmpeg() -> Check {
    let version = Command::new("ffmpeg")
        .arg("-version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| text.lines().next().map(str::to_owned));
    match version {
        Some(line) => Check::ok("ffmpeg", line.chars().take(100).collect::<String>()),
        None => Check::ok(
            "ffmpeg",
            "not found; it is optional: it writes `quality: high` and WebM, and reads what the build cannot, such \
             as AC-3 sound and WebM clips",
        ),
    }
}
