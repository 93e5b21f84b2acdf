//! Short texts about schemas and values.

use std::fmt;

use serde_json::Value;

use super::super::keywords::{Schema, with_article};

/// How many valid names a message lists.
pub(super) const MOST_NAMES: usize = 20;

/// What fits a schema: `an integer from 1 to 8`, `one of "a", "b"`.
pub(super) fn expected(schema: &Value, defs: Option<&Schema>) -> String {
    let text = fits(schema, defs, 3);
    match schema.get("examples").and_then(Value::as_array).and_then(|examples| examples.first()) {
        Some(example) => format!("{text}, such as {}", no_more_than(&example.to_string(), 60)),
        None => text,
    }
}

fn fits(schema: &Value, defs: Option<&Schema>, levels: usize) -> String {
    let get = |keyword: &str| schema.get(keyword);
    let list_of = |keyword: &str| get(keyword).and_then(Value::as_array);
    if let Some(reference) = get("$ref").and_then(Value::as_str) {
        let target = reference.strip_prefix("#/$defs/").and_then(|name| defs?.get(name));
        return match target {
            Some(target) if levels > 0 => fits(target, defs, levels - 1),
            _ => "a value".to_owned(),
        };
    }
    if let Some(branches) = list_of("anyOf") {
        let mut texts: Vec<String> = Vec::new();
        for branch in branches.iter().take(8) {
            let text = match branch.get("type").and_then(Value::as_str) {
                _ if levels == 0 => "a value".to_owned(),
                Some("object") => object(branch),
                _ => fits(branch, defs, levels - 1),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        return texts.join(" or ");
    }
    if let Some(values) = list_of("enum") {
        let texts: Vec<String> = values.iter().map(Value::to_string).collect();
        return match texts.as_slice() {
            [only] => no_more_than(only, 60),
            _ => format!("one of {}", list(texts.iter().map(String::as_str), 30)),
        };
    }
    match get("type").and_then(Value::as_str) {
        Some(kind @ ("integer" | "number")) => number(kind, schema),
        Some("string") => {
            let length = counted(get("minLength"), get("maxLength"), "character");
            let pattern = get("pattern").and_then(Value::as_str);
            let pattern = pattern.map(|pattern| format!(" that matches {}", no_more_than(pattern, 80)));
            format!("a string{}{}", length.unwrap_or_default(), pattern.unwrap_or_default())
        }
        Some("array") => {
            let length = counted(get("minItems"), get("maxItems"), "item");
            let unique = get("uniqueItems").map(|_| " without repeats");
            format!("an array{}{}", length.unwrap_or_default(), unique.unwrap_or_default())
        }
        Some(kind) => with_article(kind),
        None => "any value".to_owned(),
    }
}

/// `1 to 8`, `at least 1`, `at most 8`, `exactly 3`.
fn range(from: Option<&Value>, to: Option<&Value>) -> Option<String> {
    match (from, to) {
        (Some(from), Some(to)) if from == to => Some(format!("exactly {from}")),
        (Some(from), Some(to)) => Some(format!("{from} to {to}")),
        (Some(from), None) => Some(format!("at least {from}")),
        (None, Some(to)) => Some(format!("at most {to}")),
        (None, None) => None,
    }
}

fn number(kind: &str, schema: &Value) -> String {
    let get = |keyword: &str| schema.get(keyword);
    let inclusive = range(get("minimum"), get("maximum"));
    let inclusive = inclusive
        .map(|range| if range.contains(" to ") { format!("from {range}") } else { format!("of {range}") });
    let above = get("exclusiveMinimum").map(|bound| format!("above {bound}"));
    let below = get("exclusiveMaximum").map(|bound| format!("below {bound}"));
    let bounds = inclusive.into_iter().chain(above).chain(below);
    std::iter::once(with_article(kind)).chain(bounds).collect::<Vec<_>>().join(" ")
}

/// An object among alternatives, told apart by what it requires: `an object with kind "circle", radius`.
fn object(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let names = required.filter_map(Value::as_str).map(|name| {
        let values = schema.get("properties").and_then(|all| all.get(name)?.get("enum")?.as_array());
        match values.map(Vec::as_slice) {
            Some([only]) => format!("{name} {only}"),
            _ => name.to_owned(),
        }
    });
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => "an object".to_owned(),
        names => format!("an object with {}", list(names.iter().map(String::as_str), 3)),
    }
}

/// `1 to 8 characters`, `at least 1 character`.
fn counted(from: Option<&Value>, to: Option<&Value>, noun: &str) -> Option<String> {
    let range = range(from, to)?;
    let plural = if range.ends_with(" 1") { "" } else { "s" };
    Some(format!(" of {range} {noun}{plural}"))
}

/// What came, in a few words.
pub(super) fn got(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(list) if list.is_empty() => "an empty array".to_owned(),
        Value::Array(list) => format!("an array of {}", list.len()),
        Value::Object(map) if map.is_empty() => "an empty object".to_owned(),
        Value::Object(map) => format!("an object with {}", list(map.keys().map(String::as_str), 5)),
        scalar => scalar.to_string(),
    }
}

/// A string as JSON, its beginning when it is long.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() == text.len() {
        return Value::from(short).to_string();
    }
    format!("{} ({} characters)", Value::from(short + "…"), text.chars().count())
}

/// The first names of a list, separated by commas.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>, most: usize) -> String {
    let mut names = names.map(|name| no_more_than(name, 60));
    let mut text = names.by_ref().take(most).collect::<Vec<_>>().join(", ");
    let more = names.count();
    if more > 0 {
        text = format!("{text} and {more} more");
    }
    text
}

/// The beginning of a text.
pub(super) fn no_more_than(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The end of a path, which is what tells the places of a deep value apart.
pub(super) fn ending(path: String) -> String {
    match path.char_indices().rev().nth(199) {
        Some((start, _)) if start > 0 => format!("…{}", &path[start..]),
        _ => path,
    }
}

/// The nearest of the valid names as a question, if one is near.
pub(super) fn did_you_mean<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Option<String> {
    // A longer name is not a misspelt one, and comparing it would take long.
    if name.len() > 100 {
        return None;
    }
    let name = name.to_lowercase();
    let scored = valid.map(|valid| (strsim::jaro_winkler(&name, &valid.to_lowercase()), valid));
    let (score, best) = scored.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (score > 0.8).then(|| format!("did you mean `{best}`?"))
}

/// One name of a path. What is not an identifier stands in brackets.
pub(super) fn in_path(f: &mut fmt::Formatter<'_>, first: bool, name: &str) -> fmt::Result {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let short = no_more_than(name, 60);
    match (plain, first) {
        (true, true) => f.write_str(&short),
        (true, false) => write!(f, ".{short}"),
        (false, _) => write!(f, "[{}]", Value::from(short)),
    }
}
