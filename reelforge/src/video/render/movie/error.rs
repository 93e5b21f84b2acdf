use std::fmt;
use std::io;

use crate::video::encode::EncodeError;

/// Why there is no movie.
#[derive(Debug)]
pub enum MovieError {
    /// It has no frames: the plan has none, or none of those that were asked for.
    Empty,
    /// `WebM` needs a program that the machine lacks.
    NoWebm,
    /// It is not wanted any more.
    Cancelled,
    /// An encoder refused its frames or its sound.
    Encode(EncodeError),
    /// The sound cannot be read; says why.
    Sound(String),
    /// The file cannot be written.
    Write(io::Error),
}

impl fmt::Display for MovieError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                out.write_str("there are no frames to show; check the range and the scenes' durations")
            }
            Self::NoWebm => out.write_str(
                "`format: webm` needs FFmpeg with libvpx-vp9 and libopus; install it (`apt install ffmpeg`, \
                 `brew install ffmpeg`, `winget install ffmpeg`), or write `format: mp4`",
            ),
            Self::Cancelled => out.write_str("the render was cancelled"),
            Self::Encode(error) => error.fmt(out),
            Self::Sound(why) => write!(out, "the sound cannot be read: {why}"),
            Self::Write(error) if error.kind() == io::ErrorKind::StorageFull => {
                write!(out, "the disk is full ({error}); make room and render again")
            }
            Self::Write(error) => write!(out, "the file cannot be written: {error}"),
        }
    }
}

impl std::error::Error for MovieError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Write(error) => Some(error),
            Self::Empty | Self::NoWebm | Self::Cancelled | Self::Sound(_) => None,
        }
    }
}

impl From<EncodeError> for MovieError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<io::Error> for MovieError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}
