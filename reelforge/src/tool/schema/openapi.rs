//! The schema as a component of an OpenAPI 3.1 document.

use serde_json::{Map, Value, json};

use super::defs::plain_name;
use super::keywords::for_each_reference;

/// A schema for a document in which its own root is out of reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// The schema, equal to the given one but for `$defs` and the targets of `$ref`; or a reference to the whole, which
    /// is one of the components then.
    pub schema: Value,
    /// What it refers to: names and schemas to be added below `#/components/schemas`.
    pub components: Map<String, Value>,
}

/// Splits a schema. The definition `X` becomes the component `<prefix>_X`. A schema that others wrote may refer to any
/// place in itself: such a one becomes the component `<prefix>` as a whole.
pub fn component(prefix: &str, schema: &Value) -> Component {
    let mut schema = schema.clone();
    let mut components = Map::new();
    if let Value::Object(root) = &mut schema {
        // What is not referred to at all needs a name too.
        let named = root.get("$defs").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let mut whole = named.into_iter().any(|name| plain_name(name) != *name);
        for_each_reference(root, &mut |reference| {
            whole |= is_pointer(reference) && defined(reference).is_none();
        });
        if whole {
            for_each_reference(root, &mut |reference| {
                if is_pointer(reference) {
                    *reference = format!("#/components/schemas/{prefix}{}", &reference[1..]);
                }
            });
            components.insert(prefix.to_owned(), schema);
            let reference = json!({ "$ref": format!("#/components/schemas/{prefix}") });
            return Component { schema: reference, components };
        }
        for_each_reference(root, &mut |reference| {
            if let Some(name) = defined(reference) {
                *reference = format!("#/components/schemas/{prefix}_{name}");
            }
        });
        if let Some(Value::Object(defs)) = root.shift_remove("$defs") {
            for (name, definition) in defs {
                components.insert(format!("{prefix}_{name}"), definition);
            }
        }
    }
    Component { schema, components }
}

/// Whether a reference leads to a place in the schema itself.
fn is_pointer(reference: &str) -> bool {
    reference == "#" || reference.starts_with("#/")
}

/// The name of the definition that a reference leads to, if it leads to a whole one whose name can be that of a component.
fn defined(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/$defs/").filter(|name| plain_name(name) == *name)
}
