//! Runs the checks of the layout over the frames of a scene.

use super::{Findings, Subject};
use crate::video::check::Issue;
use crate::video::check::measure::{Life, SceneView, Shown};
use crate::video::layout::{Plan, Stage};

/// A check that looks at the frames of one scene, in order, and then says what it has found.
pub(super) trait Watch {
    /// Looks at one frame.
    fn see(&mut self, _: &Shown<'_>) {}

    /// Says what is wrong with the scene.
    fn conclude(&mut self, view: &SceneView<'_>, lives: &[Life], found: &mut Findings);
}

/// What the checks of the layout find in one scene, and how much that is to look at: the parts of its elements, frame by
/// frame.
pub(in crate::video::check) fn scene(subject: &Subject<'_>, plan: &Plan, index: usize) -> (Vec<Issue>, u64) {
    let Some(scene) = plan.scenes.get(index) else { return (Vec::new(), 0) };
    let mut work = 0;
    let view = SceneView { subject, plan, index, scene };
    let mut watches = super::watches(&view);
    let mut lives = Life::of_all(scene);
    each_frame(plan, index, |shown| {
        work += shown.nodes.iter().map(|node| 1 + node.pieces.len() as u64).sum::<u64>();
        Life::follow(&mut lives, shown);
        for watch in &mut watches {
            watch.see(shown);
        }
    });
    let conclude = |watch: &mut Box<dyn Watch>| {
        let mut found = Findings::default();
        watch.conclude(&view, &lives, &mut found);
        found.issues
    };
    (watches.iter_mut().flat_map(conclude).collect(), work)
}

/// Shows the frames of a scene, in order.
pub(super) fn each_frame(plan: &Plan, index: usize, mut see: impl FnMut(&Shown<'_>)) {
    let Some(scene) = plan.scenes.get(index) else { return };
    let on_top = |number: u32| -> Option<Stage> {
        let last = plan.frame(number).stages.pop();
        last.filter(|stage| stage.scene == index && scene.frames.contains(&number))
    };
    let (mut before, mut now) = (None, on_top(scene.frames.start));
    for number in scene.frames.clone() {
        let after = on_top(number + 1);
        if let Some(stage) = &now {
            see(&Shown::of(plan, scene, stage, before.as_ref(), after.as_ref()));
        }
        before = std::mem::replace(&mut now, after);
    }
}
