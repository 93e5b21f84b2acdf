//! Sound files as streams of samples. What a file is, its content decides, never its name.

mod fallback;
mod format;
mod mp4;
mod opus;
mod packets;

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use fallback::{Fallback, Ffmpeg};

use self::format::Format;
use super::SoundError;
use super::speakers::Speaker;
use crate::video::files::Content;

/// The largest file of sound in bytes: two hours of uncompressed stereo in 24 bits have 2.1 GB.
pub(super) const MAX_BYTES: u64 = 4_294_967_296;
/// The longest sound in seconds.
pub(super) const MAX_SECONDS: u64 = 9_000;
/// Of what is longer than so many seconds, only what is wanted is decoded: longer than a video is.
const LONG_SECONDS: u64 = 900;
/// Seconds that are decoded before what is wanted, since packets build on those before them.
const RUN_UP_SECONDS: u64 = 1;
/// The lowest and the highest samples a second.
const RATES: std::ops::RangeInclusive<u32> = 8_000..=192_000;
/// The most channels.
const MAX_CHANNELS: usize = 8;
/// How long a file may be decoded.
const MAX_TIME: Duration = Duration::from_mins(5);
/// As much of a file as tells its format.
const HEAD_BYTES: u64 = 8 * 1024;

/// A stream of samples.
pub(super) trait Pcm {
    /// What they are.
    fn shape(&self) -> &Shape;

    /// Adds the next interleaved samples to `out`; `false` says that there are no more.
    fn next(&mut self, out: &mut Vec<f32>) -> Result<bool, SoundError>;

    /// Passes over frames without decoding them: over as many whole packets as do not go beyond `most` frames.
    fn pass(&mut self, most: u64, deadline: Instant) -> Result<Passed, SoundError>;
}

/// What was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passed {
    pub(super) frames: u64,
    /// Nothing comes after it.
    pub(super) is_all: bool,
}

/// What of a long file was decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// The length of the whole file, in its own samples.
    pub(super) frames: u64,
    /// The second of the file at which it begins.
    pub(super) from: u64,
}

/// What the samples of a stream are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub(super) codec: String,
    pub(super) rate: u32,
    /// One a channel.
    pub(super) speakers: Vec<Speaker>,
}

impl Shape {
    /// Refuses what no decoder can mean.
    fn checked(self) -> Result<Self, SoundError> {
        let Self { rate, speakers, .. } = &self;
        let (low, high) = (RATES.start(), RATES.end());
        if !RATES.contains(rate) {
            return Err(SoundError::Damaged(format!(
                "its rate is {rate} Hz; {low} to {high} Hz can be used"
            )));
        }
        if !(1..=MAX_CHANNELS).contains(&speakers.len()) {
            let text = format!("it has {} channels; 1 to {MAX_CHANNELS} can be used", speakers.len());
            return Err(SoundError::TooLarge(text));
        }
        Ok(self)
    }
}

/// Decodes a file: `start` is told what it is, then `take` its interleaved samples. Of one that is longer than
/// [`LONG_SECONDS`] only the `wanted` seconds are decoded; the rest is passed over, and the answer says so.
///
/// How long a file is, its packets tell before anything is decoded, whatever its header says: one that is too long is
/// refused at once.
///
/// A decoder that panics is caught here, and nowhere else: decoders read what strangers wrote, and a fault in one must
/// not end the process. Nothing that a decoder holds is used after that.
pub(super) fn decode<T>(
    file: Box<dyn Content>,
    fallback: Option<&dyn Fallback>,
    wanted: Option<Range<u64>>,
    start: impl FnOnce(&Shape) -> Result<T, SoundError>,
    mut take: impl FnMut(&mut T, &[f32]) -> Result<(), SoundError>,
) -> Result<(T, Option<Part>), SoundError> {
    let run = move || {
        let deadline = Instant::now() + MAX_TIME;
        let (mut stream, length) = open(file, fallback, deadline)?;
        let shape = stream.shape().clone().checked()?;
        let (rate, channels) = (u64::from(shape.rate), shape.speakers.len());
        let wanted = wanted.filter(|_| length.is_some_and(|length| length > LONG_SECONDS * rate));
        let part = wanted.as_ref().zip(length).map(|(wanted, frames)| Part { frames, from: wanted.start });
        let wanted = wanted.map_or(0..u64::MAX, |wanted| wanted.start * rate..wanted.end * rate);
        let mut taker = start(&shape)?;
        let mut at = stream.pass(wanted.start.saturating_sub(RUN_UP_SECONDS * rate), deadline)?.frames;
        let mut samples = Vec::new();
        while at < wanted.end && stream.next(&mut samples)? {
            let frames = (samples.len() / channels) as u64;
            let within = |place: u64| place.saturating_sub(at).min(frames) as usize * channels;
            take(&mut taker, &samples[within(wanted.start)..within(wanted.end)])?;
            samples.clear();
            at += frames;
            if at > MAX_SECONDS * rate {
                return Err(too_long());
            }
            in_time(deadline)?;
        }
        if at == 0 {
            return Err(SoundError::NoSound);
        }
        Ok((taker, part))
    };
    let caught = catch_unwind(AssertUnwindSafe(run));
    caught.unwrap_or_else(|_| Err(SoundError::Damaged("its decoder gave up".to_owned())))
}

fn too_long() -> SoundError {
    SoundError::TooLarge(format!("it is longer than {} minutes", MAX_SECONDS / 60))
}

fn in_time(deadline: Instant) -> Result<(), SoundError> {
    if Instant::now() <= deadline {
        return Ok(());
    }
    let text = format!("decoding it takes longer than {} minutes", MAX_TIME.as_secs() / 60);
    Err(SoundError::TooLarge(text))
}

/// Opens a file: by what the build brings, else by the fallback. With its length in its own samples, as its packets tell
/// it; what only the fallback decodes tells none.
fn open(
    mut file: Box<dyn Content>,
    fallback: Option<&dyn Fallback>,
    deadline: Instant,
) -> Result<(Box<dyn Pcm>, Option<u64>), SoundError> {
    let bytes = file.seek(SeekFrom::End(0)).map_err(SoundError::damaged)?;
    if bytes == 0 {
        return Err(SoundError::Empty);
    }
    if bytes > MAX_BYTES {
        return Err(SoundError::TooLarge(format!("it has more than {} MB", MAX_BYTES / 1_000_000)));
    }
    let mut head = Vec::new();
    file.rewind().map_err(SoundError::damaged)?;
    file.by_ref().take(HEAD_BYTES).read_to_end(&mut head).map_err(SoundError::damaged)?;
    file.rewind().map_err(SoundError::damaged)?;
    let format = Format::of(&head)?;
    let mut file = Shared { file: Arc::new(Mutex::new(file)), bytes };
    match (own(file.clone(), format), fallback) {
        (Err(SoundError::Codec(_)), Some(fallback)) => {
            file.rewind().map_err(SoundError::damaged)?;
            let stream = fallback.wav(&mut file).and_then(|stream| packets::stream(stream, fallback.name()));
            let stream = stream.map_err(|error| match error {
                // What it made of the file is its fault, not a codec that something else could decode.
                SoundError::Codec(_) => {
                    SoundError::Damaged(format!("{} made no sound of it", fallback.name()))
                }
                error => error,
            });
            Ok((stream?, None))
        }
        (stream, _) => {
            let mut stream = stream?;
            let most = MAX_SECONDS * u64::from(stream.shape().clone().checked()?.rate);
            let passed = stream.pass(most, deadline)?;
            if !passed.is_all {
                return Err(too_long());
            }
            file.rewind().map_err(SoundError::damaged)?;
            Ok((own(file, format)?, Some(passed.frames)))
        }
    }
}

fn own(mut file: Shared, format: Format) -> Result<Box<dyn Pcm>, SoundError> {
    match format {
        Format::Opus => opus::open(file),
        Format::Mp4 => {
            let bytes = file.bytes;
            let tracks = mp4::sound_tracks(&mut file, bytes);
            file.rewind().map_err(SoundError::damaged)?;
            packets::open(file, format, &tracks)
        }
        Format::Other(name) => Err(SoundError::Codec(name.to_owned())),
        _ => packets::open(file, format, &[]),
    }
}

/// An open file that can be read again by something else when one decoder gives it up.
#[derive(Clone)]
struct Shared {
    file: Arc<Mutex<Box<dyn Content>>>,
    bytes: u64,
}

impl Read for Shared {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).read(out)
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).seek(to)
    }
}
