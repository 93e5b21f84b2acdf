//! What the sound files of a project say: where someone speaks, when each word is said, and where the music beats.
//!
//! No model is needed: words come from files that recognisers and voices write, or from the script, which is laid between
//! the pauses of the recording.

mod hear;

pub use hear::{Ear, hear};
