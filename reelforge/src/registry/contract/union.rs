//! What the comparisons of arguments and of results share.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::types::{alternatives, resolve};

/// What was found: where, and what.
pub(super) type Found = Vec<(String, String)>;

/// How deep schemas are compared.
pub(super) const DEPTH: usize = 64;

/// What two schemas refer to, if both do nothing else.
pub(super) fn references<'a>(old: &'a Value, new: &'a Value) -> Option<(&'a str, &'a str)> {
    Some((old.get("$ref")?.as_str()?, new.get("$ref")?.as_str()?))
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
