//! The typed project: every field of the format with its unit, default and limit.
//!
//! These types are the format's only definition. Their documentation comments become the descriptions of the JSON
//! Schema, decoding checks a file against that same schema, and a value that passed is read into them by `serde`.
//! Short forms are written out before that, so each type has one form.

mod audio;
mod canvas;
mod component;
mod data;
pub mod element;
mod motion;
mod output;
mod scene;
mod theme;
pub(super) mod unit;
pub(super) mod value;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use audio::{
    BeatGrid, BeatWord, Beats, CaptionPosition, CaptionStyle, Captions, Music, SceneVoice, TextCase, Voice,
};
pub use canvas::{Canvas, CanvasPreset, Placement, Target};
pub use component::{Component, ElementTemplate, Prop, PropType};
pub use data::{DataFile, DataSource, Row};
pub use element::{Element, Kind};
pub use motion::{Animation, AnimationKind, By, Ease, EaseName, Keyframe, Motion};
pub use output::{Format, Output, Quality, RuleLevel};
pub use scene::{
    Align, Area, Background, Fit, Justify, Layout, LayoutKind, Scene, Sound, Transition, TransitionKind,
};
pub use theme::{Theme, ThemeColors, ThemeFont, ThemeFonts, ThemePreset, ThemeSizes};
pub use unit::Auto;
pub use value::{Color, Length, Time};

/// A video project.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend(
    "required" = ["reelforge", "meta", "canvas", "scenes"],
    "allOf" = [{
        "not": {
            "required": ["voice", "scenes"],
            "properties": {"scenes": {"contains": {"required": ["voice"]}}},
        },
        "description": "`voice` stands either once for the whole project or in its scenes, not both",
    }],
))]
pub struct Project {
    /// Version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub reelforge: u32,
    /// What the video is about.
    pub meta: Meta,
    /// Size and frame rate.
    pub canvas: Canvas,
    /// Where the video will be published; selects safe zones and limits. Default: by canvas preset.
    #[schemars(length(max = 7))]
    pub targets: Option<Vec<Target>>,
    /// Which variant of the safe zones applies.
    pub placement: Placement,
    /// Colours, fonts and sizes.
    pub theme: Theme,
    /// Values used as `{{name}}` in any text.
    #[schemars(schema_with = "vars")]
    pub vars: BTreeMap<String, serde_json::Value>,
    /// Lists of rows for charts and `for_each`.
    #[schemars(schema_with = "unit::named::<DataSource>")]
    pub data: BTreeMap<String, DataSource>,
    /// One narration for the whole video.
    pub voice: Option<Voice>,
    /// Background music.
    pub music: Option<Music>,
    /// Burnt-in captions. Default: shown if there is a voice.
    pub captions: Option<Captions>,
    /// Named times, usable wherever a time is.
    #[schemars(schema_with = "unit::named::<Time>")]
    pub cues: BTreeMap<String, Time>,
    /// Reusable groups of elements.
    #[schemars(schema_with = "components")]
    pub components: BTreeMap<String, Component>,
    /// The scenes, in order.
    #[schemars(length(min = 1, max = 60))]
    pub scenes: Vec<Scene>,
    /// How the video is rendered and checked.
    pub output: Output,
}

impl Project {
    /// Every element of the scenes with its scene, those in groups included, in painting order within a group.
    pub fn elements(&self) -> impl Iterator<Item = (&Scene, &Element)> {
        self.scenes.iter().flat_map(|scene| {
            scene.elements.iter().flat_map(Element::with_descendants).map(move |element| (scene, element))
        })
    }
}

/// What the video is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["title"]))]
pub struct Meta {
    /// Title of the video.
    #[schemars(length(min = 1, max = 100))]
    pub title: String,
    /// Longer text for publishing.
    #[schemars(length(max = 5000))]
    pub description: Option<String>,
    /// Language of the texts, as a BCP-47 tag such as `en` or `pt-BR`.
    #[schemars(schema_with = "unit::language")]
    pub language: String,
    /// Who made it.
    #[schemars(length(max = 200))]
    pub author: Option<String>,
    /// Keywords for publishing.
    #[schemars(length(max = 30), inner(length(min = 1, max = 60)))]
    pub tags: Vec<String>,
}

impl Default for Meta {
    fn default() -> Self {
        Self {
            title: String::new(),
            description: None,
            language: "en".to_owned(),
            author: None,
            tags: Vec::new(),
        }
    }
}

fn vars(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "propertyNames": unit::name(generator),
        "maxProperties": 200,
        "additionalProperties": unit::scalar(generator),
    })
}

fn components(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "propertyNames": unit::slug(generator),
        "maxProperties": 100,
        "additionalProperties": generator.subschema_for::<Component>(),
    })
}
