//! The script with the time at which each word is estimated to be spoken.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::words::{Word, words};

/// Words a second, of languages that put spaces between them.
const WORDS_PER_SECOND: f64 = 2.6;
/// Characters a second, of scripts without spaces and of Hangul.
const CHARACTERS_PER_SECOND: f64 = 4.5;

/// A word of the script in the video.
#[derive(Debug, Clone)]
pub(super) struct Spoken {
    pub(super) word: Word,
    /// When it begins, in seconds from the video's start.
    pub(super) t0: f64,
    /// When it ends.
    pub(super) t1: f64,
}

/// The words of all scenes, in order.
#[derive(Debug, Default)]
pub(super) struct Speech {
    spoken: Vec<Spoken>,
    scenes: Vec<Range<usize>>,
    /// Where each word stands.
    places: HashMap<String, Vec<usize>>,
    /// Phrases that were looked for, and where they stand: many elements may name one that a long script lacks.
    sought: Mutex<HashMap<String, Arc<[usize]>>>,
}

/// What one scene says, timed from its own first word.
#[derive(Debug, Default)]
pub(super) struct Line {
    words: Vec<Spoken>,
}

impl Line {
    pub(super) fn of(say: &str) -> Self {
        let mut clock = 0.0;
        let timed = |word: Word| {
            let rate = if word.is_character { CHARACTERS_PER_SECOND } else { WORDS_PER_SECOND };
            let t0 = clock;
            let t1 = t0 + 1.0 / rate;
            clock = t1 + word.pause;
            Spoken { word, t0, t1 }
        };
        Self { words: words(say).into_iter().map(timed).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Seconds from its first word's beginning to its last word's end.
    pub(super) fn length(&self) -> f64 {
        self.words.last().map_or(0.0, |last| last.t1)
    }

    /// Seconds of silence before the next line.
    pub(super) fn pause(&self) -> f64 {
        self.words.last().map_or(0.0, |last| last.word.pause)
    }
}

impl Speech {
    /// Adds the next scene's line, its first word at `start`, spoken faster when it would take longer than `room`.
    pub(super) fn push(&mut self, line: Line, start: f64, room: f64) {
        self.sought.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        let first = self.spoken.len();
        let pace = if line.length() > room { (room / line.length()).max(0.0) } else { 1.0 };
        let placed = |spoken: Spoken| Spoken {
            t0: start + spoken.t0 * pace,
            t1: start + spoken.t1 * pace,
            word: spoken.word,
        };
        for spoken in line.words.into_iter().map(placed) {
            self.places.entry(spoken.word.key.clone()).or_default().push(self.spoken.len());
            self.spoken.push(spoken);
        }
        self.scenes.push(first..self.spoken.len());
    }

    /// The words of one scene; none before it is placed.
    pub(super) fn scene(&self, index: usize) -> &[Spoken] {
        &self.spoken[self.range(index)]
    }

    /// Indexes of the words of one scene.
    pub(super) fn range(&self, index: usize) -> Range<usize> {
        self.scenes.get(index).cloned().unwrap_or_default()
    }

    /// Where a phrase is spoken, as indexes of its first words.
    pub(super) fn places(&self, phrase: &[Word]) -> Arc<[usize]> {
        let key = phrase.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ");
        let mut sought = self.sought.lock().unwrap_or_else(PoisonError::into_inner);
        let places = sought.entry(key).or_insert_with(|| {
            let first = phrase.first().and_then(|word| self.places.get(&word.key));
            let is_here = |at: &usize| {
                let spoken = self.spoken.get(*at..at + phrase.len()).unwrap_or_default();
                !spoken.is_empty()
                    && spoken.iter().zip(phrase).all(|(spoken, word)| spoken.word.key == word.key)
            };
            first.into_iter().flatten().copied().filter(is_here).collect()
        });
        Arc::clone(places)
    }

    pub(super) fn all(&self) -> &[Spoken] {
        &self.spoken
    }
}

/// The beginning of the `nth` sentence, or how many there are.
pub(super) fn sentence(spoken: &[Spoken], nth: u32) -> Result<f64, usize> {
    let begins = |index: &usize| *index == 0 || spoken[index - 1].word.ends_sentence;
    pick((0..spoken.len()).filter(begins).map(|index| spoken[index].t0), nth)
}

/// The beginning of the `nth` pause between two words, or how many there are.
pub(super) fn pause(spoken: &[Spoken], nth: u32) -> Result<f64, usize> {
    let inner = &spoken[..spoken.len().saturating_sub(1)];
    pick(inner.iter().filter(|spoken| spoken.word.pause > 0.0).map(|spoken| spoken.t1), nth)
}

/// The `nth` item from 1, or how many there are.
pub(super) fn pick<T>(mut items: impl Iterator<Item = T>, nth: u32) -> Result<T, usize> {
    let mut count = 0;
    loop {
        let Some(item) = items.next() else { return Err(count) };
        count += 1;
        if count == nth as usize {
            return Ok(item);
        }
    }
}
