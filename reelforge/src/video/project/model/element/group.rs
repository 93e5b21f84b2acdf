//! Elements made of elements.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Element;
use crate::video::project::model::component::{ElementTemplate, prop_value};
use crate::video::project::model::scene::Layout;
use crate::video::project::model::unit::{name, pixels, slug};
use crate::video::project::model::value::Color;

/// Elements that flow and move as one; one box to those outside.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["elements"]))]
pub struct Group {
    /// The elements, later ones on top.
    #[schemars(length(min = 1, max = 40))]
    pub elements: Vec<Element>,
    /// How they flow.
    pub layout: Layout,
    /// Space between them in pixels. Default: the layout's.
    #[schemars(schema_with = "pixels")]
    pub gap: Option<f64>,
    /// Colour of a panel behind them.
    pub fill: Option<Color>,
    /// Space between them and the panel's edge in pixels. Default: the theme's gap with a panel, else 0.
    #[schemars(schema_with = "pixels")]
    pub pad: Option<f64>,
    /// Corner radius of the panel in pixels. Default: the theme's.
    #[schemars(schema_with = "pixels")]
    pub radius: Option<f64>,
}

/// An instance of a component.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["component"]))]
pub struct Use {
    /// The component's name: one of the project or a built-in one.
    #[schemars(schema_with = "slug")]
    pub component: String,
    // They keep their letters, see `source::value_of`.
    /// Values for its props.
    #[schemars(schema_with = "props")]
    pub props: BTreeMap<String, Value>,
    /// Name of a `data` list: one instance a row, with `{{item.column}}` and `{{index}}`.
    #[schemars(schema_with = "name")]
    pub for_each: Option<String>,
    /// With `for_each`, the instance before `{{item.column}}` and `{{index}}` are replaced.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub template: Option<ElementTemplate>,
}

fn props(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": name(generator),
        "maxProperties": 30,
        "additionalProperties": prop_value(generator),
    })
}
