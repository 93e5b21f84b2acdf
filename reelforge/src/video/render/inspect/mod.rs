//! Looks at a finished video as a player sees it: what its file says of itself, its pictures and its sound.
// Sizes and counts of pictures are small numbers.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod container;
mod frames;
mod look;
mod qc;
mod rules;
mod sound;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::video::check::Issue;
use crate::video::files::Files;
use crate::video::paint::Image;
use crate::video::project::Project;

pub use container::{Container, PictureTrack, SoundTrack};
pub use look::{Flash, Interval};
pub use qc::{Finding, Qc};
pub use sound::SoundFacts;

use super::Failure;

/// What a finished video is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Inspection {
    /// What the file says of itself.
    pub container: Container,
    /// What its sound measures; absent without sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<SoundFacts>,
    /// By how many milliseconds the sound begins after the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub av_offset_ms: Option<f64>,
    /// When more than two frames in a row are black.
    pub black: Vec<Interval>,
    /// When the picture does not change for two seconds or more.
    pub frozen: Vec<Interval>,
    /// The most flashes of any second, if there are two or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flashes: Option<Flash>,
    /// Seconds of the video whose pictures were looked at: less than its length where that took too long.
    pub looked_at: f64,
    /// What is wrong with it.
    pub issues: Vec<Issue>,
}

/// A video that was looked at, and some of its pictures.
#[derive(Debug)]
pub struct Inspected {
    /// What it is.
    pub facts: Inspection,
    /// Pictures from its beginning to its end, if they could be decoded.
    pub sheet: Option<Image>,
}

/// How long a video is looked at, at most.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    /// How long its pictures are.
    pub(super) time: Duration,
    /// Whether nobody wants to know any more.
    pub(super) is_ended: &'a (dyn Fn() -> bool + Sync),
}

/// How long the pictures of a video are looked at when somebody asks.
const TIME: Duration = Duration::from_secs(45);

/// Looks at a video. `project` is what it was made of, as far as that is known: what its platforms accept and how loud it
/// is to be. `files` has it under the path `path`, for its sound.
pub fn inspect(
    file: &File,
    files: &Arc<dyn Files>,
    path: &str,
    project: Option<&Project>,
) -> Result<Inspected, Failure> {
    let (container, pictures) = container::read(file)?;
    let patience = Patience { time: TIME, is_ended: &|| false };
    let reader = frames::Reader::new(file, &pictures, patience);
    let facts = facts(&reader, container, files, path, project);
    Ok(Inspected { facts, sheet: look::sheet(&reader) })
}

/// The same without pictures, for as long as there is patience.
pub(super) fn look_at(
    file: &File,
    files: &Arc<dyn Files>,
    path: &str,
    project: &Project,
    patience: Patience<'_>,
) -> Result<Inspection, Failure> {
    let (container, pictures) = container::read(file)?;
    let reader = frames::Reader::new(file, &pictures, patience);
    Ok(facts(&reader, container, files, path, Some(project)))
}

fn facts(
    reader: &frames::Reader<'_>,
    container: Container,
    files: &Arc<dyn Files>,
    path: &str,
    project: Option<&Project>,
) -> Inspection {
    let look = look::look(reader, &container);
    let sound = container.sound.as_ref().and_then(|_| sound::measure(files, path));
    let mut facts = Inspection {
        av_offset_ms: container.offset_ms(),
        container,
        sound,
        black: look.black,
        frozen: look.frozen,
        flashes: look.flashes,
        looked_at: look.looked_at,
        issues: Vec::new(),
    };
    facts.issues = rules::check(&facts, project);
    facts
}
