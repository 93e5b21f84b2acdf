//! Times of words that recognisers, voices and subtitle editors write. The format is told by what is in the file.

mod json;
mod matching;
mod read;
mod shapes;
mod snap;
mod subtitles;
mod whisper_cpp;

pub use matching::{Matched, matched};
pub use read::{Format, Imported, MAX_BYTES, TimedWord, Unreadable, read};
pub use snap::{Snapped, snap};
pub use subtitles::{Cue, cues};
