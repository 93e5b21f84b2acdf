//! The schema as a component of an OpenAPI 3.1 document.

use serde_json::{Map, Value};

use super::keywords::{Schema, for_each_inner};

/// A schema for a document in which `#/$defs` is out of reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// The schema, equal to the given one but for `$defs` and the targets of `$ref`.
    pub schema: Value,
    /// What it refers to: names and schemas to be added below `#/components/schemas`.
    pub components: Map<String, Value>,
}

/// Splits a portable schema. The definition `X` becomes the component `<prefix>_X`.
pub fn component(prefix: &str, schema: &Value) -> Component {
    let mut schema = schema.clone();
    let mut components = Map::new();
    if let Value::Object(root) = &mut schema {
        if let Some(Value::Object(defs)) = root.shift_remove("$defs") {
            for (name, mut definition) in defs {
                if let Value::Object(definition) = &mut definition {
                    redirect(definition, prefix);
                }
                components.insert(format!("{prefix}_{name}"), definition);
            }
        }
        redirect(root, prefix);
    }
    Component { schema, components }
}

fn redirect(schema: &mut Schema, prefix: &str) {
    if let Some(Value::String(reference)) = schema.get_mut("$ref")
        && let Some(name) = reference.strip_prefix("#/$defs/")
    {
        *reference = format!("#/components/schemas/{prefix}_{name}");
    }
    for_each_inner(schema, &mut |inner| redirect(inner, prefix));
}
