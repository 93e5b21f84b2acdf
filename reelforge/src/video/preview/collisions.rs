//! What lies over each other in a frame, and what platforms lay over it.

use kurbo::Rect;
use schemars::JsonSchema;
use serde::Serialize;

use super::describe::{name, pixels, rounded};
use crate::video::check::{Exempt, Overlap, overlaps, separations};
use crate::video::layout::{Plan, Stage};
use crate::video::platform::Occluder;
use crate::video::project::model::Target;

/// Two elements of the base layer that lie over each other, as the check V-8 sees them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShotOverlap {
    /// The lower element.
    pub a: String,
    /// The one painted over it.
    pub b: String,
    /// The box of the lower one.
    pub box_a: [f64; 4],
    /// The box of the upper one.
    pub box_b: [f64; 4],
    /// What both cover, in square pixels.
    pub area_px: f64,
    /// The same as a part of what may not be covered.
    pub ratio: f64,
    /// The highest part that is allowed.
    pub limit: f64,
    /// The check that reports it when it lasts.
    pub rule: &'static str,
    /// Why it is no fault. Absent when it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exempt: Option<&'static str>,
    /// The smallest move along one axis that separates them. Absent where there is no fault, and where neither has a place
    /// of its own or room to go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<ShotMove>,
}

/// A move of an element, in canvas pixels.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShotMove {
    /// The element.
    pub element: String,
    /// To the right.
    pub dx: f64,
    /// Downwards.
    pub dy: f64,
}

/// An element that a platform covers in part.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShotCover {
    /// The platform.
    pub platform: Target,
    /// What covers it.
    pub occluder: &'static str,
    /// The element.
    pub element: String,
    /// What is covered, in square pixels.
    pub px: f64,
    /// The same in percent of the element.
    pub percent: f64,
}

pub(super) fn overlapping(plan: &Plan, stage: &Stage) -> Vec<ShotOverlap> {
    let scene = &plan.scenes[stage.scene];
    let separated = |overlap: &Overlap| {
        let way = separations(plan, scene, overlap).into_iter().next()?;
        Some(ShotMove { element: name(scene, way.item), dx: way.by.x, dy: way.by.y })
    };
    let told = |overlap: Overlap| ShotOverlap {
        a: name(scene, &scene.items[overlap.lower]),
        b: name(scene, &scene.items[overlap.upper]),
        box_a: pixels(overlap.lower_box),
        box_b: pixels(overlap.upper_box),
        area_px: overlap.area.round(),
        ratio: rounded(overlap.ratio, 1000.0),
        limit: overlap.limit,
        rule: "V-8",
        exempt: overlap.exempt.map(|exempt| match exempt {
            Exempt::Card => "the lower one is a card or picture behind the other",
            Exempt::Allowed => "one of them allows it",
            Exempt::Small => "it is less than the limit, or less than 4 pixels deep",
        }),
        r#move: if overlap.exempt.is_none() { separated(&overlap) } else { None },
    };
    overlaps(plan, stage).into_iter().map(told).collect()
}

/// The elements at the top of a scene that platforms cover.
pub(super) fn covered(plan: &Plan, stage: &Stage, occluders: &[Occluder]) -> Vec<ShotCover> {
    let scene = &plan.scenes[stage.scene];
    let mut found = Vec::new();
    for node in stage.nodes.iter().filter(|node| scene.items[node.item].parent.is_none()) {
        let ink = node.ink.intersect(plan.canvas.to_rect());
        // A picture that fills the canvas lies below everything on purpose.
        if node.visible_opacity < 0.15 || ink.area() < 16.0 || fills(ink, plan) {
            continue;
        }
        for occluder in occluders {
            let px = ink.intersect(occluder.rect).area();
            if px >= 1.0 {
                found.push(ShotCover {
                    platform: occluder.target,
                    occluder: occluder.cover.words(),
                    element: name(scene, &scene.items[node.item]),
                    px: px.round(),
                    percent: rounded(100.0 * px / ink.area(), 10.0),
                });
            }
        }
    }
    found
}

fn fills(ink: Rect, plan: &Plan) -> bool {
    ink.area() >= 0.95 * plan.canvas.area()
}
