//! The silences between stretches of speech.

use crate::video::time::Pause;

/// The silences between stretches of speech, which are in order.
pub fn pauses(speech: &[[f64; 2]]) -> Vec<Pause> {
    speech.windows(2).map(|pair| Pause { t0: pair[0][1], t1: pair[1][0] }).collect()
}
