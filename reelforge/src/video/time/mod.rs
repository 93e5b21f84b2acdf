//! When things happen: time expressions, the words that are spoken, and when each scene and element begins and ends.
//!
//! Voice and music files are not opened here. What depends on them is estimated from the script and says so.

mod expr;
mod moment;
mod place;
mod speech;
mod timeline;
mod words;

#[cfg(test)]
mod tests;

pub use expr::{Edge, Term, TimeExpr};
pub use moment::{BadTime, Moment, Times};
pub use timeline::{ElementTime, SceneTime, Timeline};
pub use words::{Word, nearest_phrase, says, words};
