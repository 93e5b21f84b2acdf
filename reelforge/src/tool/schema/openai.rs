//! Tools as functions of the OpenAI APIs: Chat Completions and Responses, each normal and strict.

use serde_json::{Map, Value, json};

use super::keywords::{Schema, for_each_inner};

/// The formats that strict mode knows.
const FORMATS: [&str; 9] =
    ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// Keywords that strict mode keeps; the rest says nothing there that the call itself would not check again.
const KEPT: [&str; 17] = [
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "pattern",
    "properties",
    "required",
];

/// The limits of strict mode for one schema.
const MOST_PROPERTIES: usize = 5000;
const MOST_LEVELS: usize = 10;
const MOST_VALUES: usize = 1000;
const MOST_TEXT: usize = 120_000;
const LONG_ENUM: usize = 250;
const MOST_LONG_ENUM_TEXT: usize = 15_000;

/// A tool for the Chat Completions API.
///
/// With `strict`, the parameters are those of [`strict_parameters`] where they can be; `strict` in the result says
/// whether they are.
pub fn chat(name: &str, description: &str, arguments: &Value, strict: bool) -> Value {
    json!({"type": "function", "function": function(name, description, arguments, strict)})
}

/// A tool for the Responses API, which has the same members without the inner object.
pub fn responses(name: &str, description: &str, arguments: &Value, strict: bool) -> Value {
    let mut tool = Map::from_iter([("type".to_owned(), json!("function"))]);
    tool.extend(function(name, description, arguments, strict));
    Value::Object(tool)
}

/// `strict` always stands there: without it, the Responses API would make every argument mandatory.
fn function(name: &str, description: &str, arguments: &Value, strict: bool) -> Map<String, Value> {
    let converted = if strict { strict_parameters(arguments).ok() } else { None };
    let strict = converted.is_some();
    Map::from_iter([
        ("name".to_owned(), json!(name)),
        ("description".to_owned(), json!(description)),
        ("parameters".to_owned(), converted.unwrap_or_else(|| arguments.clone())),
        ("strict".to_owned(), json!(strict)),
    ])
}

/// The portable schema of arguments as strict mode wants it: every name required, the optional ones nullable, and
/// only the keywords that it takes. A default is told in the description. The error says what has no strict form:
/// maps, values of any type, or too large a schema.
pub fn strict_parameters(arguments: &Value) -> Result<Value, String> {
    let Value::Object(mut root) = arguments.clone() else {
        return Err("the arguments are not an object".to_owned());
    };
    // The first level is the object of the arguments itself.
    convert(&mut root, "the arguments")?;
    let mut size = Size::default();
    size.add(&mut root, 0);
    size.check()?;
    Ok(Value::Object(root))
}

fn convert(schema: &mut Schema, place: &str) -> Result<(), String> {
    if let Some(default) = schema.get("default") {
        let note = format!("Default: {default}.");
        let text = match schema.get("description").and_then(Value::as_str) {
            Some(text) => format!("{text}\n\n{note}"),
            None => note,
        };
        schema.insert("description".to_owned(), json!(text));
    }
    // What a schema that others wrote says with these would be lost.
    if ["allOf", "oneOf"].iter().any(|keyword| schema.contains_key(*keyword)) {
        return Err(format!("{place} is a combination that strict mode does not take"));
    }
    let known_format = schema.get("format").is_some_and(|format| FORMATS.iter().any(|known| format == known));
    schema.retain(|keyword, _| {
        keyword == "type" || (KEPT.contains(&keyword.as_str()) && (keyword != "format" || known_format))
    });
    let reference = schema.get("$ref").and_then(Value::as_str);
    if reference.is_some_and(|reference| reference != "#" && !reference.starts_with("#/$defs/")) {
        return Err(format!("{place} refers to something that strict mode does not reach"));
    }
    let choice = schema.contains_key("anyOf") || schema.contains_key("$ref");
    if !schema.contains_key("type") && !choice {
        return Err(format!("{place} takes any value"));
    }
    if schema.get("type").is_some_and(|kind| kind == "object") {
        close(schema, place)?;
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        convert(items, &format!("an item of {place}"))?;
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
            convert(branch, place)?;
            bare_reference(branch);
        }
    }
    if let Some(Value::Object(defs)) = schema.get_mut("$defs") {
        for (name, definition) in defs.iter_mut() {
            if let Value::Object(definition) = definition {
                convert(definition, &format!("`{name}`"))?;
            }
        }
    }
    Ok(())
}

/// Makes every property of an object required.
fn close(schema: &mut Schema, place: &str) -> Result<(), String> {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Err(format!("{place} is a map"));
    }
    let required = match schema.shift_remove("required") {
        Some(Value::Array(names)) => names,
        _ => Vec::new(),
    };
    let mut names = Vec::new();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            if let Value::Object(property) = property {
                convert(property, &format!("`{name}`"))?;
                if !required.contains(&json!(name)) {
                    allow_null(property);
                }
                bare_reference(property);
            }
            names.push(json!(name));
        }
    }
    schema.insert("required".to_owned(), Value::Array(names));
    Ok(())
}

fn allow_null(schema: &mut Schema) {
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.push(json!({"type": "null"}));
        return;
    }
    // An enum would have to list null, which not everyone who reads the schema takes.
    if !schema.contains_key("enum")
        && let Some(kind) = schema.get_mut("type")
    {
        *kind = json!([kind.clone(), "null"]);
        return;
    }
    let description = schema.shift_remove("description");
    let mut branch = Value::Object(std::mem::take(schema));
    if let Value::Object(branch) = &mut branch {
        bare_reference(branch);
    }
    if let Some(description) = description {
        schema.insert("description".to_owned(), description);
    }
    schema.insert("anyOf".to_owned(), json!([branch, {"type": "null"}]));
}

/// Strict mode takes nothing beside a reference.
fn bare_reference(schema: &mut Schema) {
    if schema.contains_key("$ref") {
        schema.retain(|keyword, _| keyword == "$ref");
    }
}

#[derive(Default)]
struct Size {
    properties: usize,
    levels: usize,
    values: usize,
    text: usize,
    long_enum: bool,
}

impl Size {
    fn add(&mut self, schema: &mut Schema, level: usize) {
        self.levels = self.levels.max(level);
        for (keyword, value) in schema.iter() {
            match (keyword.as_str(), value) {
                ("properties" | "$defs", Value::Object(named)) => {
                    self.properties += if keyword == "properties" { named.len() } else { 0 };
                    self.text += named.keys().map(String::len).sum::<usize>();
                }
                ("enum", Value::Array(values)) => {
                    let text: usize = values.iter().filter_map(Value::as_str).map(str::len).sum();
                    self.values += values.len();
                    self.text += text;
                    self.long_enum |= values.len() > LONG_ENUM && text > MOST_LONG_ENUM_TEXT;
                }
                _ => {}
            }
        }
        let inner = level + usize::from(schema.contains_key("properties") || schema.contains_key("items"));
        for_each_inner(schema, &mut |schema| self.add(schema, inner));
    }

    fn check(&self) -> Result<(), String> {
        let limits = [
            (self.properties > MOST_PROPERTIES, format!("more than {MOST_PROPERTIES} properties")),
            (self.levels > MOST_LEVELS, format!("more than {MOST_LEVELS} levels")),
            (self.values > MOST_VALUES, format!("more than {MOST_VALUES} values in enums")),
            (self.text > MOST_TEXT, format!("more than {MOST_TEXT} bytes of names and values")),
            (self.long_enum, format!("an enum with more than {MOST_LONG_ENUM_TEXT} bytes")),
        ];
        match limits.into_iter().find(|(exceeded, _)| *exceeded) {
            Some((_, limit)) => Err(format!("the schema has {limit}")),
            None => Ok(()),
        }
    }
}
