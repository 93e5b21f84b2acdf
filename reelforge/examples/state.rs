//! Shared state: whatever a tool takes by reference is registered once, and given to every call.

use std::sync::{Mutex, PoisonError};

use reelforge::{Json, tool};

/// The notes of everybody who calls.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Notes {
    fn with<T>(&self, work: impl FnOnce(&mut Vec<String>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Added {
    /// How many notes there are now.
    notes: usize,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct List {
    /// The notes, oldest first.
    notes: Vec<String>,
}

/// Adds a note.
#[tool(toolsets = ["notes"])]
fn add_note(
    /// What to remember.
    #[arg(min_len = 1, max_len = 500)]
    text: String,
    notes: &Notes,
) -> Json<Added> {
    Json(notes.with(|notes| {
        notes.push(text);
        Added { notes: notes.len() }
    }))
}

/// Lists the notes.
#[tool(toolsets = ["notes"], read_only)]
fn list_notes(
    /// Only those that have this in them.
    containing: Option<String>,
    notes: &Notes,
) -> Json<List> {
    let wanted = |note: &&String| containing.as_ref().is_none_or(|part| note.contains(part.as_str()));
    Json(List { notes: notes.with(|notes| notes.iter().filter(wanted).cloned().collect()) })
}

fn main() -> std::process::ExitCode {
    reelforge::app!().state(Notes::default()).run()
}
