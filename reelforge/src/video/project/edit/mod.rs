//! Edits of a project's text that leave everything else as it is written.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One edit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    /// Writes a value where one stands, or a new key into an existing map.
    Set {
        /// Address of the value.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Removes a key with its value.
    Unset {
        /// Address of the value.
        path: String,
    },
    /// Gives another name: to a key, or to the scene or element at the address by its `id`.
    Rename {
        /// Address of the value whose key is renamed, or of the scene or element.
        path: String,
        /// The new key or id.
        id: String,
    },
    /// Replaces a piece of text. Only offered where the file does not parse or says something else than it seems to;
    /// lines and columns count from 1, columns in characters, and the end is exclusive.
    ReplaceText {
        /// Line of the first character.
        line: usize,
        /// Column of the first character.
        column: usize,
        /// Line of the end.
        end_line: usize,
        /// Column after the last character.
        end_column: usize,
        /// What to write instead.
        text: String,
    },
}
