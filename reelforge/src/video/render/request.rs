//! What is to be rendered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::video::project::model::{CanvasPreset, Quality};

/// What is to be rendered of a project, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The project's name.
    pub project: String,
    /// How much care goes into the pictures.
    pub quality: Quality,
    /// How much of the video.
    pub part: Part,
    /// Further canvas sizes, each a file of its own beside that of the project's own size.
    pub variants: Vec<CanvasPreset>,
    /// Whether a project with errors is rendered as well.
    pub force: bool,
}

/// How much of a video is rendered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The scene with this id.
    Scene(String),
    /// From the first time to the second, in seconds from the start of the video.
    Range([f64; 2]),
}

impl Request {
    /// What its files are called, without what tells variants apart and without an extension: the project's own name,
    /// the quality, and the part if it is not all. `coffee-standard`, `coffee-draft-scene-hook`, `coffee-draft-2-5.5s`.
    pub fn stem(&self) -> String {
        let path = self.project.as_str();
        let path = path.strip_suffix(".yaml").or_else(|| path.strip_suffix(".yml")).unwrap_or(path);
        let name = match path.rsplit('/').next().unwrap_or_default() {
            "." | "" => "video",
            name => name,
        };
        let quality = quality_word(self.quality);
        match &self.part {
            Part::Whole => format!("{name}-{quality}"),
            Part::Scene(id) => format!("{name}-{quality}-scene-{id}"),
            Part::Range([from, to]) => format!("{name}-{quality}-{from}-{to}s"),
        }
    }
}

/// A quality as the YAML writes it.
pub fn quality_word(quality: Quality) -> &'static str {
    match quality {
        Quality::Draft => "draft",
        Quality::Standard => "standard",
        Quality::High => "high",
    }
}

/// A canvas preset as the YAML writes it.
pub fn preset_word(preset: CanvasPreset) -> &'static str {
    match preset {
        CanvasPreset::Reel => "reel",
        CanvasPreset::Post => "post",
        CanvasPreset::Square => "square",
        CanvasPreset::Wide => "wide",
        CanvasPreset::Hd => "hd",
    }
}
