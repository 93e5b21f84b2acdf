//! What `FFmpeg` makes of frames, where the machine has it.

use std::ffi::OsString;
use std::io::{self, BufWriter, Seek, Write};
use std::ops::Range;
use std::sync::Arc;

use super::group::Maker;
use super::sound::{Sound, Units};
use super::{Facts, MovieError, Settings, pipe};
use crate::video::encode::ffmpeg::Ffmpeg;
use crate::video::encode::h264::{self, ParameterSets, Stream, Unit};
use crate::video::encode::{EncodeError, SAMPLE_RATE, mp4};
use crate::video::layout::Plan;
use crate::video::pictures::Pictures;

/// The encoder of H.264.
pub(super) const X264: &str = "libx264";
/// Those of `WebM`.
const VP9: &str = "libvpx-vp9";
const OPUS: &str = "libopus";
/// Threads of the encoder: another number would give other bytes.
const THREADS: u32 = 4;
/// Samples that are written at once.
const BLOCK: usize = 1024;

/// What the raw pictures are.
fn pictures(maker: &Maker<'_>) -> Vec<String> {
    let h264::Settings { width, height, fps, .. } = maker.coding;
    let size = format!("{width}x{height}");
    let fps = fps.to_string();
    let pipe = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", &size, "-r", &fps];
    pipe.iter().chain(&COLORS).chain(&["-i", "pipe:0"]).map(|word| (*word).to_owned()).collect()
}

/// BT.709, limited range.
const COLORS: [&str; 8] =
    ["-color_range", "tv", "-colorspace", "bt709", "-color_trc", "bt709", "-color_primaries", "bt709"];

/// Has x264 encode the pictures, and writes them with the sound as MP4.
pub(super) fn with_x264<W: Write + Seek>(
    maker: &Maker<'_>,
    ffmpeg: &Ffmpeg,
    units: &mut Option<Units<'_, '_>>,
    target: W,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<(u64, [u8; 3]), MovieError> {
    let group = Settings::group(maker.plan).to_string();
    let threads = THREADS.to_string();
    let quality =
        ["-preset", "veryfast", "-crf", "18", "-profile:v", "high", "-bf", "0", "-threads", &threads];
    // Groups of one length that need nothing of each other, with a delimiter before each picture.
    let groups =
        ["-g", &group, "-keyint_min", &group, "-sc_threshold", "0", "-x264-params", "aud=1:open-gop=0"];
    let output = ["-f", "h264", "pipe:1"];
    let words = pictures(maker).into_iter();
    let words = words.chain(
        ["-c:v", X264]
            .iter()
            .chain(&quality)
            .chain(&groups)
            .chain(&COLORS)
            .chain(&output)
            .map(|word| (*word).to_owned()),
    );
    let arguments: Vec<OsString> = words.map(OsString::from).collect();
    let mut stream = Stream::default();
    let mut file = File { maker, units, target: Some(target), writer: None };
    pipe::feed(maker, ffmpeg, &arguments, progress, cancelled, |bytes| {
        stream.feed(&bytes, |picture| file.picture(picture))
    })?;
    stream.finish(|picture| file.picture(picture))?;
    file.finish()
}

/// The file, which can be begun when the first picture says how it is encoded.
struct File<'f, 's, 'a, W: Write + Seek> {
    maker: &'f Maker<'f>,
    units: &'f mut Option<Units<'s, 'a>>,
    /// None once the file is begun.
    target: Option<W>,
    writer: Option<(mp4::Writer<W>, [u8; 3])>,
}

impl<W: Write + Seek> File<'_, '_, '_, W> {
    fn picture(&mut self, picture: &[u8]) -> Result<(), MovieError> {
        if let Some(target) = self.target.take() {
            let sets = Arc::new(ParameterSets::before(picture)?);
            let level = sets.profile_and_level();
            let audio = self.units.as_ref().map(Units::track);
            let frames = self.maker.frames.end - self.maker.frames.start;
            let keys = (0..frames).step_by(Settings::group(self.maker.plan) as usize).collect();
            self.writer = Some((mp4::Writer::begin(target, self.maker.video(sets, keys)?, audio)?, level));
        }
        let Some((writer, _)) = &mut self.writer else { return Err(nothing()) };
        super::put(writer, self.units, &Unit::of(picture))
    }

    fn finish(self) -> Result<(u64, [u8; 3]), MovieError> {
        let Some((writer, level)) = self.writer else { return Err(nothing()) };
        Ok((writer.finish()?.0, level))
    }
}

fn nothing() -> MovieError {
    EncodeError::refused("H.264", "there are no pictures").into()
}

/// Writes a `WebM` file with VP9 and Opus, which needs `FFmpeg`. See [`write`](super::write) for the rest.
pub fn write_webm<W: Write>(
    plan: &Plan,
    shown: &Arc<Pictures>,
    sound: Option<&mut Sound<'_>>,
    settings: &Settings,
    mut target: W,
    progress: &dyn Fn(u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Facts, MovieError> {
    let needed = |ffmpeg: &&Ffmpeg| ffmpeg.can(VP9) && (sound.is_none() || ffmpeg.can(OPUS));
    let ffmpeg = settings.ffmpeg.as_ref().filter(needed).ok_or(MovieError::NoWebm)?;
    let maker = Maker::new(plan, shown, settings)?;
    // Both lie beside each other where temporary files go; the program needs a name for each.
    let samples = sound.map(|sound| raw(sound, &maker.frames, plan.fps, cancelled)).transpose()?;
    let video = tempfile::Builder::new().suffix(".webm").tempfile()?;
    let mut arguments: Vec<OsString> = pictures(&maker).into_iter().map(OsString::from).collect();
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
    let rate = SAMPLE_RATE.to_string();
    if let Some(samples) = &samples {
        add(&["-f", "s16le", "-ar", &rate, "-ac", "2", "-i"]);
        arguments.push(samples.path().into());
    }
    let quantiser = maker.coding.quantiser.saturating_add(4).to_string();
    let group = Settings::group(plan).to_string();
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
    add(&[
        "-c:v",
        VP9,
        "-b:v",
        "0",
        "-crf",
        &quantiser,
        "-deadline",
        "good",
        "-cpu-used",
        "4",
        "-row-mt",
        "1",
    ]);
    add(&["-g", &group]);
    add(&COLORS);
    if samples.is_some() {
        add(&["-c:a", OPUS, "-b:a", "160k"]);
    }
    add(&["-f", "webm"]);
    arguments.push(video.path().into());
    pipe::feed(&maker, ffmpeg, &arguments, progress, cancelled, |_| Ok(()))?;
    let bytes = io::copy(&mut video.reopen()?, &mut target)?;
    let codecs = if samples.is_some() { "vp9, opus" } else { "vp9" };
    Ok(maker.facts(codecs.to_owned(), bytes))
}

/// The sound as a file of samples, 16 bits each.
fn raw(
    sound: &mut Sound<'_>,
    frames: &Range<u32>,
    fps: u32,
    cancelled: &dyn Fn() -> bool,
) -> Result<tempfile::NamedTempFile, MovieError> {
    let samples = super::sound::samples(frames, fps);
    let mut file = BufWriter::new(tempfile::NamedTempFile::new()?);
    let [mut left, mut right] = [[0.0; BLOCK]; 2];
    let mut at = samples.start;
    while at < samples.end {
        if cancelled() {
            return Err(MovieError::Cancelled);
        }
        let count = usize::try_from(samples.end - at).unwrap_or(BLOCK).min(BLOCK);
        let (left, right) = (&mut left[..count], &mut right[..count]);
        sound(at, left, right).map_err(MovieError::Sound)?;
        for sample in left.iter().zip(right.iter()).flat_map(|(left, right)| [*left, *right]) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "cut to the range; what is no number becomes 0"
            )]
            let sample = (sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16;
            file.write_all(&sample.to_le_bytes())?;
        }
        at += count as u64;
    }
    file.into_inner().map_err(|error| error.into_error().into())
}
