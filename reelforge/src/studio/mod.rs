//! The studio: video projects as tools, and the pages beside them.

mod address;
mod doctor;
mod state;
#[cfg(test)]
mod tests;
mod tools;
mod web;

use crate::App;

pub(crate) use address::post;
pub(crate) use doctor::{Check, Health, examine};
pub use state::Studio;
pub(crate) use web::{guides, pages, router as pages_of};

/// How to work with the studio, for the model.
const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The program `reelforge`: the studio's tools, and the commands `studio` and `doctor` beside those of every program.
///
/// Its tools need a [`Studio`], which the command line's `--root` opens.
#[must_use]
pub fn app() -> App {
    let mut app = crate::app!().title("Reelforge").instructions(INSTRUCTIONS.trim());
    app.studio = true;
    app
}
