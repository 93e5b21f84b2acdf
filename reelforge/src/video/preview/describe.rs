//! What a frame shows, in numbers and words.

use std::collections::BTreeMap;

use kurbo::Rect;
use schemars::JsonSchema;
use serde::Serialize;

use super::collisions::{ShotCover, ShotOverlap, covered, overlapping};
use crate::video::layout::{Frame, Item, Node, Phase, Plan, ScenePlan};
use crate::video::platform::Occluder;

/// A frame in numbers. Boxes are `[x, y, width, height]` in canvas pixels.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Shot {
    /// Its time in seconds from the video's start.
    pub t: f64,
    /// Its number, from 0.
    pub frame: u32,
    /// Id of the scene; while one scene replaces another, of the one that comes.
    pub scene: String,
    /// The scene is still replacing the one before, which shows underneath.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_transition: bool,
    /// The elements that exist now, the last on top; those in a group follow it.
    pub elements: Vec<ShotElement>,
    /// Elements of the base layer that lie over each other, also where that is no fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlaps: Vec<ShotOverlap>,
    /// Elements that a platform covers in part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<ShotCover>,
    /// The words of the captions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captions: Option<ShotCaptions>,
}

/// What captions say.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShotCaptions {
    /// The words that are shown together, with a line break between lines.
    pub text: String,
    /// What they cover.
    pub r#box: [f64; 4],
}

/// An element of a frame.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShotElement {
    /// Its id; the address below the scene for one in a group or a component.
    pub id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its layer.
    pub layer: i32,
    /// It is one of those that must not overlap: at the top of layer 0.
    pub base: bool,
    /// What it covers on the canvas, cut at the canvas. Absent when nothing of it is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#box: Option<[f64; 4]>,
    /// Its opacity with those of its groups.
    pub opacity: f64,
    /// Whether it can be seen: at least 15 % opacity and 16 square pixels on the canvas.
    pub visible: bool,
    /// Whether it is coming, there, or going.
    pub state: Phase,
    /// What it says.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Size of its smallest text in canvas pixels, as it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_px: Option<f64>,
    /// How much its text, its chart or its icon stands out from what is behind it, as a contrast of WCAG 2 from 1 to 21, as
    /// the check V-17 sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<f64>,
}

/// Describes a frame of a plan.
pub(super) fn describe(
    plan: &Plan,
    frame: &Frame,
    occluders: &[Occluder],
    contrasts: &BTreeMap<usize, f64>,
) -> Shot {
    let Some(stage) = frame.stages.last() else {
        return Shot {
            t: rounded(frame.t, 1000.0),
            frame: frame.number,
            scene: String::new(),
            in_transition: false,
            elements: Vec::new(),
            overlaps: Vec::new(),
            safe: Vec::new(),
            captions: None,
        };
    };
    let scene = &plan.scenes[stage.scene];
    let canvas = plan.canvas.to_rect();
    Shot {
        t: rounded(frame.t, 1000.0),
        frame: frame.number,
        scene: scene.id.clone(),
        in_transition: frame.stages.len() > 1,
        elements: stage.nodes.iter().map(|node| element(scene, node, canvas, contrasts)).collect(),
        overlaps: overlapping(plan, stage),
        safe: covered(plan, stage, occluders),
        captions: frame
            .captions
            .as_ref()
            .map(|captions| ShotCaptions { text: captions.text.clone(), r#box: pixels(captions.rect) }),
    }
}

fn element(scene: &ScenePlan, node: &Node, canvas: Rect, contrasts: &BTreeMap<usize, f64>) -> ShotElement {
    let item = &scene.items[node.item];
    let seen = node.ink.intersect(canvas);
    let size = node.transform.determinant().abs().sqrt();
    ShotElement {
        id: name(scene, item),
        kind: item.element.type_name(),
        layer: item.layer,
        base: item.parent.is_none() && item.layer == 0,
        r#box: (!seen.is_zero_area()).then(|| pixels(seen)),
        opacity: rounded(node.visible_opacity, 100.0),
        visible: node.visible_opacity >= 0.15 && seen.area() >= 16.0,
        state: node.phase,
        text: item.measure.text.clone(),
        font_px: (item.measure.font_px > 0.0).then(|| rounded(item.measure.font_px * size, 10.0)),
        contrast: contrasts.get(&node.item).map(|ratio| rounded(*ratio, 10.0)),
    }
}

/// How an element is called: its id, or its address below the scene when it is in a group.
pub(super) fn name(scene: &ScenePlan, item: &Item) -> String {
    let below_scene = item.path.strip_prefix(&scene.path).and_then(|rest| rest.strip_prefix(".elements."));
    below_scene.unwrap_or(&item.id).to_owned()
}

/// A box as its corner and size, on tenths of pixels.
pub(super) fn pixels(rect: Rect) -> [f64; 4] {
    [rect.x0, rect.y0, rect.width(), rect.height()].map(|value| rounded(value, 10.0))
}

pub(super) fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
