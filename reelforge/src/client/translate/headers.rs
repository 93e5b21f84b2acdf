//! Arguments that are repeated in headers, so that what stands before a server can route by them (`x-mcp-header`).

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

/// The header of each argument that is repeated, and the names that lead to the argument.
pub(in crate::client) type Repeats = Arc<[(String, Vec<String>)]>;

/// How deep a schema is followed.
const DEPTH: usize = 32;

/// The arguments that a schema wants repeated, or what is wrong with how it says so. A tool that says so wrongly must
/// not be used over HTTP.
pub(super) fn repeats(schema: &Map<String, Value>) -> Result<Repeats, String> {
    let mut found = Vec::new();
    walk(schema, Some(&mut Vec::new()), &mut found, 0)?;
    let mut seen = HashSet::new();
    for (header, _) in &found {
        if !seen.insert(header.to_ascii_lowercase()) {
            return Err(format!("two properties ask for the header `{header}`"));
        }
    }
    Ok(found.into())
}

/// Looks for annotations; `path` leads here through properties alone, where it is given.
fn walk(
    schema: &Map<String, Value>,
    mut path: Option<&mut Vec<String>>,
    found: &mut Vec<(String, Vec<String>)>,
    depth: usize,
) -> Result<(), String> {
    if depth > DEPTH {
        return Ok(());
    }
    if let Some(header) = schema.get("x-mcp-header") {
        match &path {
            Some(path) if !path.is_empty() => {
                found.push((header_name(header, schema, path)?, (*path).clone()));
            }
            _ => return Err("x-mcp-header stands where no property is".to_owned()),
        }
    }
    for (key, value) in schema {
        match key.as_str() {
            // These hold data and names, no schemas.
            "default" | "const" | "enum" | "examples" | "required" | "dependentRequired" | "x-mcp-header" => {
            }
            "properties" => {
                for (name, property) in value.as_object().into_iter().flatten() {
                    let Value::Object(property) = property else { continue };
                    match &mut path {
                        Some(path) => {
                            path.push(name.clone());
                            let outcome = walk(property, Some(path), found, depth + 1);
                            path.pop();
                            outcome?;
                        }
                        None => walk(property, None, found, depth + 1)?,
                    }
                }
            }
            "$defs" | "definitions" | "dependentSchemas" | "patternProperties" => {
                for schema in value.as_object().into_iter().flatten().filter_map(|(_, it)| it.as_object()) {
                    walk(schema, None, found, depth + 1)?;
                }
            }
            _ => match value {
                Value::Object(schema) => walk(schema, None, found, depth + 1)?,
                Value::Array(items) => {
                    for schema in items.iter().filter_map(Value::as_object) {
                        walk(schema, None, found, depth + 1)?;
                    }
                }
                _ => {}
            },
        }
    }
    Ok(())
}

fn header_name(header: &Value, schema: &Map<String, Value>, path: &[String]) -> Result<String, String> {
    let property = path.join(".");
    let name = header.as_str().unwrap_or_default();
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Err(format!("the x-mcp-header of `{property}` is no name of a header"));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string" | "integer" | "boolean") => Ok(name.to_owned()),
        _ => Err(format!("`{property}` has an x-mcp-header, and is no string, integer or boolean")),
    }
}

/// The headers of a call with those arguments.
pub(in crate::client) fn in_headers(
    repeats: &Repeats,
    arguments: &Map<String, Value>,
) -> Vec<(String, String)> {
    let value = |path: &[String]| {
        let (first, rest) = path.split_first()?;
        let value = rest.iter().try_fold(arguments.get(first)?, |value, name| value.get(name))?;
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
            _ => None,
        }
    };
    repeats.iter().filter_map(|(header, path)| Some((header.clone(), value(path)?))).collect()
}
