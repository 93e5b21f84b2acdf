//! Which types of JSON a schema accepts.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::tool::schema::type_of;

/// Every type, under JSON Schema's names.
pub(crate) const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// How many references may lead to another.
const REFERENCES: usize = 16;

/// How many schemas are looked at for one answer: a mounted server's may refer to themselves in any way.
const SCHEMAS: usize = 1000;

/// The types that `schema` accepts: all of them if it does not say. What it refers to stands in `root`.
pub(crate) fn accepted_types(schema: &Value, root: &Value) -> BTreeSet<&'static str> {
    accepted(schema, root, &mut SCHEMAS.clone(), 0)
}

fn accepted(schema: &Value, root: &Value, left: &mut usize, level: usize) -> BTreeSet<&'static str> {
    if *left == 0 || level > REFERENCES {
        return TYPES.into();
    }
    *left -= 1;
    let schema = resolve(schema, root);
    if schema == &Value::Bool(false) {
        return BTreeSet::new();
    }
    let mut types: BTreeSet<&str> = match &schema["type"] {
        Value::String(name) => known(name).into_iter().collect(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).filter_map(known).collect(),
        _ => match (&schema["enum"], schema.get("const"), alternatives(schema)) {
            (Value::Array(values), ..) => values.iter().map(type_of).collect(),
            (_, Some(value), _) => BTreeSet::from([type_of(value)]),
            (.., Some(all)) => all.iter().flat_map(|one| accepted(one, root, left, level + 1)).collect(),
            _ => TYPES.into(),
        },
    };
    if types.contains("number") {
        types.insert("integer");
    }
    types
}

/// The schema itself, or the one that it refers to. A reference that leads nowhere accepts anything.
pub(crate) fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let mut schema = schema;
    for _ in 0..REFERENCES {
        let Some(path) = schema.get("$ref").and_then(Value::as_str) else { return schema };
        let target = path.strip_prefix('#').and_then(|path| root.pointer(path));
        schema = target.unwrap_or(&Value::Bool(true));
    }
    &Value::Bool(true)
}

/// The alternatives of a union.
pub(crate) fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array)
}

fn known(name: &str) -> Option<&'static str> {
    TYPES.into_iter().find(|known| *known == name)
}
