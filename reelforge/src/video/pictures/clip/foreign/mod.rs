//! Clips that `FFmpeg` decodes, where the machine has it.

mod run;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use blake3::{Hash, Hasher};
use image::metadata::Orientation;
use tempfile::TempPath;

use super::super::PictureError;
use super::{About, MAX_FRAMES, check_size};
use crate::video::files::Content;
use crate::video::kept::Kept;
use crate::video::program::Output;
pub(super) use run::Player;
use run::Run;

/// The largest file that is copied for it, in bytes.
const MAX_BYTES: u64 = 1_000_000_000;
/// How long it may be silent, and how long a run may take.
const MAX_SILENCE: Duration = Duration::from_secs(20);
const MAX_TIME: Duration = Duration::from_mins(20);
/// The most that it may list, in bytes.
const MAX_LIST: u64 = 48 << 20;
/// How many frames it is let go on instead of beginning at a key before.
const PATIENCE: u32 = 96;
/// The formats that it may open: those that hold pictures themselves. Playlists name other files, which must not be read.
const FORMATS: &str =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,mpegts,mpeg,flv,ogg,mxf,dv,h264,hevc,ivf,nut,rm";

/// What was found of how many files is kept; that of a long clip takes some megabytes.
const MAX_KEPT: usize = 16;

/// What is known of the frames of each content, by the program that was asked.
static KEPT: Kept<Frames> = Kept::new(MAX_KEPT);

/// A clip that it decodes.
#[derive(Debug)]
pub(super) struct Foreign {
    program: PathBuf,
    frames: Arc<Frames>,
    content: Hash,
    /// What the program reads; made when the first picture is wanted.
    copy: Mutex<Option<Arc<Copy>>>,
}

/// What is known of the frames of a file.
#[derive(Debug, Clone)]
struct Frames {
    /// Width and height in pixels.
    size: [u32; 2],
    /// When each is shown by the file's own clock, in seconds.
    stamps: Vec<f64>,
    /// Those with which decoding may begin.
    keys: Vec<u32>,
    /// When the last one is over.
    end: f64,
}

/// A file that it can open.
#[derive(Debug)]
struct Copy {
    program: PathBuf,
    path: TempPath,
}

impl Foreign {
    /// A file whose `codec` nothing else decodes. The program is started only for a content that it was not asked about
    /// before.
    pub(super) fn of(
        file: &mut dyn Content,
        bytes: u64,
        program: PathBuf,
        codec: String,
    ) -> Result<(Self, About), PictureError> {
        if bytes > MAX_BYTES {
            return Err(PictureError::TooLarge(format!(
                "it has more than {} MB, which FFmpeg is not given; save it as MP4 with H.264",
                MAX_BYTES / 1_000_000
            )));
        }
        let content = Summed::all(file)?;
        let key = blake3::hash(format!("{content}{}", program.display()).as_bytes());
        let mut copy = None;
        let mut fault = None;
        let mut ask = || {
            let made = Arc::new(Copy::of(file, program.clone(), &content)?);
            let frames = Frames::of(&made, &codec)?;
            copy = Some(made);
            Ok(frames)
        };
        let frames = KEPT.get_or(key, || ask().map_err(|error| fault = Some(error)).ok());
        let frames = frames.ok_or_else(|| fault.unwrap_or(PictureError::Codec(codec.clone())))?;
        let begin = frames.stamps[0];
        let about = About {
            codec,
            stored: frames.size,
            aspect: 1.0,
            // It turns them itself.
            orientation: Orientation::NoTransforms,
            times: frames.stamps.iter().map(|stamp| stamp - begin).collect(),
            duration: frames.end - begin,
        };
        Ok((Self { program, frames, content, copy: Mutex::new(copy) }, about))
    }

    /// What plays it. The file is opened by `open` if it has to be copied first.
    pub(super) fn player(
        &self,
        open: impl FnOnce() -> Result<Box<dyn Content>, PictureError>,
    ) -> Result<Player, PictureError> {
        let mut kept = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = if let Some(copy) = &*kept {
            Arc::clone(copy)
        } else {
            let made = Arc::new(Copy::of(open()?.as_mut(), self.program.clone(), &self.content)?);
            Arc::clone(kept.insert(made))
        };
        Ok(Player::new(copy, Arc::clone(&self.frames)))
    }

    /// The frame at which decoding begins to come to a frame, and that frame.
    pub(super) fn steps(&self, frame: u32) -> (u32, u32) {
        self.frames.steps(frame)
    }
}

/// Adds up what is read of a file.
struct Summed<'a> {
    file: &'a mut dyn Content,
    sum: Hasher,
}

impl Read for Summed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.sum.update(&out[..count]);
        Ok(count)
    }
}

impl<'a> Summed<'a> {
    /// A file from its beginning on.
    fn begin(file: &'a mut dyn Content) -> Result<Self, PictureError> {
        file.rewind().map_err(PictureError::damaged)?;
        Ok(Self { file, sum: Hasher::new() })
    }

    /// The hash of a whole file.
    fn all(file: &'a mut dyn Content) -> Result<Hash, PictureError> {
        let mut summed = Self::begin(file)?;
        io::copy(&mut summed, &mut io::sink()).map_err(PictureError::damaged)?;
        Ok(summed.sum.finalize())
    }
}

impl Copy {
    /// Copies a file that has this content.
    fn of(file: &mut dyn Content, program: PathBuf, content: &Hash) -> Result<Self, PictureError> {
        let no_room =
            |error: io::Error| PictureError::Damaged(format!("it cannot be copied for FFmpeg: {error}"));
        let mut copy = tempfile::Builder::new().prefix("reelforge-").tempfile().map_err(no_room)?;
        let mut summed = Summed::begin(file)?;
        io::copy(&mut (&mut summed).take(MAX_BYTES), &mut copy).map_err(no_room)?;
        if summed.sum.finalize() != *content {
            return Err(PictureError::Damaged("it changed while it was read".to_owned()));
        }
        copy.flush().map_err(no_room)?;
        Ok(Self { program, path: copy.into_temp_path() })
    }

    /// The program with all but what it is to do with the pictures.
    fn command(&self, words: &str, from: Option<f64>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["-nostdin", "-hide_banner", "-nostats", "-v", words]);
        command.args(["-protocol_whitelist", "file,pipe", "-format_whitelist", FORMATS]);
        if let Some(from) = from {
            command.arg("-ss").arg(format!("{from:.6}"));
        }
        command.arg("-copyts").arg("-i").arg(&self.path).args(["-map", "0:V:0"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if words == "error" {
            command.stderr(Stdio::null());
        }
        command
    }
}

impl Frames {
    /// Has the frames of a file listed, and the first one decoded, which tells its size.
    fn of(copy: &Arc<Copy>, codec: &str) -> Result<Self, PictureError> {
        let mut frames = Self::list(copy)?;
        let first = Run::start(copy, None)?.next()?;
        (frames.size, ..) = first.ok_or_else(|| PictureError::Codec(codec.to_owned()))?;
        check_size(frames.size)?;
        Ok(frames)
    }

    /// Lists the frames without decoding them.
    fn list(copy: &Copy) -> Result<Self, PictureError> {
        let child = copy.command("error", None).args(["-c", "copy", "-f", "framecrc", "pipe:1"]).spawn();
        let output = child.and_then(|child| Output::of(child, MAX_SILENCE, MAX_TIME)).map_err(failed)?;
        let mut tick = 0.0;
        let (mut frames, mut end) = (Vec::new(), 0.0_f64);
        for line in BufReader::new(output.take(MAX_LIST)).lines() {
            let line = line.map_err(failed)?;
            if let Some(base) = line.strip_prefix("#tb 0: ") {
                tick = fraction(base).unwrap_or(0.0);
            }
            // Stream, decoding time, time, duration, size, checksum; flags unless it is a plain key.
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let [_, _, time, duration, _, _, flags @ ..] = fields.as_slice() else { continue };
            let (Ok(time), Ok(duration)) = (time.parse::<f64>(), duration.parse::<f64>()) else { continue };
            if frames.len() == MAX_FRAMES {
                return Err(PictureError::TooLarge(format!(
                    "it has more than the {MAX_FRAMES} frames that a clip may have"
                )));
            }
            frames.push((time * tick, flags.is_empty()));
            end = end.max((time + duration.max(0.0)) * tick);
        }
        frames.sort_by(|a, b| a.0.total_cmp(&b.0));
        let keys = frames.iter().zip(0..).filter(|((_, is_key), _)| *is_key).map(|(_, number)| number);
        let keys = keys.collect();
        let stamps: Vec<f64> = frames.into_iter().map(|(stamp, _)| stamp).collect();
        let end = match stamps.as_slice() {
            [] => return Err(PictureError::Damaged("FFmpeg finds no moving pictures in it".to_owned())),
            [only] => end.max(only + 0.04),
            [.., _, last] if end > *last => end,
            [.., before, last] => last + (last - before),
        };
        Ok(Self { size: [0; 2], stamps, keys, end })
    }

    /// The frame at which decoding begins to come to a frame, and that frame.
    fn steps(&self, frame: u32) -> (u32, u32) {
        let keys = self.keys.partition_point(|key| *key <= frame);
        let key = self.keys[..keys].last().copied().unwrap_or_default();
        (key.min(frame.saturating_sub(PATIENCE)), frame)
    }

    fn stamp(&self, frame: u32) -> f64 {
        self.stamps.get(frame as usize).or(self.stamps.last()).copied().unwrap_or_default()
    }
}

/// A number such as `1/1000`.
fn fraction(text: &str) -> Option<f64> {
    let (above, below) = text.trim().split_once('/')?;
    let value = above.parse::<f64>().ok()? / below.parse::<f64>().ok()?;
    value.is_finite().then_some(value)
}

#[expect(clippy::needless_pass_by_value, reason = "as errors are mapped")]
fn failed(error: io::Error) -> PictureError {
    PictureError::Damaged(format!("FFmpeg cannot decode it: {error}"))
}
