//! Elements that show text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::video::project::model::audio::TextCase;
use crate::video::project::model::unit::{Auto, decimals, font_size, pixels, seconds, weight};
use crate::video::project::model::value::{Color, Time};

/// Text; `==words==` take the accent colour.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Text {
    /// The text.
    #[schemars(length(min = 1, max = 300))]
    pub text: String,
    /// How it is set.
    #[serde(flatten)]
    pub style: TextStyle,
}

/// A list of short texts that appear one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["items"]))]
pub struct List {
    /// The texts.
    #[schemars(length(min = 1, max = 8), inner(length(min = 1, max = 300)))]
    pub items: Vec<String>,
    /// What stands before each.
    pub marker: Marker,
    /// Space between two items in pixels. Default: the theme's gap.
    #[schemars(schema_with = "pixels")]
    pub gap: Option<f64>,
    /// Seconds between two items appearing.
    #[schemars(schema_with = "seconds")]
    pub stagger: f64,
    /// When each item appears, instead of `stagger`.
    #[schemars(length(max = 8))]
    pub item_at: Option<Vec<Time>>,
    /// How it is set.
    #[serde(flatten)]
    pub style: TextStyle,
}

impl Default for List {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            marker: Marker::default(),
            gap: None,
            stagger: 0.25,
            item_at: None,
            style: TextStyle::default(),
        }
    }
}

/// What stands before a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Marker {
    /// A dot.
    #[default]
    Bullet,
    /// Its number.
    Number,
    /// A tick.
    Check,
    /// Nothing.
    None,
}

/// A number that counts up or down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["to"]))]
pub struct Counter {
    /// The number it ends at.
    #[schemars(range(min = -1.0e15, max = 1.0e15))]
    pub to: f64,
    /// The number it starts from.
    #[schemars(range(min = -1.0e15, max = 1.0e15))]
    pub from: f64,
    /// Digits after the point. `auto`: as many as `to` has.
    #[schemars(schema_with = "decimals")]
    pub decimals: Auto<u32>,
    /// Text before the number.
    #[schemars(length(max = 20))]
    pub prefix: String,
    /// Text after the number.
    #[schemars(length(max = 20))]
    pub suffix: String,
    /// How the number is written.
    pub format: NumberFormat,
    /// Seconds it counts.
    #[schemars(schema_with = "seconds")]
    pub count: f64,
    /// Small text below the number.
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// How it is set.
    #[serde(flatten)]
    pub style: TextStyle,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            to: 0.0,
            from: 0.0,
            decimals: Auto::Auto,
            prefix: String::new(),
            suffix: String::new(),
            format: NumberFormat::default(),
            count: 1.2,
            label: None,
            style: TextStyle::default(),
        }
    }
}

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NumberFormat {
    /// 12500.
    #[default]
    Plain,
    /// 12,500.
    Comma,
    /// 12.5K.
    Compact,
}

/// How text is set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TextStyle {
    /// What the text is for; gives its size, font and weight.
    pub role: Role,
    /// Font size in pixels, instead of the role's.
    #[schemars(schema_with = "font_size")]
    pub size: Option<f64>,
    /// Which of the theme's fonts, instead of the role's.
    pub font: Option<FontRole>,
    /// Weight from 100 to 1000; 400 is regular, 700 bold.
    #[schemars(schema_with = "weight")]
    pub weight: Option<u32>,
    /// Colour of the text.
    pub color: Color,
    /// Alignment of the lines.
    pub align: Option<TextAlign>,
    /// Line distance as a multiple of the size.
    #[schemars(range(min = 0.5, max = 4.0))]
    pub line_height: f64,
    /// Lines it may take.
    #[schemars(range(min = 1, max = 50))]
    pub max_lines: Option<u32>,
    /// What happens when it does not fit.
    pub fit: TextFit,
    /// Case of the letters.
    pub case: TextCase,
    /// Colour of the outline.
    pub stroke: Option<Color>,
    /// Width of the outline in pixels.
    #[schemars(schema_with = "pixels")]
    pub stroke_width: f64,
    /// Shadow behind the letters.
    pub shadow: Shadow,
    /// Colour of a panel behind the text.
    pub fill: Option<Color>,
    /// Space between text and panel edge in pixels.
    #[schemars(schema_with = "pixels")]
    pub pad: Option<f64>,
    /// Corner radius of the panel in pixels. Default: the theme's.
    #[schemars(schema_with = "pixels")]
    pub radius: Option<f64>,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            role: Role::default(),
            size: None,
            font: None,
            weight: None,
            color: Color::Token("text".to_owned()),
            align: None,
            line_height: 1.15,
            max_lines: None,
            fit: TextFit::default(),
            case: TextCase::default(),
            stroke: None,
            stroke_width: 0.0,
            shadow: Shadow::default(),
            fill: None,
            pad: None,
            radius: None,
        }
    }
}

/// What a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// One short statement.
    Display,
    /// A scene's title.
    Title,
    /// A heading.
    Heading,
    /// Running text.
    #[default]
    Body,
    /// A small label.
    Label,
    /// A caption.
    Caption,
}

/// The theme's fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FontRole {
    /// For headings.
    Heading,
    /// For running text.
    Body,
    /// For code.
    Mono,
}

/// Alignment of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextAlign {
    /// At the left.
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
}

/// What happens to text that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextFit {
    /// It wraps, then gets smaller, never below what can be read.
    #[default]
    Shrink,
    /// It wraps.
    Wrap,
    /// It stays on its lines.
    None,
}

/// Shadow behind letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shadow {
    /// None.
    #[default]
    None,
    /// Blurred.
    Soft,
    /// Sharp.
    Hard,
}
