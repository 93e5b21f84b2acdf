//! Size and frame rate, and where the video goes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::{exclusive, fps, shorthand, side};

/// Size and frame rate: a preset's name such as `reel`, or a map with `preset`, or with `width` and `height`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(
    extend(
        "anyOf" = [{"required": ["preset"]}, {"required": ["width", "height"]}],
        "allOf" = [
            exclusive(["preset", "width"], "a preset has its own size: write `preset`, or `width` and `height`"),
            exclusive(["preset", "height"], "a preset has its own size: write `preset`, or `width` and `height`"),
        ],
    ),
    transform = shorthand("preset"),
)]
pub struct Canvas {
    /// A named size.
    pub preset: Option<CanvasPreset>,
    /// Width in pixels, even.
    #[schemars(schema_with = "side")]
    pub width: Option<u32>,
    /// Height in pixels, even.
    #[schemars(schema_with = "side")]
    pub height: Option<u32>,
    /// Frames per second.
    #[schemars(schema_with = "fps")]
    pub fps: u32,
}

impl Default for Canvas {
    fn default() -> Self {
        Self { preset: None, width: None, height: None, fps: 30 }
    }
}

impl Canvas {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = self.preset.unwrap_or_default().size();
        (self.width.unwrap_or(width), self.height.unwrap_or(height))
    }
}

/// Named canvas sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CanvasPreset {
    /// 1080×1920.
    #[default]
    Reel,
    /// 1080×1350.
    Post,
    /// 1080×1080.
    Square,
    /// 1920×1080.
    Wide,
    /// 1280×720.
    Hd,
}

impl CanvasPreset {
    /// Width and height in pixels.
    pub fn size(self) -> (u32, u32) {
        match self {
            Self::Reel => (1080, 1920),
            Self::Post => (1080, 1350),
            Self::Square => (1080, 1080),
            Self::Wide => (1920, 1080),
            Self::Hd => (1280, 720),
        }
    }
}

/// Platforms with known safe zones and limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// `TikTok`.
    Tiktok,
    /// Instagram Reels.
    Reels,
    /// `YouTube` Shorts.
    Shorts,
    /// `YouTube`.
    Youtube,
    /// Facebook.
    Facebook,
    /// Snapchat.
    Snapchat,
    /// `LinkedIn`.
    Linkedin,
}

/// Variants of the safe zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// A post of its own.
    #[default]
    Organic,
    /// An advertisement, with a button and more text over it.
    Ad,
}
