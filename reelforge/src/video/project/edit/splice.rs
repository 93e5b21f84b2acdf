//! Where in the text an edit goes, and what it writes there.

use serde_json::{Map, Value};

use super::cut::cut;
use super::expect::added;
use super::extent::{after_colon, content_end};
use super::flow::{flow, scalar};
use super::place::{self, locate};
use super::refs::Renaming;
use crate::video::project::source::{self, Document, Found, Node, NotFound, Style, Value as Tree};
use crate::video::project::store::near_names;

/// Replaces the text between two places.
pub(super) fn replace_text(
    text: &str,
    from: (usize, usize),
    to: (usize, usize),
    new: &str,
) -> Result<String, String> {
    let offset = |(line, column): (usize, usize)| offset(text, line, column);
    match (offset(from), offset(to)) {
        (Some(from), Some(to)) if from <= to => Ok(splice(text, from, to, new)),
        _ => Err("the text has no such place; lines and columns count from 1".to_owned()),
    }
}

/// The byte at a line and column, both from 1, the column in characters and at most one past the line's end.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let text = text.strip_prefix('\u{feff}').map_or((0, text), |rest| ('\u{feff}'.len_utf8(), rest));
    let (skipped, text) = text;
    let (wanted, column) = (line.checked_sub(1)?, column.checked_sub(1)?);
    let mut start = 0;
    for _ in 0..wanted {
        start += text[start..].find('\n')? + 1;
    }
    let line = text[start..].split('\n').next()?;
    let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.into_iter().nth(column).map(|at| skipped + start + at)
}

pub(super) fn splice(text: &str, from: usize, to: usize, new: &str) -> String {
    [&text[..from], new, &text[to..]].concat()
}

pub(super) fn set(text: &str, root: &Node, path: &str, value: &Value) -> Result<String, String> {
    if path.is_empty() {
        return Err("an address is needed; to replace the whole file, write it anew".to_owned());
    }
    if has_null(value) {
        return Err("null is no value; remove the key instead".to_owned());
    }
    match root.find(path) {
        Ok(found) => {
            let (from, to, lead) = place_of(text, &own(found)?);
            Ok(splice(text, from, to, &format!("{lead}{}", flow(value))))
        }
        Err(missing) => {
            let parent = root.find(&missing.parent).map_err(|missing| not_found(&missing))?;
            if parent.node.is_empty() && parent.parent.is_some() {
                let (key, value) = added(path, &missing.parent, value);
                return set(text, root, &missing.parent, &Value::Object(Map::from_iter([(key, value)])));
            }
            if !matches!(parent.node.value, Tree::Map(_)) {
                return Err(not_found(&missing));
            }
            let (key, value) = added(path, &missing.parent, value);
            Ok(add_key(text, own(parent)?.node, &key, &value))
        }
    }
}

/// Where a value is written: its bytes, and what must stand before a new one.
fn place_of(text: &str, found: &Found<'_>) -> (usize, usize, &'static str) {
    let node = found.node;
    let inline = match &node.value {
        Tree::Scalar(scalar) => !node.is_empty() && !matches!(scalar.style, Style::Literal | Style::Folded),
        _ => node.flow,
    };
    match found.key_span {
        // The value begins on the key's line or below it; it is written anew right after the colon.
        Some(key) if !inline => {
            let colon = after_colon(text, key.end);
            (colon, content_end(text, node.span.end).max(colon), " ")
        }
        _ => (node.span.start, content_end(text, node.span.end).max(node.span.start), ""),
    }
}

fn add_key(text: &str, map: &Node, key: &str, value: &Value) -> String {
    let entry = format!("{}: {}", scalar(key), flow(value));
    let Some(last) = map.entries().last() else {
        return splice(text, map.span.start, map.span.end, &format!("{{{entry}}}"));
    };
    let end = content_end(text, last.value.span.end.max(last.key_span.end));
    if map.flow {
        return splice(text, end, end, &format!(", {entry}"));
    }
    let indent = map.entries().first().map_or(0, |first| first.key_span.column.saturating_sub(1));
    // After a value may follow a comment, and after an empty value its colon.
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let at = text[..line_end].trim_end_matches('\r').len();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    splice(text, at, at, &format!("{newline}{}{entry}", " ".repeat(indent)))
}

pub(super) fn unset(text: &str, document: &Document, root: &Node, path: &str) -> Result<String, String> {
    let steps = locate(root, path)?;
    if place::entry(root, &steps).is_none() {
        return Err("only keys can be unset; `remove` takes an item out of a list".to_owned());
    }
    cut(text, document, root, &steps)
}

pub(super) fn rename(text: &str, root: &Node, path: &str, name: &str) -> Result<String, String> {
    let found = own(root.find(path).map_err(|missing| not_found(&missing))?)?;
    let Some(key) = found.key_span else {
        let siblings = found.parent.map(Node::items).unwrap_or_default();
        if siblings
            .iter()
            .any(|other| !std::ptr::eq(other, found.node) && other.name.as_deref() == Some(name))
        {
            return Err(format!("the id `{name}` is taken; choose another one"));
        }
        return set(text, root, &format!("{path}.id"), &Value::from(name));
    };
    let renamed = splice(text, key.start, key.end, &scalar(name));
    let Some(renaming) = Renaming::of(path, name) else { return Ok(renamed) };
    let root = source::parse(&renamed).root;
    Ok(root.map_or_else(|| renamed.clone(), |root| renaming.rename_in_text(&renamed, &root)))
}

/// A value that is written at its own place.
fn own(found: Found<'_>) -> Result<Found<'_>, String> {
    if found.through_alias {
        return Err(
            "this value stands here through an alias (`*name`); edit the anchor, or write it out".to_owned()
        );
    }
    Ok(found)
}

pub(super) fn not_found(missing: &NotFound) -> String {
    let here = if missing.parent.is_empty() { "the project" } else { &missing.parent };
    let segment = &missing.segment;
    if missing.existing.is_empty() {
        return format!(
            "`{here}` holds nothing that has a name, so it has no `{segment}`; set the whole value"
        );
    }
    let existing: Vec<&str> = missing.existing.iter().take(20).map(String::as_str).collect();
    let near = near_names(segment, missing.existing.iter().cloned());
    let dot = if missing.parent.is_empty() { "" } else { "." };
    let near = near.first().map(|near| format!("; did you mean `{}{dot}{near}`?", missing.parent));
    format!("`{here}` has no `{segment}`; it has {}{}", existing.join(", "), near.unwrap_or_default())
}

pub(super) fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
    }
}
