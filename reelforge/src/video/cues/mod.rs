//! What the sound files of a project say: where someone speaks, when each word is said, and where the music beats.
//!
//! No model is needed: words come from files that recognisers and voices write, or from the script, which is laid between
//! the pauses of the recording. How good that is stands in `README.md` beside this file.
// Frames, samples and words are counted in integers and measured in floats; all stay far below 2^52.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

pub mod align;
mod hear;
pub mod import;
mod kept;
mod list;
mod music;
mod pauses;
mod samples;
pub mod speech;
#[cfg(test)]
mod tests;
mod voice;

pub use hear::{Ear, hear};
pub use list::{CueEntry, CueKind, Wanted, list, source};
pub use music::music;
pub use pauses::pauses;
pub use samples::{Buffer, Samples};
pub use voice::{Recording, Script, voice};
