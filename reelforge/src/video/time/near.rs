//! The spoken words that a phrase was meant to be.

use std::cmp::Reverse;
use std::collections::HashMap;

use strsim::{damerau_levenshtein, normalized_damerau_levenshtein};

use super::speech::Spoken;
use super::words::{Word, words};

/// Phrases of more words are not compared.
const MAX_PHRASE_WORDS: usize = 20;
/// Longer words are not compared.
const MAX_LETTERS: usize = 40;
/// Places that are compared letter by letter, those with the most words of the phrase first.
const MAX_COMPARED: usize = 24;
/// How much alike two phrases must be, of 1, for one to be offered in place of the other.
const LIKENESS: f64 = 0.6;

/// Of the words that are said, those that sound most like a phrase, without the signs around them; none when nothing
/// comes near.
pub fn nearest_phrase(phrase: &str, said: &[Spoken]) -> Option<String> {
    let wanted = words(phrase);
    if wanted.is_empty() || wanted.len() > MAX_PHRASE_WORDS {
        return None;
    }
    let wanted_text = joined(wanted.iter());
    let alike = alike(&wanted, said);
    let mut windows: Vec<(u32, usize, usize)> = Vec::new();
    for size in [wanted.len(), wanted.len() + 1, wanted.len() - 1].into_iter().filter(|size| *size > 0) {
        for (start, window) in alike.windows(size).enumerate() {
            let found = window.iter().fold(0, |all, one| all | one).count_ones();
            if found > 0 {
                windows.push((found, start, size));
            }
        }
    }
    windows.sort_by_key(|(found, ..)| Reverse(*found));
    let mut best: Option<(f64, &[Spoken])> = None;
    for (_, start, size) in windows.into_iter().take(MAX_COMPARED) {
        let window = &said[start..start + size];
        let text = joined(window.iter().map(|spoken| &spoken.word));
        let likeness = normalized_damerau_levenshtein(&wanted_text, &text);
        if likeness >= LIKENESS && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, window));
        }
    }
    let (_, window) = best?;
    let mut written = String::new();
    for spoken in window {
        if !written.is_empty() && !spoken.word.is_character {
            written.push(' ');
        }
        // What is shown has signs around the word.
        let range = words(&spoken.shown).first().map(|word| word.range.clone());
        written.push_str(&spoken.shown[range.unwrap_or_default()]);
    }
    Some(written)
}

fn joined<'a>(words: impl Iterator<Item = &'a Word>) -> String {
    words.map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ")
}

/// For each word that is said, a bit for every word of the phrase that it is like.
fn alike(wanted: &[Word], said: &[Spoken]) -> Vec<u32> {
    let wanted: Vec<Letters<'_>> = wanted.iter().map(|word| Letters::of(&word.key)).collect();
    // Few of the words of a text are different ones.
    let mut known: HashMap<&str, u32> = HashMap::new();
    let bits = |key: &str| {
        let said = Letters::of(key);
        let is_like = wanted.iter().map(|wanted| wanted.is_like(&said));
        is_like.enumerate().fold(0, |bits, (index, like)| bits | (u32::from(like) << index))
    };
    said.iter().map(|spoken| *known.entry(&spoken.word.key).or_insert_with_key(|key| bits(key))).collect()
}

/// A word, with what tells quickly that another is different.
struct Letters<'a> {
    key: &'a str,
    count: usize,
    /// A bit for each letter in it; some letters share one.
    set: u64,
}

impl<'a> Letters<'a> {
    fn of(key: &'a str) -> Self {
        let set = key.chars().fold(0, |set, letter| set | (1 << (u32::from(letter) % 64)));
        Self { key, count: key.chars().count(), set }
    }

    /// Whether at most half of the letters differ.
    fn is_like(&self, other: &Self) -> bool {
        let most = self.count.max(other.count);
        let missing = (self.set & !other.set).count_ones().max((other.set & !self.set).count_ones());
        self.key == other.key
            || (most <= MAX_LETTERS
                && most - self.count.min(other.count) <= most / 2
                && missing as usize <= most / 2
                && damerau_levenshtein(self.key, other.key) <= most / 2)
    }
}
