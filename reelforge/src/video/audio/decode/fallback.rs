//! What decodes the sound that the build cannot: another program of the machine.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempPath;

use super::MAX_BYTES;
use crate::video::audio::SoundError;
use crate::video::files::Content;

/// Decodes what nothing else can. The host gives one, or none.
pub trait Fallback: Send + Sync + fmt::Debug {
    /// Its name, as a codec is named.
    fn name(&self) -> &str;

    /// The sound of a file as a WAV stream with the file's own rate and channels. Dropping the stream stops the work.
    fn wav(&self, file: &mut dyn Content) -> Result<Box<dyn Read + Send + Sync>, SoundError>;
}

/// How long `FFmpeg` may be silent.
const MAX_SILENCE: Duration = Duration::from_secs(20);
/// How long it may take.
const MAX_TIME: Duration = Duration::from_mins(4);
/// Bytes that are read at once, and how many such blocks may wait.
const BLOCK: usize = 64 * 1024;
const WAITING: usize = 8;
/// The formats that it may open: those that hold sound themselves. Playlists name other files, which must not be read.
const FORMATS: &str = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,aiff,caf,amr,amrnb,amrwb,ac3,eac3,dts,wav,w64,\
                       ogg,flac,mp3,aac,mpegts,mpeg,flv,au,tta,wv,ape,rm";

/// `FFmpeg`, run as a child process on a copy of the file.
#[derive(Debug, Clone)]
pub struct Ffmpeg {
    program: PathBuf,
    max_silence: Duration,
}

impl Ffmpeg {
    /// The `ffmpeg` that `PATH` leads to.
    pub fn find() -> Option<Self> {
        let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
        let paths = std::env::var_os("PATH")?;
        std::env::split_paths(&paths)
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())
            .map(Self::at)
    }

    /// The program at a path.
    pub fn at(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), max_silence: MAX_SILENCE }
    }

    /// How long it may be silent before it is taken for hung and killed.
    #[must_use]
    pub fn patience(self, max_silence: Duration) -> Self {
        Self { max_silence, ..self }
    }

    fn start(&self, file: &Path) -> io::Result<Child> {
        Command::new(&self.program)
            .args([
                "-nostdin",
                "-v",
                "error",
                "-protocol_whitelist",
                "file,pipe",
                "-format_whitelist",
                FORMATS,
            ])
            .arg("-i")
            .arg(file)
            .args(["-map", "0:a:0", "-vn", "-c:a", "pcm_f32le", "-f", "wav", "pipe:1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

impl Fallback for Ffmpeg {
    fn name(&self) -> &'static str {
        "ffmpeg"
    }

    fn wav(&self, file: &mut dyn Content) -> Result<Box<dyn Read + Send + Sync>, SoundError> {
        let no_room = |error: io::Error| SoundError::NoRoom(error.to_string());
        // A copy: it seeks in the file, which it could not in a pipe, and nobody changes it meanwhile.
        let mut copy = tempfile::Builder::new().prefix("reelforge-").tempfile().map_err(no_room)?;
        io::copy(&mut file.take(MAX_BYTES), &mut copy).map_err(no_room)?;
        copy.flush().map_err(no_room)?;
        let copy = copy.into_temp_path();
        let fail = |error: io::Error| SoundError::Damaged(format!("FFmpeg cannot be run: {error}"));
        let mut child = self.start(&copy).map_err(fail)?;
        let Some(mut sound) = child.stdout.take() else {
            return Err(fail(io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, blocks) = sync_channel(WAITING);
        thread::spawn(move || pump(&mut sound, &sender));
        let mut running = Running {
            child,
            blocks,
            block: Vec::new(),
            used: 0,
            deadline: Instant::now() + MAX_TIME,
            max_silence: self.max_silence,
            _copy: copy,
        };
        // What it cannot open makes no sound at all.
        match running.refill() {
            Ok(true) => Ok(Box::new(Synced(Mutex::new(running)))),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(SoundError::damaged(error)),
            _ => Err(SoundError::Damaged("FFmpeg finds no sound in it that it can decode".to_owned())),
        }
    }
}

/// Hands on what a program writes until it ends or nobody listens.
fn pump(sound: &mut impl Read, sender: &SyncSender<Vec<u8>>) {
    loop {
        let mut block = vec![0; BLOCK];
        match sound.read(&mut block) {
            Ok(0) => return,
            Ok(count) => block.truncate(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        }
        if sender.send(block).is_err() {
            return;
        }
    }
}

/// A running program. It is killed when it is dropped.
struct Running {
    child: Child,
    blocks: Receiver<Vec<u8>>,
    block: Vec<u8>,
    used: usize,
    deadline: Instant,
    max_silence: Duration,
    _copy: TempPath,
}

impl Running {
    /// Waits for the next block; `false` says that there is none.
    fn refill(&mut self) -> io::Result<bool> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.blocks.recv_timeout(left.min(self.max_silence)) {
            Ok(block) => {
                (self.block, self.used) = (block, 0);
                Ok(true)
            }
            Err(RecvTimeoutError::Disconnected) if self.succeeded() => Ok(false),
            Err(RecvTimeoutError::Disconnected) => {
                Err(io::Error::other("FFmpeg failed while it was decoded"))
            }
            Err(RecvTimeoutError::Timeout) => {
                Err(io::Error::new(io::ErrorKind::TimedOut, "FFmpeg hung while it was decoded"))
            }
        }
    }
}

impl Running {
    /// Whether the program, which has said all, ends well and soon.
    fn succeeded(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < self.max_silence {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => return false,
            }
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended already cannot be killed, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Read by one thread at a time.
struct Synced(Mutex<Running>);

impl Read for Synced {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let running = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if running.used == running.block.len() && !running.refill()? {
            return Ok(0);
        }
        let rest = &running.block[running.used..];
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
        running.used += count;
        Ok(count)
    }
}
