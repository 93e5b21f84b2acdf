//! How the video is rendered and checked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::canvas::CanvasPreset;
use super::unit::tuned_rules;
use super::value::Time;

/// How the video is rendered and checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Output {
    /// How much care goes into pictures.
    pub quality: Quality,
    /// File format.
    pub format: Format,
    /// Integrated loudness of the mix, in LUFS.
    #[schemars(range(min = -40, max = -5))]
    pub loudness: f64,
    /// Highest true peak of the mix, in dBTP.
    #[schemars(range(min = -9, max = 0))]
    pub true_peak: f64,
    /// Further canvas sizes to render.
    #[schemars(length(max = 5))]
    pub variants: Vec<CanvasPreset>,
    /// The moment that makes the cover picture.
    pub poster: Option<Time>,
    /// Severity of checks, by id such as `V-18`.
    #[schemars(schema_with = "tuned_rules")]
    pub rules: BTreeMap<String, RuleLevel>,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            quality: Quality::default(),
            format: Format::default(),
            loudness: -14.0,
            true_peak: -1.0,
            variants: Vec::new(),
            poster: None,
            rules: BTreeMap::new(),
        }
    }
}

/// How much care goes into pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Half size, quick to make.
    Draft,
    /// For publishing.
    #[default]
    Standard,
    /// Larger files with finer detail.
    High,
}

/// File formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// H.264 and AAC.
    #[default]
    Mp4,
    /// VP9 or AV1, and Opus.
    Webm,
    /// Without sound.
    Gif,
    /// One picture a frame.
    Png,
}

/// What a project makes of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuleLevel {
    /// Not reported.
    Off,
    /// Reported as a warning.
    Warn,
    /// Reported as an error.
    Error,
}
