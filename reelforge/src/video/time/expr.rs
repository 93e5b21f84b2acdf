//! The grammar of time expressions:
//!
//! ```text
//! time := seconds | term [("+"|"-") seconds]
//! term := cue(phrase[#n]) | cue_end(phrase[#n]) | sentence(n) | pause(n) | beat(n) | end | <name from cues:>
//! ```

use std::fmt;
use std::str::FromStr;

use super::moment::MAX_VIDEO;

/// The longest expression that is read, in bytes.
const MAX_BYTES: usize = 300;
/// The highest `n` of any term.
const MAX_COUNT: u32 = 9999;

/// A moment named in words, with a shift.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeExpr {
    /// What it is measured from.
    pub term: Term,
    /// Seconds later; negative is earlier.
    pub shift: f64,
}

/// What a time is measured from.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// Where a number of seconds counts from: the scene's start, or the video's outside of scenes.
    Start,
    /// A phrase that is spoken.
    Cue {
        /// Its words, as written.
        phrase: String,
        /// Which of its places, from 1.
        nth: u32,
        /// Its beginning or its end.
        edge: Edge,
    },
    /// The beginning of a spoken sentence, from 1.
    Sentence(u32),
    /// The beginning of a pause in the speech, from 1.
    Pause(u32),
    /// A beat of the music, from 1.
    Beat(u32),
    /// The end of the scene, or of the video outside of scenes.
    End,
    /// A time of the project's `cues`.
    Named(String),
}

/// One side of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Where its first word begins.
    Start,
    /// Where its last word ends.
    End,
}

impl FromStr for TimeExpr {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() > MAX_BYTES {
            return Err(format!(
                "a time expression has at most {MAX_BYTES} bytes, this one has {}",
                text.len()
            ));
        }
        if text.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return Ok(Self { term: Term::Start, shift: seconds(text)? });
        }
        // A phrase may hold anything but the end of the term is its last parenthesis.
        let (term, rest) = if let Some(end) = text.rfind(')') {
            (call(&text[..end])?, &text[end + 1..])
        } else {
            let end = text.find([' ', '+', '-', '(']).unwrap_or(text.len());
            if text[end..].starts_with('(') {
                return Err(format!("`{text}` has no closing `)`"));
            }
            (word(&text[..end])?, &text[end..])
        };
        Ok(Self { term, shift: shift(rest.trim())? })
    }
}

fn call(text: &str) -> Result<Term, String> {
    let Some((name, inside)) = text.split_once('(') else {
        return Err(format!("`{text})` has no opening `(`"));
    };
    match name.trim() {
        "cue" => phrase(inside, Edge::Start),
        "cue_end" => phrase(inside, Edge::End),
        "sentence" => count("sentence", inside).map(Term::Sentence),
        "pause" => count("pause", inside).map(Term::Pause),
        "beat" => count("beat", inside).map(Term::Beat),
        other => Err(format!("`{other}(…)` is unknown; there are cue, cue_end, sentence, pause and beat")),
    }
}

fn phrase(inside: &str, edge: Edge) -> Result<Term, String> {
    let (phrase, nth) = match inside.rsplit_once('#') {
        Some((phrase, nth)) => (phrase, count("#", nth)?),
        None => (inside, 1),
    };
    let phrase = phrase.split_whitespace().collect::<Vec<_>>().join(" ");
    if super::words(&phrase).is_empty() {
        return Err("a cue names the spoken words, as in `cue(forty percent)`".to_owned());
    }
    Ok(Term::Cue { phrase, nth, edge })
}

fn count(what: &str, text: &str) -> Result<u32, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MAX_COUNT).contains(number));
    number.ok_or_else(|| {
        format!("`{what}` counts from 1 to {MAX_COUNT} in whole numbers, `{}` is none", text.trim())
    })
}

fn word(text: &str) -> Result<Term, String> {
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    match text {
        "end" => Ok(Term::End),
        _ if is_name => Ok(Term::Named(text.to_owned())),
        _ => Err(format!("`{text}` is neither seconds nor a time expression such as `cue(forty percent)`")),
    }
}

fn shift(text: &str) -> Result<f64, String> {
    match text.split_at_checked(1) {
        None => Ok(0.0),
        Some(("+", rest)) => seconds(rest.trim()),
        Some(("-", rest)) => seconds(rest.trim()).map(|seconds| -seconds),
        Some(_) => Err(format!("after the term comes `+` or `-` with seconds, not `{text}`")),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = plain.then(|| text.parse().ok()).flatten().filter(|seconds| *seconds <= MAX_VIDEO);
    seconds.ok_or_else(|| format!("`{text}` is no number of seconds from 0 to {MAX_VIDEO}"))
}

impl fmt::Display for TimeExpr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.term {
            Term::Start => return write!(out, "{}", self.shift),
            Term::Cue { phrase, nth, edge } => {
                out.write_str(if *edge == Edge::Start { "cue(" } else { "cue_end(" })?;
                out.write_str(phrase)?;
                if *nth > 1 {
                    write!(out, "#{nth}")?;
                }
                out.write_str(")")?;
            }
            Term::Sentence(n) => write!(out, "sentence({n})")?,
            Term::Pause(n) => write!(out, "pause({n})")?,
            Term::Beat(n) => write!(out, "beat({n})")?,
            Term::End => out.write_str("end")?,
            Term::Named(name) => out.write_str(name)?,
        }
        if self.shift > 0.0 {
            write!(out, " + {}", self.shift)?;
        } else if self.shift < 0.0 {
            write!(out, " - {}", -self.shift)?;
        }
        Ok(())
    }
}
