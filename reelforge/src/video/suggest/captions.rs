//! A voice without captions: most people watch without sound.

use super::idea::{Idea, Way, set, unset};
use super::view::{View, count};
use crate::video::captions::settings;
use crate::video::check::Touches;

pub(super) fn find(view: &View) -> Vec<Idea> {
    if measure(view).is_none_or(|without| without == 0.0) {
        return Vec::new();
    }
    let is_off = view.project.captions.as_ref().is_some_and(|captions| !captions.enabled);
    let mut ops = Vec::new();
    if is_off {
        ops.push(set("captions", true));
    }
    for scene in &view.project.scenes {
        if scene.captions.as_ref().is_some_and(|captions| !captions.enabled) {
            ops.push(unset(format!("{}.captions", scene.path)));
        }
    }
    vec![Idea {
        why: "somebody speaks, and the words are not shown; most people watch without sound".to_owned(),
        name: "spoken_scenes_without_captions",
        target: 0.0,
        measure: Box::new(measure),
        touches: Touches::Pictures,
        ways: vec![Way::new("Show captions", ops)],
    }]
}

/// Scenes in which somebody speaks and nothing is written of it.
fn measure(view: &View) -> Option<f64> {
    let times = view.times();
    let silent =
        |(index, scene)| !times.words_of(index).is_empty() && settings(&view.project, scene).is_none();
    let without = view.project.scenes.iter().enumerate().filter(|one| silent(*one)).count();
    view.has_voice().then_some(count(without))
}
