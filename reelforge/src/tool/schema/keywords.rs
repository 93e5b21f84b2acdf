//! The vocabulary of the portable dialect.

use serde_json::{Map, Value};

/// A schema that is not a boolean.
pub(super) type Schema = Map<String, Value>;

/// Keywords that say something about a value without restricting it.
pub(super) const ANNOTATIONS: [&str; 6] =
    ["description", "deprecated", "readOnly", "writeOnly", "default", "examples"];

/// Every restricting keyword with the type it speaks about, in the order in which they are written.
pub(super) const ASSERTIONS: [(&str, &str); 18] = [
    ("enum", "any"),
    ("format", "string"),
    ("pattern", "string"),
    ("minLength", "string"),
    ("maxLength", "string"),
    ("minimum", "number"),
    ("exclusiveMinimum", "number"),
    ("maximum", "number"),
    ("exclusiveMaximum", "number"),
    ("items", "array"),
    ("minItems", "array"),
    ("maxItems", "array"),
    ("uniqueItems", "array"),
    ("properties", "object"),
    ("required", "object"),
    ("propertyNames", "object"),
    ("additionalProperties", "object"),
    ("anyOf", "any"),
];

/// The formats that JSON Schema 2020-12 defines; all speak about strings.
pub(super) const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// The type that a restricting keyword speaks about: `any` for all, `None` outside the dialect.
pub(super) fn speaks_about(keyword: &str) -> Option<&'static str> {
    ASSERTIONS.iter().find(|(name, _)| *name == keyword).map(|(_, kind)| *kind)
}

/// Whether a keyword that speaks about `kind` can stand beside `type: actual`.
pub(super) fn applies(kind: &str, actual: &str) -> bool {
    kind == "any" || kind == actual || (kind == "number" && actual == "integer")
}

/// The narrowest type of a value, under JSON Schema's name.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// `a string`, `an integer`.
pub(super) fn with_article(kind: &str) -> String {
    match kind {
        "integer" | "object" | "array" => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Visits the schemas directly inside another, whatever dialect it is of. Values that merely look like schemas, such as
/// defaults and examples, are none.
pub(super) fn for_each_inner(schema: &mut Schema, visit: &mut dyn FnMut(&mut Schema)) {
    for (keyword, value) in schema.iter_mut() {
        match (keyword.as_str(), value) {
            (
                "items"
                | "additionalProperties"
                | "propertyNames"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "additionalItems"
                | "unevaluatedItems"
                | "unevaluatedProperties"
                | "contentSchema",
                Value::Object(inner),
            ) => visit(inner),
            (
                "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas"
                | "dependencies",
                Value::Object(inner),
            ) => {
                inner.values_mut().filter_map(Value::as_object_mut).for_each(&mut *visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Value::Array(inner)) => {
                inner.iter_mut().filter_map(Value::as_object_mut).for_each(&mut *visit);
            }
            _ => {}
        }
    }
}

/// Visits every reference in a schema.
pub(super) fn for_each_reference(schema: &mut Schema, visit: &mut dyn FnMut(&mut String)) {
    if let Some(Value::String(reference)) = schema.get_mut("$ref") {
        visit(reference);
    }
    for_each_inner(schema, &mut |inner| for_each_reference(inner, visit));
}

/// Removes the null members of objects, at any depth.
pub(super) fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(remove_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}
