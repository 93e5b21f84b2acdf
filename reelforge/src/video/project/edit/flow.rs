//! Values as they are written on one line of YAML.

use serde_json::Value;

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

/// A text without quotes where no reader could take it for anything else, else in double quotes.
pub(crate) fn scalar(text: &str) -> String {
    if is_safe(text) { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    // JSON leaves these as they are; YAML readers take some for line ends, and people cannot see them.
    let hidden = |c: char| {
        matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    if !json.contains(hidden) {
        return json;
    }
    let escaped = |c: char| if hidden(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    json.chars().map(escaped).collect()
}

fn is_safe(text: &str) -> bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_text = || {
        let plain = crate::video::project::source::Scalar {
            text: text.to_owned(),
            style: crate::video::project::source::Style::Plain,
        };
        matches!(plain.core(), crate::video::project::source::Core::Text(_))
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
