//! When things happen: time expressions, the words that are spoken, and when each scene and element begins and ends.
//!
//! Voice and music files are not opened here: [`Heard`] holds what they say. Where it is silent, times are estimated from
//! the script, and say so.

mod expr;
mod heard;
mod moment;
mod near;
mod place;
mod speech;
mod spoken;
mod timeline;
mod voices;
mod words;

#[cfg(test)]
mod tests;

pub use expr::{Edge, Term, TimeExpr};
pub use heard::{CueSource, Heard, HeardBeat, HeardMusic, HeardVoice, HeardWord, Pause, PauseKind};
pub use moment::{BadTime, MAX_VIDEO, Moment, Times};
pub use near::nearest_phrase;
pub(in crate::video) use place::BEFORE_WORDS;
pub use place::{LONGEST_SCENE, SHORTEST_SCENE};
pub use speech::Spoken;
pub use spoken::number_said;
pub use timeline::{ElementTime, SceneTime, Timeline};
pub use voices::VoiceTime;
pub use words::{Word, saying, says, shown, words};
