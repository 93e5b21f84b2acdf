//! Brings the words that were recognised together with those of the script.

use super::read::TimedWord;
use crate::video::cues::align::Token;
use crate::video::time::{HeardWord, Word, words};

/// How sure a word of the script is that was recognised as another, as a share of the other's.
const OTHERWISE: f64 = 0.7;
/// How sure a word of the script is that was not recognised.
const MISSED: f64 = 0.3;
/// Pairs that are compared at most: more words than in any video.
const MAX_PAIRS: usize = 64 << 20;

/// The words of a script with times.
#[derive(Debug, Clone, PartialEq)]
pub struct Matched {
    /// The time of each word of the script.
    pub words: Vec<HeardWord>,
    /// Words that differ, as a share of the script's.
    pub wer: f64,
}

/// A spoken word, and which it belongs to.
struct Said<'a> {
    text: &'a str,
    of: usize,
}

/// Gives each word of the script the time of the word that was recognised for it, by the fewest differences. None without
/// words on both sides, and for more of them than a video holds.
pub fn matched(script: &[Token], heard: &[TimedWord]) -> Option<Matched> {
    let said: Vec<Said<'_>> = script
        .iter()
        .enumerate()
        .flat_map(|(of, token)| token.spoken.iter().map(move |text| Said { text, of }))
        .collect();
    let pieces = pieces(heard);
    if said.is_empty() || pieces.is_empty() || said.len().saturating_mul(pieces.len()) > MAX_PAIRS {
        return None;
    }
    let pairs = pair(&said, &pieces);
    let mut times: Vec<Option<HeardWord>> = vec![None; script.len()];
    let mut same = 0;
    for (index, piece) in pairs.iter().enumerate() {
        let Some(piece) = piece.map(|piece| &pieces[piece]) else { continue };
        let is_same = said[index].text == piece.text;
        same += usize::from(is_same);
        let conf = if is_same { piece.conf } else { piece.conf * OTHERWISE };
        let time = &mut times[said[index].of];
        *time = Some(match *time {
            Some(word) => {
                HeardWord { t0: word.t0.min(piece.t0), t1: word.t1.max(piece.t1), conf: word.conf.min(conf) }
            }
            None => HeardWord { t0: piece.t0, t1: piece.t1, conf },
        });
    }
    let inserted = pieces.len() - pairs.iter().flatten().count();
    let wer = (said.len() - same + inserted) as f64 / said.len() as f64;
    Some(Matched { words: filled(script, &times, &pieces), wer })
}

struct Piece {
    text: String,
    t0: f64,
    t1: f64,
    conf: f64,
}

/// The recognised words as they are spoken, each with its share of the time.
fn pieces(heard: &[TimedWord]) -> Vec<Piece> {
    let mut all = Vec::with_capacity(heard.len());
    for word in heard {
        let words = words(&word.text);
        let parts: Vec<&str> = words.iter().flat_map(Word::spoken).collect();
        let letters: usize = parts.iter().map(|part| part.len()).sum();
        let mut clock = word.t0;
        for text in parts {
            let end = clock + (word.t1 - word.t0) * text.len() as f64 / letters.max(1) as f64;
            all.push(Piece { text: text.to_owned(), t0: clock, t1: end, conf: word.conf });
            clock = end;
        }
    }
    all
}

/// For each word of the script the piece that was recognised for it: the fewest words that differ, are missing or are
/// too many.
fn pair(said: &[Said<'_>], pieces: &[Piece]) -> Vec<Option<usize>> {
    const BOTH: u8 = 0;
    const UP: u8 = 1;
    const LEFT: u8 = 2;
    let columns = pieces.len() + 1;
    let mut steps = vec![LEFT; (said.len() + 1) * columns];
    let mut before: Vec<u32> =
        (0..columns).map(|column| 3 * u32::try_from(column).unwrap_or(u32::MAX)).collect();
    let mut here = before.clone();
    for (row, word) in said.iter().enumerate() {
        here[0] = before[0] + 3;
        steps[(row + 1) * columns] = UP;
        for (column, piece) in pieces.iter().enumerate() {
            // Words that sound alike are paired rather than any others.
            let differ = match word.text == piece.text {
                true => 0,
                false if word.text.chars().next() == piece.text.chars().next() => 3,
                false => 4,
            };
            let both = before[column] + differ;
            let (up, left) = (before[column + 1] + 3, here[column] + 3);
            let (cost, step) = if both <= up && both <= left {
                (both, BOTH)
            } else if up <= left {
                (up, UP)
            } else {
                (left, LEFT)
            };
            here[column + 1] = cost;
            steps[(row + 1) * columns + column + 1] = step;
        }
        std::mem::swap(&mut before, &mut here);
    }
    let mut pairs = vec![None; said.len()];
    let (mut row, mut column) = (said.len(), pieces.len());
    while row > 0 {
        match steps[row * columns + column] {
            BOTH => {
                pairs[row - 1] = Some(column - 1);
                (row, column) = (row - 1, column - 1);
            }
            UP => row -= 1,
            _ => column -= 1,
        }
    }
    pairs
}

/// All words with times: those that nobody recognised share what lies between their neighbours.
fn filled(script: &[Token], times: &[Option<HeardWord>], pieces: &[Piece]) -> Vec<HeardWord> {
    let end = pieces.last().map_or(0.0, |last| last.t1);
    let mut words: Vec<HeardWord> = Vec::with_capacity(script.len());
    let mut index = 0;
    while index < script.len() {
        if let Some(word) = times[index] {
            // Never before the word before.
            let t0 = word.t0.max(words.last().map_or(0.0, |before| before.t0));
            words.push(HeardWord { t0, t1: word.t1.max(t0), ..word });
            index += 1;
            continue;
        }
        let until = (index..script.len()).find(|at| times[*at].is_some()).unwrap_or(script.len());
        let from = words.last().map_or(0.0, |before| before.t1);
        let to = times.get(until).copied().flatten().map_or(end.max(from), |next| next.t0).max(from);
        let weight: f64 = script[index..until].iter().map(|token| token.weight).sum();
        let mut clock = from;
        for token in &script[index..until] {
            let t1 = clock + (to - from) * token.weight / weight.max(1e-9);
            words.push(HeardWord { t0: clock, t1, conf: MISSED });
            clock = t1;
        }
        index = until;
    }
    words
}
