//! Checks arguments and results against a portable schema, and reports every problem at once.
//!
//! It covers exactly the portable dialect: one `type` a schema; `enum`; bounds of numbers, strings and lists;
//! `pattern`; `uniqueItems`; objects that are closed, open, or maps; `anyOf`; and `$ref` into `$defs`. `format`
//! and the other annotations are not checked. Two rules go beyond the schema, because a Rust type stands behind it:
//! an integer has at most 64 bits, and only one with a minimum of zero or more may exceed those of an `i64`.

mod coerce;
mod compile;
mod describe;
mod either;
mod node;
pub(super) mod number;
pub(super) mod pattern;
mod report;
mod walk;

#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use compile::Compiler;
use node::{Kind, Node, NodeId};
use walk::{Path, Walk};

pub use report::report;

/// At most this many problems are collected in one check.
const MOST_PROBLEMS: usize = 100;

/// A schema, compiled once and used for every call.
pub struct Checker {
    nodes: Vec<Node>,
    root: NodeId,
}

/// What is wrong with a problem's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The value is not what was expected.
    Wrong,
    /// A required name is not there.
    Missing,
    /// The name is not one of the valid ones.
    Unknown,
}

/// One thing that is wrong with the arguments of a call, or with a result. All texts are short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where, such as `scenes[2].text`; empty for the whole.
    pub path: String,
    /// The kind of the problem.
    pub fault: Fault,
    /// What fits there; for an unknown name the list of the valid ones.
    pub expected: String,
    /// What came.
    pub got: String,
    /// What was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Checker {
    /// Compiles a portable schema with an object at its root. Anything outside of the dialect is an error.
    pub fn compile(schema: &Value) -> Result<Self, Vec<String>> {
        let (nodes, root, mut errors) = Compiler::default().run(schema);
        if errors.is_empty() && !matches!(nodes[root].kind, Kind::Object(_)) {
            errors.push("the root of the schema must be an object".to_owned());
        }
        if errors.is_empty() { Ok(Self { nodes, root }) } else { Err(errors) }
    }

    /// Checks the arguments of a call and brings them into the form that the schema describes.
    ///
    /// An explicit null for an optional name is removed. Unless `strict`, an integral float becomes an integer, a
    /// numeric string a number, and a string of JSON an object or a list, each only where the string does not fit.
    /// Defaults are not filled in. With problems, the arguments are of no further use.
    pub fn check(&self, arguments: &mut Map<String, Value>, strict: bool) -> Vec<Problem> {
        let mut walk = Walk::new(&self.nodes, strict);
        if let Kind::Object(object) = &self.nodes[self.root].kind {
            walk.object(object, arguments, &Path::Root);
        }
        walk.problems
    }

    /// Checks a structured result, and removes from it the nulls that stand for what is absent: the schema
    /// describes it without them.
    pub fn check_result(&self, result: &mut Value) -> Vec<Problem> {
        let mut walk = Walk::new(&self.nodes, true);
        walk.value(self.root, result, &Path::Root);
        walk.problems
    }

    /// Checks one value against the schema of the argument with this name, without any lenience.
    pub(super) fn check_one(&self, name: &str, value: &Value) -> Vec<Problem> {
        let mut walk = Walk::new(&self.nodes, true);
        if let Kind::Object(object) = &self.nodes[self.root].kind
            && let Some(field) = object.fields.iter().find(|field| field.name == name)
        {
            walk.value(field.node, &mut value.clone(), &Path::Root);
        }
        walk.problems
    }
}

impl fmt::Debug for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}
