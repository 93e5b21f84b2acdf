//! Moves recognised words to where sound begins and ends: recognisers are early, and leave no gaps.

use crate::video::time::{HeardWord, Pause};

/// Seconds that a word may be moved at most.
const REACH: f64 = 0.4;
/// Seconds of the shortest pause that words are kept out of.
const PAUSE: f64 = 0.25;

/// What was moved.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Snapped {
    /// How many words.
    pub words: usize,
    /// Mean of how far their beginnings moved, in seconds; later is positive.
    pub mean_shift: f64,
}

/// Moves words that begin in silence to the next sound, and ends those that run into a pause. Their order stays.
pub fn snap(words: &mut [HeardWord], speech: &[[f64; 2]]) -> Snapped {
    let pauses = crate::video::cues::pauses(speech);
    let mut snapped = Snapped::default();
    let mut moved = 0_usize;
    let mut shift = 0.0;
    for index in 0..words.len() {
        let next = words.get(index + 1).map_or(f64::INFINITY, |next| next.t0);
        let word = &mut words[index];
        let before = *word;
        // The silence that it begins in, if it does: that before all speech counts too.
        let onset = speech[speech.partition_point(|[_, t1]| *t1 <= word.t0)..].first().map(|[t0, _]| *t0);
        if let Some(onset) = onset.filter(|onset| *onset > word.t0 && onset - word.t0 <= REACH) {
            // Not past the word after it.
            if onset <= next.max(word.t1) {
                word.t0 = onset.min(next.max(word.t0));
                word.t1 = word.t1.max(word.t0);
            }
        }
        if let Some(pause) = cut(word, &pauses) {
            word.t1 = pause.t0.max(word.t0);
        }
        if *word != before {
            snapped.words += 1;
        }
        if word.t0 != before.t0 {
            moved += 1;
            shift += word.t0 - before.t0;
        }
    }
    if moved > 0 {
        let mean = shift / moved as f64;
        snapped.mean_shift = mean;
    }
    snapped
}

/// The pause that a word runs into.
fn cut(word: &HeardWord, pauses: &[Pause]) -> Option<Pause> {
    let first = pauses.partition_point(|pause| pause.t0 <= word.t0);
    let pause = pauses[first..].iter().find(|pause| pause.t1 - pause.t0 >= PAUSE)?;
    (pause.t0 < word.t1).then_some(*pause)
}
