use std::fmt;

use crate::video::project::store::StoreError;

/// Why the queue did not do what was asked.
#[derive(Debug)]
pub enum QueueError {
    /// It is full; holds how many jobs wait.
    Full(usize),
    /// Its file is of a later version of this program.
    Newer {
        /// The version of the file.
        found: i64,
        /// The last version that is known here.
        known: i64,
    },
    /// The folder of its file cannot be used.
    Place(StoreError),
    /// The database refused.
    Database(rusqlite::Error),
    /// A record makes no sense; holds which and why.
    Record(String),
}

impl QueueError {
    /// A stable name of the error for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Full(_) => "busy",
            Self::Place(error) => error.code(),
            Self::Database(error) if is_busy(error) => "busy",
            Self::Newer { .. } | Self::Database(_) | Self::Record(_) => "queue",
        }
    }

    /// What the caller can do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Full(_) => {
                "wait until some of them are done, or take one away with `cancel_render`".to_owned()
            }
            Self::Newer { .. } => "use the newer version of Reelforge on this root".to_owned(),
            Self::Place(error) => error.hint(),
            Self::Database(error) if is_busy(error) => "try again in a moment".to_owned(),
            Self::Database(error) => match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::PermissionDenied) => {
                    "give the user that runs Reelforge access to `.reelforge` in the project root".to_owned()
                }
                Some(rusqlite::ErrorCode::DiskFull) => "free some disk space".to_owned(),
                Some(rusqlite::ErrorCode::CannotOpen) => {
                    "`.reelforge/renders.db` must be a file that this user can write, and no link".to_owned()
                }
                _ => AWAY.to_owned(),
            },
            Self::Record(_) => AWAY.to_owned(),
        }
    }
}

/// What helps when the file is damaged.
const AWAY: &str = "end all Reelforge processes on this root and move `.reelforge/renders.db` with the files of the same \
                    beginning away: a new queue is made; finished videos stay where they are";

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked)
    )
}

impl fmt::Display for QueueError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(waiting) => write!(out, "the queue of renders is full: {waiting} jobs wait"),
            Self::Newer { found, known } => write!(
                out,
                "the queue of renders was made by a newer version: its file has version {found}, known is {known}"
            ),
            Self::Place(error) => write!(out, "the queue of renders cannot be opened: {error}"),
            Self::Database(error) if is_busy(error) => {
                out.write_str("another process has held the queue of renders for too long")
            }
            Self::Database(error) => write!(out, "the queue of renders cannot be used: {error}"),
            Self::Record(what) => write!(out, "the queue of renders is damaged: {what}"),
        }
    }
}

impl std::error::Error for QueueError {}

impl From<rusqlite::Error> for QueueError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for QueueError {
    fn from(error: StoreError) -> Self {
        Self::Place(error)
    }
}
