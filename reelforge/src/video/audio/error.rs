use std::fmt;

use crate::video::files::FileError;

/// Why a file cannot be heard. The text continues a sentence that begins with the file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SoundError {
    /// The file cannot be read.
    Unreadable(FileError),
    /// The file has no bytes.
    Empty,
    /// It is no sound of a known format; says what it is instead.
    Foreign(String),
    /// It has no sound, as a clip without a sound track.
    NoSound,
    /// Nothing here decodes it; names the codec or the format.
    Codec(String),
    /// It has more bytes, seconds or channels than are decoded; says how many, and how many may be.
    TooLarge(String),
    /// Its content breaks the rules of its format; says how.
    Damaged(String),
    /// The decoded sound cannot be kept; says why.
    NoRoom(String),
}

impl fmt::Display for SoundError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(out),
            Self::Empty => out.write_str("the file is empty"),
            Self::Foreign(found) => {
                write!(out, "it is {found}; sounds are wav, mp3, flac, m4a, aac, ogg or opus")
            }
            Self::NoSound => out.write_str("there is no sound in it"),
            Self::Codec(name) => write!(
                out,
                "nothing here decodes {name}: install FFmpeg, or save it as wav, mp3, flac, m4a or ogg"
            ),
            Self::TooLarge(what) => out.write_str(what),
            Self::Damaged(what) => write!(out, "it is damaged: {what}"),
            Self::NoRoom(why) => {
                write!(out, "its decoded sound cannot be kept: {why}; make room on the disk")
            }
        }
    }
}

impl std::error::Error for SoundError {}

impl From<FileError> for SoundError {
    fn from(error: FileError) -> Self {
        Self::Unreadable(error)
    }
}

impl SoundError {
    /// What a decoder complained about.
    pub(super) fn damaged(error: impl fmt::Display) -> Self {
        Self::Damaged(error.to_string())
    }
}
