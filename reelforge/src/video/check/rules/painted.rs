//! Runs the checks that need pixels: some of one scene at the frames that matter, some of all frames of the video.

use std::sync::{Arc, Mutex, PoisonError};

use kurbo::Size;
use rayon::prelude::*;

use super::film::film;
use super::watch::each_frame;
use super::{Findings, Subject, contrast, hidden_layer};
use crate::video::check::Issue;
use crate::video::check::measure::{Contrast, Event, Life, SceneView, painter};
use crate::video::files::Files;
use crate::video::layout::Plan;
use crate::video::paint::Painter;
use crate::video::pictures::Pictures;

/// Frames that are painted of one scene, at most: one for each element that it can have.
const MAX_EVENTS: usize = 240;

/// Paints what the checks look at.
pub(in crate::video::check) struct Painted {
    pictures: Arc<Pictures>,
    /// Those that are not in use, and the canvas that they are for.
    painters: Mutex<(Size, Vec<Painter>)>,
}

/// What is measured in the frames of one scene.
#[derive(Default)]
struct Measured {
    contrast: Contrast,
    hidden: hidden_layer::HiddenLayer,
}

impl Painted {
    pub(in crate::video::check) fn new(files: Arc<dyn Files>) -> Self {
        Self { pictures: Arc::new(Pictures::new(files)), painters: Mutex::default() }
    }

    pub(in crate::video::check) fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// What the checks of single frames find in some scenes, in their order.
    pub(in crate::video::check) fn scenes(
        &self,
        subject: &Subject<'_>,
        plan: &Plan,
        scenes: &[usize],
    ) -> Vec<Vec<Issue>> {
        let measured: Vec<Measured> = scenes.par_iter().map(|index| self.measure(plan, *index)).collect();
        let conclude = |(index, measured): (&usize, &Measured)| {
            let view = SceneView { subject, plan, index: *index, scene: &plan.scenes[*index] };
            let mut found = Findings::default();
            contrast::conclude(&measured.contrast, &view, &mut found);
            measured.hidden.conclude(&view, &mut found);
            found.issues
        };
        scenes.iter().zip(&measured).map(conclude).collect()
    }

    fn measure(&self, plan: &Plan, index: usize) -> Measured {
        let (mut measured, scene) = (Measured::default(), &plan.scenes[index]);
        let mut painter = self.painter(plan);
        for number in events(plan, index) {
            let frame = plan.frame(number);
            let Some(stage) = frame.stages.iter().position(|stage| stage.scene == index) else { continue };
            let mut event = Event { frame, stage, plan, painter: &mut painter };
            measured.contrast.see(scene, &mut event);
            measured.hidden.see(scene, &mut event);
        }
        self.painters.lock().unwrap_or_else(PoisonError::into_inner).1.push(painter);
        measured
    }

    /// A painter for the canvas of a plan: one that was used before, if there is one.
    fn painter(&self, plan: &Plan) -> Painter {
        let mut kept = self.painters.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != plan.canvas {
            *kept = (plan.canvas, Vec::new());
        }
        kept.1.pop().unwrap_or_else(|| painter(plan, &self.pictures))
    }

    /// What the checks of all frames find in the video.
    pub(in crate::video::check) fn film(&self, subject: &Subject<'_>, plan: &Plan) -> Vec<Issue> {
        film(subject, plan, &self.pictures)
    }
}

/// The fewest frames at which each element of a scene is there in full, outside of its transition.
fn events(plan: &Plan, index: usize) -> Vec<u32> {
    let scene = &plan.scenes[index];
    let mut lives = Life::of_all(scene);
    let mut clear = scene.frames.end;
    each_frame(plan, index, |shown| {
        if !shown.replaces {
            clear = clear.min(shown.frame);
        }
        Life::follow(&mut lives, shown);
    });
    let mut holds: Vec<_> = lives
        .iter()
        .filter(|life| !life.is_unseen())
        .map(|life| {
            let hold = life.hold();
            hold.start.max(clear)..hold.end
        })
        .filter(|hold| !hold.is_empty())
        .collect();
    holds.sort_by_key(|hold| hold.end);
    let mut events: Vec<u32> = Vec::new();
    for hold in &holds {
        if !events.last().is_some_and(|event| hold.contains(event)) {
            events.push(hold.end - 1);
        }
    }
    // Those that show the most elements are looked at when there are too many.
    events.sort_by_cached_key(|event| {
        std::cmp::Reverse(holds.iter().filter(|hold| hold.contains(event)).count())
    });
    events.truncate(MAX_EVENTS);
    events
}
