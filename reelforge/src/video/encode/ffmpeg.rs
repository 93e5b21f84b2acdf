//! `FFmpeg`, where the machine has it: a better H.264 encoder, and formats that the build lacks.
//!
//! It runs as a child process that gets raw pictures and gives back a stream. One that hangs is killed, one that dies is an
//! error with the last that it said.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{EncodeError, I420};
use crate::video::program;

/// How long it may take neither a picture nor give a byte.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes that are read at once.
const BLOCK: usize = 64 * 1024;
/// The most of its last words that is kept, in bytes.
const TAIL: usize = 2_000;
/// The most that it may say about itself.
const MAX_LIST: u64 = 1 << 20;

/// A program of the machine, and what it can encode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ffmpeg {
    program: PathBuf,
    encoders: Vec<String>,
    patience: Duration,
}

impl Ffmpeg {
    /// The `ffmpeg` that `PATH` leads to, if it works.
    pub fn find() -> Option<Self> {
        Self::at(program::ffmpeg()?).ok()
    }

    /// The program at a path; asks it what it can encode.
    pub fn at(program: impl Into<PathBuf>) -> Result<Self, EncodeError> {
        let program = program.into();
        let mut child = Command::new(&program)
            .args(["-hide_banner", "-encoders"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let stdout = child.stdout.take();
        let list = thread::spawn(move || {
            let mut list = String::new();
            let read = stdout.map(|stdout| stdout.take(MAX_LIST).read_to_string(&mut list));
            read.is_some_and(|read| read.is_ok()).then_some(list)
        });
        wait(&mut child, PATIENCE)?;
        let list = list.join().ok().flatten().unwrap_or_default();
        // ` V....D libx264   H.264 ...`
        let encoders = list.lines().filter_map(|line| line.split_whitespace().nth(1)).map(str::to_owned);
        Ok(Self { program, encoders: encoders.collect(), patience: PATIENCE })
    }

    /// How long it may do nothing before it is taken for hung and killed.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Whether it has an encoder of this name, such as `libx264`.
    pub fn can(&self, encoder: &str) -> bool {
        self.encoders.iter().any(|known| known == encoder)
    }
}

/// What a running program tells.
#[derive(Debug)]
pub enum Told {
    /// It took a picture.
    Taken,
    /// It gave bytes.
    Bytes(Vec<u8>),
    /// It gives nothing more.
    Ended,
}

/// A running program. Dropping it kills it.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// None when there are no more.
    pictures: Option<Sender<Arc<I420>>>,
    waiting: u32,
    heard: Instant,
    patience: Duration,
    last_words: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts it; what it tells goes to `tell`, from threads of its own.
    pub fn start(
        ffmpeg: &Ffmpeg,
        arguments: &[OsString],
        tell: impl Fn(Told) + Clone + Send + 'static,
    ) -> Result<Self, EncodeError> {
        let mut child = Command::new(&ffmpeg.program)
            .args(["-hide_banner", "-v", "error", "-y"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (pictures, to_send) = channel::<Arc<I420>>();
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let words = Arc::clone(&last_words);
        let mut running = Self {
            child,
            pictures: Some(pictures),
            waiting: 0,
            heard: Instant::now(),
            patience: ffmpeg.patience,
            last_words,
            listener: None,
        };
        // From here on `Drop` kills it.
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(failed("it has no pipes"));
        };
        let tell_taken = tell.clone();
        thread::spawn(move || {
            for picture in to_send {
                // What it says at its end tells why it takes no more.
                if stdin.write_all(picture.bytes()).is_err() {
                    return;
                }
                tell_taken(Told::Taken);
            }
        });
        thread::spawn(move || {
            blocks(stdout, |block| tell(Told::Bytes(block.to_vec())));
            tell(Told::Ended);
        });
        running.listener = Some(thread::spawn(move || {
            blocks(stderr, |block| {
                let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend(block);
                let surplus = words.len().saturating_sub(TAIL);
                words.drain(..surplus);
            });
        }));
        Ok(running)
    }

    /// Has it given a picture, as soon as it takes one.
    pub fn send(&mut self, picture: Arc<I420>) {
        if let Some(pictures) = &self.pictures {
            if self.waiting == 0 {
                self.heard = Instant::now();
            }
            self.waiting += 1;
            // A thread that is gone met a closed pipe; `finish` says why it was closed.
            let _ = pictures.send(picture);
        }
    }

    /// No more pictures follow.
    pub fn close(&mut self) {
        self.pictures = None;
        self.heard = Instant::now();
    }

    /// Notes that it told something.
    pub fn note(&mut self, told: &Told) {
        self.heard = Instant::now();
        if matches!(told, Told::Taken) {
            self.waiting = self.waiting.saturating_sub(1);
        }
    }

    /// An error when it had something to do for long, and told nothing.
    pub fn check(&self) -> Result<(), EncodeError> {
        let is_asked = self.waiting > 0 || self.pictures.is_none();
        if is_asked && self.heard.elapsed() > self.patience {
            return Err(self.hung());
        }
        Ok(())
    }

    /// Waits for its end, after it gave all bytes.
    pub fn finish(mut self) -> Result<(), EncodeError> {
        self.pictures = None;
        let status = wait(&mut self.child, self.patience)?;
        if status {
            return Ok(());
        }
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
        Err(failed(format!("it ended with an error: {}", self.words())))
    }

    fn hung(&self) -> EncodeError {
        let seconds = self.patience.as_secs_f64();
        failed(format!("it did nothing for {seconds} seconds and was ended; it last said: {}", self.words()))
    }

    fn words(&self) -> String {
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        let words = words.trim();
        if words.is_empty() { "nothing".to_owned() } else { words.to_owned() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        program::end(&mut self.child);
    }
}

/// Reads a pipe to its end.
fn blocks(mut pipe: impl Read, mut block: impl FnMut(&[u8])) {
    let mut buffer = vec![0; BLOCK];
    loop {
        match pipe.read(&mut buffer) {
            Ok(count @ 1..) => block(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
        }
    }
}

/// Waits until it ends, and kills it when that takes too long. Answers whether it ended well.
fn wait(child: &mut Child, patience: Duration) -> Result<bool, EncodeError> {
    let ended = program::wait(child, patience).map_err(|error| failed(error.to_string()))?;
    ended.ok_or_else(|| failed(format!("it did not end within {} seconds", patience.as_secs_f64())))
}

fn failed(why: impl Into<String>) -> EncodeError {
    EncodeError::refused("FFmpeg", why)
}
