//! What whisper.cpp writes: phrases, and with `-ojf` the pieces of words in them.

use serde_json::Value;

use super::read::{TimedWord, divide};

pub(super) fn words(transcription: &Value) -> Vec<TimedWord> {
    let mut words = Vec::new();
    for phrase in transcription.as_array().into_iter().flatten() {
        let before = words.len();
        if let Some(pieces) = phrase["tokens"].as_array() {
            join(pieces, &mut words);
        }
        if words.len() == before
            && let (Some(text), Some(t0), Some(t1)) = (
                phrase["text"].as_str(),
                seconds(&phrase["offsets"]["from"]),
                seconds(&phrase["offsets"]["to"]),
            )
        {
            match text.split_whitespace().nth(1) {
                // With `-ml 1` every phrase is a word.
                None => words.push(TimedWord { text: text.to_owned(), t0, t1, conf: 0.8 }),
                Some(_) => divide(text, t0, t1, &mut words),
            }
        }
    }
    words
}

/// Joins pieces of words: one that begins with a space begins a word.
fn join(pieces: &[Value], words: &mut Vec<TimedWord>) {
    let first = words.len();
    // How sure each piece of the last word is.
    let mut sure: Vec<f64> = Vec::new();
    for piece in pieces {
        let Some(text) = piece["text"].as_str() else { continue };
        // `[_BEG_]` and its like say no word.
        if text.starts_with("[_") {
            continue;
        }
        let (Some(mut t0), Some(t1)) = (seconds(&piece["offsets"]["from"]), seconds(&piece["offsets"]["to"]))
        else {
            continue;
        };
        // The more precise time, in hundredths, where it was asked for.
        if let Some(precise) = piece["t_dtw"].as_f64().filter(|t| *t >= 0.0) {
            t0 = precise / 100.0;
        }
        let conf = piece["p"].as_f64().unwrap_or(0.8);
        let is_sign = !text.chars().any(char::is_alphanumeric);
        let begins = text.starts_with(' ') || is_spaceless(text);
        let has_word = words.len() > first;
        if let Some(word) = words.last_mut().filter(|_| has_word && (is_sign || !begins)) {
            word.text.push_str(text.trim());
            if !is_sign {
                word.t1 = t1;
                sure.push(conf);
                word.conf = sure.iter().sum::<f64>() / sure.len() as f64;
            }
        } else {
            sure = vec![conf];
            words.push(TimedWord { text: text.trim().to_owned(), t0, t1: t1.max(t0), conf });
        }
    }
}

/// Scripts without spaces have no pieces that begin with one.
fn is_spaceless(text: &str) -> bool {
    crate::video::time::words(text).first().is_some_and(|word| word.is_character)
}

fn seconds(milliseconds: &Value) -> Option<f64> {
    milliseconds.as_f64().map(|ms| ms / 1000.0)
}
