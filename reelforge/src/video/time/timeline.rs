//! When each scene and element begins and ends.

use schemars::JsonSchema;
use serde::Serialize;

/// The times of a whole project, in seconds from the video's start, on frames.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Timeline {
    /// The scenes, in order.
    pub scenes: Vec<SceneTime>,
    /// Length of the video.
    pub duration: f64,
    /// Some of the times are estimated from the script.
    pub estimated: bool,
}

/// When a scene is shown.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SceneTime {
    /// The scene's id.
    pub id: String,
    /// Its first frame.
    pub t0: f64,
    /// The first frame after it.
    pub t1: f64,
    /// Its words or its length are estimated from the script.
    pub estimated: bool,
    /// Its elements, each before those in it.
    pub elements: Vec<ElementTime>,
}

/// When an element is shown, within its scene.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ElementTime {
    /// Address of the element.
    pub path: String,
    /// Its id, or its number in the list when it has none.
    pub id: String,
    /// Its first frame.
    pub t0: f64,
    /// The first frame after it.
    pub t1: f64,
}

/// The time of the frame that is nearest to `t`.
pub(super) fn on_frame(t: f64, fps: u32) -> f64 {
    let fps = f64::from(fps.max(1));
    (t * fps).round() / fps
}
