//! Edits of a project's text that leave everything else as it is written.
//!
//! An edit is spliced in at the place of the value that it changes; comments, order, quotes and blank lines elsewhere
//! stay byte for byte. The result is parsed again and compared with what the edit should have made of the data: an
//! edit that would do anything else is refused.

mod arrange;
mod change;
mod cut;
mod extent;
mod flow;
mod lines;
mod names;
mod over;
mod piece;
mod place;
mod put;
mod refs;
mod splice;
#[cfg(test)]
mod tests;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use flow::flow;
pub(super) use flow::quoted;

use super::source;
use arrange::Beside;

/// How often edits are tried on one text.
const MAX_TRIES: usize = 50;

/// How many bytes of text are read to try edits.
const MAX_TRIED_BYTES: usize = 1024 * 1024;

/// Edits in one batch.
pub const MAX_OPS: usize = 100;

/// One edit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// Adds an item to a list, or a key to a map: at its end, or next to one that is there.
    Add {
        /// Address of the list, such as `scenes.hook.elements`; or of the new key, such as `scenes.hook.say`.
        path: String,
        /// The item, or the key's value.
        value: Value,
        /// Id, index or key of what it goes before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// Id, index or key of what it goes after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// Removes an item of a list, such as an element, or a key with its value.
    Remove {
        /// Address of the item or value.
        path: String,
    },
    /// Carries an item or a key to another place, as it is written and with its comments.
    Move {
        /// Address of the item or value.
        path: String,
        /// Address of the list or map that it goes to; its own if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// Id, index or key of what it goes before; to the end if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// Id, index or key of what it goes after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// Puts elements of one scene or group into a new group, which takes the place of the first.
    Wrap {
        /// Addresses of the elements.
        paths: Vec<String>,
        /// The keys of the group, such as `{id: card, layout: row}`.
        group: Map<String, Value>,
    },
    /// Gives another name: to a key, or to the scene or element at the address by its `id`. Where others name a renamed
    /// component, data list, variable or cue, they follow.
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

/// Why a batch of edits was refused; none of it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditError {
    /// Which edit, from 0.
    pub index: usize,
    /// What is wrong with it and what to do.
    pub message: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "edit {}: {}", self.index, self.message)
    }
}

impl std::error::Error for EditError {}

/// How many edits may be tried on copies of this text. Each costs a reading of it: a large text gets fewer.
pub(in crate::video) fn max_tries(text: &str) -> usize {
    MAX_TRIES.min(MAX_TRIED_BYTES / text.len().max(1))
}

/// Makes all edits, one after the other, or none.
pub fn apply_ops(text: &str, ops: &[Op]) -> Result<String, EditError> {
    if ops.len() > MAX_OPS {
        let message = format!("{} edits at once; the limit is {MAX_OPS}", ops.len());
        return Err(EditError { index: MAX_OPS, message });
    }
    let mut text = text.to_owned();
    for (index, op) in ops.iter().enumerate() {
        text = apply(&text, op).map_err(|message| EditError { index, message })?;
    }
    Ok(text)
}

fn apply(text: &str, op: &Op) -> Result<String, String> {
    let before = source::parse(text);
    let root = || before.root.as_ref().ok_or("the file does not parse; repair its syntax first");
    let (edited, expected) = match op {
        Op::ReplaceText { line, column, end_line, end_column, text: new } => {
            return splice::replace_text(text, (*line, *column), (*end_line, *end_column), new);
        }
        Op::Set { path, value } => change::set(text, &before, root()?, path, value)?,
        Op::Unset { path } => change::unset(text, &before, root()?, path)?,
        Op::Rename { path, id } => change::rename(text, &before, root()?, path, id)?,
        Op::Add { path, value, before, after } => {
            arrange::add(text, root()?, path, value, beside(before.as_deref(), after.as_deref()))?
        }
        Op::Remove { path } => arrange::remove(text, &before, root()?, path)?,
        Op::Move { path, to, before: other, after } => {
            let beside = beside(other.as_deref(), after.as_deref());
            arrange::carry(text, &before, root()?, path, to.as_deref(), beside)?
        }
        Op::Wrap { paths, group } => arrange::wrap(text, &before, root()?, paths, group)?,
    };
    let after = source::parse(&edited);
    if let Some(said) = arrange::too_much(&after) {
        return Err(said);
    }
    let as_expected = after.root.is_some_and(|after| after.same_data(&expected));
    if !as_expected || after.problems.len() > before.problems.len() {
        return Err(
            "this edit would change more than it says, as where an anchor is used or a key would stand \
                    twice; write the part anew"
                .to_owned(),
        );
    }
    Ok(edited)
}

fn beside<'a>(before: Option<&'a str>, after: Option<&'a str>) -> Beside<'a> {
    Beside { before, after }
}
