//! Which of the JSON formats a file is.

use serde_json::Value;

use super::read::{Format, Imported, Unreadable};
use super::{shapes, whisper_cpp};

pub(super) fn read(text: &str, length: Option<f64>) -> Result<Imported, Unreadable> {
    let value = match serde_json::from_str::<Value>(text) {
        Ok(value) => value,
        Err(error) => lines(text).ok_or_else(|| {
            Unreadable::new(format!(
                "JSON that ends or breaks at line {}, column {}",
                error.line(),
                error.column()
            ))
        })?,
    };
    let (format, words) = match &value {
        Value::Object(map) if map.contains_key("transcription") => {
            (Format::WhisperCpp, whisper_cpp::words(&value["transcription"]))
        }
        Value::Object(map) => {
            let found = ["alignment", "normalized_alignment"].into_iter().find_map(|key| map.get(key));
            let aligned = found.unwrap_or(&value);
            if aligned.get("characters").is_some() {
                (Format::ElevenLabs, shapes::characters(aligned))
            } else if let Some(segments) = value["segments"].as_array() {
                shapes::segments(&value, segments)
            } else if let Some(words) = value["word_segments"].as_array() {
                (Format::WhisperX, shapes::plain(words, None))
            } else if let Some(boundaries) = value["Metadata"].as_array() {
                (Format::EdgeTts, shapes::boundaries(boundaries, length))
            } else if let Some(words) = value["words"].as_array() {
                shapes::list(words, length)
            } else {
                let words = &value["results"]["channels"][0]["alternatives"][0]["words"];
                match words.as_array() {
                    Some(words) => (Format::Deepgram, shapes::plain(words, length)),
                    None => return Err(Unreadable::new(format!("JSON with {}", keys(&value)))),
                }
            }
        }
        Value::Array(items) => shapes::list(items, length),
        _ => return Err(Unreadable::new("JSON that is neither a list nor an object")),
    };
    if words.is_empty() {
        return Err(Unreadable::new(format!("JSON with {}, but no word with a time", keys(&value))));
    }
    Ok(Imported { format, words })
}

/// One object a line.
fn lines(text: &str) -> Option<Value> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).ok()).collect::<Option<Vec<Value>>>().map(Value::Array)
}

/// What is in a value, for those who wonder why it is not read.
fn keys(value: &Value) -> String {
    let (what, object) = match value {
        Value::Array(items) => ("a list", items.first()),
        other => ("the keys", Some(other)),
    };
    let names: Vec<String> = object
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|map| {
            map.keys().take(8).map(|key| format!("`{}`", key.chars().take(40).collect::<String>()))
        })
        .collect();
    match (what, names.is_empty()) {
        ("a list", true) => "a list without objects".to_owned(),
        ("a list", false) => format!("a list of objects with {}", names.join(", ")),
        (_, true) => "no keys".to_owned(),
        _ => format!("{what} {}", names.join(", ")),
    }
}
