//! Lists of words, segments, characters and boundaries in JSON.

use serde_json::Value;

use super::read::{Format, TimedWord, divide};

/// How sure a word is whose recogniser does not say it.
const UNSAID: f64 = 0.9;
/// How sure a word is whose time was written by the voice that made it.
const EXACT: f64 = 1.0;
/// How sure a word is whose time stands between those of its neighbours.
const BETWEEN: f64 = 0.4;
/// Units that times are counted in, in seconds.
const UNITS: [f64; 3] = [1.0, 1e-3, 1e-7];
/// Numbers from here on are no times in any unit.
const MOST: f64 = 1e12;
/// The length of the sound in seconds when nobody knows it.
const LONGEST: f64 = 600.0;

/// A list whose items tell by their keys what wrote it.
pub(super) fn list(items: &[Value], length: Option<f64>) -> (Format, Vec<TimedWord>) {
    let has = |key: &str| items.iter().any(|item| item.get(key).is_some());
    if has("startMs") {
        let word = |item: &Value| {
            Some(TimedWord {
                text: item["text"].as_str()?.to_owned(),
                t0: item["startMs"].as_f64()? / 1000.0,
                t1: item["endMs"].as_f64()? / 1000.0,
                conf: item["confidence"].as_f64().unwrap_or(UNSAID),
            })
        };
        // A caption may be a phrase.
        let mut words = Vec::new();
        for caption in items.iter().filter_map(word) {
            if caption.text.split_whitespace().nth(1).is_some() {
                divide(&caption.text, caption.t0, caption.t1, &mut words);
            } else {
                words.push(caption);
            }
        }
        return (Format::Remotion, words);
    }
    if has("offset") || has("Offset") || has("Metadata") {
        return (Format::EdgeTts, boundaries(items, length));
    }
    if has("words") {
        return segments(&Value::Null, items);
    }
    let format = match () {
        () if has("punctuated_word") => Format::Deepgram,
        () if has("score") => Format::WhisperX,
        () if has("word") => Format::Whisper,
        () => Format::AssemblyAi,
    };
    (format, plain(items, length))
}

/// `segments[]` with `words[]`, or with a text each.
pub(super) fn segments(whole: &Value, segments: &[Value]) -> (Format, Vec<TimedWord>) {
    let of_segment = |segment: &Value| segment["words"].as_array().cloned().unwrap_or_default();
    let mut items: Vec<Value> = segments.iter().flat_map(of_segment).collect();
    for key in ["words", "word_segments"] {
        if items.is_empty()
            && let Some(words) = whole[key].as_array()
        {
            items.clone_from(words);
        }
    }
    let is_x = whole.get("word_segments").is_some() || items.iter().any(|item| item.get("score").is_some());
    let format = if is_x { Format::WhisperX } else { Format::Whisper };
    if !items.is_empty() {
        return (format, plain(&items, None));
    }
    let mut words = Vec::new();
    for segment in segments {
        if let (Some(text), Some(t0), Some(t1)) =
            (segment["text"].as_str(), segment["start"].as_f64(), segment["end"].as_f64())
        {
            divide(text, t0, t1, &mut words);
        }
    }
    (format, words)
}

/// `{word | text, start, end, probability | confidence | score}`. Those without times stand between their neighbours.
pub(super) fn plain(items: &[Value], length: Option<f64>) -> Vec<TimedWord> {
    let text = |item: &Value| {
        ["punctuated_word", "word", "text"].into_iter().find_map(|key| Some(item[key].as_str()?.to_owned()))
    };
    let conf = |item: &Value| {
        ["probability", "confidence", "score"]
            .into_iter()
            .find_map(|key| item[key].as_f64())
            .unwrap_or(UNSAID)
    };
    let times: Vec<Option<(f64, f64)>> =
        items.iter().map(|item| Some((item["start"].as_f64()?, item["end"].as_f64()?))).collect();
    if times.iter().all(Option::is_none) {
        return Vec::new();
    }
    let is_whole = items.iter().all(|item| item["start"].as_f64().is_none_or(|t| t.fract() == 0.0));
    let unit = unit(times.iter().flatten().map(|time| time.1), length, is_whole);
    let mut words: Vec<TimedWord> = Vec::with_capacity(items.len());
    let mut open: Vec<usize> = Vec::new();
    for (item, time) in items.iter().zip(&times) {
        let Some(text) = text(item) else { continue };
        let (t0, t1) = time.map_or((f64::NAN, f64::NAN), |(t0, t1)| (t0 * unit, t1 * unit));
        if time.is_none() {
            open.push(words.len());
        } else if let Some(first) = open.first().copied() {
            between(&mut words, first, t0);
            open.clear();
        }
        words.push(TimedWord { text, t0, t1, conf: conf(item) });
    }
    if let Some(first) = open.first().copied() {
        let end =
            length.filter(|end| *end > 0.0).or_else(|| Some(words.get(first.checked_sub(1)?)?.t1 + 0.5));
        between(&mut words, first, end.unwrap_or(1.0));
    }
    words
}

/// Gives the words from `first` on the time up to `end`, each as much.
fn between(words: &mut [TimedWord], first: usize, end: f64) {
    let begin = first.checked_sub(1).map_or(0.0, |before| words[before].t1);
    let each = (end - begin).max(0.0) / (words.len() - first).max(1) as f64;
    let mut clock = begin;
    for word in &mut words[first..] {
        (word.t0, word.t1, word.conf) = (clock, clock + each, BETWEEN);
        clock += each;
    }
}

/// `characters[]` with the times of each, which make words at spaces.
pub(super) fn characters(aligned: &Value) -> Vec<TimedWord> {
    let list = |key: &str| aligned[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let starts = list("character_start_times_seconds");
    let ends = list("character_end_times_seconds");
    let mut words: Vec<TimedWord> = Vec::new();
    let mut is_open = false;
    for ((letter, t0), t1) in list("characters").iter().zip(starts).zip(ends) {
        let (Some(letter), Some(t0), Some(t1)) = (letter.as_str(), t0.as_f64(), t1.as_f64()) else {
            continue;
        };
        if letter.trim().is_empty() {
            is_open = false;
            continue;
        }
        match words.last_mut().filter(|_| is_open) {
            Some(word) => {
                word.text.push_str(letter);
                word.t1 = t1;
            }
            None => words.push(TimedWord { text: letter.to_owned(), t0, t1, conf: EXACT }),
        }
        is_open = true;
    }
    words
}

/// `{text, offset, duration}`, or the same below `Data`, or lists of them below `Metadata`.
pub(super) fn boundaries(items: &[Value], length: Option<f64>) -> Vec<TimedWord> {
    let mut all: Vec<(String, f64, f64)> = Vec::new();
    let inner = items.iter().flat_map(|item| match item["Metadata"].as_array() {
        Some(inner) => inner.iter().collect(),
        None => vec![item],
    });
    for item in inner {
        let data = item.get("Data").unwrap_or(item);
        let is_other = item.get("Type").or_else(|| item.get("type")).and_then(Value::as_str);
        if is_other.is_some_and(|kind| kind != "WordBoundary") {
            continue;
        }
        let number = |low: &str, high: &str| data[low].as_f64().or_else(|| data[high].as_f64());
        let text =
            data["text"].as_str().or_else(|| data["text"]["Text"].as_str()).or_else(|| data["Text"].as_str());
        let (Some(text), Some(offset), Some(duration)) =
            (text, number("offset", "Offset"), number("duration", "Duration"))
        else {
            continue;
        };
        all.push((text.to_owned(), offset, offset + duration));
    }
    let is_whole = all.iter().all(|(_, offset, _)| offset.fract() == 0.0);
    let unit = unit(all.iter().map(|(_, _, end)| *end), length, is_whole);
    all.into_iter()
        .map(|(text, t0, t1)| TimedWord { text, t0: t0 * unit, t1: t1 * unit, conf: EXACT })
        .collect()
}

/// What times are counted in: the largest unit by which the last word lies within the sound.
fn unit(ends: impl Iterator<Item = f64>, length: Option<f64>, is_whole: bool) -> f64 {
    let last = ends.filter(|end| *end < MOST).fold(0.0, f64::max);
    let fits = |unit: &f64| match length {
        Some(length) => last * unit <= length * 1.2 + 1.0,
        // Seconds are rarely whole numbers, all of them.
        None => last * unit <= LONGEST && (*unit < 1.0 || !is_whole || last < 20.0),
    };
    UNITS.into_iter().find(fits).unwrap_or(UNITS[UNITS.len() - 1])
}
