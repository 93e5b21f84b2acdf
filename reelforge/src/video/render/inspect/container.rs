//! What an MP4 file says of itself.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Failure;
use crate::video::files::boxes::{Boxes, Edit};
use crate::video::files::lists::{self, Fault, Sample};

/// The largest table of contents that is read, in bytes: that of ten minutes has less than a megabyte.
const MAX_CONTENTS: u64 = 64 << 20;
/// How many boxes a file may have at its top.
const MAX_BOXES: usize = 10_000;
/// Tracks that are looked at.
const MAX_TRACKS: usize = 16;
/// The most pictures that are looked at: ten minutes at 60 frames a second, and as many again.
const MAX_PICTURES: usize = 72_000;
/// The most pieces of sound: twenty minutes in pieces of the shortest that codecs have, 2.5 ms.
const MAX_SOUNDS: usize = 480_000;
/// The largest description of a codec in bytes.
const MAX_CONFIG: u64 = 1 << 16;
/// Where the boxes begin that are in a description of pictures, and of sound, counted from its own beginning.
const IN_PICTURES: u64 = 86;
const IN_SOUND: u64 = 36;

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Container {
    /// Size in bytes.
    pub bytes: u64,
    /// Length in seconds.
    pub duration: f64,
    /// Whether the table of contents stands before the contents, so that players can start at once.
    pub fast_start: bool,
    /// Whether there is an edit list, which platforms ask to leave out.
    pub edit_list: bool,
    /// Its pictures.
    pub video: PictureTrack,
    /// Its sound; absent without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<SoundTrack>,
}

/// The pictures of a file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PictureTrack {
    /// Codec, as browsers name it; of another one than H.264 only the beginning of that, such as `hvc1`.
    pub codec: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: f64,
    /// Whether all frames are shown for the same time.
    pub constant_rate: bool,
    /// How many frames there are.
    pub frames: usize,
    /// Every so many frames, at most, decoding can begin.
    pub longest_group: usize,
    /// Bits a second.
    pub bitrate: f64,
    /// Seconds to the first frame.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) begin: f64,
}

/// The sound of a file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SoundTrack {
    /// Codec, as browsers name it; of another one than AAC only the beginning of that, such as `Opus`.
    pub codec: String,
    /// Samples a second.
    pub rate: u32,
    /// Channels.
    pub channels: u32,
    /// Length in seconds.
    pub duration: f64,
    /// Bits a second.
    pub bitrate: f64,
    /// Seconds to the first sample.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) begin: f64,
}

impl Container {
    /// What a file says of itself.
    pub(in crate::video::render) fn of(file: &File) -> Result<Self, Failure> {
        read(file).map(|(container, _)| container)
    }

    /// By how many milliseconds the sound begins after the picture.
    pub(super) fn offset_ms(&self) -> Option<f64> {
        self.sound.as_ref().map(|sound| ((sound.begin - self.video.begin) * 1e6).round() / 1e3)
    }
}

/// The pictures of a file, as its lists have them.
pub(super) struct Pictures {
    /// In the order in which they are decoded.
    pub(super) samples: Vec<Sample>,
    /// What `avcC` holds; none of another codec than H.264.
    pub(super) config: Option<Vec<u8>>,
}

/// Reads the table of contents of a file.
pub(super) fn read(file: &File) -> Result<(Container, Pictures), Failure> {
    let unsupported = |why: &str| {
        Failure::new(
            "unsupported_media",
            format!("the file is no MP4 that can be read: {why}"),
            "give a finished MP4",
        )
    };
    let top = top(file).ok_or_else(|| unsupported("it has no table of contents, or a damaged one"))?;
    let mut file = file;
    let mut boxes = Boxes::of(&mut file);
    if boxes.find(top.contents.clone(), *b"mvex").is_some() {
        return Err(unsupported("it is fragmented, as recordings and streams are"));
    }
    let mut tracks = Vec::new();
    for (name, range) in boxes.all(top.contents.clone()) {
        if name == *b"trak" && tracks.len() < MAX_TRACKS {
            tracks.extend(Track::read(&mut boxes, &range, &top).map_err(unsupported)?);
        }
    }
    let mut find = |kind| tracks.iter().position(|track| track.kind == kind).map(|at| tracks.swap_remove(at));
    let video = find(Kind::Pictures).ok_or_else(|| unsupported("it has no pictures"))?;
    let sound = find(Kind::Sound);
    let sounds = sound.as_ref().map(|track| sounds(track, &mut boxes));
    let config = boxes.find(video.within(IN_PICTURES), *b"avcC");
    let config = config.filter(|_| matches!(&video.codec, b"avc1" | b"avc3"));
    let config = config.and_then(|range| boxes.read(range, MAX_CONFIG));
    let pictures = pictures(&video, config.as_deref());
    let container = Container {
        bytes: top.bytes,
        duration: sounds.as_ref().map_or(video.duration, |sound| video.duration.max(sound.duration)),
        fast_start: top.fast_start,
        edit_list: video.edit.is_some() || sound.is_some_and(|sound| sound.edit.is_some()),
        video: pictures,
        sound: sounds,
    };
    Ok((container, Pictures { samples: video.samples, config }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pictures,
    Sound,
}

/// A track that has samples.
struct Track {
    kind: Kind,
    codec: [u8; 4],
    /// Where its codec is described.
    entry: Range<u64>,
    /// Width and height in pixels, as it is shown.
    size: [u32; 2],
    /// Ticks a second.
    scale: f64,
    /// In seconds.
    duration: f64,
    edit: Option<Edit>,
    samples: Vec<Sample>,
}

impl Track {
    /// Of the box of a track; none of one that is neither pictures nor sound, or is empty.
    fn read(boxes: &mut Boxes<'_>, track: &Range<u64>, top: &Top) -> Result<Option<Self>, &'static str> {
        let Some(mdia) = boxes.find(track.clone(), *b"mdia") else { return Ok(None) };
        let (kind, max) = match boxes.handler(mdia.clone()).as_ref() {
            Some(b"vide") => (Kind::Pictures, MAX_PICTURES),
            Some(b"soun") => (Kind::Sound, MAX_SOUNDS),
            _ => return Ok(None),
        };
        let damaged = "its table of contents is damaged";
        let stbl = boxes.find_in(mdia.clone(), &[*b"minf", *b"stbl"]).ok_or(damaged)?;
        let samples = match lists::samples(boxes, &stbl, top.bytes, max) {
            Ok(samples) => samples,
            Err(Fault::Empty) => return Ok(None),
            Err(Fault::TooMany(_)) => return Err("it has more pictures or sound than are looked at"),
            Err(Fault::CutOff(_)) => return Err("it is cut off"),
            Err(Fault::Missing(_) | Fault::Misfit | Fault::Larger) => return Err(damaged),
        };
        let described = || {
            let mdhd = boxes.find(mdia.clone(), *b"mdhd")?;
            let tkhd = boxes.find(track.clone(), *b"tkhd")?;
            let stsd = boxes.find(stbl, *b"stsd")?;
            let scale = boxes.scale(mdhd.clone())?;
            let duration = if boxes.version(mdhd.start)? == 1 {
                u64::from_be_bytes(boxes.bytes(mdhd.start + 24)?)
            } else {
                boxes.number(mdhd.start + 16)?.into()
            };
            let sides = tkhd.start + if boxes.version(tkhd.start)? == 1 { 88 } else { 76 };
            let movie = boxes.find(top.contents.clone(), *b"mvhd").and_then(|mvhd| boxes.scale(mvhd));
            Some(Self {
                kind,
                codec: boxes.bytes(stsd.start + 12)?,
                entry: stsd.start + 8..stsd.end,
                size: [boxes.number(sides)? >> 16, boxes.number(sides + 4)? >> 16],
                scale,
                duration: duration as f64 / scale,
                edit: boxes.edit(track.clone(), mdia.clone(), movie.unwrap_or(1.0)),
                samples: Vec::new(),
            })
        };
        let track = described().ok_or(damaged)?;
        Ok(Some(Self { samples, ..track }))
    }

    /// The boxes in the description of its codec, which begin after some bytes.
    fn within(&self, fields: u64) -> Range<u64> {
        self.entry.start + fields..self.entry.end
    }

    fn bitrate(&self) -> f64 {
        let bytes: u64 = self.samples.iter().map(|sample| u64::from(sample.size)).sum();
        if self.duration > 0.0 { (bytes as f64 * 8.0 / self.duration).round() } else { 0.0 }
    }

    /// When the first sample is shown: its own time, and what an edit list makes of it.
    fn begin(&self) -> f64 {
        let first = self.samples.iter().map(|sample| sample.shown).min().unwrap_or_default();
        let own = first as f64 / self.scale;
        self.edit.map_or(own, |edit| own + edit.delay - edit.skip)
    }

    fn codec(&self) -> String {
        String::from_utf8_lossy(&self.codec).trim().to_owned()
    }
}

fn pictures(track: &Track, config: Option<&[u8]>) -> PictureTrack {
    let samples = &track.samples;
    let frames = samples.len();
    let first = samples.first().map_or(0, |sample| sample.duration);
    // The last frame may be cut short.
    let body = &samples[..frames.saturating_sub(1)];
    let keys: Vec<usize> = (0..frames).filter(|at| samples[*at].is_key).chain([frames]).collect();
    let fps = if track.duration > 0.0 { frames as f64 / track.duration } else { 0.0 };
    let codec = match config {
        Some([_, profile, constraints, level, ..]) => {
            format!("{}.{profile:02X}{constraints:02X}{level:02X}", track.codec())
        }
        _ => track.codec(),
    };
    PictureTrack {
        codec,
        width: track.size[0],
        height: track.size[1],
        fps: (fps * 1000.0).round() / 1000.0,
        constant_rate: body.iter().all(|sample| sample.duration == first),
        frames,
        longest_group: keys.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(frames),
        bitrate: track.bitrate(),
        begin: track.begin(),
    }
}

fn sounds(track: &Track, boxes: &mut Boxes<'_>) -> SoundTrack {
    let mut field = |at: u64| boxes.bytes::<2>(track.entry.start + at).map(u16::from_be_bytes);
    let (channels, rate) = (field(24).unwrap_or_default(), field(32).unwrap_or_default());
    let profile = boxes.find(track.within(IN_SOUND), *b"esds").and_then(|range| {
        let descriptors = boxes.read(range, MAX_CONFIG)?;
        profile(descriptors.get(4..)?)
    });
    let codec = track.codec();
    SoundTrack {
        codec: match profile {
            Some((kind, profile)) => format!("{codec}.{kind:x}.{profile}"),
            None => codec,
        },
        // Rates above 65 kHz do not fit into the field; the clock of the track is that of its samples.
        rate: if rate > 0 { rate.into() } else { track.scale as u32 },
        channels: channels.into(),
        duration: track.duration,
        bitrate: track.bitrate(),
        begin: track.begin(),
    }
}

/// The kind of an MPEG-4 stream and, of AAC, its profile (RFC 6381, §3.3), by the descriptors in each other that say it.
fn profile(mut bytes: &[u8]) -> Option<(u8, u8)> {
    let mut kind = None;
    for wanted in [3, 4, 5] {
        let (tag, mut rest) = bytes.split_first()?;
        // The length takes as many bytes as have their first bit set, and one more.
        let length = rest.iter().take(4).position(|byte| byte & 0x80 == 0)?;
        rest = rest.get(length + 1..)?;
        bytes = match (*tag, wanted) {
            (3, 3) => rest.get(3..)?,
            (4, 4) => {
                kind = rest.first().copied();
                rest.get(13..)?
            }
            (5, 5) => rest,
            _ => return None,
        };
    }
    let [first, second, ..] = bytes else { return None };
    // Five bits; all of them set say that six more follow.
    let profile = match first >> 3 {
        31 => 32 + ((first & 7) << 3 | second >> 5),
        short => short,
    };
    Some((kind?, profile))
}

/// What stands at the top of a file.
struct Top {
    bytes: u64,
    /// Where the table of contents is.
    contents: Range<u64>,
    fast_start: bool,
}

/// Reads the heads of the boxes at the top of a file; none if they do not fit into it, or say that there is no table of
/// contents.
fn top(mut file: &File) -> Option<Top> {
    let bytes = file.seek(SeekFrom::End(0)).ok()?;
    let (mut at, mut contents, mut data) = (0, None, None);
    for _ in 0..MAX_BOXES {
        if at == bytes {
            break;
        }
        let mut head = [0; 16];
        file.seek(SeekFrom::Start(at)).ok()?;
        file.read_exact(&mut head[..8]).ok()?;
        let short = u64::from(u32::from_be_bytes(head[..4].try_into().ok()?));
        let size = match short {
            0 => bytes - at,
            1 => {
                file.read_exact(&mut head[8..]).ok()?;
                u64::from_be_bytes(head[8..].try_into().ok()?)
            }
            size => size,
        };
        let end = at.checked_add(size).filter(|end| *end <= bytes && size >= 8)?;
        match &head[4..8] {
            b"moov" if size > MAX_CONTENTS => return None,
            b"moov" => contents = contents.or(Some(at + if short == 1 { 16 } else { 8 }..end)),
            b"mdat" => data = data.or(Some(at)),
            _ => {}
        }
        at = end;
    }
    let contents = contents?;
    Some(Top { bytes, fast_start: data.is_some_and(|data| contents.start < data), contents })
}
