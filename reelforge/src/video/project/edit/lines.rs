//! Values as lines of block YAML.

use serde_json::Value;

use super::flow::{flow, scalar};

/// How wide a map or list may be to stand on one line.
pub(super) const MAX_WIDTH: usize = 100;

/// A key with its value.
pub(super) fn entry_lines(key: &str, value: &Value) -> Vec<String> {
    let key = scalar(key);
    let inner = match value {
        Value::Object(map) if !is_short(value) => {
            let entries = map.iter().flat_map(|(key, value)| entry_lines(key, value));
            entries.collect::<Vec<_>>()
        }
        Value::Array(items) if !is_short(value) => {
            items.iter().flat_map(|item| item_lines(item, false)).collect()
        }
        _ => return vec![format!("{key}: {}", flow(value))],
    };
    std::iter::once(format!("{key}:")).chain(indented(&inner, 2)).collect()
}

/// An item of a list; a map in lines of its own where it is too wide for one, or where its neighbours are written so.
pub(super) fn item_lines(value: &Value, in_lines: bool) -> Vec<String> {
    match value {
        Value::Object(map) if !map.is_empty() && (in_lines || !is_short(value)) => {
            dashed(map.iter().flat_map(|(key, value)| entry_lines(key, value)).collect())
        }
        _ => vec![format!("- {}", flow(value))],
    }
}

/// Whether a value is written on one line.
fn is_short(value: &Value) -> bool {
    let is_empty = match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => true,
    };
    is_empty || flow(value).len() <= MAX_WIDTH
}

/// Lines as an item of a list.
pub(super) fn dashed(lines: Vec<String>) -> Vec<String> {
    let line = |(index, line): (usize, String)| match (index, line.is_empty()) {
        (0, _) => format!("- {line}"),
        (_, true) => line,
        _ => format!("  {line}"),
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// Lines further to the right; blank ones stay blank.
pub(super) fn indented(lines: &[String], by: usize) -> Vec<String> {
    let line =
        |line: &String| if line.is_empty() { String::new() } else { format!("{}{line}", " ".repeat(by)) };
    lines.iter().map(line).collect()
}

/// A line without indentation of up to this width.
pub(super) fn dedented(line: &str, width: usize) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    &line[spaces.min(width)..]
}
