//! YAML text as a tree that remembers where everything stands.
//!
//! The tree is the meeting point of everything that reads a project: the typed model is decoded from it, issues take
//! their line and column from it, and edits are spliced at its byte offsets. Scalars keep their written text, because
//! whether `2024` is a number or a caption depends on the field, not on the file.

mod address;
mod core;
mod parse;
#[cfg(test)]
mod tests;
mod written;

pub use self::core::Core;
pub(super) use address::name_elements;
pub use address::{Found, NotFound};
pub use parse::{Document, Problem, ProblemKind, parse};
pub use written::{text_of, value_of};

/// The largest YAML text of a project, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;
/// How deep collections may nest.
pub const MAX_DEPTH: usize = 64;
/// How many values one file may hold after aliases are expanded.
pub const MAX_NODES: usize = 50_000;

/// A place in the text: a byte range, and the line and column (both from 1, in characters) of its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// First byte after the end.
    pub end: usize,
    /// Line of the first character, from 1.
    pub line: usize,
    /// Column of the first character, from 1.
    pub column: usize,
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`.
    Single,
    /// `"…"`.
    Double,
    /// `|` block.
    Literal,
    /// `>` block.
    Folded,
}

impl Style {
    /// Whether the text stands in lines of its own, below `|` or `>`.
    pub fn is_block(self) -> bool {
        matches!(self, Self::Literal | Self::Folded)
    }
}

/// A scalar value as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text after escapes and folding; empty when nothing is written.
    pub text: String,
    /// How it is written.
    pub style: Style,
}

/// One `key: value` of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key's text.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// What it maps to.
    pub value: Node,
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A single value.
    Scalar(Scalar),
    /// A list.
    Seq(Vec<Node>),
    /// A map, in written order.
    Map(Vec<Entry>),
}

/// A value and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it stands: the text of a scalar, or from the first to the last part of a collection.
    pub span: Span,
    /// Written as `{…}` or `[…]`.
    pub flow: bool,
    /// Stands here through an alias (`*name`); its parts are written elsewhere.
    pub alias: bool,
    /// The address of a list item when it is not its index: a scene's or an element's id.
    pub name: Option<String>,
}

impl Node {
    /// A node that stands nowhere in a text.
    pub fn detached(value: Value) -> Self {
        Self { value, span: Span::default(), flow: false, alias: false, name: None }
    }

    /// The scalar, when this is one.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The text of a scalar.
    pub fn as_text(&self) -> Option<&str> {
        self.as_scalar().map(|scalar| scalar.text.as_str())
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Seq(items) => items,
            _ => &[],
        }
    }

    /// The entries of a map; none for anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The entry with this key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The value of this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Whether nothing is written here, as in `key:`.
    pub fn is_empty(&self) -> bool {
        self.as_scalar().is_some_and(|s| s.style == Style::Plain && s.text.is_empty())
    }

    /// What a message calls this value.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar(_) if self.is_empty() => "nothing",
            Value::Scalar(scalar) => scalar.core().kind(),
            Value::Seq(_) => "a list",
            Value::Map(_) => "a map",
        }
    }

    /// The value as JSON, by the rules of the YAML 1.2 core schema.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Scalar(scalar) => scalar.core().into(),
            Value::Seq(items) => items.iter().map(Node::to_json).collect(),
            Value::Map(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.value.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    /// A tree of JSON data, with strings quoted so that they stay strings.
    pub fn from_json(value: &serde_json::Value) -> Self {
        let scalar = |text: String, style| Value::Scalar(Scalar { text, style });
        Self::detached(match value {
            serde_json::Value::Null => scalar(String::new(), Style::Plain),
            serde_json::Value::Bool(yes) => scalar(yes.to_string(), Style::Plain),
            serde_json::Value::Number(number) => scalar(number.to_string(), Style::Plain),
            serde_json::Value::String(text) => scalar(text.clone(), Style::Double),
            serde_json::Value::Array(items) => Value::Seq(items.iter().map(Self::from_json).collect()),
            serde_json::Value::Object(map) => return Self::from_entries(map, Self::from_json),
        })
    }

    fn from_entries(
        map: &serde_json::Map<String, serde_json::Value>,
        node: fn(&serde_json::Value) -> Self,
    ) -> Self {
        let entry = |(key, value): (&String, &serde_json::Value)| Entry {
            key: key.clone(),
            key_span: Span::default(),
            value: node(value),
        };
        Self::detached(Value::Map(map.iter().map(entry).collect()))
    }

    /// Whether both hold the same data, wherever and however it is written.
    pub fn same_data(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Scalar(a), Value::Scalar(b)) => a.text == b.text && a.core() == b.core(),
            (Value::Seq(a), Value::Seq(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_data(b))
            }
            (Value::Map(a), Value::Map(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| a.key == b.key && a.value.same_data(&b.value))
            }
            _ => false,
        }
    }
}
