//! The sound tracks of an MP4 file: their codecs and their edit lists, which say how much of a track is skipped before
//! it is heard, and when it begins. Encoders need a run-up; when what an edit list hides of it is heard, the sound is late.

use std::ops::Range;

use crate::video::files::Content;
use crate::video::files::boxes::{Boxes, Edit};

/// A track of sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SoundTrack {
    pub(super) id: u32,
    /// The four letters of its codec.
    pub(super) codec: [u8; 4],
    pub(super) edit: Edit,
}

/// The tracks of sound, as far as they can be read. One without an edit list is heard from its beginning.
pub(super) fn sound_tracks(file: &mut dyn Content, bytes: u64) -> Vec<SoundTrack> {
    let mut boxes = Boxes::of(file);
    let Some(moov) = boxes.find(0..bytes, *b"moov") else { return Vec::new() };
    let movie_scale = boxes.find(moov.clone(), *b"mvhd").and_then(|found| boxes.scale(found));
    let tracks: Vec<Range<u64>> =
        boxes.all(moov).into_iter().filter(|(name, _)| name == b"trak").map(|(_, range)| range).collect();
    tracks.into_iter().filter_map(|track| sound_track(&mut boxes, track, movie_scale)).collect()
}

/// A track, when it is one of sound.
fn sound_track(boxes: &mut Boxes<'_>, track: Range<u64>, movie_scale: Option<f64>) -> Option<SoundTrack> {
    let tkhd = boxes.find(track.clone(), *b"tkhd")?;
    let times = if boxes.version(tkhd.start)? == 1 { 16 } else { 8 };
    let id = boxes.number(tkhd.start + 4 + times)?;
    let mdia = boxes.find(track.clone(), *b"mdia")?;
    if boxes.handler(mdia.clone())? != *b"soun" {
        return None;
    }
    let stsd = boxes.find_in(mdia.clone(), &[*b"minf", *b"stbl", *b"stsd"])?;
    // Version, flags, count and the first entry's size come before its name.
    let codec = boxes.bytes(stsd.start + 12)?;
    let edit = movie_scale.and_then(|scale| boxes.edit(track, mdia, scale)).unwrap_or_default();
    Some(SoundTrack { id, codec, edit })
}
