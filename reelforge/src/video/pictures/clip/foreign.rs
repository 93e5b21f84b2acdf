//! Clips that `FFmpeg` decodes, where the machine has it.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use image::metadata::Orientation;
use tempfile::TempPath;

use super::super::PictureError;
use super::pool::HELD;
use super::{About, Decoded, MAX_FRAMES, TOLERANCE, check_size};
use crate::video::files::Content;
use crate::video::program::Output;

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

/// A file that it can open, and what is known of its frames.
#[derive(Debug)]
pub(super) struct Copy {
    program: PathBuf,
    path: TempPath,
    /// When each frame is shown by the file's own clock, in seconds.
    stamps: Vec<f64>,
    /// The frames with which decoding may begin.
    keys: Vec<u32>,
}

impl Copy {
    /// Copies a file and has its frames listed; `codec` is what nothing else decodes.
    pub(super) fn of(
        content: &mut dyn Content,
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
        let no_room =
            |error: io::Error| PictureError::Damaged(format!("it cannot be copied for FFmpeg: {error}"));
        content.rewind().map_err(no_room)?;
        let mut file = tempfile::Builder::new().prefix("reelforge-").tempfile().map_err(no_room)?;
        io::copy(&mut content.take(MAX_BYTES), &mut file).map_err(no_room)?;
        file.flush().map_err(no_room)?;
        let mut copy = Self { program, path: file.into_temp_path(), stamps: Vec::new(), keys: Vec::new() };
        let end = copy.list()?;
        let copy = Arc::new(copy);
        let mut first = Run::start(&copy, None)?;
        let (size, ..) = first.next()?.ok_or_else(|| PictureError::Codec(codec.clone()))?;
        drop(first);
        check_size(size)?;
        let copy = Arc::into_inner(copy).ok_or_else(|| PictureError::Codec(codec.clone()))?;
        let begin = copy.stamps[0];
        let about = About {
            codec,
            stored: size,
            aspect: 1.0,
            // It turns them itself.
            orientation: Orientation::NoTransforms,
            times: copy.stamps.iter().map(|stamp| stamp - begin).collect(),
            duration: end - begin,
        };
        Ok((copy, about))
    }

    /// Lists the frames without decoding them; answers when the last one is over.
    fn list(&mut self) -> Result<f64, PictureError> {
        let child = self.command("error", None).args(["-c", "copy", "-f", "framecrc", "pipe:1"]).spawn();
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
        self.keys =
            frames.iter().zip(0..).filter(|((_, is_key), _)| *is_key).map(|(_, number)| number).collect();
        self.stamps = frames.into_iter().map(|(stamp, _)| stamp).collect();
        match self.stamps.as_slice() {
            [] => Err(PictureError::Damaged("FFmpeg finds no moving pictures in it".to_owned())),
            [only] => Ok(end.max(only + 0.04)),
            [.., before, last] => Ok(if end > *last { end } else { last + (last - before) }),
        }
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

    /// The frame at which decoding begins to come to a frame, and that frame.
    pub(super) fn steps(&self, frame: u32) -> (u32, u32) {
        let keys = self.keys.partition_point(|key| *key <= frame);
        let key = self.keys[..keys].last().copied().unwrap_or_default();
        (key.min(frame.saturating_sub(PATIENCE)), frame)
    }

    fn stamp(&self, frame: u32) -> f64 {
        self.stamps.get(frame as usize).or(self.stamps.last()).copied().unwrap_or_default()
    }
}

/// A running program that decodes from a frame on.
struct Run {
    output: Output,
    /// When each of its pictures is shown, as it says beside them.
    stamps: Mutex<Receiver<f64>>,
    size: [u32; 2],
}

/// A picture: its size, when it is shown, and its red, green and blue.
type Shown = ([u32; 2], f64, Arc<Vec<u8>>);

impl Run {
    fn start(copy: &Copy, from: Option<f64>) -> Result<Self, PictureError> {
        // Each picture comes once, whatever its time is, and that is said beside.
        let filters = "showinfo,settb=1/25,setpts=N";
        let mut child = copy
            .command("info", from)
            .args([
                "-vf",
                filters,
                "-r",
                "25",
                "-c:v",
                "ppm",
                "-pix_fmt",
                "rgb24",
                "-f",
                "image2pipe",
                "pipe:1",
            ])
            .spawn()
            .map_err(failed)?;
        let said = child.stderr.take();
        let output = Output::of(child, MAX_SILENCE, MAX_TIME).map_err(failed)?;
        let (sender, stamps) = channel();
        thread::spawn(move || listen(said, |stamp| sender.send(stamp).is_ok()));
        Ok(Self { output, stamps: Mutex::new(stamps), size: [0; 2] })
    }

    /// The next picture; none when there are no more.
    fn next(&mut self) -> Result<Option<Shown>, PictureError> {
        if !self.output.has_more().map_err(failed)? {
            return Ok(None);
        }
        let mut head = Vec::new();
        // `P6`, width, height and 255, with white space between and one line end after.
        let mut lines = 0;
        while lines < 3 {
            let mut byte = [0];
            self.output.read_exact(&mut byte).map_err(failed)?;
            head.push(byte[0]);
            lines += usize::from(byte == [b'\n']);
            if head.len() > 64 {
                return Err(failed(io::Error::other("FFmpeg wrote something else than pictures")));
            }
        }
        let head = String::from_utf8_lossy(&head);
        let mut words = head.split_whitespace();
        let (Some("P6"), Some(Ok(width)), Some(Ok(height)), Some("255")) =
            (words.next(), words.next().map(str::parse), words.next().map(str::parse), words.next())
        else {
            return Err(failed(io::Error::other("FFmpeg wrote something else than pictures")));
        };
        let size = [width, height];
        check_size(size)?;
        if self.size != [0; 2] && self.size != size {
            return Err(PictureError::Damaged("the size of its pictures changes".to_owned()));
        }
        self.size = size;
        let mut rgb = vec![0; width as usize * height as usize * 3];
        self.output.read_exact(&mut rgb).map_err(failed)?;
        let stamps = self.stamps.get_mut().unwrap_or_else(PoisonError::into_inner);
        let stamp = stamps.recv_timeout(MAX_SILENCE);
        let stamp =
            stamp.map_err(|_| failed(io::Error::other("FFmpeg does not say when its pictures are shown")))?;
        Ok(Some((size, stamp, Arc::new(rgb))))
    }
}

/// Finds in what the program says when each picture is shown.
fn listen(said: Option<ChildStderr>, mut tell: impl FnMut(f64) -> bool) {
    let Some(said) = said else { return };
    let mut tick = 0.0;
    let mut lines = BufReader::new(said);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut lines).take(1 << 16).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        if let Some((_, base)) = line.split_once("config in time_base:") {
            tick = fraction(base.split(',').next().unwrap_or_default()).unwrap_or(0.0);
        }
        let stamp = line.split_once(" pts:").filter(|_| line.contains("showinfo"));
        let stamp = stamp.and_then(|(_, rest)| rest.split_whitespace().next()?.parse::<f64>().ok());
        if let Some(stamp) = stamp
            && !tell(stamp * tick)
        {
            return;
        }
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

/// Plays a clip: goes on from picture to picture.
pub(super) struct Player {
    copy: Arc<Copy>,
    size: [u32; 2],
    run: Option<Run>,
    /// Pictures that came, by time; the last one may be later than what was asked for.
    held: VecDeque<(f64, Arc<Vec<u8>>)>,
    /// From when on no picture that came was forgotten.
    since: f64,
}

impl Player {
    pub(super) fn new(copy: Arc<Copy>, size: [u32; 2]) -> Self {
        Self { copy, size, run: None, held: VecDeque::new(), since: f64::INFINITY }
    }

    /// A frame, and what turned out to be wrong with the clip.
    pub(super) fn frame(&mut self, frame: u32) -> (Result<Decoded, PictureError>, Option<PictureError>) {
        let found = self.come_to(frame);
        if found.is_err() {
            (self.run, self.since) = (None, f64::INFINITY);
            self.held.clear();
        }
        let fault = found.as_ref().err().cloned();
        (found.map(Decoded::Rgb), fault)
    }

    fn come_to(&mut self, frame: u32) -> Result<Arc<Vec<u8>>, PictureError> {
        let wanted = self.copy.stamp(frame) + TOLERANCE / 2.0;
        let newest = self.held.back().map_or(f64::NEG_INFINITY, |(stamp, _)| *stamp);
        let (begin, _) = self.copy.steps(frame);
        if wanted < self.since || (wanted > newest && self.copy.stamp(begin) > newest) {
            self.begin(frame)?;
        }
        // The last one at or before the time is known when one after it came, or none follows.
        while self.held.back().is_none_or(|(stamp, _)| *stamp <= wanted) {
            let Some(run) = &mut self.run else { break };
            let Some((size, stamp, rgb)) = run.next()? else {
                self.run = None;
                break;
            };
            if size != self.size {
                return Err(PictureError::Damaged("the size of its pictures changes".to_owned()));
            }
            self.held.push_back((stamp, rgb));
            while self.held.len() > HELD as usize + 3 {
                self.held.pop_front();
                self.since = self.held.front().map_or(f64::INFINITY, |(stamp, _)| *stamp);
            }
        }
        let before = self.held.iter().rev().find(|(stamp, _)| *stamp <= wanted);
        let found = before.or(self.held.front()).map(|(_, rgb)| Arc::clone(rgb));
        found.ok_or_else(|| {
            PictureError::Damaged(format!("FFmpeg makes no picture of its frame {}", u64::from(frame) + 1))
        })
    }

    /// Has it begin so early that the frame before comes too, which is shown where this one is none.
    fn begin(&mut self, frame: u32) -> Result<(), PictureError> {
        let from = frame.saturating_sub(HELD);
        self.held.clear();
        let (first, stamp) = (from == 0, self.copy.stamp(from) - TOLERANCE);
        self.run = Some(Run::start(&self.copy, (!first).then_some(stamp))?);
        self.since = if first { f64::NEG_INFINITY } else { stamp };
        Ok(())
    }
}
