//! Uses of components, as they stand in the file.

use crate::video::project::source::Node;

/// An element of type `use`.
pub(super) struct Instance<'a> {
    pub(super) path: String,
    pub(super) node: &'a Node,
}

impl<'a> Instance<'a> {
    /// The name of its component, unless that is filled in later.
    pub(super) fn component(&self) -> Option<&'a str> {
        self.node.get("component")?.as_text().filter(|name| !name.is_empty() && !name.contains("{{"))
    }
}

/// Every instance of the file, those in components included.
pub(super) fn instances(tree: &Node) -> Vec<Instance<'_>> {
    elements(tree, "use").into_iter().map(|(path, node)| Instance { path, node }).collect()
}

/// Every element of one type with its address, those in groups and components included.
pub(in crate::video::check) fn elements<'a>(tree: &'a Node, kind: &str) -> Vec<(String, &'a Node)> {
    let mut found = Vec::new();
    for (list, owners) in [("scenes", tree.get("scenes")), ("components", tree.get("components"))] {
        let Some(owners) = owners else { continue };
        for (index, scene) in owners.items().iter().enumerate() {
            collect(scene, &format!("{list}.{}", scene.segment(index)), kind, &mut found);
        }
        for component in owners.entries() {
            collect(&component.value, &format!("{list}.{}", component.key), kind, &mut found);
        }
    }
    found
}

fn collect<'a>(owner: &'a Node, path: &str, kind: &str, found: &mut Vec<(String, &'a Node)>) {
    for (index, element) in owner.get("elements").map(Node::items).unwrap_or_default().iter().enumerate() {
        let path = format!("{path}.elements.{}", element.segment(index));
        collect(element, &path, kind, found);
        if element.get("type").and_then(Node::as_text) == Some(kind) {
            found.push((path, element));
        }
    }
}
