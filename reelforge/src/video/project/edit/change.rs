//! Edits of one value: set, unset, rename.

use serde_json::{Map, Value};

use super::arrange::{put_all, remove};
use super::flow::scalar;
use super::names;
use super::over::over;
use super::place::{self, locate, not_found};
use super::refs::Renaming;
use super::splice::splice;
use crate::video::project::source::{self, Document, Node, Value as Tree};

/// The text after an edit, and the tree that it must have.
pub(super) type Edited = (String, Node);

/// Writes a value where one stands, or a new key at the end of a map.
pub(super) fn set(
    text: &str,
    document: &Document,
    root: &Node,
    path: &str,
    value: &Value,
) -> Result<Edited, String> {
    if path.is_empty() {
        return Err("an address is needed; to replace the whole file, write it anew".to_owned());
    }
    if has_null(value) {
        return Err("null is no value; remove the key instead".to_owned());
    }
    let Err(missing) = root.find(path) else {
        let steps = locate(root, path)?;
        let edited = over(text, document, root, &steps, value)?;
        let mut expected = root.clone();
        place::at_mut(&mut expected, &steps)?.value = Node::from_json(value).value;
        return Ok((edited, expected));
    };
    let steps = locate(root, &missing.parent)?;
    let parent = place::at(root, &steps)?;
    let is_map = matches!(parent.value, Tree::Map(_)) || (parent.is_empty() && !steps.is_empty());
    if missing.segment.is_empty() || !is_map {
        return Err(not_found(path, &missing));
    }
    let (key, value) = added(path, &missing.parent, value);
    put_all(text, root, &steps, place::count(parent), vec![(Some(key), value)], false)
}

/// Removes a key with its value.
pub(super) fn unset(text: &str, document: &Document, root: &Node, path: &str) -> Result<Edited, String> {
    if place::entry(root, &locate(root, path)?).is_none() {
        return Err("only keys can be unset; `remove` takes an item out of a list".to_owned());
    }
    remove(text, document, root, path)
}

/// Gives a key another name, or a scene or element another id.
pub(super) fn rename(
    text: &str,
    document: &Document,
    root: &Node,
    path: &str,
    name: &str,
) -> Result<Edited, String> {
    let steps = locate(root, path)?;
    let (last, parent) = steps.split_last().ok_or("the whole file has no name")?;
    let parent = place::at(root, parent)?;
    let Some(entry) = parent.entries().get(*last) else {
        let is_taken = |(index, other): (usize, &Node)| index != *last && other.name.as_deref() == Some(name);
        if parent.items().iter().enumerate().any(is_taken) {
            return Err(format!("the id `{name}` is taken; choose another one"));
        }
        names::check(name, names::Form::Id)?;
        return set(text, document, root, &format!("{path}.id"), &Value::from(name));
    };
    names::check(name, names::Form::of_key(path))?;
    let mut edited = splice(text, entry.key_span.start, entry.key_span.end, &scalar(name));
    let mut expected = root.clone();
    place::rename(&mut expected, &steps, name)?;
    if let Some(renaming) = Renaming::of(path, name) {
        renaming.rename_in(&mut expected);
        if let Some(root) = source::parse(&edited).root {
            edited = renaming.rename_in_text(&edited, &root);
        }
    }
    Ok((edited, expected))
}

/// The key that is new below `parent`, and its value: the given one, within maps for the rest of the address.
pub(super) fn added(path: &str, parent: &str, value: &Value) -> (String, Value) {
    let rest = path[parent.len()..].trim_start_matches('.');
    let mut segments = rest.split('.').map(str::to_owned);
    let key = segments.next().unwrap_or_default();
    let inner: Vec<String> = segments.collect();
    let within = |value, key| Value::Object(Map::from_iter([(key, value)]));
    (key, inner.into_iter().rev().fold(value.clone(), within))
}

/// Whether a value holds null, which the format does not know.
pub(super) fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
    }
}
