//! What decodes the sound that the build cannot: another program of the machine.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempPath;

use super::{MAX_BYTES, MAX_SECONDS, too_long};
use crate::video::audio::SoundError;
use crate::video::files::Content;
use crate::video::program::{self, Output};

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
/// The formats that it may open: those that hold sound themselves. Playlists name other files, which must not be read.
const FORMATS: &str = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,aiff,caf,amr,amrnb,amrwb,ac3,eac3,dts,wav,w64,\
                       ogg,flac,mp3,aac,mpegts,mpeg,flv,au,tta,wv,ape,rm";

/// Has samples stand where their time stamps say: silence before sound that begins late, and where some is missing.
const IN_TIME: &str = "aresample=async=1:first_pts=0";
/// The most that it may say of a file, in bytes.
const MAX_MESSAGES: u64 = 256 * 1024;

/// `FFmpeg`, run as a child process on a copy of the file.
#[derive(Debug, Clone)]
pub struct Ffmpeg {
    program: PathBuf,
    max_silence: Duration,
}

impl Ffmpeg {
    /// The `ffmpeg` that `PATH` leads to.
    pub fn find() -> Option<Self> {
        program::ffmpeg().map(Self::at)
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

    /// The program with a file to read.
    fn command(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["-nostdin", "-hide_banner", "-nostats"]);
        command.args(["-protocol_whitelist", "file,pipe", "-format_whitelist", FORMATS]);
        command.arg("-i").arg(file).stdin(Stdio::null());
        command
    }

    fn start(&self, file: &Path) -> io::Result<Child> {
        self.command(file)
            .args(["-v", "error", "-map", "0:a:0", "-vn", "-af", IN_TIME])
            .args(["-c:a", "pcm_f32le", "-f", "wav", "pipe:1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }

    /// The seconds of a file by its header, as far as it tells. What hangs over that would hang again.
    fn length(&self, file: &Path) -> io::Result<Option<f64>> {
        let child = self.command(file).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let messages = Output::messages(child, self.max_silence, MAX_TIME)?;
        for line in BufReader::new(messages.take(MAX_MESSAGES)).split(b'\n') {
            match line {
                Ok(line) => match length(&String::from_utf8_lossy(&line)) {
                    None => {}
                    found => return Ok(found),
                },
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(error),
                // Told to make nothing, it ends as one that failed.
                Err(_) => break,
            }
        }
        Ok(None)
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
        let fail = |error: io::Error| match error.kind() {
            io::ErrorKind::TimedOut => SoundError::damaged(error),
            _ => SoundError::Damaged(format!("FFmpeg cannot be run: {error}")),
        };
        if self.length(&copy).map_err(fail)?.is_some_and(|seconds| seconds > MAX_SECONDS as f64) {
            return Err(too_long());
        }
        let child = self.start(&copy).map_err(fail)?;
        let mut output = Output::of(child, self.max_silence, MAX_TIME).map_err(fail)?;
        // What it cannot open makes no sound at all.
        match output.has_more() {
            Ok(true) => Ok(Box::new(Sound { output, _copy: copy })),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(fail(error)),
            _ => Err(SoundError::Damaged("FFmpeg finds no sound in it that it can decode".to_owned())),
        }
    }
}

/// The seconds in a line such as `  Duration: 00:01:02.50, start: 0.000000`.
fn length(line: &str) -> Option<f64> {
    let (time, _) = line.trim_start().strip_prefix("Duration: ")?.split_once(',')?;
    time.split(':').try_fold(0.0, |seconds, part| Some(seconds * 60.0 + part.parse::<f64>().ok()?))
}

/// What it makes of a copy, which is deleted afterwards.
struct Sound {
    output: Output,
    _copy: TempPath,
}

impl Read for Sound {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.output.read(out)
    }
}
