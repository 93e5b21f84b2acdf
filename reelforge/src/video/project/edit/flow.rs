//! Values as they are written on one line of YAML.

use serde_json::Value;

use crate::video::project::source::{Core, Entry, Node, Scalar, Style, Value as Tree};

/// A value in flow form: `{at: 1, text: "a: b"}`.
pub fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| format!("{}: {}", scalar(key), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// What is written somewhere, in flow form: the same data, quoted where it was.
pub(super) fn flow_of(text: &str, node: &Node) -> String {
    match &node.value {
        _ if node.alias => text[node.span.start..node.span.end].to_owned(),
        Tree::Scalar(scalar) if node.is_empty() => scalar.text.clone(),
        Tree::Scalar(scalar) if scalar.style == Style::Plain && fits_brackets(&scalar.text) => {
            scalar.text.clone()
        }
        Tree::Scalar(scalar) => quoted(&scalar.text),
        Tree::Seq(items) => {
            let items = items.iter().map(|item| flow_of(text, item));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Tree::Map(entries) => {
            let entry = |entry: &Entry| format!("{}: {}", scalar(&entry.key), flow_of(text, &entry.value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether a text that stands without quotes in a block can do so between brackets.
fn fits_brackets(text: &str) -> bool {
    !text.contains([',', '[', ']', '{', '}', '\n'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
}

/// A text without quotes where no reader could take it for anything else, else in double quotes.
pub(crate) fn scalar(text: &str) -> String {
    if is_safe(text) { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    if !json.contains(hidden) {
        return json;
    }
    let escaped = |c: char| if hidden(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    json.chars().map(escaped).collect()
}

/// JSON leaves these as they are; YAML readers take some for line ends, and people cannot see them.
fn hidden(c: char) -> bool {
    matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a text of several lines can stand below `|` as it is.
pub(super) fn fits_block(text: &str) -> bool {
    let is_plain = |c: char| c == '\n' || !(c.is_control() || hidden(c));
    text.trim_end_matches('\n').contains('\n')
        && text.chars().all(is_plain)
        && !text.starts_with([' ', '\n'])
        && !text.ends_with("\n\n")
        && text.lines().all(|line| line.is_empty() || !line.trim().is_empty())
}

fn is_safe(text: &str) -> bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_text = || {
        let plain = Scalar { text: text.to_owned(), style: Style::Plain };
        matches!(plain.core(), Core::Text(_))
    };
    text.len() <= 200
        && text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '$' | '/'))
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '(' | ')' | '$' | '+'))
        && !text.ends_with(' ')
        && !text.contains("  ")
        && !words.contains(&text.to_ascii_lowercase().as_str())
        && is_text()
}
