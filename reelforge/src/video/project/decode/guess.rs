//! What a wrong value was meant to be.

use serde_json::{Value, json};

use super::names;
use super::walk::Place;
use super::words;
use crate::video::project::source::{Node, Scalar, Style};

/// A value of another form: one value where a list is expected.
pub(super) fn from_form(place: Place, node: &Node) -> Option<Value> {
    let list = match words::form(place) {
        "array" => place,
        "any" => place.get("anyOf")?.as_array()?.iter().find(|place| words::form(place) == "array")?,
        _ => return None,
    };
    let scalar = node.as_scalar().filter(|_| !node.is_empty())?;
    let takes_one = list.get("minItems").and_then(Value::as_u64).unwrap_or_default() <= 1;
    let item = words::resolve(list.get("items")?);
    let of_scalars = words::form(item) == "scalar";
    (takes_one && of_scalars).then(|| {
        let text = scalar.text.clone();
        json!([if item.get("type") == Some(&json!("string")) {
            text.into()
        } else {
            Value::from(scalar.core())
        }])
    })
}

/// A scalar that the place does not take: the value that was meant, and what to know about it.
pub(super) fn from_scalar(place: Place, scalar: &Scalar) -> (Option<Value>, Option<&'static str>) {
    let text = scalar.text.trim();
    let title = place.get("title").and_then(Value::as_str).unwrap_or_default();
    if title.starts_with("a colour") {
        return (color(text).map(Value::from), None);
    }
    let types = place.get("type").map(ToString::to_string).unwrap_or_default();
    let wants_number = types.contains("number") || types.contains("integer");
    let is_time = title.starts_with("a time") || place.get("x-unit") == Some(&json!("seconds"));
    if wants_number && is_time && is_clock(text) {
        return (None, Some("times are seconds, not minutes and seconds"));
    }
    if wants_number && let Some(value) = number(place, text, is_time) {
        return (Some(value), None);
    }
    if types.contains("boolean") {
        let value = match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" | "1" => Some(true),
            "false" | "no" | "off" | "n" | "0" => Some(false),
            _ => None,
        };
        return (value.map(Value::from), None);
    }
    if let Some(words) = place.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return (names::word(text, &words).map(Value::from), None);
    }
    if title.starts_with("a name") && scalar.style != Style::Literal {
        return (name(text, title.contains(" - ")).map(Value::from), None);
    }
    (None, None)
}

/// `12:30`, which some read as minutes and seconds.
fn is_clock(text: &str) -> bool {
    text.split_once(':').is_some_and(|(minutes, seconds)| {
        let digits = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b':')
        };
        digits(minutes) && digits(seconds)
    })
}

/// A number in quotes or with a unit.
fn number(place: Place, text: &str, is_time: bool) -> Option<Value> {
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(text.len());
    let value: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim().to_ascii_lowercase();
    let value = match unit.as_str() {
        "ms" if is_time => value / 1000.0,
        "s" | "sec" | "secs" | "second" | "seconds" if is_time => value,
        "" | "px" | "db" | "lufs" | "deg" | "°" | "x" | "pt" | "fps" | "bpm" => value,
        "%" if place.get("maximum") == Some(&json!(1)) => value / 100.0,
        _ => return None,
    };
    Some(nearest_number(place, value))
}

/// The number nearest to this one that the place takes.
pub(super) fn nearest_number(place: Place, value: f64) -> Value {
    let limit = |name| place.get(name).and_then(Value::as_f64);
    let listed = place.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_f64);
    let value = listed.min_by(|a, b| (a - value).abs().total_cmp(&(b - value).abs())).unwrap_or(value);
    let integer = place.get("type").is_some_and(|types| types.to_string().contains("integer"));
    let step = limit("multipleOf").or(integer.then_some(1.0));
    let value = step.map_or(value, |step| (value / step).round() * step);
    let value = value.max(limit("minimum").unwrap_or(f64::MIN)).min(limit("maximum").unwrap_or(f64::MAX));
    #[allow(clippy::cast_possible_truncation)] // Whole, and small enough to be exact.
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

/// Colour names of other formats.
const NAMED: [(&str, &str); 10] = [
    ("white", "#FFFFFF"),
    ("black", "#000000"),
    ("red", "#FF0000"),
    ("green", "#008000"),
    ("blue", "#0000FF"),
    ("yellow", "#FFFF00"),
    ("orange", "#FFA500"),
    ("gray", "#808080"),
    ("grey", "#808080"),
    ("transparent", "#00000000"),
];

/// Colours as other formats write them.
fn color(text: &str) -> Option<String> {
    let hex = text.strip_prefix('#').or_else(|| text.strip_prefix("0x")).unwrap_or(text);
    let is_hex = hex.bytes().all(|b| b.is_ascii_hexdigit());
    match hex.len() {
        3 | 4 if is_hex && text.starts_with('#') => {
            return Some(
                hex.chars().fold("#".to_owned(), |out, c| out + &c.to_string().repeat(2)).to_uppercase(),
            );
        }
        6 | 8 if is_hex => return Some(format!("#{}", hex.to_uppercase())),
        _ => {}
    }
    let token = text.trim_start_matches(['$', '-']).to_ascii_lowercase();
    if crate::video::project::model::ThemeColors::NAMES.contains(&token.as_str()) {
        return Some(format!("${token}"));
    }
    NAMED.iter().find(|(name, _)| *name == token).map(|(_, hex)| (*hex).to_owned())
}

/// A text as a name: `My Scene` is `my-scene`.
fn name(text: &str, dashes: bool) -> Option<String> {
    let gap = if dashes { '-' } else { '_' };
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() || c == '_' || (c == '-' && dashes) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(gap) {
            out.push(gap);
        }
    }
    out.truncate(40);
    let out = out.trim_matches(gap);
    out.starts_with(|c: char| c.is_ascii_lowercase()).then(|| out.to_owned())
}
