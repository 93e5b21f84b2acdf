//! The sound tracks of an MP4 file: their codecs and their edit lists, which say how much of a track is skipped before
//! it is heard, and when it begins. Encoders need a run-up; when what an edit list hides of it is heard, the sound is late.

use std::io::SeekFrom;
use std::ops::Range;

use crate::video::files::Content;

/// Boxes that are looked at on one level; a file has some twenty.
const MAX_BOXES: usize = 1000;
/// Edits of a track that are looked at.
const MAX_EDITS: u32 = 16;

/// A track of sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SoundTrack {
    pub(super) id: u32,
    /// The four letters of its codec.
    pub(super) codec: [u8; 4],
    pub(super) edit: Edit,
}

/// What is heard of a track.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Edit {
    /// Seconds of silence before it.
    pub(super) delay: f64,
    /// Seconds of the track that are skipped.
    pub(super) skip: f64,
    /// Seconds of it that are heard; none for all that is left.
    pub(super) length: Option<f64>,
}

/// The tracks of sound, as far as they can be read. One without an edit list is heard from its beginning.
pub(super) fn sound_tracks(file: &mut dyn Content, bytes: u64) -> Vec<SoundTrack> {
    let mut reader = Reader { file };
    let Some(moov) = reader.find(0..bytes, *b"moov") else { return Vec::new() };
    let movie_scale = reader.find(moov.clone(), *b"mvhd").and_then(|found| reader.scale(found));
    let tracks: Vec<Range<u64>> =
        reader.boxes(moov).into_iter().filter(|(name, _)| name == b"trak").map(|(_, range)| range).collect();
    tracks.into_iter().filter_map(|track| reader.track(track, movie_scale)).collect()
}

struct Reader<'a> {
    file: &'a mut dyn Content,
}

impl Reader<'_> {
    /// The boxes that stand in a range of the file: their names and what is in them.
    fn boxes(&mut self, within: Range<u64>) -> Vec<([u8; 4], Range<u64>)> {
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

    fn find(&mut self, within: Range<u64>, wanted: [u8; 4]) -> Option<Range<u64>> {
        self.boxes(within).into_iter().find(|(name, _)| *name == wanted).map(|(_, range)| range)
    }

    fn bytes<const N: usize>(&mut self, at: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(at)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    fn number(&mut self, at: u64) -> Option<u32> {
        self.bytes(at).map(u32::from_be_bytes)
    }

    fn version(&mut self, at: u64) -> Option<u8> {
        self.bytes(at).map(|[version]: [u8; 1]| version)
    }

    /// Ticks a second, of `mvhd` and `mdhd`: after version and flags come two times, then it.
    fn scale(&mut self, found: Range<u64>) -> Option<f64> {
        let times = if self.version(found.start)? == 1 { 16 } else { 8 };
        let scale = self.number(found.start + 4 + times)?;
        (scale > 0).then(|| f64::from(scale))
    }

    /// A track, when it is one of sound.
    fn track(&mut self, track: Range<u64>, movie_scale: Option<f64>) -> Option<SoundTrack> {
        let tkhd = self.find(track.clone(), *b"tkhd")?;
        let times = if self.version(tkhd.start)? == 1 { 16 } else { 8 };
        let id = self.number(tkhd.start + 4 + times)?;
        let mdia = self.find(track.clone(), *b"mdia")?;
        let handler = self.find(mdia.clone(), *b"hdlr")?;
        if self.bytes(handler.start + 8)? != *b"soun" {
            return None;
        }
        let minf = self.find(mdia.clone(), *b"minf")?;
        let stbl = self.find(minf, *b"stbl")?;
        let stsd = self.find(stbl, *b"stsd")?;
        // Version, flags, count and the first entry's size come before its name.
        let codec = self.bytes(stsd.start + 12)?;
        let edit = movie_scale.and_then(|scale| self.edit(track, mdia, scale)).unwrap_or_default();
        Some(SoundTrack { id, codec, edit })
    }

    fn edit(&mut self, track: Range<u64>, mdia: Range<u64>, movie_scale: f64) -> Option<Edit> {
        let mdhd = self.find(mdia, *b"mdhd")?;
        let scale = self.scale(mdhd)?;
        let edts = self.find(track, *b"edts")?;
        let elst = self.find(edts, *b"elst")?;
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
