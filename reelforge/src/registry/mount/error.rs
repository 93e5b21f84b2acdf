//! Why servers cannot be mounted.

use std::fmt;
use std::path::PathBuf;

use super::super::plain::plain_line;

/// A mistake in a file of servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1, and the column, in characters from 1; nothing where the file cannot be read at all.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Why servers cannot be mounted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MountError {
    /// The file is wrong.
    Config(ConfigError),
    /// These servers are needed and cannot be reached: the name, and why.
    Unavailable(Vec<(String, String)>),
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Unavailable(servers) => {
                for (server, why) in servers {
                    writeln!(f, "the server `{server}` cannot be mounted: {}", plain_line(why))?;
                }
                f.write_str("`\"optional\": true` lets a server be absent")
            }
        }
    }
}

impl std::error::Error for MountError {}

impl From<ConfigError> for MountError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}
