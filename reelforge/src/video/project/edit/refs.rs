//! Names that others refer to: components, data, variables and cues. When one is renamed, who names it follows.

use super::flow::scalar;
use super::splice::splice;
use crate::video::project::source::{Entry, Node, Value as Tree};

/// Keys that take a moment, which may be a named cue.
const MOMENTS: [&str; 4] = ["at", "until", "item_at", "poster"];

/// A name that is given up for another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Renaming<'a> {
    kind: Kind<'a>,
    old: &'a str,
    new: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    Component,
    Data,
    Variable,
    Cue,
    /// A prop of this component.
    Prop(&'a str),
}

/// Where a name is referred to.
enum Reference<'n> {
    /// In a scalar, which may also hold none.
    In(&'n mut Node),
    /// By a key.
    Key(&'n mut Entry),
}

type Found<'f> = &'f mut dyn FnMut(Reference<'_>);

impl<'a> Renaming<'a> {
    /// The renaming of a key, if others may refer to what it names.
    pub(super) fn of(path: &'a str, new: &'a str) -> Option<Self> {
        let (kind, old) = match path.split('.').collect::<Vec<_>>()[..] {
            ["components", old] => (Kind::Component, old),
            ["data", old] => (Kind::Data, old),
            ["vars", old] => (Kind::Variable, old),
            ["cues", old] => (Kind::Cue, old),
            ["components", component, "props", old] => (Kind::Prop(component), old),
            _ => return None,
        };
        Some(Self { kind, old, new })
    }

    /// Makes all references name the new one in a tree.
    pub(super) fn rename_in(&self, root: &mut Node) {
        self.visit_all(root, &mut |found| match found {
            Reference::Key(entry) => self.new.clone_into(&mut entry.key),
            Reference::In(node) => {
                if let Tree::Scalar(scalar) = &mut node.value
                    && let Some(renamed) = self.renamed(&scalar.text)
                {
                    scalar.text = renamed;
                }
            }
        });
    }

    /// The text in which all references name the new one. What stands through an alias is renamed where it is written.
    pub(super) fn rename_in_text(&self, text: &str, root: &Node) -> String {
        let mut places = Vec::new();
        self.visit_all(&mut root.clone(), &mut |found| match found {
            Reference::Key(entry) => {
                places.push((entry.key_span.start, entry.key_span.end, Some(scalar(self.new))));
            }
            Reference::In(node) if node.as_scalar().is_some() && !node.alias => {
                let (start, end) = (node.span.start, node.span.end);
                places.push((start, end, self.renamed_as_written(&text[start..end])));
            }
            Reference::In(_) => {}
        });
        places.sort_unstable();
        places.dedup();
        places.into_iter().rev().fold(text.to_owned(), |text, (start, end, written)| match written {
            Some(written) => splice(&text, start, end, &written),
            None => text,
        })
    }

    fn visit_all(&self, root: &mut Node, found: Found<'_>) {
        let Kind::Prop(component) = self.kind else { return self.visit(root, "", found) };
        for top in root.entries_mut() {
            let is_components = top.key == "components";
            if is_components {
                for one in top.value.entries_mut() {
                    self.visit_prop(&mut one.value, component, one.key == component, found);
                }
            } else {
                self.visit_prop(&mut top.value, component, false, found);
            }
        }
    }

    /// Shows where a prop is given, and inside of its component every scalar, as it may be used there.
    fn visit_prop(&self, node: &mut Node, component: &str, is_inside: bool, found: Found<'_>) {
        let text = |key: &str| node.get(key).and_then(Node::as_text);
        let is_instance = text("type") == Some("use") && text("component") == Some(component);
        match &mut node.value {
            Tree::Scalar(_) if is_inside => found(Reference::In(node)),
            Tree::Scalar(_) => {}
            Tree::Seq(items) => {
                for item in items {
                    self.visit_prop(item, component, is_inside, found);
                }
            }
            Tree::Map(entries) => {
                for entry in entries {
                    if is_instance && entry.key == "props" {
                        let given = entry.value.entries_mut().iter_mut().find(|given| given.key == self.old);
                        if let Some(given) = given {
                            found(Reference::Key(given));
                        }
                    }
                    self.visit_prop(&mut entry.value, component, is_inside, found);
                }
            }
        }
    }

    /// Shows every scalar that may hold a reference; `key` is that of the list or map around it.
    fn visit(&self, node: &mut Node, key: &str, found: Found<'_>) {
        let kind = node.get("type").and_then(Node::as_text).map(str::to_owned);
        let has_own_prop = node.get("props").is_some_and(|props| props.get(self.old).is_some());
        match &mut node.value {
            Tree::Scalar(_) => {
                if self.kind == Kind::Variable || (self.kind == Kind::Cue && MOMENTS.contains(&key)) {
                    found(Reference::In(node));
                }
            }
            Tree::Seq(items) => items.iter_mut().for_each(|item| self.visit(item, key, found)),
            // A prop of the same name hides the variable in the component.
            Tree::Map(_) if self.kind == Kind::Variable && kind.is_none() && has_own_prop => {}
            Tree::Map(entries) => {
                for entry in entries {
                    let is_name = match (self.kind, kind.as_deref(), entry.key.as_str()) {
                        (Kind::Component, Some("use"), "component")
                        | (Kind::Data, Some("use"), "for_each")
                        | (Kind::Data, Some("chart"), "data") => true,
                        (Kind::Cue, ..) => key == "cues",
                        _ => false,
                    };
                    if is_name && entry.value.as_scalar().is_some() {
                        found(Reference::In(&mut entry.value));
                    } else {
                        self.visit(&mut entry.value, &entry.key, found);
                    }
                }
            }
        }
    }

    fn renamed(&self, text: &str) -> Option<String> {
        match self.kind {
            Kind::Component | Kind::Data => (text == self.old).then(|| self.new.to_owned()),
            Kind::Variable | Kind::Prop(_) => in_braces(text, self.old, self.new),
            Kind::Cue => moment(text, self.old, self.new),
        }
    }

    /// The same in the quotes in which it is written.
    fn renamed_as_written(&self, written: &str) -> Option<String> {
        if matches!(self.kind, Kind::Variable | Kind::Prop(_)) {
            return in_braces(written, self.old, self.new);
        }
        let inner = written.trim_matches(['"', '\'']);
        let start = written.find(inner)?;
        let renamed = self.renamed(inner)?;
        Some([&written[..start], &renamed, &written[start + inner.len()..]].concat())
    }
}

/// A text with `{{old}}` replaced, if it holds any.
fn in_braces(text: &str, old: &str, new: &str) -> Option<String> {
    let mut result = String::new();
    let (mut rest, mut is_changed) = (text, false);
    while let Some(open) = rest.find("{{") {
        let (before, inside) = rest.split_at(open + 2);
        result.push_str(before);
        let Some(close) = inside.find("}}") else {
            rest = inside;
            break;
        };
        let name = inside[..close].trim();
        if name == old {
            is_changed = true;
            result.push_str(&inside[..close].replacen(old, new, 1));
        } else {
            result.push_str(&inside[..close]);
        }
        rest = &inside[close..];
    }
    result.push_str(rest);
    is_changed.then_some(result)
}

/// A time expression that begins with the old name.
fn moment(text: &str, old: &str, new: &str) -> Option<String> {
    let rest = text.trim_start().strip_prefix(old)?;
    let is_whole = rest.trim_start().is_empty() || rest.trim_start().starts_with(['+', '-']);
    is_whole.then(|| format!("{new}{rest}"))
}
