//! Elements that show pictures and shapes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::video::project::model::scene::Fit;
use crate::video::project::model::unit::{decibels, focus, path, pixels, trim};
use crate::video::project::model::value::{Color, Length};

/// A picture: png, jpg, webp, svg or gif.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["src"]))]
pub struct Image {
    /// The picture file.
    #[schemars(schema_with = "path")]
    pub src: String,
    /// How it fills its box.
    pub fit: Fit,
    /// The point that stays visible when edges are cut, as fractions.
    #[schemars(schema_with = "focus")]
    pub focus: [f64; 2],
    /// Corner radius in pixels.
    #[schemars(schema_with = "pixels")]
    pub radius: f64,
    /// Colour that replaces the picture's own.
    pub tint: Option<Color>,
}

impl Default for Image {
    fn default() -> Self {
        Self { src: String::new(), fit: Fit::default(), focus: [0.5, 0.5], radius: 0.0, tint: None }
    }
}

/// A video clip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["src"]))]
pub struct Video {
    /// The video file.
    #[schemars(schema_with = "path")]
    pub src: String,
    /// How it fills its box.
    pub fit: Fit,
    /// The point that stays visible when edges are cut, as fractions.
    #[schemars(schema_with = "focus")]
    pub focus: [f64; 2],
    /// Corner radius in pixels.
    #[schemars(schema_with = "pixels")]
    pub radius: f64,
    /// The part of the file to use, `[from, to]` in seconds.
    #[schemars(schema_with = "trim")]
    pub trim: Option<[f64; 2]>,
    /// Speed factor.
    #[schemars(range(min = 0.1, max = 10.0))]
    pub speed: f64,
    /// Starts over when it ends; else its last frame is held.
    #[serde(rename = "loop")]
    pub repeat: bool,
    /// Gain of its sound in decibels. Default: silent.
    #[schemars(schema_with = "decibels")]
    pub gain_db: Option<f64>,
}

impl Default for Video {
    fn default() -> Self {
        Self {
            src: String::new(),
            fit: Fit::default(),
            focus: [0.5, 0.5],
            radius: 0.0,
            trim: None,
            speed: 1.0,
            repeat: false,
            gain_db: None,
        }
    }
}

/// A drawn shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("allOf" = [{
    "not": {"required": ["shape"], "properties": {"shape": {"const": "path"}}, "not": {"required": ["d"]}},
    "description": "a `path` needs its outline in `d`, as SVG path data",
}]))]
pub struct Shape {
    /// Which shape.
    pub shape: ShapeKind,
    /// Colour inside.
    pub fill: Option<Color>,
    /// Colour of the outline.
    pub stroke: Option<Color>,
    /// Width of the outline in pixels. Default: 4 where there is a `stroke`.
    #[serde(default)]
    #[schemars(schema_with = "pixels")]
    pub stroke_width: Option<f64>,
    /// Corner radius of a rectangle in pixels.
    #[serde(default)]
    #[schemars(schema_with = "pixels")]
    pub radius: f64,
    /// Where a line or arrow ends, `[x, y]`.
    pub to: Option<[Length; 2]>,
    /// The outline of a `path`, as SVG path data.
    #[schemars(length(min = 1, max = 10000))]
    pub d: Option<String>,
}

/// The shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShapeKind {
    /// A rectangle.
    Rect,
    /// A circle or an ellipse.
    Circle,
    /// A straight line.
    Line,
    /// A line with a head at its end.
    Arrow,
    /// Any outline, by `d`.
    Path,
}
