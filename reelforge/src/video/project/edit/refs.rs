//! Names that others refer to: components, data, variables and cues. When one is renamed, who names it follows.

use super::splice::splice;
use crate::video::project::source::{Node, Value as Tree};

/// Keys that take a moment, which may be a named cue.
const MOMENTS: [&str; 4] = ["at", "until", "item_at", "poster"];

/// A name that is given up for another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Renaming<'a> {
    kind: Kind,
    old: &'a str,
    new: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Component,
    Data,
    Variable,
    Cue,
}

impl<'a> Renaming<'a> {
    /// The renaming of a key, if others may refer to what it names.
    pub(super) fn of(path: &'a str, new: &'a str) -> Option<Self> {
        let (top, old) = path.split_once('.')?;
        let kind = match top {
            "components" => Kind::Component,
            "data" => Kind::Data,
            "vars" => Kind::Variable,
            "cues" => Kind::Cue,
            _ => return None,
        };
        (!old.contains('.')).then_some(Self { kind, old, new })
    }

    /// Makes all references name the new one in a tree.
    pub(super) fn rename_in(&self, root: &mut Node) {
        self.visit(root, "", &mut |node| {
            if let Tree::Scalar(scalar) = &mut node.value
                && let Some(renamed) = self.renamed(&scalar.text)
            {
                scalar.text = renamed;
            }
        });
    }

    /// The text in which all references name the new one. What stands through an alias is renamed where it is written.
    pub(super) fn rename_in_text(&self, text: &str, root: &Node) -> String {
        let mut spans = Vec::new();
        self.visit(&mut root.clone(), "", &mut |node| {
            if node.as_scalar().is_some() && !node.alias {
                spans.push((node.span.start, node.span.end));
            }
        });
        spans.sort_unstable();
        spans.dedup();
        spans.into_iter().rev().fold(text.to_owned(), |text, (start, end)| {
            match self.renamed_as_written(&text[start..end]) {
                Some(written) => splice(&text, start, end, &written),
                None => text,
            }
        })
    }

    /// Shows every scalar that may hold a reference; `key` is that of the list or map around it.
    fn visit(&self, node: &mut Node, key: &str, found: &mut dyn FnMut(&mut Node)) {
        let kind = node.get("type").and_then(Node::as_text).map(str::to_owned);
        let has_own_prop = node.get("props").is_some_and(|props| props.get(self.old).is_some());
        match &mut node.value {
            Tree::Scalar(_) => {
                if self.kind == Kind::Variable || (self.kind == Kind::Cue && MOMENTS.contains(&key)) {
                    found(node);
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
                        found(&mut entry.value);
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
            Kind::Variable => in_braces(text, self.old, self.new),
            Kind::Cue => moment(text, self.old, self.new),
        }
    }

    /// The same in the quotes in which it is written.
    fn renamed_as_written(&self, written: &str) -> Option<String> {
        if self.kind == Kind::Variable {
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
