//! V-4: scenes and elements that share an id.

use std::collections::HashMap;

use super::{Findings, Subject};
use crate::video::project::edit::Op;
use crate::video::project::source::Node;

const LONGEST_ID: usize = 40;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let scenes = subject.tree.get("scenes").map(Node::items).unwrap_or_default();
    let mut seen = Seen::default();
    for (index, scene) in scenes.iter().enumerate() {
        seen.add(scene, format!("scenes.{}", scene.segment(index)));
    }
    seen.report("scenes", subject, found);
    for (index, scene) in scenes.iter().enumerate() {
        elements(scene, &format!("scenes.{}", scene.segment(index)), subject, found);
    }
    for component in subject.tree.get("components").map(Node::entries).unwrap_or_default() {
        elements(&component.value, &format!("components.{}", component.key), subject, found);
    }
}

/// Elements of one scene or component share one set of ids, those in groups included.
fn elements(owner: &Node, path: &str, subject: &Subject<'_>, found: &mut Findings) {
    let mut seen = Seen::default();
    collect(owner, path, &mut seen);
    seen.report("elements", subject, found);
}

fn collect<'a>(owner: &'a Node, path: &str, seen: &mut Seen<'a>) {
    for (index, element) in owner.get("elements").map(Node::items).unwrap_or_default().iter().enumerate() {
        let path = format!("{path}.elements.{}", element.segment(index));
        seen.add(element, path.clone());
        collect(element, &path, seen);
    }
}

#[derive(Default)]
struct Seen<'a> {
    /// Every id with the line of its first bearer.
    lines: HashMap<&'a str, usize>,
    /// Later bearers: id and address.
    later: Vec<(&'a str, String)>,
}

impl<'a> Seen<'a> {
    fn add(&mut self, node: &'a Node, path: String) {
        let Some(id) = node.get("id") else { return };
        let Some(name) = id.as_text().filter(|name| !name.is_empty()) else { return };
        if self.lines.contains_key(name) {
            self.later.push((name, path));
        } else {
            self.lines.insert(name, id.span.line);
        }
    }

    fn report(self, what: &str, subject: &Subject<'_>, found: &mut Findings) {
        let mut given: HashMap<&str, usize> = HashMap::new();
        let mut added: Vec<String> = Vec::new();
        for (id, path) in self.later {
            let number = given.entry(id).or_insert(1);
            let name = loop {
                *number += 1;
                let suffix = format!("-{number}");
                let room = id.floor_char_boundary(LONGEST_ID - suffix.len());
                let name = format!("{}{suffix}", &id[..room]);
                if !self.lines.contains_key(name.as_str()) && !added.contains(&name) {
                    break name;
                }
            };
            let first = self.lines.get(id).copied().unwrap_or_default();
            let message = format!("two {what} are named `{id}`; the first stands in line {first}");
            let issue = subject
                .issue("V-4", format!("{path}.id"), message)
                .hint(format!("name this one `{name}`"))
                .fix(vec![Op::Rename { path, id: name.clone() }]);
            added.push(name);
            if !found.push(issue) {
                return;
            }
        }
    }
}
