//! Decoded sound on disk: one file for each content and version of the decoding, shared by all processes on a root.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Facts;
use crate::video::project::store::{self, Bounds, Root};

/// Counts the ways in which the same file was decoded; what an earlier one has left is not found any more.
const VERSION: u32 = 2;
/// Bytes before the samples: the facts as JSON, filled up with spaces.
pub(super) const HEAD: usize = 4096;
/// How much is kept.
const BOUNDS: Bounds = Bounds { bytes: 4 << 30, files: 1000 };

/// What stands before the samples.
#[derive(Serialize, Deserialize)]
struct Head {
    facts: Facts,
    /// The frames that follow.
    held: Range<u64>,
}

/// Where decoded sound is kept.
#[derive(Debug)]
pub(super) struct Cache(store::Cache);

/// A file that is being written.
pub(super) struct Draft {
    pub(super) file: File,
    /// None of one that vanishes when it is closed.
    place: Option<store::Draft>,
}

impl Cache {
    /// The one of a root.
    pub(super) fn of(root: &Root) -> io::Result<Self> {
        root.cache("sound", BOUNDS).map(Self)
    }

    /// The decoded sound of a content, when it is whole, and which frames of it there are. The file stands at the first.
    pub(super) fn find(&self, sound: &Sound) -> Option<(Facts, Range<u64>, File)> {
        let mut file = self.0.open(&sound.name())?;
        let mut head = vec![0; HEAD];
        file.read_exact(&mut head).ok()?;
        let Head { facts, held } = serde_json::from_slice(&head).ok()?;
        let frames = held.end.checked_sub(held.start).filter(|_| held.end <= facts.frames)?;
        let bytes = frames.checked_mul(4 * u64::from(facts.channels.min(2)))?;
        (file.metadata().ok()?.len() == HEAD as u64 + bytes).then_some((facts, held, file))
    }

    /// A new file, with room for the facts before the samples.
    pub(super) fn draft(&self) -> io::Result<Draft> {
        let (file, place) = self.0.draft()?;
        Draft { file, place: Some(place) }.with_head()
    }

    /// Makes a draft the decoded sound of a content.
    pub(super) fn keep(
        &self,
        mut draft: Draft,
        sound: &Sound,
        facts: &Facts,
        held: &Range<u64>,
    ) -> io::Result<File> {
        let mut head = serde_json::to_vec(&Head { facts: facts.clone(), held: held.clone() })?;
        head.resize(HEAD, b' ');
        draft.file.rewind()?;
        draft.file.write_all(&head)?;
        draft.file.sync_all()?;
        if let Some(place) = draft.place {
            self.0.keep(place, &sound.name())?;
        }
        self.0.tidy();
        Ok(draft.file)
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

/// A content, and which seconds of it are decoded if it is long; none for all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Sound {
    pub(super) content: blake3::Hash,
    pub(super) wanted: Option<Range<u64>>,
}

impl Sound {
    fn name(&self) -> String {
        let content = self.content.to_hex();
        match &self.wanted {
            Some(Range { start, end }) => format!("{content}-{start}-{end}-{VERSION}.pcm"),
            None => format!("{content}-{VERSION}.pcm"),
        }
    }
}
