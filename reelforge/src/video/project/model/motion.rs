//! How elements come, move and go.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::{degrees, factor, fraction, pixels, seconds, shorthand};
use super::value::{Length, Time};

/// How an element appears or disappears: a name such as `fade`, or a map with `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(transform = shorthand("type"))]
pub struct Animation {
    /// Which animation.
    #[serde(rename = "type")]
    pub kind: AnimationKind,
    /// Seconds it takes.
    #[schemars(schema_with = "seconds")]
    pub duration: f64,
    /// Seconds before it begins; of `exit`, seconds between its end and that of the element.
    #[schemars(schema_with = "seconds")]
    pub delay: f64,
    /// Its pace.
    pub ease: Ease,
    /// What moves as one.
    pub by: By,
    /// Seconds between two lines, words or characters.
    #[schemars(schema_with = "seconds")]
    pub stagger: f64,
}

impl Default for Animation {
    fn default() -> Self {
        Self {
            kind: AnimationKind::default(),
            duration: 0.35,
            delay: 0.0,
            ease: Ease::default(),
            by: By::default(),
            stagger: 0.06,
        }
    }
}

/// The animations of `enter` and `exit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnimationKind {
    /// At once.
    None,
    /// By opacity.
    #[default]
    Fade,
    /// Moving up.
    SlideUp,
    /// Moving down.
    SlideDown,
    /// Moving to the left.
    SlideLeft,
    /// Moving to the right.
    SlideRight,
    /// Growing past its size and back.
    Pop,
    /// Growing.
    Zoom,
    /// Coming into focus.
    Blur,
    /// Uncovered by an edge.
    Wipe,
    /// Character by character: one every `stagger` seconds, or all within a `duration` above 0.35.
    Type,
    /// Along its stroke.
    Draw,
}

/// What an animation moves as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The whole element.
    #[default]
    Element,
    /// Each line.
    Line,
    /// Each word.
    Word,
    /// Each character.
    Char,
}

/// The pace of a move: a name, or `[x1, y1, x2, y2]` of a cubic curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Ease {
    /// A named pace.
    Named(EaseName),
    /// The two control points of a cubic curve from (0, 0) to (1, 1).
    Cubic([f64; 4]),
}

impl Default for Ease {
    fn default() -> Self {
        Self::Named(EaseName::Out)
    }
}

/// The named paces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EaseName {
    /// Even.
    Linear,
    /// Slow at first.
    In,
    /// Slow at the end.
    Out,
    /// Slow at both ends.
    InOut,
    /// Past the end and back.
    Back,
    /// Bouncing at the end.
    Bounce,
    /// Swinging about the end.
    Spring,
}

/// One continuous move for as long as the element shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Slowly larger.
    ZoomIn,
    /// Slowly smaller.
    ZoomOut,
    /// Slowly to the left.
    PanLeft,
    /// Slowly to the right.
    PanRight,
    /// Gently up and down.
    Float,
    /// Gently larger and smaller.
    Pulse,
    /// Quickly to and fro.
    Shake,
}

/// Properties at a moment; each is interpolated on its own between the keyframes that name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Keyframe {
    /// When, from the scene's start.
    pub at: Time,
    /// Left edge.
    pub x: Option<Length>,
    /// Top edge.
    pub y: Option<Length>,
    /// Size factor.
    #[serde(default)]
    #[schemars(schema_with = "factor")]
    pub scale: Option<f64>,
    /// Degrees, clockwise.
    #[serde(default)]
    #[schemars(schema_with = "degrees")]
    pub rotate: Option<f64>,
    /// 0 is invisible, 1 is solid.
    #[serde(default)]
    #[schemars(schema_with = "fraction")]
    pub opacity: Option<f64>,
    /// Blur radius in pixels.
    #[serde(default)]
    #[schemars(schema_with = "pixels")]
    pub blur: Option<f64>,
    /// The pace towards this keyframe.
    #[serde(default)]
    pub ease: Ease,
}
