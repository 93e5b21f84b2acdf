//! Words that are shown together.

use crate::video::project::model::{CaptionStyle, Captions};
use crate::video::time::Spoken;

/// Seconds of silence that no group crosses.
const PAUSE: f64 = 0.3;
/// Seconds that a group stays after its last word, if nothing follows.
const HOLD: f64 = 0.5;
/// Letters of a line that a sentence should not end with one word beyond.
const BLOCK_WORDS: usize = 20;

/// A word of a group: what stands between two spaces.
#[derive(Debug, Clone, PartialEq)]
pub struct CaptionWord {
    /// How it is written.
    pub text: String,
    /// When it begins, in seconds from the video's start.
    pub t0: f64,
    /// When it ends.
    pub t1: f64,
    /// How sure that is, 0 to 1.
    pub conf: f64,
    /// It is the first of a line.
    pub breaks_before: bool,
    /// It is written onto the word before, without a space.
    pub is_joined: bool,
    /// A sentence ends with it.
    pub ends_sentence: bool,
}

/// Words that are shown together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The words.
    pub words: Vec<CaptionWord>,
    /// When it is shown first, in seconds from the video's start.
    pub t0: f64,
    /// When it has gone.
    pub t1: f64,
}

impl Group {
    /// What it says, with a line break between its lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for word in &self.words {
            if !text.is_empty() {
                text.push_str(match (word.breaks_before, word.is_joined) {
                    (true, _) => "\n",
                    (false, true) => "",
                    (false, false) => " ",
                });
            }
            text.push_str(&word.text);
        }
        text
    }

    /// How sure its words are, on average.
    pub fn conf(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let count = self.words.len().max(1) as f64;
        self.words.iter().map(|word| word.conf).sum::<f64>() / count
    }
}

/// Puts words into groups as captions ask for it.
pub(super) fn group(spoken: &[Spoken], captions: &Captions) -> Vec<Group> {
    divide(&written(spoken), captions)
}

/// Words as they are written: parts without a space between them are one, but for scripts that have none.
fn written(spoken: &[Spoken]) -> Vec<CaptionWord> {
    let mut all: Vec<CaptionWord> = Vec::with_capacity(spoken.len());
    let mut was_character = false;
    for word in spoken {
        let joins = word.is_joined && !word.word.is_character && !was_character;
        match all.last_mut().filter(|_| joins) {
            Some(last) => {
                last.text.push_str(&word.shown);
                last.t1 = word.t1;
                last.conf = last.conf.min(word.conf);
                last.ends_sentence = word.word.ends_sentence;
            }
            None => all.push(CaptionWord {
                text: word.shown.clone(),
                t0: word.t0,
                t1: word.t1,
                conf: word.conf,
                breaks_before: false,
                is_joined: word.is_joined,
                ends_sentence: word.word.ends_sentence,
            }),
        }
        was_character = word.word.is_character;
    }
    all
}

/// Puts written words into groups: never across a pause or the end of a sentence, and never more than fits.
pub(super) fn divide(words: &[CaptionWord], captions: &Captions) -> Vec<Group> {
    let lines = if captions.style == CaptionStyle::Line { 1 } else { captions.max_lines.max(1) };
    let most = match captions.style {
        CaptionStyle::Karaoke | CaptionStyle::Pop => captions.max_words.max(1) as usize,
        CaptionStyle::Line | CaptionStyle::Block => BLOCK_WORDS,
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut open: Vec<CaptionWord> = Vec::new();
    let (mut line, mut column) = (1, 0_usize);
    for word in words {
        let length = word.text.chars().count();
        let space = usize::from(!word.is_joined);
        let wraps = column + space + length > captions.max_chars as usize;
        let ends = open.last().is_some_and(|before: &CaptionWord| {
            let gap = word.t0 - before.t1;
            before.ends_sentence || gap > PAUSE || open.len() >= most || (wraps && line >= lines)
        });
        let mut word = word.clone();
        if ends || open.is_empty() {
            close(&mut open, &mut groups);
            (line, column) = (1, length);
            word.breaks_before = false;
        } else if wraps {
            (line, column) = (line + 1, length);
            word.breaks_before = true;
        } else {
            column += space + length;
        }
        open.push(word);
    }
    close(&mut open, &mut groups);
    // A group stays until the next one comes, or a little.
    for index in 0..groups.len() {
        let next = groups.get(index + 1).map_or(f64::INFINITY, |next| next.t0);
        let last = groups[index].t1;
        groups[index].t1 = (last + HOLD).min(next).max(last.min(next));
    }
    groups
}

fn close(open: &mut Vec<CaptionWord>, groups: &mut Vec<Group>) {
    let words = std::mem::take(open);
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        let (t0, t1) = (first.t0, last.t1);
        groups.push(Group { words, t0, t1 });
    }
}
