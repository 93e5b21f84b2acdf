//! From text to a typed project, with every problem on the way.

mod condition;
mod guess;
mod map;
mod names;
mod scalar;
mod scope;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(in crate::video) use self::names::nearest as nearest_word;
use self::scope::Scope;
use self::walk::Walker;
use super::edit::{apply_ops, max_tries};
use super::model::{Element, ElementTemplate, Project};
use super::source::{self, Document, Node};
use super::{schema, traps};
use crate::video::check::{Issue, Severity};

/// What a text says: as much of the project as can be used, and what is wrong with the rest.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The project; absent when the text does not parse or is no map. Faulty values are left out of it.
    pub project: Option<Project>,
    /// Issues of V-1, V-2 and V-3, and those of V-5 that concern `{{name}}`, by line.
    pub issues: Vec<Issue>,
    /// The tree of the text, for places and addresses.
    pub tree: Option<Node>,
}

impl Project {
    /// Reads a project. Never fails: what is wrong is in [`Parsed::issues`].
    pub fn parse(text: &str) -> Parsed {
        read_text(text, keep_working_fixes)
    }

    /// Reads a project like [`Project::parse`], but keeps fixes that may not work: for whoever does not look at
    /// the fixes, since each that is tried costs two more readings.
    pub(crate) fn parse_untried(text: &str) -> Parsed {
        read_text(text, |_, issues| issues)
    }
}

/// Reads a text; `kept` says which of its issues' fixes stay.
fn read_text(text: &str, kept: impl FnOnce(&str, Vec<Issue>) -> Vec<Issue>) -> Parsed {
    let document = source::parse(text);
    let (project, issues) = decode(&document);
    let mut issues = kept(text, issues);
    let traps = traps::find(text, &document);
    // A value that YAML tore apart is not also of the wrong type.
    issues.retain(|issue| {
        !traps
            .iter()
            .any(|trap| trap.line.is_some() && trap.line == issue.line && trap.severity == Severity::Error)
    });
    issues.extend(traps);
    issues.sort_by_key(|issue| (issue.line, issue.column));
    Parsed { project, issues, tree: document.root }
}

fn decode(document: &Document) -> (Option<Project>, Vec<Issue>) {
    let Some(root) = &document.root else { return (None, Vec::new()) };
    let vars = Vars::of(root);
    let known = |name: &str| vars.get(name);
    let mut walker = Walker::new(Scope::new(&known, vars.names()), "");
    let value = walker.check(schema::project_schema(), root);
    (value.and_then(read), walker.issues)
}

/// Reads a value that passed the schema.
fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    let read = serde_json::from_value(value);
    debug_assert!(read.is_ok(), "the schema let through what its type does not read: {:?}", read.err());
    read.ok()
}

impl ElementTemplate {
    /// Replaces `{{name}}` in elements by what is `known`, and checks what comes out as it would be checked in a scene.
    ///
    /// `path` is the address that the elements get: that of the instance, with `.elements` for those of a component.
    pub fn fill(
        templates: &[ElementTemplate],
        path: &str,
        known: &dyn Fn(&str) -> Option<Value>,
    ) -> (Vec<Element>, Vec<Issue>) {
        let list: Value = templates.iter().map(|template| template.0.clone()).collect();
        let mut owner = Node::from_written(&serde_json::json!({"elements": list}));
        source::name_elements(&mut owner);
        let Some(place) = schema::definition_of("Element") else { return (Vec::new(), Vec::new()) };
        let mut walker = Walker::new(Scope::new(known, Vec::new()), path);
        let mut elements = Vec::new();
        for (index, item) in owner.get("elements").map(Node::items).unwrap_or_default().iter().enumerate() {
            let value = walker.at(&item.segment(index), |walker| walker.check(place, item));
            elements.extend(value.and_then(read::<Element>));
        }
        (elements, walker.issues)
    }
}

/// The project's variables, read before everything else.
struct Vars(serde_json::Map<String, Value>);

impl Vars {
    fn of(root: &Node) -> Self {
        let vars = root.get("vars").map(Node::entries).unwrap_or_default();
        let value = |node: &Node| node.as_scalar().map(source::Scalar::to_written);
        Self(vars.iter().filter_map(|entry| Some((entry.key.clone(), value(&entry.value)?))).collect())
    }

    fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Drops the fixes that do not solve their issue, or that cause others.
fn keep_working_fixes(text: &str, issues: Vec<Issue>) -> Vec<Issue> {
    let same = |a: &Issue, b: &Issue| (a.rule, &a.path, &a.message) == (b.rule, &b.path, &b.message);
    let mut tried = 0;
    let works = |issue: &Issue| {
        let Ok(edited) = apply_ops(text, &issue.fix) else { return false };
        let (_, after) = decode(&source::parse(&edited));
        after.len() <= issues.len() && !after.iter().any(|other| same(other, issue))
    };
    let keep: Vec<bool> = issues
        .iter()
        .map(|issue| {
            tried += usize::from(!issue.fix.is_empty());
            !issue.fix.is_empty() && tried <= max_tries(text) && works(issue)
        })
        .collect();
    issues
        .into_iter()
        .zip(keep)
        .map(|(issue, keep)| if keep { issue } else { Issue { fix: Vec::new(), ..issue } })
        .collect()
}
