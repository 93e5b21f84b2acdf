//! Decoded sound on disk: one file for each content and version of the decoding, shared by all processes on a root.
//!
//! A file is written under a name of its own and renamed when it is whole, so that no half of one is ever found. When
//! there are too many, the oldest go; whoever has one open keeps it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use cap_std::fs::{Dir, OpenOptions};

use super::Facts;

/// Counts the ways in which the same file was decoded; what an earlier one has left is not found any more.
const VERSION: u32 = 1;
/// Bytes before the samples: the facts as JSON, filled up with spaces.
pub(super) const HEAD: usize = 4096;
/// The most bytes that are kept, and the most files.
const MAX_KEPT: u64 = 4 << 30;
const MAX_FILES: usize = 1000;
/// What a killed process has left is removed after this time.
const MAX_AGE: Duration = Duration::from_hours(1);
const SUFFIX: &str = ".pcm";
const UNFINISHED: &str = ".part";

/// Where decoded sound is kept.
#[derive(Debug)]
pub(super) struct Cache {
    dir: Dir,
}

/// A file that is being written.
pub(super) struct Draft {
    pub(super) file: File,
    /// The folder and its name there; none of one that vanishes when it is closed.
    place: Option<(Dir, String)>,
}

impl Cache {
    pub(super) fn new(dir: Dir) -> Self {
        Self { dir }
    }

    /// The decoded sound of a content, when it is whole. The file stands at its first sample.
    pub(super) fn find(&self, content: &blake3::Hash) -> Option<(Facts, File)> {
        let mut file = self.dir.open(name(content)).ok()?.into_std();
        let mut head = vec![0; HEAD];
        file.read_exact(&mut head).ok()?;
        let facts: Facts = serde_json::from_slice(&head).ok()?;
        let bytes = facts.frames.checked_mul(4 * u64::from(facts.channels.min(2)))?;
        (file.metadata().ok()?.len() == HEAD as u64 + bytes).then_some((facts, file))
    }

    /// A new file, with room for the facts before the samples.
    pub(super) fn draft(&self) -> io::Result<Draft> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{count}{UNFINISHED}", std::process::id());
        // Only one left by a dead process of the same number can be there.
        let _ = self.dir.remove_file(&name);
        let mut options = OpenOptions::new();
        let file = self.dir.open_with(&name, options.read(true).write(true).create_new(true))?.into_std();
        Draft { file, place: Some((self.dir.try_clone()?, name)) }.with_head()
    }

    /// Makes a draft the decoded sound of a content.
    pub(super) fn keep(&self, mut draft: Draft, content: &blake3::Hash, facts: &Facts) -> io::Result<File> {
        let mut head = serde_json::to_vec(facts)?;
        head.resize(HEAD, b' ');
        draft.file.rewind()?;
        draft.file.write_all(&head)?;
        draft.file.sync_all()?;
        if let Some((dir, part)) = &draft.place {
            dir.rename(part, &self.dir, name(content))?;
            draft.place = None;
        }
        self.tidy(&name(content));
        draft.file.try_clone()
    }

    /// Removes what is too much. What fails is tried again next time.
    fn tidy(&self, newest: &str) {
        let Ok(entries) = self.dir.entries() else { return };
        let mut kept = Vec::new();
        for entry in entries.flatten() {
            let (Some(name), Ok(meta)) = (entry.file_name().to_str().map(str::to_owned), entry.metadata())
            else {
                continue;
            };
            let time = meta.modified().map_or(SystemTime::UNIX_EPOCH, cap_std::time::SystemTime::into_std);
            let is_old = || time.elapsed().is_ok_and(|age| age > MAX_AGE);
            if name.ends_with(SUFFIX) && name != newest {
                kept.push((time, meta.len(), name));
            } else if name.ends_with(UNFINISHED) && is_old() {
                let _ = self.dir.remove_file(&name);
            }
        }
        kept.sort();
        let mut bytes: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
        let mut count = kept.len();
        for (_, size, name) in kept {
            if bytes <= MAX_KEPT && count < MAX_FILES {
                return;
            }
            if self.dir.remove_file(&name).is_ok() {
                (bytes, count) = (bytes - size, count - 1);
            }
        }
    }
}

impl Draft {
    /// A file that vanishes when it is closed.
    pub(super) fn temporary() -> io::Result<Self> {
        Self { file: tempfile::tempfile()?, place: None }.with_head()
    }

    fn with_head(mut self) -> io::Result<Self> {
        self.file.seek(SeekFrom::Start(HEAD as u64))?;
        Ok(self)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((dir, part)) = &self.place {
            let _ = dir.remove_file(part);
        }
    }
}

fn name(content: &blake3::Hash) -> String {
    format!("{}-{VERSION}{SUFFIX}", content.to_hex())
}
