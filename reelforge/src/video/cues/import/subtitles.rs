//! Subtitles: SRT, VTT and ASS.

use super::read::{Format, Imported, TimedWord, Unreadable, divide};

/// How sure a word is that has a time of its own in subtitles.
const OWN: f64 = 0.85;

/// A subtitle.
#[derive(Debug, Clone, PartialEq)]
pub struct Cue {
    /// Seconds to its beginning.
    pub t0: f64,
    /// Seconds to its end.
    pub t1: f64,
    /// What it says, with line breaks, and with marks of times in it.
    pub text: String,
}

pub(super) fn read(text: &str) -> Result<Imported, Unreadable> {
    let (format, cues) = cues(text)?;
    let mut words = Vec::new();
    for cue in &cues {
        match format {
            Format::Ass => karaoke(cue, &mut words),
            _ => stamped(cue, &mut words),
        }
    }
    Ok(Imported { format, words })
}

/// The subtitles of a text, and which kind they are.
pub fn cues(text: &str) -> Result<(Format, Vec<Cue>), Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    let (format, cues) = if text.trim_start().starts_with("[Script Info]") || text.contains("\nDialogue:") {
        (Format::Ass, dialogues(text))
    } else if text.trim_start().starts_with("WEBVTT") {
        (Format::Vtt, blocks(text))
    } else if text.contains("-->") {
        (Format::Srt, blocks(text))
    } else {
        let shown: String = text.trim().chars().take(30).collect();
        return Err(Unreadable::new(format!("a text that begins with `{}`", shown.replace('\n', " "))));
    };
    if cues.is_empty() {
        return Err(Unreadable::new(
            "subtitles without a time that can be read, such as `00:00:01,200 --> 00:00:02,000`",
        ));
    }
    Ok((format, cues))
}

/// Blocks of a line with `-->` and the lines of text below it.
fn blocks(text: &str) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        if let Some((from, to)) = line.split_once("-->") {
            // Settings may follow the end.
            let to = to.split_whitespace().next().unwrap_or_default();
            is_open = false;
            if let (Some(t0), Some(t1)) = (clock(from.trim()), clock(to)) {
                cues.push(Cue { t0, t1: t1.max(t0), text: String::new() });
                is_open = true;
            }
        } else if line.is_empty() {
            is_open = false;
        } else if is_open && let Some(cue) = cues.last_mut() {
            if !cue.text.is_empty() {
                cue.text.push('\n');
            }
            cue.text.push_str(line);
        }
    }
    cues.retain(|cue| !cue.text.is_empty());
    cues
}

/// `Dialogue:` lines.
fn dialogues(text: &str) -> Vec<Cue> {
    let dialogue = |line: &str| {
        let fields: Vec<&str> = line.trim().strip_prefix("Dialogue:")?.splitn(10, ',').collect();
        let [_, from, to, .., text] = fields[..] else { return None };
        let (t0, t1) = (clock(from.trim())?, clock(to.trim())?);
        Some(Cue {
            t0,
            t1: t1.max(t0),
            text: text.replace("\\N", "\n").replace("\\n", " ").replace("\\h", " "),
        })
    };
    text.lines().filter_map(dialogue).filter(|cue| !cue.text.is_empty()).collect()
}

/// `1:02:03.45`, `02:03,450`, or `3.45`, in seconds.
fn clock(text: &str) -> Option<f64> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let part: f64 =
            part.replace(',', ".").parse().ok().filter(|part: &f64| part.is_finite() && *part >= 0.0)?;
        seconds = seconds * 60.0 + part;
    }
    Some(seconds)
}

/// A cue with `<00:00:01.200>` before words, or without.
fn stamped(cue: &Cue, words: &mut Vec<TimedWord>) {
    let mut parts: Vec<(f64, String)> = vec![(cue.t0, String::new())];
    let mut has_stamps = false;
    let mut rest = cue.text.as_str();
    while let Some(open) = rest.find('<') {
        let Some(close) = rest[open..].find('>') else { break };
        let tag = &rest[open + 1..open + close];
        push(&mut parts, &rest[..open]);
        if let Some(t) = tag.starts_with(|c: char| c.is_ascii_digit()).then(|| clock(tag)).flatten() {
            has_stamps = true;
            parts.push((t.clamp(cue.t0, cue.t1), String::new()));
        }
        rest = &rest[open + close + 1..];
    }
    push(&mut parts, rest);
    spread(&parts, cue.t1, has_stamps, words);
}

/// A cue with `{\k50}` before words, in hundredths of a second, or without.
fn karaoke(cue: &Cue, words: &mut Vec<TimedWord>) {
    let mut parts: Vec<(f64, String)> = vec![(cue.t0, String::new())];
    let mut has_stamps = false;
    let mut clock = cue.t0;
    let mut rest = cue.text.as_str();
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else { break };
        push(&mut parts, &rest[..open]);
        for tag in rest[open + 1..open + close].split('\\').filter(|tag| tag.starts_with(['k', 'K'])) {
            let number = tag.trim_start_matches(['k', 'K', 'f', 'o']);
            if let Ok(hundredths) = number.trim().parse::<u32>() {
                has_stamps = true;
                parts.push((clock.min(cue.t1), String::new()));
                clock += f64::from(hundredths) / 100.0;
            }
        }
        rest = &rest[open + close + 1..];
    }
    push(&mut parts, rest);
    let end = if has_stamps { clock.min(cue.t1) } else { cue.t1 };
    spread(&parts, end, has_stamps, words);
}

fn push(parts: &mut [(f64, String)], text: &str) {
    if let Some((_, last)) = parts.last_mut() {
        last.push_str(text);
    }
}

/// The words of parts that each have a beginning. Parts within a word are joined.
fn spread(parts: &[(f64, String)], end: f64, has_stamps: bool, words: &mut Vec<TimedWord>) {
    if !has_stamps {
        let text: String = parts.iter().map(|(_, text)| text.as_str()).collect();
        return divide(&text, parts[0].0, end, words);
    }
    let mut is_open = false;
    for (index, (t0, text)) in parts.iter().enumerate() {
        let t1 = parts.get(index + 1).map_or(end, |next| next.0);
        if text.trim().is_empty() {
            is_open &= text.is_empty();
            continue;
        }
        let first = words.len();
        divide(text, *t0, t1, words);
        for word in &mut words[first..] {
            word.conf = OWN;
        }
        if is_open && !text.starts_with(char::is_whitespace) && first > 0 && words.len() > first {
            let rest = words.remove(first);
            words[first - 1].text.push_str(&rest.text);
            words[first - 1].t1 = rest.t1;
        }
        is_open = !text.ends_with(char::is_whitespace);
    }
}
