//! How the engine reads the files of a project.

pub(in crate::video) mod boxes;
pub(in crate::video) mod lists;
mod path;
mod stored;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{Cursor, Read, Seek};

pub use path::{BadPath, clean};
pub use stored::ProjectFiles;

/// The files of one project's folder.
pub trait Files: Send + Sync {
    /// The bytes of a file, by its path from the project folder; at most `max` of them.
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError>;

    /// Opens a file that may be too large to be held in memory, such as a long recording.
    fn open(&self, path: &str) -> Result<Box<dyn Content>, FileError> {
        Ok(Box::new(Cursor::new(self.read(path, MAX_IN_MEMORY)?)))
    }
}

/// The most bytes of a file that is opened from memory.
const MAX_IN_MEMORY: u64 = 256_000_000;

/// The bytes of an open file.
pub trait Content: Read + Seek + Send + Sync {}

impl<T: Read + Seek + Send + Sync> Content for T {}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// There is none.
    Absent,
    /// It has more bytes than are read; holds the limit.
    TooLarge(u64),
    /// It stands outside of the project folder, is no file, or the system refuses; says which.
    Refused(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => out.write_str("there is no such file"),
            Self::TooLarge(max) => write!(out, "it has more than {} MB", max / 1_000_000),
            Self::Refused(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for FileError {}

/// For a text that belongs to no folder: there is no file.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Err(FileError::Absent)
    }
}
