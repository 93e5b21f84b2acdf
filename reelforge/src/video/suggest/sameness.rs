//! Scenes that all look and come alike: some of them come differently.

use std::collections::BTreeMap;

use super::idea::{Idea, Way, set};
use super::view::{View, count};
use crate::video::check::Touches;
use crate::video::project::model::{AnimationKind, Element, Kind, Scene};

/// Scenes that may be alike.
const MOST: usize = 3;
/// What others come by, in turn.
const OTHERS: [&str; 4] = ["slide-up", "zoom", "slide-left", "pop"];

pub(super) fn find(view: &View) -> Vec<Idea> {
    let Some(alike) = groups(view).into_iter().max_by_key(|group| (group.len(), std::cmp::Reverse(group[0])))
    else {
        return Vec::new();
    };
    if alike.len() <= MOST {
        return Vec::new();
    }
    // Every second one comes differently, and those not all in the same way.
    let mut ops = Vec::new();
    let mut ids = Vec::new();
    for (turn, index) in alike.iter().skip(1).step_by(2).enumerate() {
        let scene = &view.project.scenes[*index];
        let Some(element) = scene.elements.iter().find(|element| comes(element)) else { continue };
        let current = kind(element);
        let other = (0..OTHERS.len())
            .map(|shift| OTHERS[(turn + shift) % OTHERS.len()])
            .find(|other| serde_json::to_value(current).is_ok_and(|current| current != **other));
        if let Some(other) = other {
            ops.push(set(format!("{}.enter", element.common.path), other));
            ids.push(format!("`{}`", scene.id));
        }
    }
    vec![Idea {
        why: format!("{} scenes have the same layout and come in the same way", alike.len()),
        name: "scenes_alike",
        target: 3.0,
        measure: Box::new(|view| groups(view).iter().map(Vec::len).max().map(count)),
        touches: Touches::Pictures,
        ways: vec![Way::new(format!("Let the elements of {} come differently", ids.join(", ")), ops)],
    }]
}

/// The scenes that are alike, by index.
fn groups(view: &View) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, scene) in view.project.scenes.iter().enumerate() {
        if let Some(key) = key(scene) {
            groups.entry(key).or_default().push(index);
        }
    }
    groups.into_values().collect()
}

/// What makes scenes alike: their layout, and how each of their elements comes.
fn key(scene: &Scene) -> Option<String> {
    let enters: Vec<AnimationKind> = scene.elements.iter().filter(|it| comes(it)).map(kind).collect();
    // One that differs in a single element already looks different.
    let mut kinds: Vec<String> = enters.iter().map(|kind| format!("{kind:?}")).collect();
    kinds.dedup();
    (!kinds.is_empty()).then(|| format!("{:?} {kinds:?}", scene.layout.kind))
}

fn comes(element: &Element) -> bool {
    !element.common.hidden && !matches!(element.kind, Kind::Progress(_))
}

fn kind(element: &Element) -> AnimationKind {
    element.common.enter.as_ref().map_or(AnimationKind::Fade, |enter| enter.kind)
}
