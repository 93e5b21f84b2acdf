//! Edits that bring, take or carry whole parts: add, remove, move, wrap.

use serde_json::{Map, Value};

use super::MAX_OPS;
use super::change::{Edited, added, has_null, set};
use super::cut::cut;
use super::piece::Piece;
use super::place::{self, Part, Steps, locate, not_found};
use super::put::put;
use crate::video::project::source::{self, Document, Node, ProblemKind, Value as Tree};

/// Keys that hold lists: what is added where nothing stands yet becomes their first item.
const LISTS: [&str; 10] =
    ["elements", "scenes", "sounds", "keyframes", "items", "item_at", "tags", "targets", "allow", "variants"];

/// Next to which part something goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside<'a> {
    pub(super) before: Option<&'a str>,
    pub(super) after: Option<&'a str>,
}

impl Beside<'_> {
    /// The position in a map or list; its end if nothing is said.
    fn index(self, root: &Node, path: &str, steps: &[usize]) -> Result<usize, String> {
        let (name, shift) = match (self.before, self.after) {
            (Some(_), Some(_)) => return Err("give `before` or `after`, not both".to_owned()),
            (Some(name), None) => (name, 0),
            (None, Some(name)) => (name, 1),
            (None, None) => return Ok(place::count(place::at(root, steps)?)),
        };
        let is_whole = !path.is_empty() && name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        let sibling = if is_whole || path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let found = locate(root, &sibling)?;
        match found.split_last() {
            Some((last, parent)) if parent == steps => Ok(last + shift),
            _ => Err(format!(
                "`{name}` is not directly in `{path}`; give the id, index or key of one of its parts"
            )),
        }
    }
}

/// Adds a value to a list, or a key to a map.
pub(super) fn add(
    text: &str,
    root: &Node,
    path: &str,
    value: &Value,
    beside: Beside<'_>,
) -> Result<Edited, String> {
    if has_null(value) {
        return Err("null is no value".to_owned());
    }
    let (steps, parent, parts) = target(root, path, value)?;
    let collection = place::at(root, &steps)?;
    let first = beside.index(root, &parent, &steps)?;
    let in_lines = !collection.items().is_empty() && collection.items().iter().all(|item| !item.flow);
    put_all(text, root, &steps, first, parts, in_lines)
}

/// Puts new parts into a map or list, the first at `first`.
pub(super) fn put_all(
    text: &str,
    root: &Node,
    steps: &[usize],
    first: usize,
    parts: Vec<NewPart>,
    in_lines: bool,
) -> Result<Edited, String> {
    let (mut text, mut current, mut expected) = (text.to_owned(), root.clone(), root.clone());
    for (offset, (key, value)) in parts.into_iter().enumerate() {
        let piece = Piece::new(key.as_deref(), &value, in_lines);
        text = put(&text, &current, steps, first + offset, &piece)?;
        current = parsed(&text)?.1;
        let part = Part { key, node: Node::from_json(&value) };
        place::put(place::at_mut(&mut expected, steps)?, first + offset, part);
    }
    Ok((text, expected))
}

/// A value that is new, with its key in a map.
pub(super) type NewPart = (Option<String>, Value);

/// Where something is added: the map or list, its address, and what is new in it.
type Target = (Steps, String, Vec<NewPart>);

fn target(root: &Node, path: &str, value: &Value) -> Result<Target, String> {
    let found = match root.find(path) {
        Ok(found) => found,
        Err(missing) => {
            let steps = locate(root, &missing.parent)?;
            let parent = place::at(root, &steps)?;
            let is_map = matches!(parent.value, Tree::Map(_)) || parent.is_empty();
            if missing.segment.is_empty() || !is_map {
                return Err(not_found(path, &missing));
            }
            let name = path.rsplit('.').next().unwrap_or_default();
            let value =
                if LISTS.contains(&name) && !value.is_array() { listed(value) } else { value.clone() };
            let (key, value) = added(path, &missing.parent, &value);
            return Ok((steps, missing.parent, vec![(Some(key), value)]));
        }
    };
    let steps = locate(root, path)?;
    let name = path.rsplit('.').next().unwrap_or_default();
    let is_list = match &found.node.value {
        Tree::Seq(_) => true,
        Tree::Map(entries) => entries.is_empty() && LISTS.contains(&name),
        Tree::Scalar(_) if found.node.is_empty() => LISTS.contains(&name) || !value.is_object(),
        Tree::Scalar(_) => {
            return Err(format!("`{path}` holds a single value; add to a list or map, or set another value"));
        }
    };
    if is_list {
        return Ok((steps, path.to_owned(), vec![(None, value.clone())]));
    }
    let Value::Object(map) = value else {
        return Err(format!("`{path}` is a map: give the new key in the path, as in `{path}.name`"));
    };
    if let Some(key) = map.keys().find(|key| found.node.get(key).is_some()) {
        return Err(format!("`{path}.{key}` is there already; set it to change it"));
    }
    if map.is_empty() || map.len() > MAX_OPS {
        return Err(format!("expected 1 to {MAX_OPS} keys to add, got {}", map.len()));
    }
    let parts = map.iter().map(|(key, value)| (Some(key.clone()), value.clone()));
    Ok((steps, path.to_owned(), parts.collect()))
}

fn listed(value: &Value) -> Value {
    Value::Array(vec![value.clone()])
}

/// Removes an item or a key, with the comments that belong to it.
pub(super) fn remove(text: &str, document: &Document, root: &Node, path: &str) -> Result<Edited, String> {
    let steps = locate(root, path)?;
    let edited = cut(text, document, root, &steps)?;
    let mut expected = root.clone();
    place::take(&mut expected, &steps)?;
    Ok((edited, expected))
}

/// Carries an item or a key to another place.
pub(super) fn carry(
    text: &str,
    document: &Document,
    root: &Node,
    path: &str,
    to: Option<&str>,
    beside: Beside<'_>,
) -> Result<Edited, String> {
    let from = locate(root, path)?;
    let (last, source) = from.split_last().ok_or("the whole file cannot be moved")?;
    let own = address(root, source)?;
    let to = to.unwrap_or(&own);
    if root.find(to).is_err() && LISTS.iter().any(|list| to.ends_with(&format!(".{list}"))) {
        // Into the list of a scene or group that has none yet.
        let (edited, _) = set(text, document, root, to, &Value::Array(Vec::new()))?;
        let (document, root) = parsed(&edited)?;
        return carry(&edited, &document, &root, path, Some(to), beside);
    }
    let target = locate(root, to)?;
    if target.starts_with(&from) {
        return Err(format!("`{path}` cannot be moved into itself"));
    }
    let part = Part {
        key: place::entry(root, &from).map(|entry| entry.key.clone()),
        node: place::at(root, &from)?.clone(),
    };
    let collection = place::at(root, &target)?;
    match (&collection.value, &part.key) {
        (Tree::Map(entries), None) if !entries.is_empty() => {
            return Err(format!(
                "`{to}` is a map, and an item of a list has no key there; move it into a list"
            ));
        }
        (Tree::Seq(items), Some(_)) if !items.is_empty() => {
            return Err(format!("`{to}` is a list, and a key cannot stand in one; move it into a map"));
        }
        (Tree::Map(_), Some(key)) if target != source && collection.get(key).is_some() => {
            return Err(format!("`{to}` has a `{key}` already"));
        }
        (Tree::Scalar(_), _) if !collection.is_empty() => {
            return Err(format!("`{to}` holds a single value; move it into a list or map"));
        }
        _ => {}
    }
    let mut index = beside.index(root, to, &target)?;
    if target == source {
        if index == *last || index == last + 1 {
            return Ok((text.to_owned(), root.clone()));
        }
        index -= usize::from(index > *last);
    }
    let piece = Piece::of(text, document, root, &from)?;
    let shorter = cut(text, document, root, &from)?;
    let mut expected = root.clone();
    place::take(&mut expected, &from)?;
    let target = place::without(target, &from);
    place::put(place::at_mut(&mut expected, &target)?, index, part);
    let edited = put(&shorter, &parsed(&shorter)?.1, &target, index, &piece)?;
    Ok((edited, expected))
}

/// Puts elements of one list into a new group at the place of the first.
pub(super) fn wrap(
    text: &str,
    document: &Document,
    root: &Node,
    paths: &[String],
    group: &Map<String, Value>,
) -> Result<Edited, String> {
    let mut all = paths.iter().map(|path| locate(root, path)).collect::<Result<Vec<Steps>, _>>()?;
    all.sort();
    all.dedup();
    let (index, parent) =
        all.first().and_then(|first| first.split_last()).ok_or("give the elements in `paths`")?;
    let (index, parent) = (*index, parent.to_vec());
    let is_elements = place::entry(root, &parent).is_some_and(|entry| entry.key == "elements");
    if !is_elements || all.iter().any(|steps| steps[..steps.len() - 1] != parent) {
        return Err("only elements of one list can be wrapped, such as those of one scene".to_owned());
    }
    let keys = group_keys(group)?;
    let mut pieces = Vec::new();
    for steps in &all {
        pieces.push(Piece::of(text, document, root, steps)?);
    }
    let mut expected = root.clone();
    let (mut shorter, mut current) = (text.to_owned(), None);
    let mut inside = Vec::new();
    for steps in all.iter().rev() {
        inside.insert(0, place::take(&mut expected, steps)?.node);
        shorter = match &current {
            None => cut(&shorter, document, root, steps)?,
            Some((document, root)) => cut(&shorter, document, root, steps)?,
        };
        current = Some(parsed(&shorter)?);
    }
    let mut node = Node::from_json(&Value::Object(keys.clone()));
    let elements = Node::detached(Tree::Seq(inside));
    let end = node.entries().len();
    place::put(&mut node, end, Part { key: Some("elements".to_owned()), node: elements });
    place::put(place::at_mut(&mut expected, &parent)?, index, Part { key: None, node });
    let root = current.ok_or("give the elements in `paths`")?.1;
    let edited = put(&shorter, &root, &parent, index, &Piece::group(&keys, &pieces))?;
    Ok((edited, expected))
}

/// The keys of a new group, its id and type first.
fn group_keys(group: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    if group.contains_key("elements") {
        return Err("the group's `elements` are those of `paths`; leave the key out".to_owned());
    }
    if group.get("type").is_some_and(|kind| kind != "group") {
        return Err("the new element is of the type `group`; leave `type` out".to_owned());
    }
    if group.values().any(has_null) {
        return Err("null is no value".to_owned());
    }
    let mut keys = Map::new();
    keys.extend(group.get("id").map(|id| ("id".to_owned(), id.clone())));
    keys.insert("type".to_owned(), "group".into());
    let rest = group.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "type"));
    keys.extend(rest.map(|(key, value)| (key.clone(), value.clone())));
    Ok(keys)
}

/// The address of a place.
fn address(root: &Node, steps: &[usize]) -> Result<String, String> {
    let mut segments = Vec::new();
    for depth in 0..steps.len() {
        let (parent, index) = (place::at(root, &steps[..depth])?, steps[depth]);
        segments.push(match &parent.value {
            Tree::Map(entries) => entries[index].key.clone(),
            _ => place::at(root, &steps[..=depth])?.segment(index),
        });
    }
    Ok(segments.join("."))
}

/// A text that has just been made, which parses unless something in it could not be taken apart, or is too much.
fn parsed(text: &str) -> Result<(Document, Node), String> {
    let mut document = source::parse(text);
    let root = document
        .root
        .take()
        .ok_or_else(|| too_much(&document).unwrap_or_else(|| super::piece::TANGLED.to_owned()))?;
    Ok((document, root))
}

/// What to say of a text that is over a limit.
pub(super) fn too_much(document: &Document) -> Option<String> {
    document.problems.iter().find_map(|problem| match &problem.kind {
        ProblemKind::TooLarge(what) => Some(format!(
            "the file would be too large: {what}; write less, or move long data into a csv or json file under `data`"
        )),
        _ => None,
    })
}
