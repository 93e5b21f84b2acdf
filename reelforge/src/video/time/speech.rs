//! The words that are spoken, with their times in the video.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::heard::{HeardVoice, HeardWord, PauseKind};
use super::words::{Word, saying, shown, words};

/// Words a second, of languages that put spaces between them.
const WORDS_PER_SECOND: f64 = 2.6;
/// Characters a second, of scripts without spaces and of Hangul.
const CHARACTERS_PER_SECOND: f64 = 4.5;

/// A word in the video.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    /// The word; its range is that in the text of its scene, or of its voice.
    pub word: Word,
    /// How it is written, with the signs that belong to it: `“Never,`.
    pub shown: String,
    /// It is written onto the word before, without a space.
    pub is_joined: bool,
    /// When it begins, in seconds from the video's start.
    pub t0: f64,
    /// When it ends.
    pub t1: f64,
    /// How sure that is, 0 to 1.
    pub conf: f64,
    /// Its time comes from the script alone.
    pub estimated: bool,
}

/// Where a phrase is spoken, as indexes of its words.
type Places = Arc<[Range<usize>]>;

/// The words of all scenes, in order.
#[derive(Debug, Default)]
pub(super) struct Speech {
    spoken: Vec<Spoken>,
    scenes: Vec<Range<usize>>,
    /// Where silences begin that count as pauses, in order.
    pauses: Vec<f64>,
    /// Where recordings whose words nobody knows begin to speak after a pause that ends a sentence.
    starts: Vec<f64>,
    /// Where each word stands, by how it is written and by what is said first for it.
    places: HashMap<String, Vec<usize>>,
    /// Phrases that were looked for, and where they stand: many elements may name one that a long script lacks.
    sought: Mutex<HashMap<Vec<String>, Places>>,
}

/// What one scene says, timed from its own first word.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    words: Vec<Spoken>,
}

impl Line {
    /// At a usual pace.
    pub(super) fn of(say: &str) -> Self {
        let words = words(say);
        let shown = shown(say, &words);
        let mut clock = 0.0;
        let timed = |(word, (shown, is_joined)): (Word, (String, bool))| {
            let rate = if word.is_character { CHARACTERS_PER_SECOND } else { WORDS_PER_SECOND };
            let t0 = clock;
            let t1 = t0 + 1.0 / rate;
            clock = t1 + word.pause;
            Spoken { word, shown, is_joined, t0, t1, conf: 0.2, estimated: true }
        };
        Self { words: words.into_iter().zip(shown).map(timed).collect() }
    }

    /// The same words as a recording says them, `start` seconds later.
    pub(super) fn heard(self, times: &[HeardWord], start: f64) -> Self {
        let timed = |(spoken, time): (Spoken, &HeardWord)| Spoken {
            t0: start + time.t0,
            t1: start + time.t1,
            conf: time.conf,
            estimated: false,
            ..spoken
        };
        Self { words: self.words.into_iter().zip(times).map(timed).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many words it has.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// When its last word ends: seconds from its first word's beginning, as long as it is not heard.
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
        let pace = if line.length() > room { (room / line.length()).max(0.0) } else { 1.0 };
        let words = line.words.into_iter().map(|spoken| Spoken {
            t0: start + spoken.t0 * pace,
            t1: start + spoken.t1 * pace,
            ..spoken
        });
        let line = Line { words: words.collect() };
        self.pauses
            .extend(line.words.iter().filter(|spoken| spoken.word.pause > 0.0).map(|spoken| spoken.t1));
        self.push_heard(line);
    }

    /// Adds the next scene's line, whose times are those in the video.
    pub(super) fn push_heard(&mut self, line: Line) {
        let first = self.spoken.len();
        self.add(line);
        self.scenes.push(first..self.spoken.len());
    }

    /// Adds words that belong to no scene.
    pub(super) fn add(&mut self, line: Line) {
        self.sought.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        for spoken in line.words {
            let first = spoken.word.spoken().next().filter(|first| *first != spoken.word.key);
            for name in first.into_iter().chain([spoken.word.key.as_str()]) {
                self.places.entry(name.to_owned()).or_default().push(self.spoken.len());
            }
            self.spoken.push(spoken);
        }
    }

    /// Adds the pauses of a recording, `start` seconds later, and what separates its sentences when its words are
    /// unknown.
    pub(super) fn pause_as(&mut self, voice: &HeardVoice, start: f64) {
        let counted = voice.pauses.iter().filter(|pause| pause.kind() > PauseKind::Short);
        self.pauses.extend(counted.map(|pause| start + pause.t0));
        if voice.words.is_empty() {
            let ends = voice.pauses.iter().filter(|pause| pause.kind() >= PauseKind::Sentence);
            let first = voice.speech.first().map(|speech| start + speech[0]);
            self.starts.extend(first.into_iter().chain(ends.map(|pause| start + pause.t1)));
        }
    }

    /// Gives each scene the words that are spoken while it is shown.
    pub(super) fn divide(&mut self, scenes: impl Iterator<Item = (f64, f64)>) {
        let index = |t: f64| self.spoken.partition_point(|spoken| spoken.t0 < t);
        self.scenes = scenes.map(|(t0, t1)| index(t0)..index(t1)).collect();
    }

    /// Whether the lines of scenes up to this one are there.
    pub(super) fn has(&self, scene: usize) -> bool {
        self.scenes.len() > scene
    }

    /// The words of one scene; none before it is placed.
    pub(super) fn scene(&self, index: usize) -> &[Spoken] {
        &self.spoken[self.range(index)]
    }

    /// Indexes of the words of one scene.
    pub(super) fn range(&self, index: usize) -> Range<usize> {
        self.scenes.get(index).cloned().unwrap_or_default()
    }

    /// Where a phrase is spoken.
    pub(super) fn places(&self, phrase: &[Word]) -> Places {
        let Some(first) = phrase.first() else { return Places::default() };
        let written = phrase.iter().map(|word| word.key.as_str());
        let key = written.chain(phrase.iter().flat_map(Word::spoken)).map(str::to_owned).collect();
        let mut sought = self.sought.lock().unwrap_or_else(PoisonError::into_inner);
        let places = sought.entry(key).or_insert_with(|| {
            let names = std::iter::once(first.key.as_str()).chain(first.spoken().take(1));
            let mut begins: Vec<usize> =
                names.filter_map(|name| self.places.get(name)).flatten().copied().collect();
            begins.sort_unstable();
            begins.dedup();
            let here = |at: usize| {
                let count = saying(self.spoken[at..].iter().map(|spoken| &spoken.word), phrase)?;
                Some(at..at + count)
            };
            begins.into_iter().filter_map(here).collect()
        });
        Arc::clone(places)
    }

    pub(super) fn all(&self) -> &[Spoken] {
        &self.spoken
    }

    /// The beginning of the `nth` pause while these words are spoken, or how many there are.
    pub(super) fn pause(&self, spoken: &[Spoken], nth: u32) -> Result<f64, usize> {
        let span = spoken.first().zip(spoken.last()).map(|(first, last)| (first.t0, last.t1));
        let inside = |t: &&f64| span.is_none_or(|(t0, t1)| t0 <= **t && **t < t1);
        pick(self.pauses.iter().filter(inside).copied(), nth)
    }

    /// The beginning of the `nth` sentence of recordings whose words nobody knows, or how many there are.
    pub(super) fn unknown_sentence(&self, nth: u32) -> Result<f64, usize> {
        pick(self.starts.iter().copied(), nth)
    }

    /// Whether a recording speaks whose words nobody knows.
    pub(super) fn has_unknown(&self) -> bool {
        !self.starts.is_empty()
    }
}

/// The `nth` sentence with the word that begins it, or how many there are.
pub(super) fn sentence(spoken: &[Spoken], nth: u32) -> Result<&Spoken, usize> {
    let begins = |index: &usize| *index == 0 || spoken[index - 1].word.ends_sentence;
    pick((0..spoken.len()).filter(begins).map(|index| &spoken[index]), nth)
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
