//! What an edit makes of the data; the spliced text must say the same.

use serde_json::Value;

use super::Op;
use super::refs::Renaming;
use crate::video::project::source::{Entry, Node, Span, Value as Tree};

/// Makes an edit on a tree.
pub(super) fn apply(root: &mut Node, op: &Op) -> Result<(), String> {
    match op {
        Op::Set { path, value } => set(root, path, value),
        Op::Unset { path } => {
            let (entries, index) = entry(root, path).ok_or("nothing stands there")?;
            entries.remove(index);
            Ok(())
        }
        Op::Rename { path, id } => {
            let is_key = root.find(path).is_ok_and(|found| found.key_span.is_some());
            if !is_key {
                return set(root, &format!("{path}.id"), &Value::from(id.as_str()));
            }
            let (entries, index) = entry(root, path).ok_or("nothing stands there")?;
            id.clone_into(&mut entries[index].key);
            if let Some(renaming) = Renaming::of(path, id) {
                renaming.rename_in(root);
            }
            Ok(())
        }
        // These come with the tree that they make.
        Op::Add { .. } | Op::Remove { .. } | Op::Move { .. } | Op::Wrap { .. } | Op::ReplaceText { .. } => {
            Ok(())
        }
    }
}

fn set(root: &mut Node, path: &str, value: &Value) -> Result<(), String> {
    if let Some(node) = resolve(root, path) {
        node.value = Node::from_json(value).value;
        return Ok(());
    }
    let missing = root.find(path).err().ok_or("the address cannot be followed")?;
    let parent = resolve(root, &missing.parent).ok_or("nothing stands there")?;
    let (key, value) = added(path, &missing.parent, value);
    let entry = Entry { key, key_span: Span::default(), value: Node::from_json(&value) };
    match &mut parent.value {
        Tree::Map(entries) => entries.push(entry),
        _ => parent.value = Tree::Map(vec![entry]),
    }
    Ok(())
}

/// The key that is new below `parent`, and its value: the given one, within maps for the rest of the address.
pub(super) fn added(path: &str, parent: &str, value: &Value) -> (String, Value) {
    let rest = path[parent.len()..].trim_start_matches('.');
    let mut segments = rest.split('.').map(str::to_owned);
    let key = segments.next().unwrap_or_default();
    let inner: Vec<String> = segments.collect();
    let value = inner
        .into_iter()
        .rev()
        .fold(value.clone(), |value, key| Value::Object(serde_json::Map::from_iter([(key, value)])));
    (key, value)
}

/// The map that holds the last key of an address, and where in it.
fn entry<'a>(root: &'a mut Node, path: &str) -> Option<(&'a mut Vec<Entry>, usize)> {
    let (parent, key) = split(root, path)?;
    match &mut resolve(root, &path[..parent])?.value {
        Tree::Map(entries) => {
            let index = entries.iter().position(|entry| entry.key == key)?;
            Some((entries, index))
        }
        _ => None,
    }
}

/// An address without its last segment, as its length, and the last segment.
pub(super) fn split<'p>(root: &Node, path: &'p str) -> Option<(usize, &'p str)> {
    let (mut node, mut walked) = (root, 0);
    loop {
        let (index, length) = node.step(&path[walked..])?;
        if walked + length >= path.len() {
            return Some((walked.saturating_sub(1), &path[walked..]));
        }
        node = match &node.value {
            Tree::Map(entries) => &entries.get(index)?.value,
            _ => node.items().get(index)?,
        };
        walked += length + 1;
    }
}

fn resolve<'a>(root: &'a mut Node, path: &str) -> Option<&'a mut Node> {
    let (mut node, mut walked) = (root, 0);
    while walked < path.len() {
        let (index, length) = node.step(&path[walked..])?;
        node = match &mut node.value {
            Tree::Map(entries) => &mut entries.get_mut(index)?.value,
            Tree::Seq(items) => items.get_mut(index)?,
            Tree::Scalar(_) => return None,
        };
        walked += length + 1;
    }
    Some(node)
}
