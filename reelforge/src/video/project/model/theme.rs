//! Colours, fonts and sizes that a project shares.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::{font_size, path, pixels, weight};
use super::value::Color;

/// Colours, fonts and sizes; what is not given comes from the preset.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Theme {
    /// The theme to start from.
    pub preset: ThemePreset,
    /// Colours, used as `$name`.
    pub colors: ThemeColors,
    /// Fonts, used by `font`.
    pub fonts: ThemeFonts,
    /// Font sizes in pixels, used by `role`.
    pub sizes: ThemeSizes,
    /// Corner radius of panels in pixels.
    #[schemars(schema_with = "pixels")]
    pub radius: Option<f64>,
    /// Space between elements in the flow, in pixels.
    #[schemars(schema_with = "pixels")]
    pub gap: Option<f64>,
}

/// Themes that come with the studio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemePreset {
    /// Light text on deep blue.
    #[default]
    Midnight,
    /// Dark text on warm white.
    Paper,
    /// Bright accents on black.
    Neon,
    /// Black, white and grey.
    Mono,
    /// Earth colours.
    Warm,
    /// Plain, to be filled with a brand's colours.
    Brand,
}

/// The theme's colours, each usable as `$name`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ThemeColors {
    /// Behind everything.
    pub bg: Option<Color>,
    /// Panels and cards.
    pub surface: Option<Color>,
    /// Text.
    pub text: Option<Color>,
    /// Text of less weight.
    pub muted: Option<Color>,
    /// What stands out.
    pub accent: Option<Color>,
    /// The second accent.
    pub accent2: Option<Color>,
    /// Gains, successes.
    pub good: Option<Color>,
    /// Losses, errors.
    pub bad: Option<Color>,
}

impl ThemeColors {
    /// The names of the theme's colours, in the order of their fields.
    pub const NAMES: [&str; 8] = ["bg", "surface", "text", "muted", "accent", "accent2", "good", "bad"];
}

/// The theme's fonts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ThemeFonts {
    /// Display, title and heading text.
    pub heading: Option<ThemeFont>,
    /// All other text.
    pub body: Option<ThemeFont>,
    /// Code.
    pub mono: Option<ThemeFont>,
}

/// One font of the theme.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ThemeFont {
    /// Family name.
    #[schemars(length(min = 1, max = 100))]
    pub family: Option<String>,
    /// Weight from 100 to 1000; 400 is regular, 700 bold.
    #[schemars(schema_with = "weight")]
    pub weight: Option<u32>,
    /// A font file of the project (ttf, otf, woff2).
    #[schemars(schema_with = "path")]
    pub file: Option<String>,
}

/// Font sizes of the roles, in canvas pixels.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ThemeSizes {
    /// One short statement.
    #[schemars(schema_with = "font_size")]
    pub display: Option<f64>,
    /// A scene's title.
    #[schemars(schema_with = "font_size")]
    pub title: Option<f64>,
    /// A heading.
    #[schemars(schema_with = "font_size")]
    pub heading: Option<f64>,
    /// Running text.
    #[schemars(schema_with = "font_size")]
    pub body: Option<f64>,
    /// Small labels.
    #[schemars(schema_with = "font_size")]
    pub label: Option<f64>,
    /// Captions.
    #[schemars(schema_with = "font_size")]
    pub caption: Option<f64>,
}
