//! Scenes: what is said, what lies behind, how elements flow, what is heard.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::audio::{Captions, SceneVoice};
use super::element::Element;
use super::motion::Motion;
use super::unit::{
    Auto, decibels, degrees, focus, fraction, path, pixels, scene_duration, shorthand, slug, trim,
};
use super::value::{Color, Time};

/// One scene.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["id"]))]
pub struct Scene {
    /// Its address.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub path: String,
    /// Its name, unique in the project: small letters, digits, `-` and `_`, at most 40.
    #[schemars(schema_with = "slug")]
    pub id: String,
    /// What is said in this scene.
    #[schemars(length(min = 1, max = 600))]
    pub say: Option<String>,
    /// Narration of this scene alone; sets its length.
    pub voice: Option<SceneVoice>,
    /// When it starts. Default: where the previous one ends.
    pub at: Option<Time>,
    /// Its length in seconds. `auto`: the voice's span, else until the last element ends, else 3.
    #[schemars(schema_with = "scene_duration")]
    pub duration: Auto<f64>,
    /// What lies behind the elements. Default: `$bg`.
    pub background: Option<Background>,
    /// How the elements without a place of their own flow.
    pub layout: Layout,
    /// What is shown, later ones on top.
    #[schemars(length(max = 40))]
    pub elements: Vec<Element>,
    /// How this scene replaces the one before.
    pub transition: Transition,
    /// Hides the captions (`false`) or changes them in this scene.
    pub captions: Option<Captions>,
    /// Sounds at moments of this scene.
    #[schemars(length(max = 20))]
    pub sounds: Vec<Sound>,
    /// For people; the engine ignores it.
    #[schemars(length(max = 5000))]
    pub notes: Option<String>,
}

/// What lies behind a scene: a colour, or a map with `color`, `gradient`, `image` or `video`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(transform = color_shorthand)]
pub enum Background {
    /// One colour.
    Color {
        /// The colour.
        color: Color,
    },
    /// A straight gradient.
    Gradient {
        /// Two to four colours.
        #[schemars(length(min = 2, max = 4))]
        gradient: Vec<Color>,
        /// Direction in degrees: 0 is upwards, 90 to the right.
        #[serde(default = "default_angle")]
        #[schemars(schema_with = "degrees")]
        angle: f64,
    },
    /// A picture that covers the canvas.
    Image {
        /// The picture file.
        #[schemars(schema_with = "path")]
        image: String,
        /// How it fills the canvas.
        #[serde(default)]
        fit: Fit,
        /// The point that stays visible when edges are cut, as fractions.
        #[serde(default = "centre")]
        #[schemars(schema_with = "focus")]
        focus: [f64; 2],
        /// How much it is darkened, 0 to 1.
        #[serde(default)]
        #[schemars(schema_with = "fraction")]
        dim: f64,
        /// Blur radius in pixels.
        #[serde(default)]
        #[schemars(schema_with = "pixels")]
        blur: f64,
        /// A continuous move.
        #[serde(default)]
        motion: Option<Motion>,
    },
    /// A video that covers the canvas.
    Video {
        /// The video file.
        #[schemars(schema_with = "path")]
        video: String,
        /// The part of the file to use, `[from, to]` in seconds.
        #[serde(default)]
        #[schemars(schema_with = "trim")]
        trim: Option<[f64; 2]>,
        /// How much it is darkened, 0 to 1.
        #[serde(default)]
        #[schemars(schema_with = "fraction")]
        dim: f64,
    },
}

fn color_shorthand(schema: &mut schemars::Schema) {
    if let Some(alternatives) = schema.get_mut("anyOf").and_then(serde_json::Value::as_array_mut) {
        alternatives.insert(0, serde_json::json!({"$ref": "#/$defs/Color"}));
    }
    schema.insert("x-shorthand".to_owned(), "color".into());
}

fn default_angle() -> f64 {
    180.0
}

pub(super) fn centre() -> [f64; 2] {
    [0.5, 0.5]
}

/// How a picture fills its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// Covers the box; edges may be cut.
    #[default]
    Cover,
    /// Stands in the box in whole.
    Contain,
}

/// How elements flow: a name such as `stack`, or a map with `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(transform = shorthand("type"))]
pub struct Layout {
    /// Which flow.
    #[serde(rename = "type")]
    pub kind: LayoutKind,
    /// Columns of a grid.
    #[schemars(range(min = 1, max = 12))]
    pub columns: u32,
    /// Space between elements in pixels. Default: the theme's gap.
    #[schemars(schema_with = "pixels")]
    pub gap: Option<f64>,
    /// Place across the flow.
    pub align: Align,
    /// Place along the flow.
    pub justify: Justify,
    /// Space inside the area's edges in pixels.
    #[schemars(schema_with = "pixels")]
    pub pad: f64,
    /// What the elements flow in.
    pub area: Area,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            kind: LayoutKind::default(),
            columns: 2,
            gap: None,
            align: Align::default(),
            justify: Justify::default(),
            pad: 0.0,
            area: Area::default(),
        }
    }
}

/// The flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LayoutKind {
    /// One below the other.
    #[default]
    Stack,
    /// Side by side.
    Row,
    /// In columns.
    Grid,
    /// None; each element says where it stands.
    Free,
}

/// Place across the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// At the left or top.
    Start,
    /// In the middle.
    #[default]
    Center,
    /// At the right or bottom.
    End,
    /// From edge to edge.
    Stretch,
}

/// Place along the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Justify {
    /// At the start.
    Start,
    /// In the middle.
    #[default]
    Center,
    /// At the end.
    End,
    /// With equal space between.
    Between,
}

/// What elements flow in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// What the targets leave clear; 5% margins without targets.
    #[default]
    Safe,
    /// The whole canvas.
    Canvas,
}

/// How a scene replaces the one before: a name such as `fade`, or a map with `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["type"]), transform = shorthand("type"))]
pub struct Transition {
    /// Which transition.
    #[serde(rename = "type")]
    pub kind: TransitionKind,
    /// Seconds it takes.
    #[schemars(range(min = 0.1, max = 1.5), extend("x-unit" = "seconds"))]
    pub duration: f64,
}

impl Default for Transition {
    fn default() -> Self {
        Self { kind: TransitionKind::default(), duration: 0.4 }
    }
}

/// The transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TransitionKind {
    /// At once.
    #[default]
    Cut,
    /// By opacity.
    Fade,
    /// The new scene moves in to the left.
    SlideLeft,
    /// The new scene moves in to the right.
    SlideRight,
    /// The new scene moves in upwards.
    SlideUp,
    /// Uncovered to the left.
    WipeLeft,
    /// Uncovered upwards.
    WipeUp,
    /// Growing into view.
    Zoom,
    /// Through white.
    Flash,
}

/// A sound at a moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["src"]))]
pub struct Sound {
    /// The audio file.
    #[schemars(schema_with = "path")]
    pub src: String,
    /// When, from the scene's start.
    pub at: Time,
    /// Gain in decibels.
    #[schemars(schema_with = "decibels")]
    pub gain_db: f64,
}

impl Default for Sound {
    fn default() -> Self {
        Self { src: String::new(), at: Time::default(), gain_db: -6.0 }
    }
}
