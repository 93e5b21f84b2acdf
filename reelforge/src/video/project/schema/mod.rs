//! The JSON Schema of a project, generated from the model's types.
//!
//! It uses a small part of JSON Schema 2020-12, which [`super::decode`] interprets in whole: the schema that is shown
//! is the one that files are checked against. `x-unit` names what a number counts, `x-shorthand` the key that a short
//! form stands for, `x-template` elements in which `{{name}}` is still to be replaced.

mod notes;
#[cfg(test)]
mod tests;
mod tidy;

use std::sync::LazyLock;

pub use notes::{Notes, part_notes};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::model::{Project, element};

/// The whole schema; parts refer to its `$defs`.
static PROJECT: LazyLock<Value> = LazyLock::new(|| {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Project>().to_value();
    tidy::tidy(&mut schema);
    if let Value::Object(root) = &mut schema {
        root.insert("title".to_owned(), "Reelforge project, version 1".into());
        root.insert(
            "description".to_owned(),
            "A video project. Wherever a value stands, `{{name}}` stands for a variable, a prop or a column; the \
             schema describes the project after it was replaced."
                .into(),
        );
    }
    schema
});

/// The schema of a whole project.
pub fn project_schema() -> &'static Value {
    &PROJECT
}

/// Names of the parts that [`part_schema`] knows besides the element types.
pub const PARTS: [&str; 16] = [
    "project",
    "scene",
    "element",
    "animation",
    "background",
    "canvas",
    "captions",
    "component",
    "keyframe",
    "layout",
    "meta",
    "music",
    "output",
    "theme",
    "transition",
    "voice",
];

/// The schema of one part: one of [`PARTS`] or an element type such as `text`.
pub fn part_schema(name: &str) -> Option<Value> {
    if name == "project" {
        return Some(PROJECT.clone());
    }
    let definition = definition_name(name)?;
    let mut part = definition_of(&definition)?.clone();
    let mut needed = Map::new();
    collect(&part, &mut needed);
    let part = part.as_object_mut()?;
    part.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    if !needed.is_empty() {
        part.insert("$defs".to_owned(), needed.into());
    }
    Some(Value::Object(std::mem::take(part)))
}

fn definition_name(part: &str) -> Option<String> {
    if element::ELEMENT_TYPES.contains(&part) {
        return Some(element::definition_name(part));
    }
    PARTS.contains(&part).then(|| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    })
}

/// A definition of the whole schema.
pub(super) fn definition_of(name: &str) -> Option<&'static Value> {
    PROJECT.get("$defs")?.get(name)
}

/// The keys that an element of a type must have; none for what is no element type.
pub(in crate::video) fn required_of(element_type: &str) -> Vec<&'static str> {
    let definition = definition_of(&element::definition_name(element_type));
    let required = definition.and_then(|definition| definition.get("required")).and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What a `$ref` of the whole schema names.
pub(super) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// Adds every definition that a schema refers to, and those that these refer to.
fn collect(schema: &Value, needed: &mut Map<String, Value>) {
    if let Some(name) = reference(schema)
        && !needed.contains_key(name)
        && let Some(definition) = definition_of(name)
    {
        // A part lists the elements that it may hold by reference only: with all eleven types in it, the schema of a
        // scene would be that of a project.
        let shown = if name == "Element" { element_outline() } else { definition.clone() };
        needed.insert(name.to_owned(), shown.clone());
        collect(&shown, needed);
    }
    match schema {
        Value::Array(items) => items.iter().for_each(|item| collect(item, needed)),
        Value::Object(map) => map.values().for_each(|value| collect(value, needed)),
        _ => {}
    }
}

fn element_outline() -> Value {
    json!({
        "type": "object",
        "description": "One element; each type has a schema of its own name.",
        "properties": {"type": {"enum": element::ELEMENT_TYPES}},
        "required": ["type"],
    })
}
