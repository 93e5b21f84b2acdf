use std::fmt;
use std::io;
use std::time::Duration;

use super::{MAX_YAML_BYTES, Revision};

/// Why a file operation on a project was refused or failed. Nothing was changed when one is returned.
#[derive(Debug)]
pub enum StoreError {
    /// The text cannot be a name, path or revision.
    Invalid {
        /// What was named: `project name`, `path`, `revision`.
        what: &'static str,
        /// The text that was given.
        given: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// Nothing has this name.
    NotFound {
        /// What was looked for: `project`, `file`, `revision`, `guide`.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// Existing names, the nearest first.
        near: Vec<String>,
    },
    /// A project or file of this name is there already.
    Exists {
        /// The taken name.
        name: String,
        /// A name that is free.
        free: String,
    },
    /// The path leads out of the project root.
    OutsideRoot {
        /// The path that was given.
        path: String,
    },
    /// The text or file is larger than is accepted.
    TooLarge {
        /// Path from the root.
        path: String,
        /// Its size in bytes; of a file that grows while it is read, the size that was reached.
        size: u64,
        /// The largest accepted size in bytes.
        limit: u64,
    },
    /// There is something else where a file was expected.
    NotAFile {
        /// Path from the root.
        path: String,
        /// What is there.
        found: &'static str,
    },
    /// The file is not UTF-8 text.
    NotUtf8 {
        /// Path from the root.
        path: String,
        /// Offset of the first byte that is not UTF-8.
        offset: usize,
    },
    /// The YAML is empty.
    Empty {
        /// Path from the root.
        path: String,
    },
    /// The project changed since the version that the caller knows.
    Stale {
        /// The version that is stored now.
        current: Revision,
        /// The version that the caller started from.
        base: Revision,
    },
    /// Another process or thread is writing this project.
    Busy {
        /// The lock file, from the root.
        lock: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The operating system refused.
    Io {
        /// Path from the root.
        path: String,
        /// What was tried, as in "cannot *read* the file".
        doing: &'static str,
        /// The reason.
        source: io::Error,
    },
}

impl StoreError {
    /// A stable name of the error for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid_arguments",
            Self::NotFound { .. } => "not_found",
            Self::Exists { .. } => "exists",
            Self::OutsideRoot { .. } => "outside_root",
            Self::TooLarge { .. } => "too_large",
            Self::NotAFile { .. } | Self::NotUtf8 { .. } => "unsupported_media",
            Self::Empty { .. } => "yaml_syntax",
            Self::Stale { .. } => "stale_revision",
            Self::Busy { .. } => "busy",
            Self::Io { .. } => "io",
        }
    }

    /// What the caller can do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Invalid { expected, .. } => format!("give {expected}"),
            Self::NotFound { near, what, .. } if near.is_empty() => match *what {
                "project" => "create it with create_project, or see list_projects".to_owned(),
                _ => "check the spelling".to_owned(),
            },
            Self::NotFound { near, .. } => format!("did you mean {}?", listed(near)),
            Self::Exists { free, .. } => {
                format!(
                    "the name `{free}` is free; to change the project that is there, use edit_project or write_yaml"
                )
            }
            Self::OutsideRoot { .. } => {
                "give a path relative to the project root, without `..`; symbolic links \
                                         must be relative and stay inside it"
                    .to_owned()
            }
            Self::TooLarge { limit, .. } if *limit == MAX_YAML_BYTES => {
                "split the project, or move long data into a csv or json file under `data`".to_owned()
            }
            Self::TooLarge { .. } => "use a smaller file".to_owned(),
            Self::NotAFile { .. } => "a regular file is expected here".to_owned(),
            Self::NotUtf8 { .. } => "save the file as UTF-8".to_owned(),
            Self::Empty { .. } => "the smallest project has `reelforge`, `meta`, `canvas` and `scenes`; \
                                   create_project with the template `blank` makes one"
                .to_owned(),
            Self::Stale { .. } => {
                "read the project again, apply the change to that version, and pass its revision \
                                   as base_revision"
                    .to_owned()
            }
            Self::Busy { .. } => "try again in a moment".to_owned(),
            Self::Io { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    "give the user that runs Reelforge access to it".to_owned()
                }
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "free some disk space".to_owned()
                }
                _ => "see the reason above".to_owned(),
            },
        }
    }

    /// An error of the operating system, where leaving the sandbox and absence are told apart from the rest.
    pub(super) fn io(path: &str, doing: &'static str, source: io::Error) -> Self {
        // The sandbox reports an escape as a refusal that did not come from the operating system.
        if source.kind() == io::ErrorKind::PermissionDenied && source.raw_os_error().is_none() {
            return Self::OutsideRoot { path: path.to_owned() };
        }
        match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
                Self::NotFound { what: "file", name: path.to_owned(), near: Vec::new() }
            }
            _ => Self::Io { path: path.to_owned(), doing, source },
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { what, given, expected } => {
                write!(f, "{given:?} is not a {what}: expected {expected}")
            }
            Self::NotFound { what, name, .. } => write!(f, "there is no {what} `{name}`"),
            Self::Exists { name, .. } => write!(f, "`{name}` is taken: nothing was overwritten"),
            Self::OutsideRoot { path } => write!(f, "`{path}` leads out of the project root"),
            Self::TooLarge { path, size, limit } => {
                write!(
                    f,
                    "`{path}` has {size} bytes; at most {limit} bytes ({} KB) are accepted",
                    limit / 1024
                )
            }
            Self::NotAFile { path, found } => write!(f, "`{path}` is {found}, not a file"),
            Self::NotUtf8 { path, offset } => {
                write!(f, "`{path}` is not UTF-8 text: see the byte at offset {offset}")
            }
            Self::Empty { path } => write!(f, "`{path}` is empty"),
            Self::Stale { current, base } => {
                write!(f, "the project has changed: it is now {current}, not {base}; nothing was written")
            }
            Self::Busy { lock, waited } => write!(
                f,
                "the project is being written by another call or process, which has held `{lock}` for {:.1} s",
                waited.as_secs_f32()
            ),
            Self::Io { path, doing, source } => write!(f, "cannot {doing} `{path}`: {source}"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Up to three of `names` that look like `wanted`, the nearest first.
pub(crate) fn near_names(wanted: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    // Comparing with more than a name has would only cost time.
    let wanted = wanted.chars().take(300).collect::<String>().to_lowercase();
    let mut scored: Vec<(f64, String)> = names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .filter(|(score, _)| *score >= 0.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}
