//! The boxes of MP4 and `QuickTime` files. Nothing is believed: a box that does not fit into what holds it is none.
// Times in files are far below 2^53 ticks.
#![allow(clippy::cast_precision_loss)]

use std::io::SeekFrom;
use std::ops::Range;

use super::Content;

/// Boxes that are looked at on one level; a file has some twenty.
const MAX_BOXES: usize = 1000;
/// Edits of a track that are looked at.
const MAX_EDITS: u32 = 16;

/// What is played of a track.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::video) struct Edit {
    /// Seconds of nothing before it.
    pub(in crate::video) delay: f64,
    /// Seconds of the track that are skipped.
    pub(in crate::video) skip: f64,
    /// Seconds of it that are played; none for all that is left.
    pub(in crate::video) length: Option<f64>,
}

/// Reads boxes.
pub(in crate::video) struct Boxes<'a> {
    file: &'a mut dyn Content,
}

impl<'a> Boxes<'a> {
    /// Of a file.
    pub(in crate::video) fn of(file: &'a mut dyn Content) -> Self {
        Self { file }
    }

    /// The boxes that stand in a range of the file: their names and what is in them.
    pub(in crate::video) fn all(&mut self, within: Range<u64>) -> Vec<([u8; 4], Range<u64>)> {
        let mut found = Vec::new();
        let mut at = within.start;
        while found.len() < MAX_BOXES && at + 8 <= within.end {
            let Some([a, b, c, d, name @ ..]) = self.bytes::<8>(at) else { break };
            let (size, head) = match u32::from_be_bytes([a, b, c, d]) {
                0 => (within.end - at, 8),
                1 => match self.bytes::<8>(at + 8) {
                    Some(size) => (u64::from_be_bytes(size), 16),
                    None => break,
                },
                size => (u64::from(size), 8),
            };
            let Some(end) = at.checked_add(size).filter(|end| size >= head && *end <= within.end) else {
                break;
            };
            found.push((name, at + head..end));
            at = end;
        }
        found
    }

    /// What is in the first box of a name.
    pub(in crate::video) fn find(&mut self, within: Range<u64>, wanted: [u8; 4]) -> Option<Range<u64>> {
        self.all(within).into_iter().find(|(name, _)| *name == wanted).map(|(_, range)| range)
    }

    /// The first box along a path of names.
    pub(in crate::video) fn find_in(&mut self, within: Range<u64>, path: &[[u8; 4]]) -> Option<Range<u64>> {
        path.iter().try_fold(within, |within, name| self.find(within, *name))
    }

    /// The bytes at a place.
    pub(in crate::video) fn bytes<const N: usize>(&mut self, at: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(at)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// All bytes of a range of the file, if they are not too many.
    pub(in crate::video) fn read(&mut self, range: Range<u64>, max: u64) -> Option<Vec<u8>> {
        let length = range.end.checked_sub(range.start).filter(|length| *length <= max)?;
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        self.file.seek(SeekFrom::Start(range.start)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The number at a place.
    pub(in crate::video) fn number(&mut self, at: u64) -> Option<u32> {
        self.bytes(at).map(u32::from_be_bytes)
    }

    /// The version of a box that has one.
    pub(in crate::video) fn version(&mut self, at: u64) -> Option<u8> {
        self.bytes(at).map(|[version]: [u8; 1]| version)
    }

    /// Ticks a second, of `mvhd` and `mdhd`: after version and flags come two times, then it.
    pub(in crate::video) fn scale(&mut self, found: Range<u64>) -> Option<f64> {
        let times = if self.version(found.start)? == 1 { 16 } else { 8 };
        let scale = self.number(found.start + 4 + times)?;
        (scale > 0).then(|| f64::from(scale))
    }

    /// The four letters of what a track is, such as `soun` or `vide`.
    pub(in crate::video) fn handler(&mut self, mdia: Range<u64>) -> Option<[u8; 4]> {
        let handler = self.find(mdia, *b"hdlr")?;
        self.bytes(handler.start + 8)
    }

    /// What the edit list of a track says, if it has one.
    pub(in crate::video) fn edit(
        &mut self,
        track: Range<u64>,
        mdia: Range<u64>,
        movie_scale: f64,
    ) -> Option<Edit> {
        let mdhd = self.find(mdia, *b"mdhd")?;
        let scale = self.scale(mdhd)?;
        let elst = self.find_in(track, &[*b"edts", *b"elst"])?;
        let is_wide = self.version(elst.start)? == 1;
        let mut edit = Edit::default();
        for index in 0..u64::from(self.number(elst.start + 4)?.min(MAX_EDITS)) {
            let (length, from) = if is_wide {
                let at = elst.start + 8 + index * 20;
                (u64::from_be_bytes(self.bytes(at)?) as f64, i64::from_be_bytes(self.bytes(at + 8)?) as f64)
            } else {
                let at = elst.start + 8 + index * 12;
                (f64::from(self.number(at)?), f64::from(i32::from_be_bytes(self.bytes(at + 4)?)))
            };
            if from < 0.0 {
                edit.delay += length / movie_scale;
            } else {
                edit.skip = from / scale;
                edit.length = (length > 0.0).then_some(length / movie_scale);
                break;
            }
        }
        Some(edit)
    }
}
