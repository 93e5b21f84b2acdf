//! What messages say of a place of the schema and of a value.

use serde_json::Value;

use super::walk::Place;
use crate::video::project::schema;
use crate::video::project::source::Node;

/// Follows a reference.
pub(super) fn resolve(place: Place) -> Place {
    schema::reference(place).and_then(schema::definition_of).unwrap_or(place)
}

/// What a place takes: `scalar`, `array`, `object`, or `any` of them.
pub(super) fn form(place: Place) -> &'static str {
    let place = resolve(place);
    match place.get("type").and_then(Value::as_str) {
        Some("array") => "array",
        Some("object") => "object",
        _ if place.get("type").is_some() => "scalar",
        _ => "any",
    }
}

pub(super) fn required(place: &Value) -> impl Iterator<Item = &str> {
    place.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Whether `required` or `properties` of a place has this key.
pub(super) fn has_key(place: &Value, keyword: &str, key: &str) -> bool {
    match place.get(keyword) {
        Some(Value::Array(keys)) => keys.iter().any(|known| known == key),
        Some(Value::Object(keys)) => keys.contains_key(key),
        _ => false,
    }
}

/// `a, b or c`, each in backquotes.
pub(super) fn list<'a>(words: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match &words[..] {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A value as it is written in YAML.
pub(super) fn written(value: &Value) -> String {
    crate::video::project::edit::flow(value)
}

/// What stands there, shortened.
pub(super) fn got(node: &Node) -> String {
    match node.as_scalar() {
        Some(scalar) if !node.is_empty() => {
            let mut shown: String = scalar.text.chars().take(40).collect();
            if shown.len() < scalar.text.len() {
                shown.push('…');
            }
            let quote = if scalar.core().kind() == "text" { "'" } else { "" };
            format!("{quote}{}{quote}", shown.replace('\n', "\\n"))
        }
        _ => node.kind().to_owned(),
    }
}

/// What a place takes, in words.
pub(super) fn expected(place: Place) -> String {
    let place = resolve(place);
    if let Some(title) = place.get("title").and_then(Value::as_str) {
        return title.to_owned();
    }
    if let Some(alternatives) = place.get("anyOf").and_then(Value::as_array)
        && place.get("type").is_none()
    {
        let mut forms: Vec<String> = Vec::new();
        for form in alternatives.iter().map(expected) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        return forms.join(", or ");
    }
    if let Some(constant) = place.get("const").and_then(Value::as_str) {
        return format!("`{constant}`");
    }
    if let Some(words) = place.get("enum").and_then(Value::as_array) {
        let words: Vec<String> = words.iter().map(written).collect();
        return match &words[..] {
            [first @ .., last] if !first.is_empty() => format!("one of {} or {last}", first.join(", ")),
            _ => words.concat(),
        };
    }
    let range = |from: &str, to: &str, one: &str, many: &str| {
        let count = |n: &Value| if n.as_f64() == Some(1.0) { one.to_owned() } else { many.to_owned() };
        match (place.get(from), place.get(to)) {
            (Some(min), Some(max)) if min == max => format!("{min}{}", count(min)),
            (Some(min), Some(max)) => format!("{min} to {max}{}", count(max)),
            (Some(min), None) => format!("at least {min}{}", count(min)),
            (None, Some(max)) => format!("at most {max}{}", count(max)),
            (None, None) => String::new(),
        }
    };
    match place.get("type").and_then(Value::as_str) {
        Some("integer") if place.get("minimum") == place.get("maximum") => {
            place.get("minimum").map_or_else(|| "a whole number".to_owned(), ToString::to_string)
        }
        Some("integer") => format!("a whole number from {}", range("minimum", "maximum", "", "")),
        Some("number") => {
            let unit = place.get("x-unit").and_then(Value::as_str).map(|unit| format!(" of {unit}"));
            let limits = range("minimum", "maximum", "", "");
            let limits = if limits.is_empty() { limits } else { format!(" from {limits}") };
            format!("a number{}{limits}", unit.unwrap_or_default())
        }
        Some("boolean") => "true or false".to_owned(),
        Some("array") => match range("minItems", "maxItems", " item", " items") {
            limits if limits.is_empty() => "a list".to_owned(),
            limits => format!("a list of {limits}"),
        },
        Some("object") => match required(place).collect::<Vec<_>>() {
            keys if keys.is_empty() => "a map".to_owned(),
            keys => format!("a map with {}", list(keys, "and")),
        },
        _ => match range("minLength", "maxLength", " character", " characters") {
            limits if limits.is_empty() => "text".to_owned(),
            limits => format!("text of {limits}"),
        },
    }
}
