//! Elements that show data, code and time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::video::project::model::unit::{font_size, fraction, name, pixels, seconds};
use crate::video::project::model::value::Color;

/// A chart of labelled numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("allOf" = [{
    "not": {
        "required": ["chart", "data"],
        "properties": {
            "chart": {"enum": ["bar", "column", "pie", "donut"]},
            "data": {"type": "array", "minItems": 13},
        },
    },
    "description": "only a line chart can show more than 12 points",
}]))]
pub struct Chart {
    /// Which chart.
    pub chart: ChartKind,
    /// The points, or the name of a `data` list with `label` and `value`.
    pub data: ChartData,
    /// Unit shown with the values.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub unit: String,
    /// The value at the end of the axis. Default: by the data.
    #[schemars(range(min = -1.0e15, max = 1.0e15))]
    pub max: Option<f64>,
    /// Label of the point that stands out.
    #[schemars(length(max = 60))]
    pub highlight: Option<String>,
    /// Shows the values.
    #[serde(default = "yes")]
    pub values: bool,
    /// Colours of the points. Default: by the theme.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub colors: Vec<Color>,
    /// Seconds it grows.
    #[serde(default = "one")]
    #[schemars(schema_with = "seconds")]
    pub grow: f64,
}

fn yes() -> bool {
    true
}

fn one() -> f64 {
    1.0
}

/// The charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    /// Lying bars.
    Bar,
    /// Standing bars.
    Column,
    /// A line.
    Line,
    /// Slices.
    Pie,
    /// Slices of a ring.
    Donut,
}

/// A chart's points: a list, or the name of a `data` list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ChartData {
    /// Written here: at most 12, 60 for a line.
    Points(#[schemars(length(min = 1, max = 60))] Vec<Point>),
    /// The name of a `data` list.
    Named(#[schemars(schema_with = "name")] String),
}

/// One point of a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// What it is.
    #[schemars(length(max = 60))]
    pub label: String,
    /// How much it is.
    #[schemars(range(min = -1.0e15, max = 1.0e15))]
    pub value: f64,
}

/// Program code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Code {
    /// The code, at most 30 lines.
    #[schemars(
        length(min = 1, max = 4000),
        regex(pattern = r"^[^\n]*(\n[^\n]*){0,29}\n?$"),
        extend("title" = "code of at most 30 lines and 4000 characters", "x-verbatim" = true),
    )]
    pub code: String,
    /// Its language, such as `python`.
    #[schemars(length(min = 1, max = 30))]
    pub lang: Option<String>,
    /// Numbers of the lines that stand out, from 1.
    #[serde(default)]
    #[schemars(length(max = 30), inner(range(min = 1, max = 30)))]
    pub highlight: Vec<u32>,
    /// Shows line numbers.
    #[serde(default = "yes")]
    pub numbers: bool,
    /// Appears as if typed.
    #[serde(default)]
    pub typing: bool,
    /// Font size in pixels. Default: as large as fits.
    #[serde(default)]
    #[schemars(schema_with = "font_size")]
    pub size: Option<f64>,
}

/// A bar or ring that fills as time passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Progress {
    /// Which form.
    pub style: ProgressStyle,
    /// How full it is at the start, 0 to 1.
    #[schemars(schema_with = "fraction")]
    pub from: f64,
    /// How full it is at the end, 0 to 1.
    #[schemars(schema_with = "fraction")]
    pub to: f64,
    /// What its time is.
    pub span: ProgressSpan,
    /// Colour of the full part. Default: `$accent`.
    pub color: Color,
    /// Colour of the rest. Default: `$surface`.
    pub track: Color,
    /// Thickness of the ring or bar in pixels.
    #[schemars(schema_with = "pixels")]
    pub thickness: Option<f64>,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            style: ProgressStyle::default(),
            from: 0.0,
            to: 1.0,
            span: ProgressSpan::default(),
            color: Color::Token("accent".to_owned()),
            track: Color::Token("surface".to_owned()),
            thickness: None,
        }
    }
}

/// Forms of progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgressStyle {
    /// A bar.
    #[default]
    Bar,
    /// A ring.
    Ring,
}

/// What the time of progress is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgressSpan {
    /// The element's.
    #[default]
    Element,
    /// The scene's.
    Scene,
    /// The whole video's.
    Video,
}
