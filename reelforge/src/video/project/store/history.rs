//! Earlier versions of a project file, each a file of its own that is only ever added or removed whole.
//!
//! A version enters after it was put in place, and at the latest when it is about to be replaced, so that the history
//! holds what the project file really was, never a version that a kill kept from becoming it.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_std::fs::Dir;
use schemars::JsonSchema;
use serde::Serialize;

use super::files::{self, Taken};
use super::{KEPT_REVISIONS, RECORDS, Revision};

const HISTORY: &str = "history";

/// One stored version of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RevisionInfo {
    /// Its revision.
    pub revision: Revision,
    /// When this version was written: UTC, RFC 3339, such as `2026-01-31T09:30:00Z`.
    pub written: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it is the version that is in place now.
    pub current: bool,
}

/// A file in the history, as its name tells it.
#[derive(Debug)]
pub(super) struct Entry {
    number: u64,
    pub(super) millis: u64,
    pub(super) revision: Revision,
    pub(super) file: String,
}

impl Entry {
    fn parse(file: &str) -> Option<Self> {
        let mut parts = file.strip_suffix(".yaml")?.splitn(3, '-');
        let number = parts.next()?.parse().ok()?;
        let millis = parts.next()?.parse().ok()?;
        let revision = Revision::parse(&format!("b3:{}", parts.next()?)).ok()?;
        Some(Self { number, millis, revision, file: file.to_owned() })
    }
}

/// The folder with the history of the file `leaf`, if there is one yet.
pub(super) fn open(project: &Dir, leaf: &str) -> io::Result<Option<Dir>> {
    match project.open_dir(format!("{RECORDS}/{HISTORY}/{leaf}")) {
        Ok(dir) => Ok(Some(dir)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The stored versions, the newest first.
pub(super) fn entries(history: &Dir) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for item in history.entries()? {
        entries.extend(item?.file_name().to_str().and_then(Entry::parse));
    }
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.number, entry.millis)));
    Ok(entries)
}

/// Adds the version `bytes` of the file `leaf`, last written at `modified`, unless it is the newest already. The caller
/// holds the lock that `records` comes from.
pub(super) fn keep(records: &Dir, leaf: &str, bytes: &[u8], modified: SystemTime) -> io::Result<()> {
    let history = files::ensure_folder(&files::ensure_folder(records, HISTORY)?, leaf)?;
    let entries = entries(&history)?;
    let revision = Revision::of(bytes);
    if entries.first().is_some_and(|newest| newest.revision == revision) {
        return Ok(());
    }
    let number = entries.first().map_or(1, |newest| newest.number.saturating_add(1));
    let file = format!("{number:08}-{}-{}.yaml", millis(modified), revision.digits());
    files::put(&history, &file, bytes, None, Taken::Replace)?;
    // The newest is as a rule the current one, which is not counted.
    for old in entries.iter().skip(KEPT_REVISIONS) {
        // The version is kept; one that cannot be removed is no reason to refuse the write.
        let _ = history.remove_file(&old.file);
    }
    Ok(())
}

/// Milliseconds since 1970.
pub(super) fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// RFC 3339 in UTC, to the second.
pub(super) fn readable(millis: u64) -> String {
    i64::try_from(millis / 1000)
        .ok()
        .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
        .map_or_else(|| "unknown".to_owned(), |time| time.to_string())
}
