//! Reusable groups of elements with values to fill in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

use super::element::Element;
use super::scene::Layout;
use super::unit::{exclusive, named};
use super::value::{Length, extent};
use crate::video::project::source::value_of;

/// A reusable group of elements; `{{name}}` in it stands for the prop of that name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["elements"]))]
pub struct Component {
    /// The values it takes.
    #[schemars(schema_with = "named::<Prop>")]
    pub props: BTreeMap<String, Prop>,
    /// Width.
    #[schemars(schema_with = "extent")]
    pub w: Option<Length>,
    /// Height.
    #[schemars(schema_with = "extent")]
    pub h: Option<Length>,
    /// How its elements flow.
    pub layout: Layout,
    /// Its elements, later ones on top.
    #[schemars(length(min = 1, max = 40))]
    pub elements: Vec<ElementTemplate>,
}

/// A value that a component takes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend(
    "required" = ["type"],
    "allOf" = [exclusive(["required", "default"], "a prop with a default is never missing: remove `required` or `default`")],
))]
pub struct Prop {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: PropType,
    /// The value when it is not given.
    #[schemars(schema_with = "prop_value")]
    #[serde(serialize_with = "value")]
    pub default: Option<serde_json::Value>,
    /// Whether it must be given.
    pub required: bool,
}

/// What a prop may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PropType {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// A colour.
    Color,
    /// A picture file.
    Image,
    /// True or false.
    Bool,
    /// A list of texts.
    List,
}

/// An element in which `{{name}}` is still to be replaced.
///
/// It is checked like an element, except that a value that is one whole `{{name}}` may become anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ElementTemplate(pub serde_json::Value);

impl JsonSchema for ElementTemplate {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ElementTemplate".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<Element>();
        schema.insert("x-template".to_owned(), true.into());
        schema
    }
}

/// A default as whoever reads of the component wants it, without the letters that it keeps for texts.
#[allow(clippy::ref_option)] // The signature that `serialize_with` calls.
fn value<S: Serializer>(default: &Option<serde_json::Value>, serializer: S) -> Result<S::Ok, S::Error> {
    default.as_ref().map(value_of).serialize(serializer)
}

/// A prop's value: text, a number, true/false, or a list of those.
pub(super) fn prop_value(generator: &mut SchemaGenerator) -> Schema {
    let scalar = super::unit::scalar(generator);
    schemars::json_schema!({
        "title": "text, a number, true, false, or a list of those",
        "anyOf": [scalar, {"type": "array", "items": scalar, "maxItems": 50}],
    })
}
