//! No poster: the cover picture would be whatever the first frame shows.

use super::idea::{Idea, Way, set};
use super::view::{View, rounded};
use crate::video::check::Touches;
use crate::video::preview::settled_frame;

pub(super) fn find(view: &View) -> Vec<Idea> {
    if view.project.output.poster.is_some() {
        return Vec::new();
    }
    let Some(frame) = settled_frame(&view.plan, 0) else { return Vec::new() };
    let t = rounded(view.seconds(frame));
    vec![Idea {
        why: "no moment is chosen as the cover picture".to_owned(),
        name: "missing_posters",
        target: 0.0,
        measure: Box::new(|view| Some(if view.project.output.poster.is_some() { 0.0 } else { 1.0 })),
        touches: Touches::Pictures,
        ways: vec![Way::new(
            format!("Take {t} s as the cover, when all of the first scene is there"),
            vec![set("output.poster", t)],
        )],
    }]
}
