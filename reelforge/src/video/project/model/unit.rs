//! Schemas of plain numbers, one a unit, so that every field says what it counts and how far it may go.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

pub(super) fn seconds(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": 0, "maximum": 600, "x-unit": "seconds"})
}

/// Seconds from–to within a file.
pub(super) fn trim(_: &mut SchemaGenerator) -> Schema {
    let seconds = json!({"type": "number", "minimum": 0, "maximum": 36000, "x-unit": "seconds"});
    json_schema!({"type": "array", "items": seconds, "minItems": 2, "maxItems": 2})
}

pub(super) fn pixels(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": 0, "maximum": 8192, "x-unit": "pixels"})
}

pub(super) fn decibels(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": -60, "maximum": 24, "x-unit": "decibels"})
}

pub(super) fn degrees(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": -3600, "maximum": 3600, "x-unit": "degrees"})
}

pub(super) fn fraction(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": 0, "maximum": 1})
}

/// A point within a picture, as fractions of its width and height.
pub(super) fn focus(_: &mut SchemaGenerator) -> Schema {
    let fraction = json!({"type": "number", "minimum": 0, "maximum": 1});
    json_schema!({"type": "array", "items": fraction, "minItems": 2, "maxItems": 2})
}

pub(super) fn factor(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": 0.01, "maximum": 20})
}

pub(super) fn scene_duration(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a number of seconds from 0.5 to 60, or auto",
        "type": ["number", "string"], "minimum": 0.5, "maximum": 60, "pattern": "^auto$", "x-unit": "seconds",
    })
}

pub(super) fn decimals(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a whole number from 0 to 6, or auto",
        "type": ["integer", "string"], "minimum": 0, "maximum": 6, "pattern": "^auto$",
    })
}

/// One side of the canvas.
pub(super) fn side(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "an even whole number of pixels from 128 to 4096",
        "type": "integer", "minimum": 128, "maximum": 4096, "multipleOf": 2,
    })
}

pub(super) fn fps(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer", "enum": [24, 25, 30, 50, 60]})
}

pub(super) fn weight(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer", "minimum": 100, "maximum": 1000})
}

/// Font sizes.
pub(super) fn font_size(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "number", "minimum": 4, "maximum": 2000, "x-unit": "pixels"})
}

/// A path below the project's folder.
pub(super) fn path(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "minLength": 1, "maxLength": 300})
}

/// Ids of scenes, elements and components.
pub(super) fn slug(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a name of small letters, digits, - and _ that begins with a letter, at most 40 long",
        "type": "string", "pattern": "^[a-z][a-z0-9_-]{0,39}$",
    })
}

/// Names of variables, props, data lists and cues.
pub(super) fn name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a name of small letters, digits and _ that begins with a letter, at most 40 long",
        "type": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$",
    })
}

pub(super) fn language(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a language tag such as en or pt-BR",
        "type": "string", "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$",
    })
}

/// A map from names to values.
pub(super) fn named<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object", "propertyNames": name(generator), "maxProperties": 200,
        "additionalProperties": generator.subschema_for::<T>(),
    })
}

/// Ids of checks that elements waive.
pub(super) fn waived_rules(_: &mut SchemaGenerator) -> Schema {
    let rule = json!({
        "title": "the id of a check, V-1 to V-30", "type": "string", "pattern": "^V-([1-9]|[12][0-9]|30)$",
    });
    json_schema!({"type": "array", "items": rule, "maxItems": 30})
}

/// Levels of checks; those of the file's own form cannot be tuned.
pub(super) fn tuned_rules(generator: &mut SchemaGenerator) -> Schema {
    let rule = json!({
        "title": "the id of a check that can be tuned, V-4 to V-30",
        "type": "string", "pattern": "^V-([4-9]|[12][0-9]|30)$",
    });
    let level = generator.subschema_for::<super::output::RuleLevel>();
    json_schema!({"type": "object", "propertyNames": rule, "additionalProperties": level})
}

/// Text, a number, or true/false.
pub(super) fn scalar(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"title": "text, a number, true or false", "type": ["string", "number", "boolean"]})
}

/// A value that the engine finds out when it is `auto`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Auto<T> {
    /// To be found out.
    #[default]
    Auto,
    /// Given.
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Auto<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Word {
            Auto,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written<T> {
            Value(T),
            Word(Word),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Value(value) => Self::Value(value),
            Written::Word(Word::Auto) => Self::Auto,
        })
    }
}

impl<T: Serialize> Serialize for Auto<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

/// Lets the map's short form stand for it: a value that is not a map is the map with only `key`.
///
/// The schema says so in `x-shorthand`, and decoding writes the map out, so that the Rust type has one form.
pub(super) fn shorthand(key: &'static str) -> impl FnMut(&mut Schema) {
    move |schema| {
        let short = schema
            .pointer(&format!("/properties/{key}"))
            .cloned()
            .unwrap_or_else(|| json!({"type": "boolean"}));
        let map = std::mem::take(schema);
        *schema = json_schema!({"anyOf": [short, map], "x-shorthand": key});
    }
}

/// At most one of these keys.
pub(super) fn exclusive(keys: [&str; 2], why: &str) -> serde_json::Value {
    json!({"not": {"required": keys}, "description": why})
}
