//! Places in the tree by position, which stay known while names and offsets change.

use crate::video::project::source::{Entry, Node, NotFound, Span, Value as Tree};
use crate::video::project::store::near_names;

/// The way from the root to a value: at each level which entry or item.
pub(super) type Steps = Vec<usize>;

/// A part of a map, or of a list, where it has no key.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) key: Option<String>,
    pub(super) node: Node,
}

/// Where the value at an address stands; the empty address is the root.
pub(super) fn locate(root: &Node, path: &str) -> Result<Steps, String> {
    let found = root.find(path).map_err(|missing| not_found(path, &missing))?;
    if found.through_alias {
        return Err(
            "this value stands here through an alias (`*name`); edit the anchor, or write it out".to_owned()
        );
    }
    let (mut node, mut rest, mut steps) = (root, Some(path).filter(|path| !path.is_empty()), Steps::new());
    while let Some(address) = rest {
        let (index, length) = node.step(address).ok_or(LOST)?;
        node = child(node, index).ok_or(LOST)?;
        steps.push(index);
        rest = address.get(length + 1..);
    }
    Ok(steps)
}

/// What to say of an address at which nothing stands.
pub(super) fn not_found(path: &str, missing: &NotFound) -> String {
    if missing.segment.is_empty() {
        let whole: Vec<&str> = path.split('.').filter(|segment| !segment.is_empty()).collect();
        let near = if whole.is_empty() { "meta.title".to_owned() } else { whole.join(".") };
        return format!("`{path}` is no address: it has a dot too many; did you mean `{near}`?");
    }
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

/// What cannot be: a place that was found and is gone.
const LOST: &str = "the address cannot be followed";

/// The value at a place.
pub(super) fn at<'a>(root: &'a Node, steps: &[usize]) -> Result<&'a Node, String> {
    let found = steps.iter().try_fold(root, |node, step| child(node, *step));
    found.ok_or_else(|| LOST.to_owned())
}

/// The value at a place, to be changed.
pub(super) fn at_mut<'a>(root: &'a mut Node, steps: &[usize]) -> Result<&'a mut Node, String> {
    let mut node = root;
    for step in steps {
        let next = match &mut node.value {
            Tree::Map(entries) => entries.get_mut(*step).map(|entry| &mut entry.value),
            Tree::Seq(items) => items.get_mut(*step),
            Tree::Scalar(_) => None,
        };
        node = next.ok_or(LOST)?;
    }
    Ok(node)
}

/// Gives the key at a place another name.
pub(super) fn rename(root: &mut Node, steps: &[usize], name: &str) -> Result<(), String> {
    let (last, parent) = steps.split_last().ok_or(LOST)?;
    match &mut at_mut(root, parent)?.value {
        Tree::Map(entries) if *last < entries.len() => name.clone_into(&mut entries[*last].key),
        _ => return Err(LOST.to_owned()),
    }
    Ok(())
}

/// A part of a map or list by its position.
pub(super) fn child(node: &Node, index: usize) -> Option<&Node> {
    match &node.value {
        Tree::Map(entries) => entries.get(index).map(|entry| &entry.value),
        Tree::Seq(items) => items.get(index),
        Tree::Scalar(_) => None,
    }
}

/// How many parts a map or list has.
pub(super) fn count(node: &Node) -> usize {
    node.entries().len().max(node.items().len())
}

/// The entry of a value that stands in a map.
pub(super) fn entry<'a>(root: &'a Node, steps: &[usize]) -> Option<&'a Entry> {
    let (last, parent) = steps.split_last()?;
    at(root, parent).ok()?.entries().get(*last)
}

/// Where a place is after the part at `gone` was taken out.
pub(super) fn without(mut steps: Steps, gone: &[usize]) -> Steps {
    let Some((last, parent)) = gone.split_last() else { return steps };
    if steps.len() > parent.len() && steps.starts_with(parent) && steps[parent.len()] > *last {
        steps[parent.len()] -= 1;
    }
    steps
}

/// Takes a part out of the tree.
pub(super) fn take(root: &mut Node, steps: &[usize]) -> Result<Part, String> {
    let (last, parent) = steps.split_last().ok_or("the whole file cannot be removed")?;
    match &mut at_mut(root, parent)?.value {
        Tree::Map(entries) if *last < entries.len() => {
            let entry = entries.remove(*last);
            Ok(Part { key: Some(entry.key), node: entry.value })
        }
        Tree::Seq(items) if *last < items.len() => Ok(Part { key: None, node: items.remove(*last) }),
        _ => Err(LOST.to_owned()),
    }
}

/// Puts a part into a map or list; what is empty becomes what the part needs.
pub(super) fn put(collection: &mut Node, index: usize, part: Part) {
    let entry = |key, value| Entry { key, key_span: Span::default(), value };
    match (&mut collection.value, part.key) {
        (Tree::Map(entries), Some(key)) => entries.insert(index.min(entries.len()), entry(key, part.node)),
        (Tree::Seq(items), None) => items.insert(index.min(items.len()), part.node),
        (value, Some(key)) => *value = Tree::Map(vec![entry(key, part.node)]),
        (value, None) => *value = Tree::Seq(vec![part.node]),
    }
}
