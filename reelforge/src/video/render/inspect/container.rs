//! What an MP4 file says of itself.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

use re_mp4::{Mp4, StsdBoxContent, Track, TrackKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::Failure;

/// The largest table of contents that is read, in bytes: that of ten minutes has less than a megabyte.
const MAX_CONTENTS: u64 = 64 << 20;
/// How many boxes a file may have at its top.
const MAX_BOXES: usize = 10_000;
/// The most pictures that are looked at: ten minutes at 60 frames a second, and as many again.
const MAX_SAMPLES: usize = 72_000;

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
    /// Codec, as browsers name it.
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
    /// Codec, as browsers name it.
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
    /// By how many milliseconds the sound begins after the picture.
    pub(super) fn offset_ms(&self) -> Option<f64> {
        self.sound.as_ref().map(|sound| ((sound.begin - self.video.begin) * 1e6).round() / 1e3)
    }
}

/// Reads the table of contents of a file.
pub(super) fn read(file: &File) -> Result<(Container, Mp4), Failure> {
    let unsupported = |why: &str| {
        Failure::new(
            "unsupported_media",
            format!("the file is no MP4 that can be read: {why}"),
            "give a finished MP4",
        )
    };
    let top = top(file).ok_or_else(|| unsupported("it has no table of contents, or a damaged one"))?;
    let mut reader = BufReader::new(file);
    reader.seek(SeekFrom::Start(0)).map_err(|error| unsupported(&error.to_string()))?;
    // A file may say anything, and its reader believes some of it.
    let movie = catch_unwind(AssertUnwindSafe(|| Mp4::read(reader, top.bytes)));
    let movie =
        movie.map_err(|_| unsupported("it is damaged"))?.map_err(|error| unsupported(&error.to_string()))?;
    let find =
        |kind| movie.tracks().values().find(|track| track.kind == Some(kind) && !track.samples.is_empty());
    let video = find(TrackKind::Video).ok_or_else(|| unsupported("it has no pictures"))?;
    if video.samples.len() > MAX_SAMPLES {
        return Err(unsupported("it has more pictures than are looked at"));
    }
    let sound = find(TrackKind::Audio);
    let edited = |track: &Track| {
        let edits = track.trak(&movie).edts.as_ref().and_then(|edits| edits.elst.as_ref());
        edits.is_some_and(|list| !list.entries.is_empty())
    };
    let pictures = pictures(video, &movie);
    let sounds = sound.map(|track| sounds(track, &movie));
    let duration = seconds(video.duration, video.timescale);
    let container = Container {
        bytes: top.bytes,
        duration: sounds.as_ref().map_or(duration, |sound| duration.max(sound.duration)),
        fast_start: top.fast_start,
        edit_list: edited(video) || sound.is_some_and(edited),
        video: pictures,
        sound: sounds,
    };
    Ok((container, movie))
}

fn pictures(track: &Track, movie: &Mp4) -> PictureTrack {
    let frames = track.samples.len();
    let duration = seconds(track.duration, track.timescale);
    let first = track.samples.first().map_or(0, |sample| sample.duration);
    // The last frame may be cut short.
    let body = &track.samples[..frames.saturating_sub(1)];
    let keys: Vec<usize> = (0..frames).filter(|at| track.samples[*at].is_sync).chain([frames]).collect();
    PictureTrack {
        codec: track.codec_string(movie).unwrap_or_else(|| "unknown".to_owned()),
        width: track.width.into(),
        height: track.height.into(),
        fps: if duration > 0.0 { (frames as f64 / duration * 1000.0).round() / 1000.0 } else { 0.0 },
        constant_rate: body.iter().all(|sample| sample.duration == first),
        frames,
        longest_group: keys.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(frames),
        bitrate: bitrate(track, duration),
        begin: begin(track, movie),
    }
}

fn sounds(track: &Track, movie: &Mp4) -> SoundTrack {
    let duration = seconds(track.duration, track.timescale);
    let (rate, channels) = match &track.trak(movie).mdia.minf.stbl.stsd.contents {
        StsdBoxContent::Mp4a(aac) => (u32::from(aac.samplerate.value()), u32::from(aac.channelcount)),
        _ => (u32::try_from(track.timescale).unwrap_or_default(), 0),
    };
    SoundTrack {
        codec: codec_of_sound(track, movie).unwrap_or_else(|| "unknown".to_owned()),
        rate,
        channels,
        duration,
        bitrate: bitrate(track, duration),
        begin: begin(track, movie),
    }
}

fn bitrate(track: &Track, duration: f64) -> f64 {
    let bytes: u64 = track.samples.iter().map(|sample| sample.size).fold(0, u64::saturating_add);
    if duration > 0.0 { (bytes as f64 * 8.0 / duration).round() } else { 0.0 }
}

/// When the first sample is shown: its own time, and what an edit list makes of it.
fn begin(track: &Track, movie: &Mp4) -> f64 {
    let first = track.samples.iter().map(|sample| sample.composition_timestamp).min().unwrap_or_default();
    let own = first as f64 / track.timescale.max(1) as f64;
    let edits = track.trak(movie).edts.as_ref().and_then(|edits| edits.elst.as_ref());
    // An entry without media, whose time is -1 in its own width, is an empty stretch before the first sample.
    let is_empty = |time: u64| time == u64::from(u32::MAX) || time == u64::MAX;
    edits.map_or(own, |list| {
        list.entries.iter().fold(own, |begin, entry| {
            if is_empty(entry.media_time) {
                begin + seconds(entry.segment_duration, movie.moov.mvhd.timescale.into())
            } else {
                begin - seconds(entry.media_time, track.timescale)
            }
        })
    })
}

fn seconds(time: u64, scale: u64) -> f64 {
    time as f64 / scale.max(1) as f64
}

/// What stands at the top of a file.
struct Top {
    bytes: u64,
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
            b"moov" => contents = contents.or(Some(at)),
            b"mdat" => data = data.or(Some(at)),
            _ => {}
        }
        at = end;
    }
    let contents = contents?;
    Some(Top { bytes, fast_start: data.is_some_and(|data| contents < data) })
}

/// AAC by its profile (RFC 6381, §3.3), which the reader has no name for.
fn codec_of_sound(track: &Track, movie: &Mp4) -> Option<String> {
    match &track.trak(movie).mdia.minf.stbl.stsd.contents {
        StsdBoxContent::Mp4a(sound) => {
            let config = &sound.esds.as_ref()?.es_desc.dec_config;
            let profile = config.dec_specific.profile;
            Some(format!("mp4a.{:x}.{profile}", config.object_type_indication))
        }
        other => other.codec_string(),
    }
}
