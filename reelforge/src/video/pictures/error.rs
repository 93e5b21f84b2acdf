use std::fmt;

use crate::video::files::FileError;

/// Why a picture cannot be drawn. The text continues a sentence that begins with the file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureError {
    /// The file cannot be read.
    Unreadable(FileError),
    /// It is no picture of a known format; says what it is instead.
    Foreign(String),
    /// It is no clip; says what it is instead.
    NoClip(String),
    /// Nothing here decodes the clip; names the codec or the format.
    Codec(String),
    /// It ends too early; holds its length in bytes.
    CutOff(u64),
    /// It has more pixels, frames or parts than are drawn; says how many, and how many may be.
    TooLarge(String),
    /// Its content breaks the rules of its format; says where.
    Damaged(String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(out),
            Self::Foreign(found) => {
                write!(out, "it is {found}; pictures are png, jpg, webp, gif or svg")
            }
            Self::NoClip(found) => write!(out, "it is {found}; clips are mp4, mov, webm or mkv"),
            Self::Codec(name) => {
                write!(out, "nothing here decodes {name}: install FFmpeg, or save it as MP4 with H.264")
            }
            Self::CutOff(0) => out.write_str("the file is empty"),
            Self::CutOff(bytes) => {
                write!(out, "it is cut off after {bytes} bytes: the rest of the picture is missing")
            }
            Self::TooLarge(what) => out.write_str(what),
            Self::Damaged(what) => write!(out, "it is damaged: {what}"),
        }
    }
}

impl std::error::Error for PictureError {}

impl From<FileError> for PictureError {
    fn from(error: FileError) -> Self {
        Self::Unreadable(error)
    }
}

impl PictureError {
    /// What a decoder complained about.
    pub(super) fn damaged(error: impl fmt::Display) -> Self {
        Self::Damaged(error.to_string())
    }
}
