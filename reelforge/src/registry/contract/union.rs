//! What the comparisons of arguments and of results share.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::super::types::{alternatives, resolve};

/// What was found: where, and what.
pub(super) type Found = Vec<(String, String)>;

/// How deep schemas are compared.
const DEPTH: usize = 64;

/// What both schemas refer to, if they do nothing else.
type References<'a> = Option<(&'a str, &'a str)>;

/// Two whole schemas that are being compared.
pub(super) struct Pair<'a> {
    pub(super) old: &'a Value,
    pub(super) new: &'a Value,
    /// The pairs of references that are being compared.
    open: HashSet<(&'a str, &'a str)>,
}

impl<'a> Pair<'a> {
    pub(super) fn new(old: &'a Value, new: &'a Value) -> Self {
        Self { old, new, open: HashSet::new() }
    }

    /// Begins to compare two schemas in these, or gives what there is to say without that.
    pub(super) fn enter(
        &mut self,
        at: &str,
        old: &'a Value,
        new: &'a Value,
        depth: usize,
    ) -> Result<References<'a>, Found> {
        let target = |schema: &'a Value| schema.get("$ref").and_then(Value::as_str);
        let references = target(old).zip(target(new));
        // A reference within itself was begun above, and says no more.
        if references.is_some_and(|pair| !self.open.insert(pair)) {
            return Err(Found::new());
        }
        if depth > DEPTH {
            return Err(vec![(at.to_owned(), "the schema is too deep to be compared".to_owned())]);
        }
        Ok(references)
    }

    /// Ends what [`enter`](Self::enter) began.
    pub(super) fn leave(&mut self, references: References<'a>) {
        references.inspect(|pair| _ = self.open.remove(pair));
    }
}

/// The alternatives of a schema: itself, if it is no union.
pub(super) fn one_or_more<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a Value> {
    let schema = resolve(schema, root);
    match alternatives(schema) {
        Some(all) => all.iter().flat_map(|one| nested(one, root)).collect(),
        None => vec![schema],
    }
}

/// The alternatives of an alternative, one level deep: that far unions are flattened.
fn nested<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a Value> {
    let schema = resolve(schema, root);
    match alternatives(schema) {
        Some(all) => all.iter().map(|one| resolve(one, root)).collect(),
        None => vec![schema],
    }
}

/// For each of `wanted` what keeps it from fitting the nearest of `offered`; nothing if all fit.
pub(super) fn each_fits<'a>(
    wanted: &[&'a Value],
    offered: &[&'a Value],
    mut compare: impl FnMut(&'a Value, &'a Value) -> Found,
) -> Found {
    let mut found = Found::new();
    for one in wanted {
        let nearest = offered.iter().map(|other| compare(one, other)).min_by_key(Vec::len);
        found.extend(nearest.unwrap_or_default());
    }
    found
}

/// The properties of an object's schema.
pub(super) fn properties(schema: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    schema["properties"].as_object().unwrap_or(&NONE)
}

/// The names of the properties that are always there.
pub(super) fn required(schema: &Value) -> BTreeSet<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The values that a schema is limited to.
pub(super) fn values(schema: &Value) -> Option<Vec<&Value>> {
    match (&schema["enum"], schema.get("const")) {
        (Value::Array(values), _) => Some(values.iter().collect()),
        (_, Some(value)) => Some(vec![value]),
        _ => None,
    }
}

/// What to say of a property that is gone: the nearest new name may be its own.
pub(super) fn gone(name: &str, old: &Map<String, Value>, new: &Map<String, Value>) -> String {
    let added = new.keys().map(String::as_str).filter(|name| !old.contains_key(*name));
    match super::super::selection::near(name, added).first() {
        None => "was removed".to_owned(),
        Some(near) => format!("was removed, or renamed to `{near}`"),
    }
}

/// A list of types or values in words.
pub(super) fn words<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" or ") }
}
