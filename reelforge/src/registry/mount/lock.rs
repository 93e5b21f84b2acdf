//! `mounts.lock`: what the tools of mounted servers said of themselves when somebody looked at them.
//!
//! What a tool says of itself is read by a model, and a server may change it at any time. A tool that says something else
//! than what was accepted is not mounted until that is accepted too.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::super::{Declared, Listing};
use super::error::ConfigError;

/// The version of the file's shape.
const FORMAT: u64 = 1;
/// The largest file that is read.
const FILE_SIZE: u64 = 16 << 20;

/// What was accepted, by server and by the server's own names of its tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lock {
    format: u64,
    servers: BTreeMap<String, BTreeMap<String, Pins>>,
}

/// The SHA-256 of each part of a declaration, as canonical JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pins {
    title: String,
    description: String,
    arguments: String,
    result: String,
    hints: String,
}

/// What the lock says about a declaration.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It says what was accepted.
    Kept,
    /// Nobody has looked at it.
    New,
    /// These parts say something else.
    Drifted(Vec<&'static str>),
}

/// Where the lock of a file of servers stands: beside it.
pub(super) fn path_beside(file: &Path) -> PathBuf {
    file.with_file_name("mounts.lock")
}

impl Lock {
    /// Reads the lock; nothing where there is no such file.
    pub(super) fn read(path: &Path) -> Result<Option<(Self, String)>, ConfigError> {
        let text = match super::work::read_text(path, FILE_SIZE) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(ConfigError { file: path.to_owned(), place: None, message: error.to_string() });
            }
        };
        let lock: Self = serde_json::from_str(&text).map_err(|error| ConfigError {
            file: path.to_owned(),
            place: Some((error.line().max(1), error.column().max(1))),
            message: format!("expected a lock that `tools mounts --accept` wrote: {error}"),
        })?;
        if lock.format != FORMAT {
            let message = format!("the lock has the format {}, and {FORMAT} is read here", lock.format);
            return Err(ConfigError { file: path.to_owned(), place: None, message });
        }
        Ok(Some((lock, text)))
    }

    /// Accepts everything in these listings. What was accepted of other servers stays: they may be away, or stand in
    /// another file of the same folder.
    pub(super) fn accept(&mut self, servers: &[(&str, Option<&Listing>)]) {
        self.format = FORMAT;
        for (server, listing) in servers {
            let Some(listing) = listing else { continue };
            let pins = listing.tools.iter().map(|tool| (tool.name.clone(), Pins::of(tool))).collect();
            self.servers.insert((*server).to_owned(), pins);
        }
    }

    /// Replaces the file at once, so that no reader ever sees half of it.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)? + "\n";
        let new = path.with_extension("lock.new");
        let mut file = std::fs::File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, path)
    }

    pub(super) fn judge(&self, server: &str, tool: &Declared) -> Verdict {
        let Some(accepted) = self.servers.get(server).and_then(|tools| tools.get(&tool.name)) else {
            return Verdict::New;
        };
        let now = Pins::of(tool);
        let parts = [
            ("title", accepted.title == now.title),
            ("description", accepted.description == now.description),
            ("arguments", accepted.arguments == now.arguments),
            ("result", accepted.result == now.result),
            ("hints", accepted.hints == now.hints),
        ];
        let drifted: Vec<&str> = parts.into_iter().filter(|(_, kept)| !kept).map(|(part, _)| part).collect();
        if drifted.is_empty() { Verdict::Kept } else { Verdict::Drifted(drifted) }
    }
}

impl Pins {
    fn of(tool: &Declared) -> Self {
        let hints = tool.hints;
        let hints = json!({
            "read_only": hints.read_only,
            "destructive": hints.destructive,
            "idempotent": hints.idempotent,
            "open_world": hints.open_world,
        });
        Self {
            title: hash(json!(tool.title)),
            description: hash(json!(tool.description)),
            arguments: hash(json!(tool.input_schema)),
            result: hash(json!(tool.output_schema)),
            hints: hash(hints),
        }
    }
}

/// The SHA-256 of a value with every key in order.
fn hash(mut value: Value) -> String {
    value.sort_all_objects();
    Sha256::digest(value.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
