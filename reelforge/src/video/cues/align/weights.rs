//! The words of a script with how long each takes to say.

use super::syllables::syllables;
use crate::video::time::{Word, words};

/// A word of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// Where it stands.
    pub word: Word,
    /// The words that are said for it.
    pub spoken: Vec<String>,
    /// Syllables that are heard.
    pub syllables: f64,
    /// How long it takes to say, in about syllables.
    pub weight: f64,
}

/// The words of a script.
pub fn tokens(text: &str) -> Vec<Token> {
    let token = |word: Word| {
        let spoken: Vec<String> = word.spoken().map(str::to_owned).collect();
        let count: f64 = spoken.iter().map(|said| syllables(said)).sum();
        let letters = spoken.iter().map(|said| said.chars().count()).sum::<usize>() as f64;
        // Of scripts whose characters are words, the number of letters says nothing.
        let weight = if word.is_character { count + 0.1 } else { 0.5 * (count + 0.15) + 0.5 * letters / 3.0 };
        Token { word, spoken, syllables: count, weight }
    };
    words(text).into_iter().map(token).collect()
}
