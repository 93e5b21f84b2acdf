//! The rules of the portable dialect, walked over whole schemas.

use serde_json::Value;

use crate::tool::schema::keywords::{ANNOTATIONS, FORMATS, applies, speaks_about};

/// Panics with the place of the first schema that breaks a rule.
pub(super) fn assert_portable(schema: &Value, closed: bool) {
    let root = schema.as_object().expect("the root is an object");
    let allowed = ["type", "description", "properties", "required", "additionalProperties", "$defs"];
    for keyword in root.keys() {
        assert!(allowed.contains(&keyword.as_str()), "`{keyword}` at the root");
    }
    assert_eq!(root["type"], "object");
    assert!(root.contains_key("properties"), "clients want properties at the root");
    node(schema, schema, "", closed);
    for (name, definition) in root.get("$defs").and_then(Value::as_object).into_iter().flatten() {
        node(definition, schema, name, closed);
        let reference = format!("\"$ref\":\"#/$defs/{name}\"");
        assert!(schema["$defs"].to_string().contains(&reference), "{name} does not contain itself");
    }
}

fn node(schema: &Value, root: &Value, path: &str, closed: bool) {
    let map = schema.as_object().unwrap_or_else(|| panic!("{path}: {schema} is not an object schema"));
    assert!(!map.is_empty(), "{path}: empty");
    let kind = map.get("type").map_or("any", |kind| kind.as_str().expect("one type"));
    assert_ne!(kind, "null", "{path}");
    for keyword in map.keys() {
        let known = matches!(keyword.as_str(), "type" | "$ref")
            || (keyword == "$defs" && path.is_empty())
            || ANNOTATIONS.contains(&keyword.as_str())
            || speaks_about(keyword).is_some_and(|about| applies(about, kind));
        assert!(known, "{path}: `{keyword}` beside `type: {kind}`");
    }
    if let Some(reference) = map.get("$ref") {
        let name = reference.as_str().and_then(|text| text.strip_prefix("#/$defs/")).expect("into $defs");
        assert!(root["$defs"].get(name).is_some(), "{path}: {name} is not defined");
        assert!(map.keys().all(|key| key == "$ref" || ANNOTATIONS.contains(&key.as_str())), "{path}");
    }
    if let Some(format) = map.get("format") {
        assert!(FORMATS.iter().any(|known| format == known), "{path}: {format}");
    }
    if let Some(values) = map.get("enum") {
        assert_ne!(kind, "any", "{path}: an enum without a type");
        assert!(values.as_array().is_some_and(|values| !values.is_empty()), "{path}: empty enum");
        assert!(!values.to_string().contains("null"), "{path}: null in an enum");
    }
    if let Some(default) = map.get("default") {
        assert!(!default.to_string().contains("null"), "{path}: null in a default");
    }
    if kind == "array" {
        assert!(map.contains_key("items"), "{path}: no items");
    }
    let properties = map.get("properties").and_then(Value::as_object);
    for name in map.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str().expect("a name");
        assert!(properties.is_some_and(|all| all.contains_key(name)), "{path}: {name} is required only");
    }
    if properties.is_some() && closed {
        assert!(map.contains_key("additionalProperties"), "{path}: neither closed nor a map");
    }
    if !closed {
        assert_ne!(map.get("additionalProperties"), Some(&Value::Bool(false)), "{path}: a closed result");
    }
    for (name, property) in properties.into_iter().flatten() {
        node(property, root, &format!("{path}.{name}"), closed);
    }
    for keyword in ["items", "additionalProperties", "propertyNames"] {
        if let Some(inner) = map.get(keyword).filter(|inner| keyword == "items" || !inner.is_boolean()) {
            node(inner, root, &format!("{path}.{keyword}"), closed);
        }
    }
    for branch in map.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        assert!(branch.get("anyOf").is_none(), "{path}: a choice in a choice");
        node(branch, root, &format!("{path}|"), closed);
    }
}
