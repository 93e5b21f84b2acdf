//! Where the frames of an MP4 or `QuickTime` file lie, when each is shown, and how.

use std::io::Read;
use std::ops::Range;

use image::metadata::Orientation;

use super::super::PictureError;
use super::{MAX_FRAMES, TOLERANCE, color::Nclx};
use crate::video::files::Content;
use crate::video::files::boxes::{Boxes, Edit};
use crate::video::files::lists::{self, Fault};

/// The largest description of a codec in bytes.
const MAX_CONFIG: u64 = 1 << 16;
/// The fields of a description of pictures, before the boxes in it.
const FIELDS: u64 = 86;

/// A track of pictures.
#[derive(Debug)]
pub(super) struct Table {
    /// The description of its codec, as `avcC` holds it.
    pub(super) config: Vec<u8>,
    /// Width of a pixel when it is one high, where the file says it.
    pub(super) aspect: Option<f64>,
    /// What its colours mean, where the file says it.
    pub(super) colors: Option<Nclx>,
    pub(super) orientation: Orientation,
    /// In the order in which they are decoded.
    pub(super) samples: Vec<Sample>,
    /// When all is over, in seconds.
    pub(super) end: f64,
}

/// A frame in a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    pub(super) offset: u64,
    pub(super) size: u32,
    /// When it is shown, in seconds; none for those that others only need.
    pub(super) time: Option<f64>,
    pub(super) is_key: bool,
}

/// The first track of H.264 pictures of a file. One of another codec or format is named.
pub(super) fn read(file: &mut dyn Content, bytes: u64) -> Result<Table, PictureError> {
    let head = Boxes::of(file).bytes::<8>(0).unwrap_or_default();
    if !matches!(&head[4..], b"ftyp" | b"moov" | b"mdat" | b"wide" | b"free" | b"skip") {
        return Err(PictureError::Codec(format_of(file)));
    }
    let mut boxes = Boxes::of(file);
    let Some(moov) = boxes.find(0..bytes, *b"moov") else {
        return Err(PictureError::Damaged(
            "its table of contents is missing, as in a file that is cut off".into(),
        ));
    };
    if boxes.find(moov.clone(), *b"mvex").is_some() {
        return Err(PictureError::Codec("a fragmented MP4".to_owned()));
    }
    let scale = boxes.find(moov.clone(), *b"mvhd").and_then(|found| boxes.scale(found)).unwrap_or(1.0);
    let tracks: Vec<_> =
        boxes.all(moov).into_iter().filter(|(name, _)| name == b"trak").map(|(_, range)| range).collect();
    for track in tracks {
        let Some(mdia) = boxes.find(track.clone(), *b"mdia") else { continue };
        if boxes.handler(mdia.clone()) == Some(*b"vide") {
            return Reader { boxes, bytes }.track(track, mdia, scale);
        }
    }
    Err(PictureError::Damaged("there are no moving pictures in it".to_owned()))
}

/// What a file is called that is none of these.
fn format_of(file: &mut dyn Content) -> String {
    let mut head = Vec::new();
    // What cannot be read has no name.
    let _ = file.rewind().and_then(|()| file.take(512).read_to_end(&mut head));
    match infer::get(&head).map_or("this format", |kind| kind.extension()) {
        "webm" => "WebM".to_owned(),
        "mkv" => "Matroska".to_owned(),
        other => other.to_owned(),
    }
}

struct Reader<'a> {
    boxes: Boxes<'a>,
    bytes: u64,
}

impl Reader<'_> {
    fn track(mut self, track: Range<u64>, mdia: Range<u64>, scale: f64) -> Result<Table, PictureError> {
        let missing = |what: &str| PictureError::Damaged(format!("its table of contents has no {what}"));
        let stbl =
            self.boxes.find_in(mdia.clone(), &[*b"minf", *b"stbl"]).ok_or_else(|| missing("samples"))?;
        let stsd = self.boxes.find(stbl.clone(), *b"stsd").ok_or_else(|| missing("codec"))?;
        let entry = stsd.start + 8;
        let codec = self.boxes.bytes::<4>(entry + 4).ok_or_else(|| missing("codec"))?;
        if !matches!(&codec, b"avc1" | b"avc3") {
            return Err(PictureError::Codec(name_of(codec)));
        }
        let within = self.boxes.all(entry + FIELDS..stsd.end);
        let find =
            |name: [u8; 4]| within.iter().find(|(found, _)| *found == name).map(|(_, range)| range.clone());
        let config = find(*b"avcC").and_then(|range| self.boxes.read(range, MAX_CONFIG));
        let config = config.ok_or_else(|| missing("parameters of its codec"))?;
        let aspect = find(*b"pasp").and_then(|range| self.aspect(range.start));
        let colors = find(*b"colr").and_then(|range| self.colors(range));
        let mdhd = self.boxes.find(mdia.clone(), *b"mdhd").and_then(|found| self.boxes.scale(found));
        let ticks = mdhd.ok_or_else(|| missing("clock"))?;
        let edit = self.boxes.edit(track.clone(), mdia, scale);
        let orientation = self.orientation(track).unwrap_or(Orientation::NoTransforms);
        let all = lists::samples(&mut self.boxes, &stbl, self.bytes, MAX_FRAMES).map_err(fault)?;
        let (samples, end) = timed(&all, ticks, edit)?;
        Ok(Table { config, aspect, colors, orientation, samples, end })
    }

    fn aspect(&mut self, at: u64) -> Option<f64> {
        let [wide, high] = [self.boxes.number(at)?, self.boxes.number(at + 4)?].map(f64::from);
        let aspect = wide / high;
        (0.1..=10.0).contains(&aspect).then_some(aspect)
    }

    fn colors(&mut self, range: Range<u64>) -> Option<Nclx> {
        let [kind @ .., _, _, _, _, _, matrix] = self.boxes.bytes::<10>(range.start)?;
        let full = match &kind {
            b"nclx" => self.boxes.bytes::<1>(range.start + 10)?[0] & 0x80 != 0,
            b"nclc" => false,
            _ => return None,
        };
        Some(Nclx { matrix, full: Some(full) })
    }

    /// How a player turns the pictures. Nothing but quarter turns and mirrors is looked at.
    fn orientation(&mut self, track: Range<u64>) -> Option<Orientation> {
        let tkhd = self.boxes.find(track, *b"tkhd")?;
        let at = tkhd.start + if self.boxes.version(tkhd.start)? == 1 { 52 } else { 40 };
        let mut sign = |place: u64| Some(self.boxes.number(at + place * 4)?.cast_signed().signum());
        Some(match [sign(0)?, sign(1)?, sign(3)?, sign(4)?] {
            [0, 1, -1, 0] => Orientation::Rotate90,
            [-1, 0, 0, -1] => Orientation::Rotate180,
            [0, -1, 1, 0] => Orientation::Rotate270,
            [-1, 0, 0, 1] => Orientation::FlipHorizontal,
            [1, 0, 0, -1] => Orientation::FlipVertical,
            _ => Orientation::NoTransforms,
        })
    }
}

/// What a codec is called.
fn name_of(codec: [u8; 4]) -> String {
    let name = match &codec {
        b"hvc1" | b"hev1" | b"dvh1" | b"dvhe" => "HEVC",
        b"vp08" => "VP8",
        b"vp09" => "VP9",
        b"av01" => "AV1",
        b"apcn" | b"apch" | b"apcs" | b"apco" | b"ap4h" | b"ap4x" => "ProRes",
        b"mp4v" => "MPEG-4 Visual",
        b"jpeg" | b"mjpa" | b"mjpb" => "Motion JPEG",
        _ => return String::from_utf8_lossy(&codec).trim().to_owned(),
    };
    name.to_owned()
}

/// Says of each sample when it is shown, in seconds; answers them and when the last one is over.
fn timed(all: &[lists::Sample], ticks: f64, edit: Option<Edit>) -> Result<(Vec<Sample>, f64), PictureError> {
    let mut samples: Vec<Sample> = all
        .iter()
        .map(|sample| Sample { offset: sample.offset, size: sample.size, time: None, is_key: sample.is_key })
        .collect();
    // When each one is shown, and for how long it would be.
    let mut shown: Vec<(f64, usize, f64)> = all
        .iter()
        .enumerate()
        .map(|(index, sample)| (sample.shown as f64 / ticks, index, f64::from(sample.duration) / ticks))
        .collect();
    shown.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (Some(first), Some(last)) = (shown.first(), shown.last()) else { return Ok((samples, 0.0)) };
    // Some programs write that the last one takes no time.
    let before = shown.len().checked_sub(2).map_or(last.0 - 0.04, |before| shown[before].0);
    let lasts = if last.2 > TOLERANCE { last.2 } else { (last.0 - before).max(2.0 * TOLERANCE) };
    let over = last.0 + lasts;
    let edit = edit.unwrap_or(Edit { delay: 0.0, skip: first.0, length: None });
    let (begin, mut end) = (edit.skip, over);
    if let Some(length) = edit.length {
        end = end.min(begin + length);
    }
    if end <= begin || over <= begin {
        return Err(PictureError::Damaged("its edit list leaves nothing of it".to_owned()));
    }
    for place in 0..shown.len() {
        let (time, index, _) = shown[place];
        let next = shown.get(place + 1).map_or(f64::INFINITY, |(time, ..)| *time);
        // The one that is shown when the part begins belongs to it.
        if next > begin + TOLERANCE && time < end - TOLERANCE {
            samples[index].time = Some(edit.delay + (time - begin).max(0.0));
        }
    }
    Ok((samples, edit.delay + end - begin))
}

fn fault(fault: Fault) -> PictureError {
    PictureError::Damaged(match fault {
        Fault::TooMany(count) => {
            let text = format!("it has {count} frames; a clip may have {MAX_FRAMES}");
            return PictureError::TooLarge(text);
        }
        Fault::Missing(what) => format!("its table of contents has no {what}"),
        Fault::Misfit => "the lists of its table of contents do not fit together".to_owned(),
        Fault::Empty => "there are no moving pictures in it".to_owned(),
        Fault::CutOff(whole) => format!("it is cut off: from its frame {} on all is missing", whole + 1),
        Fault::Larger => "its frames are larger in all than the file".to_owned(),
    })
}
