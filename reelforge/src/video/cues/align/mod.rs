//! Lays a known script between the pauses of its recording.

mod anchors;
mod nuclei;
mod place;
mod syllables;
mod weights;

pub use place::align;
pub use weights::{Token, tokens};
