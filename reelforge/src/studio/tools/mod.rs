//! The studio's tools: thin, they turn arguments into calls on [`video`](crate::video) and its answers into outputs.

mod add;
mod assets;
mod changes;
mod common;
mod components;
mod cues;
mod edit;
mod guide;
mod host;
mod inspect;
mod list;
mod notes;
mod preview;
mod read;
mod render;
mod restore;
mod schema;
mod suggest;
mod validate;
mod write;

pub(super) use list::{ProjectEntry, entry as project_entry};
