//! Numbers that are spoken, as digits or as English words.

use super::moments::cue;
use crate::video::time::{Spoken, number_said};

/// Numbers below this are seldom worth a picture, unless they come with a unit.
const SMALL: f64 = 10.0;

/// A number that is said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    /// Index of its first word in the scene.
    pub(super) first: usize,
    /// Words that it takes, with its unit.
    pub(super) count: usize,
    pub(super) value: f64,
    pub(super) prefix: &'static str,
    pub(super) suffix: &'static str,
    /// Seconds of the video at which it is said.
    pub(super) t: f64,
}

impl Said {
    /// The moment as an element writes it.
    pub(super) fn cue(&self, words: &[Spoken]) -> Option<String> {
        cue(words, self.first, self.count)
    }
}

/// The numbers of a scene that are worth a picture: not `one` or `two` of something, and no years.
pub(super) fn all(words: &[Spoken], language: &str) -> Vec<Said> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((value, count, is_digits)) = number(&words[at..], language) else {
            at += 1;
            continue;
        };
        let (prefix, suffix, unit) = unit(words, at, count);
        let is_year = is_digits && (1900.0..2100.0).contains(&value) && value.fract() == 0.0;
        let has_unit = !(prefix.is_empty() && suffix.is_empty());
        if has_unit || (value >= SMALL && !is_year) {
            let t = words[at].t0;
            found.push(Said { first: at, count: count + unit, value, prefix, suffix, t });
        }
        at += count + unit;
    }
    found
}

/// A number with the words that it takes, and whether it is written in digits.
fn number(words: &[Spoken], language: &str) -> Option<(f64, usize, bool)> {
    if let Some(value) = digits(&words.first()?.word.key) {
        return Some((value, 1, true));
    }
    if !language.starts_with("en") {
        return None;
    }
    let (mut total, mut part, mut count) = (0.0, 0.0, 0);
    for word in words {
        let key = word.word.key.as_str();
        if let Some(value) = number_said(key) {
            part += f64::from(value);
        } else if key == "hundred" && count > 0 {
            part *= 100.0;
        } else if key == "thousand" && count > 0 {
            total += part * 1000.0;
            part = 0.0;
        } else {
            break;
        }
        count += 1;
        if word.word.pause > 0.0 {
            break;
        }
    }
    (count > 0).then_some((total + part, count, false))
}

fn digits(key: &str) -> Option<f64> {
    let western = key.chars().map(|letter| match letter {
        '\u{660}'..='\u{669}' => char::from_digit(letter as u32 - 0x660, 10).unwrap_or(letter),
        '\u{6f0}'..='\u{6f9}' => char::from_digit(letter as u32 - 0x6f0, 10).unwrap_or(letter),
        _ => letter,
    });
    let text: String = western.filter(|letter| *letter != ',').collect();
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit()) && !text.contains(':');
    text.parse().ok().filter(|value: &f64| is_number && *value < 1.0e12)
}

/// What stands before and after a number, and the words that say it.
fn unit(words: &[Spoken], at: usize, count: usize) -> (&'static str, &'static str, usize) {
    let (first, last) = (&words[at], &words[at + count - 1]);
    if last.shown.contains('%') {
        return ("", "%", 0);
    }
    if let Some(sign) = ["$", "€", "£", "¥", "₩"].into_iter().find(|sign| first.shown.contains(sign)) {
        return (sign, "", 0);
    }
    if last.word.pause > 0.0 {
        return ("", "", 0);
    }
    match words.get(at + count).map(|word| word.word.key.as_str()) {
        Some("percent" | "prozent" | "procent") => ("", "%", 1),
        Some("dollars" | "bucks") => ("$", "", 1),
        Some("euros" | "euro") => ("€", "", 1),
        Some("pounds") => ("£", "", 1),
        Some("times") => ("", "×", 1),
        Some("million") => ("", "M", 1),
        Some("billion") => ("", "B", 1),
        _ => ("", "", 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::time::{shown, words};

    fn said(text: &str, language: &str) -> Vec<(f64, String)> {
        let all = words(text);
        let shown = shown(text, &all);
        let spoken: Vec<Spoken> = all
            .into_iter()
            .zip(shown)
            .map(|(word, (shown, is_joined))| Spoken {
                word,
                shown,
                is_joined,
                t0: 0.0,
                t1: 0.0,
                conf: 1.0,
                estimated: false,
            })
            .collect();
        let told = |said: Said| {
            (said.value, format!("{}{} {}", said.prefix, said.suffix, said.cue(&spoken).unwrap()))
        };
        super::all(&spoken, language).into_iter().map(told).collect()
    }

    #[test]
    fn numbers_are_heard_as_digits_and_as_words() {
        let cases = [
            ("Coffee went up forty percent in two years.", "en", vec![(40.0, "% cue(forty percent)")]),
            ("It costs $12.50 or 1,200 won.", "en", vec![(12.5, "$ cue(12.50)"), (1200.0, " cue(1,200)")]),
            (
                "Two hundred and fifty five people",
                "en",
                vec![(200.0, " cue(two hundred)"), (55.0, " cue(fifty five)")],
            ),
            (
                "Saved thirty-two thousand dollars",
                "en",
                vec![(32000.0, "$ cue(thirty two thousand dollars)")],
            ),
            ("In 2024 we had one idea.", "en", vec![]),
            ("가격이 40% 올랐어요", "ko", vec![(40.0, "% cue(40)")]),
            ("ارتفع السعر ٤٠% هذا العام", "ar", vec![(40.0, "% cue(٤٠)")]),
        ];
        for (text, language, expected) in cases {
            let expected: Vec<(f64, String)> =
                expected.into_iter().map(|(value, told)| (value, told.to_owned())).collect();
            assert_eq!(said(text, language), expected, "{text}");
        }
    }
}
