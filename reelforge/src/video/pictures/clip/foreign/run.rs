//! Goes on from picture to picture of a clip, with the program that decodes it.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::super::pool::HELD;
use super::super::{Decoded, TOLERANCE, check_size};
use super::{Copy, Frames, MAX_SILENCE, MAX_TIME, failed, fraction};
use crate::video::pictures::PictureError;
use crate::video::program::Output;

/// A running program that decodes from a frame on.
pub(super) struct Run {
    output: Output,
    /// When each of its pictures is shown, as it says beside them.
    stamps: Mutex<Receiver<f64>>,
    size: [u32; 2],
}

/// A picture: its size, when it is shown, and its red, green and blue.
pub(super) type Shown = ([u32; 2], f64, Arc<Vec<u8>>);

impl Run {
    pub(super) fn start(copy: &Copy, from: Option<f64>) -> Result<Self, PictureError> {
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
    pub(super) fn next(&mut self) -> Result<Option<Shown>, PictureError> {
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

/// Plays a clip: goes on from picture to picture.
pub(in super::super) struct Player {
    copy: Arc<Copy>,
    frames: Arc<Frames>,
    run: Option<Run>,
    /// Pictures that came, by time; the last one may be later than what was asked for.
    held: VecDeque<(f64, Arc<Vec<u8>>)>,
    /// From when on no picture that came was forgotten.
    since: f64,
}

impl Player {
    pub(super) fn new(copy: Arc<Copy>, frames: Arc<Frames>) -> Self {
        Self { copy, frames, run: None, held: VecDeque::new(), since: f64::INFINITY }
    }

    /// A frame, and what turned out to be wrong with the clip.
    pub(in super::super) fn frame(
        &mut self,
        frame: u32,
    ) -> (Result<Decoded, PictureError>, Option<PictureError>) {
        let found = self.come_to(frame);
        if found.is_err() {
            (self.run, self.since) = (None, f64::INFINITY);
            self.held.clear();
        }
        let fault = found.as_ref().err().cloned();
        (found.map(Decoded::Rgb), fault)
    }

    fn come_to(&mut self, frame: u32) -> Result<Arc<Vec<u8>>, PictureError> {
        let wanted = self.frames.stamp(frame) + TOLERANCE / 2.0;
        let newest = self.held.back().map_or(f64::NEG_INFINITY, |(stamp, _)| *stamp);
        let (begin, _) = self.frames.steps(frame);
        if wanted < self.since || (wanted > newest && self.frames.stamp(begin) > newest) {
            self.begin(frame)?;
        }
        // The last one at or before the time is known when one after it came, or none follows.
        while self.held.back().is_none_or(|(stamp, _)| *stamp <= wanted) {
            let Some(run) = &mut self.run else { break };
            let Some((size, stamp, rgb)) = run.next()? else {
                self.run = None;
                break;
            };
            if size != self.frames.size {
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
        let (first, stamp) = (from == 0, self.frames.stamp(from) - TOLERANCE);
        self.run = Some(Run::start(&self.copy, (!first).then_some(stamp))?);
        self.since = if first { f64::NEG_INFINITY } else { stamp };
        Ok(())
    }
}
