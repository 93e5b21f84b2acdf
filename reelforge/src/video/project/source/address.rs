//! Addresses: `scenes.hook.elements.title.text`.
//!
//! A segment is a key of a map, or an item of a list: its id when it has one that no earlier sibling has, else its
//! index from 0. Scenes have the ids they are given; elements without one are numbered by type: `text1`, `text2`.

use std::collections::{HashMap, HashSet};

use super::{Node, Span, Value};

/// What stands at an address.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The value.
    pub node: &'a Node,
    /// The key, when the last segment is one.
    pub key_span: Option<Span>,
    /// The map or list around it; absent for the root.
    pub parent: Option<&'a Node>,
    /// Some value on the way stands here through an alias.
    pub through_alias: bool,
}

impl Found<'_> {
    /// Where an issue about this value points: its key, else the value.
    pub fn span(&self) -> Span {
        self.key_span.unwrap_or(self.node.span)
    }
}

/// Why nothing stands at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// The part of the address that exists; empty for the root.
    pub parent: String,
    /// The first segment that does not; empty where the address has an empty segment, as in `scenes.a.`.
    pub segment: String,
    /// The segments that exist there.
    pub existing: Vec<String>,
}

impl Node {
    /// Finds the value at an address; the empty address is the root.
    pub fn find(&self, path: &str) -> Result<Found<'_>, NotFound> {
        let mut found = Found { node: self, key_span: None, parent: None, through_alias: self.alias };
        let mut walked = 0;
        while !path.is_empty() {
            let (parent, rest) = (found.node, &path[walked..]);
            let Some((index, length)) = parent.step(rest) else {
                let has_hole = rest.split('.').any(str::is_empty);
                let segment = if has_hole { "" } else { rest.split('.').next().unwrap_or_default() };
                return Err(NotFound {
                    parent: path[..walked].trim_end_matches('.').to_owned(),
                    segment: segment.to_owned(),
                    existing: parent.segments(),
                });
            };
            let (node, key_span) = match &parent.value {
                Value::Map(entries) => (&entries[index].value, Some(entries[index].key_span)),
                _ => (&parent.items()[index], None),
            };
            let through_alias = found.through_alias || node.alias;
            found = Found { node, key_span, parent: Some(parent), through_alias };
            if length == rest.len() {
                break;
            }
            // After the dot; nothing follows where the key is the empty one.
            walked += length + 1;
        }
        Ok(found)
    }

    /// The entry or item that an address goes on with, and the length of its segment.
    pub(in crate::video::project) fn step(&self, rest: &str) -> Option<(usize, usize)> {
        let segment = rest.split('.').next().unwrap_or_default();
        match &self.value {
            Value::Map(entries) => {
                // A key may hold a dot: the longest key that the address goes on with is meant.
                let fits =
                    |key: &str| rest.strip_prefix(key).is_some_and(|r| r.is_empty() || r.starts_with('.'));
                let fitting = entries.iter().enumerate().filter(|(_, entry)| fits(&entry.key));
                fitting.map(|(index, entry)| (index, entry.key.len())).max_by_key(|(_, length)| *length)
            }
            Value::Seq(items) => {
                let named = items.iter().position(|item| item.name.as_deref() == Some(segment));
                let written = || segment.parse().ok().filter(|index: &usize| index.to_string() == segment);
                let index = named.or_else(written).filter(|index| *index < items.len())?;
                Some((index, segment.len()))
            }
            Value::Scalar(_) => None,
        }
    }

    fn segments(&self) -> Vec<String> {
        match &self.value {
            Value::Map(entries) => entries.iter().map(|entry| entry.key.clone()).collect(),
            Value::Seq(items) => items.iter().enumerate().map(|(index, item)| item.segment(index)).collect(),
            Value::Scalar(_) => Vec::new(),
        }
    }

    /// The address segment of this item of a list.
    pub fn segment(&self, index: usize) -> String {
        self.name.clone().unwrap_or_else(|| index.to_string())
    }

    /// Shows every value below this one, and this one, with its address and its key's place.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&str, Option<Span>, &'a Node)) {
        visit("", None, self);
        self.walk_below(&mut String::new(), "", visit);
    }

    /// Shows every value below this one; `dot` stands between its address and theirs.
    fn walk_below<'a>(
        &'a self,
        path: &mut String,
        dot: &str,
        visit: &mut dyn FnMut(&str, Option<Span>, &'a Node),
    ) {
        let length = path.len();
        let mut step = |segment: &str, key, node: &'a Node| {
            path.push_str(dot);
            path.push_str(segment);
            visit(path, key, node);
            node.walk_below(path, ".", visit);
            path.truncate(length);
        };
        match &self.value {
            Value::Map(entries) => {
                for entry in entries {
                    step(&entry.key, Some(entry.key_span), &entry.value);
                }
            }
            Value::Seq(items) => {
                for (index, item) in items.iter().enumerate() {
                    step(&item.segment(index), None, item);
                }
            }
            Value::Scalar(_) => {}
        }
    }
}

/// Gives scenes and elements their address names.
pub(super) fn name_items(root: &mut Node) {
    if let Some(scenes) = root.get_mut("scenes") {
        let mut seen = HashSet::new();
        for scene in scenes.items_mut() {
            scene.name = scene.own_id().filter(|id| seen.insert(id.clone()));
            name_elements(scene);
        }
    }
    if let Some(components) = root.get_mut("components") {
        for entry in components.entries_mut() {
            name_elements(&mut entry.value);
        }
    }
}

/// Gives the elements of a scene or a component their address names.
pub(in crate::video::project) fn name_elements(owner: &mut Node) {
    let mut taken = HashSet::new();
    collect_ids(owner, &mut taken);
    number(owner, &taken, &mut HashMap::new());
}

fn collect_ids(owner: &Node, taken: &mut HashSet<String>) {
    for element in owner.get("elements").map(Node::items).unwrap_or_default() {
        taken.extend(element.own_id());
        collect_ids(element, taken);
    }
}

fn number(owner: &mut Node, taken: &HashSet<String>, counts: &mut HashMap<String, usize>) {
    let Some(elements) = owner.get_mut("elements") else { return };
    let mut seen = HashSet::new();
    for element in elements.items_mut() {
        element.name = match element.own_id() {
            Some(id) => seen.insert(id.clone()).then_some(id),
            None if element.get("id").is_some() => None,
            None => element.type_name().map(|kind| {
                let count = counts.entry(kind.clone()).or_default();
                loop {
                    *count += 1;
                    let name = format!("{kind}{count}");
                    if !taken.contains(&name) {
                        break name;
                    }
                }
            }),
        };
        number(element, taken, counts);
    }
}

impl Node {
    fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries_mut().iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
    }

    pub(in crate::video::project) fn entries_mut(&mut self) -> &mut [super::Entry] {
        match &mut self.value {
            Value::Map(entries) => entries,
            _ => &mut [],
        }
    }

    fn items_mut(&mut self) -> &mut [Node] {
        match &mut self.value {
            Value::Seq(items) => items,
            _ => &mut [],
        }
    }

    /// The written id, when it can serve as a segment.
    fn own_id(&self) -> Option<String> {
        let id = self.get("id")?.as_text()?;
        let segment = id.starts_with(|c: char| c.is_ascii_alphabetic())
            && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        segment.then(|| id.to_owned())
    }

    fn type_name(&self) -> Option<String> {
        let name = self.get("type")?.as_text()?;
        let plain = !name.is_empty() && name.len() <= 20 && name.bytes().all(|b| b.is_ascii_lowercase());
        plain.then(|| name.to_owned())
    }
}
