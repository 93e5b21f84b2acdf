//! A project at a glance.

use schemars::JsonSchema;
use serde::Serialize;

use crate::video::project::model::{CanvasPreset, Element, Kind, Project};
use crate::video::time::Timeline;

/// A scene with what it shows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SceneOutline {
    /// The scene's id.
    pub scene: String,
    /// When it begins, in seconds.
    pub t0: f64,
    /// When it ends.
    pub t1: f64,
    /// Its elements, those in groups below their group.
    pub elements: Vec<ElementOutline>,
}

/// An element at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ElementOutline {
    /// Its id.
    pub id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What it says or shows, shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The elements of a group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<ElementOutline>,
}

/// What a listing says of a project.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Facts {
    /// Its title.
    pub title: String,
    /// Its canvas, such as `reel 1080×1920 30 fps`.
    pub canvas: String,
    /// Its length in seconds, estimated where a voice is still to come.
    pub duration: f64,
    /// How many scenes it has.
    pub scenes: usize,
}

/// Characters of a text that an outline repeats.
const SHOWN: usize = 80;

/// Every scene with its elements.
pub fn outline(project: &Project, timeline: &Timeline) -> Vec<SceneOutline> {
    let scenes = project.scenes.iter().zip(&timeline.scenes);
    scenes
        .map(|(scene, time)| SceneOutline {
            scene: scene.id.clone(),
            t0: time.t0,
            t1: time.t1,
            elements: scene.elements.iter().map(element).collect(),
        })
        .collect()
}

/// What a listing says of a project.
pub fn facts(project: &Project, timeline: &Timeline) -> Facts {
    let (width, height) = project.canvas.size();
    let preset = match project.canvas.preset {
        Some(CanvasPreset::Reel) => "reel ",
        Some(CanvasPreset::Post) => "post ",
        Some(CanvasPreset::Square) => "square ",
        Some(CanvasPreset::Wide) => "wide ",
        Some(CanvasPreset::Hd) => "hd ",
        None => "",
    };
    Facts {
        title: project.meta.title.clone(),
        canvas: format!("{preset}{width}×{height} {} fps", project.canvas.fps),
        duration: timeline.duration,
        scenes: project.scenes.len(),
    }
}

fn element(element: &Element) -> ElementOutline {
    ElementOutline {
        id: element.common.id.clone(),
        kind: element.type_name(),
        text: text(element).map(|text| shortened(&text)),
        elements: element.children().iter().map(self::element).collect(),
    }
}

fn text(element: &Element) -> Option<String> {
    Some(match &element.kind {
        Kind::Text(text) => text.text.clone(),
        Kind::List(list) => list.items.join(" · "),
        Kind::Counter(counter) => format!("{}{}{}", counter.prefix, counter.to, counter.suffix),
        Kind::Image(image) => image.src.clone(),
        Kind::Video(video) => video.src.clone(),
        Kind::Code(code) => code.code.clone(),
        Kind::Use(instance) => instance.component.clone(),
        Kind::Shape(_) | Kind::Chart(_) | Kind::Progress(_) | Kind::Group(_) => return None,
    })
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
