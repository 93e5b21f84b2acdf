//! Named schemas, and which of them contain themselves.

use serde_json::{Map, Value};

use super::keywords::Schema;

/// The `$defs` of a schema as the generator wrote them.
pub(super) struct Defs {
    schemas: Map<String, Value>,
}

impl Defs {
    /// Takes the definitions out of a root schema. A root that refers to itself as `#` becomes a definition too,
    /// because `#` means something else once the schema is embedded in another document.
    pub(super) fn take(root: &mut Schema) -> Self {
        let mut schemas = match root.shift_remove("$defs") {
            Some(Value::Object(schemas)) => schemas,
            _ => Map::new(),
        };
        if refers(root, "#") || schemas.values().any(|schema| refers_value(schema, "#")) {
            let name = free_name(&schemas, root.get("title").and_then(Value::as_str).unwrap_or("Root"));
            let target = format!("#/$defs/{name}");
            root.values_mut().for_each(|value| redirect(value, &target));
            schemas.values_mut().for_each(|value| redirect(value, &target));
            schemas.insert(name, Value::Object(root.clone()));
        }
        Self { schemas }
    }

    /// The name and schema behind a reference; `None` when it leads nowhere in this document.
    pub(super) fn find(&self, reference: &str) -> Option<(&str, &Value)> {
        let name = reference.strip_prefix("#/$defs/")?;
        self.schemas.get_key_value(name).map(|(name, schema)| (name.as_str(), schema))
    }

    /// Whether the named schema contains itself, directly or through others.
    pub(super) fn is_recursive(&self, name: &str) -> bool {
        let mut open = self.inside(name);
        let mut seen: Vec<&str> = Vec::new();
        while let Some(next) = open.pop() {
            if next == name {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                open.extend(self.inside(next));
            }
        }
        false
    }

    /// The names that the named schema refers to.
    fn inside(&self, name: &str) -> Vec<&str> {
        let mut references = Vec::new();
        if let Some(schema) = self.schemas.get(name) {
            collect(schema, &mut references);
        }
        references.into_iter().filter_map(|reference| Some(self.find(reference)?.0)).collect()
    }
}

/// The name with only the characters that OpenAPI takes in the name of a component.
pub(super) fn plain_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' }).collect()
}

fn free_name(taken: &Map<String, Value>, wanted: &str) -> String {
    let wanted = plain_name(wanted);
    let numbered = (2..).map(|n| format!("{wanted}{n}"));
    let mut names = std::iter::once(wanted.clone()).chain(numbered);
    names.find(|name| !taken.contains_key(name)).unwrap_or(wanted)
}

fn collect<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            into.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|value| collect(value, into));
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

fn refers(schema: &Schema, target: &str) -> bool {
    schema.get("$ref").and_then(Value::as_str) == Some(target)
        || schema.values().any(|value| refers_value(value, target))
}

fn refers_value(value: &Value, target: &str) -> bool {
    let mut references = Vec::new();
    collect(value, &mut references);
    references.contains(&target)
}

/// Points every reference to the root at `target`.
fn redirect(value: &mut Value, target: &str) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && reference == "#"
            {
                target.clone_into(reference);
            }
            map.values_mut().for_each(|value| redirect(value, target));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| redirect(value, target)),
        _ => {}
    }
}
