//! A picture that does not change for too long: an element that is there can come with a sentence instead.

use std::sync::Arc;

use super::idea::{Idea, Way, set};
use super::moments::nearest;
use super::view::View;
use crate::video::check::Touches;
use crate::video::layout::{Plan, Stage};
use crate::video::project::model::{Background, Element, Kind, Time};

/// Seconds without a change that are too long, upright and wide.
const LONG: f64 = 3.5;
const LONG_WIDE: f64 = 5.0;
/// Frames are compared at this distance, in seconds.
const STEP: f64 = 0.1;
/// Seconds at either end of a still stretch that a change must keep away from.
const MARGIN: f64 = 0.8;
/// Elements of a scene that are tried.
const MAX_TRIED: usize = 3;

/// A stretch of a scene in which nothing changes, in seconds of the video.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Still {
    from: f64,
    to: f64,
}

pub(super) fn find(view: &View) -> Vec<Idea> {
    let long = if view.is_wide() { LONG_WIDE } else { LONG };
    let scenes = view.project.scenes.iter().enumerate();
    scenes
        .filter_map(|(index, scene)| {
            let still = longest(&view.plan, index).filter(|still| still.to - still.from > long + STEP)?;
            let id = scene.id.clone();
            Some(Idea {
                why: format!(
                    "nothing changes on screen from {:.1} s to {:.1} s; after {long} s people look away",
                    still.from, still.to
                ),
                name: "longest_still_seconds",
                target: long,
                measure: Box::new(move |view| {
                    let still = longest(&view.plan, view.scene(&id)?)?;
                    Some(still.to - still.from)
                }),
                touches: Touches::Pictures,
                ways: ways(view, index, still),
            })
        })
        .collect()
}

fn ways(view: &View, index: usize, still: Still) -> Vec<Way> {
    let scene = &view.project.scenes[index];
    let mut ways = Vec::new();
    let middle = f64::midpoint(still.from, still.to);
    let bounds = (still.from + MARGIN, still.to - MARGIN);
    if let Some(anchor) = nearest(view, index, middle, bounds) {
        // What stands first stays: the scene is about it.
        let later = scene.elements.iter().skip(1).rev().filter(|element| is_free(element));
        for element in later.take(MAX_TRIED) {
            let title = format!("Bring `{}` in when {}", element.common.id, anchor.what);
            ways.push(Way::new(title, vec![set(format!("{}.at", element.common.path), anchor.time.clone())]));
        }
    }
    if let Some(Background::Image { motion: None, .. }) = &scene.background {
        let title = format!("Let the picture behind `{}` move slowly", scene.id);
        ways.push(Way::new(title, vec![set(format!("{}.background.motion", scene.path), "zoom-in")]));
    }
    let moved = scene.elements.iter().filter(|element| element.common.motion.is_none());
    for element in moved.filter(|element| matches!(element.kind, Kind::Image(_))).take(1) {
        let title = format!("Let `{}` grow slowly", element.common.id);
        ways.push(Way::new(title, vec![set(format!("{}.motion", element.common.path), "zoom-in")]));
    }
    ways
}

/// Whether an element has no time of its own yet.
fn is_free(element: &Element) -> bool {
    element.common.at == Time::Seconds(0.0) && !element.common.hidden && element.common.keyframes.is_empty()
}

/// The longest stretch of a scene in which nothing changes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tenth of a second of frames")]
fn longest(plan: &Plan, index: usize) -> Option<Still> {
    let frames = plan.scenes.get(index)?.frames.clone();
    let step = ((STEP * f64::from(plan.fps)).round() as usize).max(1);
    let seconds = |frame: u32| f64::from(frame) / f64::from(plan.fps.max(1));
    let mut best = Still { from: seconds(frames.start), to: seconds(frames.start) };
    let mut from = seconds(frames.start);
    let mut before: Option<Stage> = None;
    let mut keep = |from: f64, to: f64| {
        if to - from > best.to - best.from {
            best = Still { from, to };
        }
    };
    for number in frames.clone().step_by(step) {
        let now = plan.frame(number).stages.pop();
        if let (Some(before), Some(now)) = (&before, &now)
            && !is_same(plan, before, now)
        {
            keep(from, seconds(number));
            from = seconds(number);
        }
        before = now;
    }
    keep(from, seconds(frames.end));
    Some(best)
}

/// Whether two frames show the same. Bars that tell how far it is are not what people watch.
fn is_same(plan: &Plan, a: &Stage, b: &Stage) -> bool {
    let Some(scene) = plan.scenes.get(b.scene) else { return true };
    let shown = |stage: &Stage| -> Vec<usize> {
        let is_shown = |index: &usize| {
            let node = &stage.nodes[*index];
            !matches!(scene.items[node.item].element.kind, Kind::Progress(_)) && node.visible_opacity > 0.15
        };
        (0..stage.nodes.len()).filter(is_shown).collect()
    };
    let (in_a, in_b) = (shown(a), shown(b));
    a.scene == b.scene
        && a.effect == b.effect
        && a.backdrop == b.backdrop
        && in_a.len() == in_b.len()
        && in_a.iter().zip(&in_b).all(|(a_index, b_index)| {
            let (a, b) = (&a.nodes[*a_index], &b.nodes[*b_index]);
            a.item == b.item
                && (a.transform, a.opacity, a.wipe, a.draw) == (b.transform, b.opacity, b.wipe, b.draw)
                && Arc::ptr_eq(&a.pieces, &b.pieces)
                && a.parts == b.parts
        })
}
