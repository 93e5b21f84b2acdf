//! What a schema is compiled to.

use regex::Regex;
use serde_json::{Number, Value};

/// An index into the nodes of a checker.
pub(super) type NodeId = usize;

/// A compiled schema.
pub(super) struct Node {
    pub(super) kind: Kind,
    /// What fits, as a message says it.
    pub(super) expected: String,
}

pub(super) enum Kind {
    Any,
    Boolean,
    Integer {
        min: i128,
        max: i128,
    },
    Number {
        min: Option<Bound>,
        max: Option<Bound>,
    },
    Text {
        min: u64,
        max: u64,
        pattern: Option<Regex>,
    },
    Enum(Vec<Value>),
    List {
        items: NodeId,
        min: u64,
        max: u64,
        unique: bool,
    },
    Object(Object),
    Either(Either),
    /// A reference.
    Same(NodeId),
}

pub(super) struct Bound {
    pub(super) value: Number,
    pub(super) exclusive: bool,
}

pub(super) struct Object {
    pub(super) fields: Vec<Field>,
    /// How many of the fields are required.
    pub(super) required: usize,
    pub(super) rest: Rest,
    /// What the names of a map must match.
    pub(super) names: Option<Regex>,
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) required: bool,
}

/// What may stand under other names than those of the fields.
pub(super) enum Rest {
    Nothing,
    Anything,
    Each(NodeId),
}

pub(super) struct Either {
    pub(super) branches: Vec<NodeId>,
    pub(super) tag: Option<Tag>,
}

/// The name whose value says which branch an object belongs to.
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) values: Vec<(String, NodeId)>,
}

impl Object {
    /// The field of this name. Names mostly come in the order of their declaration, so the search starts at `from`.
    pub(super) fn find(&self, name: &str, from: usize) -> Option<usize> {
        let from = from.min(self.fields.len());
        let later = self.fields[from..].iter().position(|field| field.name == name).map(|at| at + from);
        later.or_else(|| self.fields[..from].iter().position(|field| field.name == name))
    }
}

/// The node behind any references.
pub(super) fn resolve(nodes: &[Node], mut id: NodeId) -> &Kind {
    while let Kind::Same(next) = nodes[id].kind {
        id = next;
    }
    &nodes[id].kind
}
