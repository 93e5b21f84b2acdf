//! Which frames are worth a look.

use crate::video::layout::{Phase, Plan, Stage};

/// Opacity from which an element counts as seen.
const SEEN: f64 = 0.5;
/// So many frames of a scene are looked at.
const TRIES: usize = 60;

/// The frame that shows a scene best: as many elements as ever at once, all settled, late rather than early, since then
/// lists are whole and numbers have counted. None for a scene without a frame.
pub fn settled_frame(plan: &Plan, scene: usize) -> Option<u32> {
    let frames = plan.scenes.get(scene)?.frames.clone();
    let step = (frames.len() / TRIES).max(1);
    // From the end, so that the last frame is among those that are tried.
    frames.rev().step_by(step).max_by_key(|number| {
        let frame = plan.frame(*number);
        let stage = frame.stages.last().filter(|stage| stage.scene == scene);
        (stage.map_or((0, 0), seen), *number)
    })
}

/// How many elements are seen, and how many of them are at rest.
fn seen(stage: &Stage) -> (usize, usize) {
    let seen = || stage.nodes.iter().filter(|node| node.visible_opacity >= SEEN && !node.ink.is_zero_area());
    (seen().count(), seen().filter(|node| node.phase == Phase::Settled).count())
}
