//! Runs the checks that need pixels: some of one scene at the frames that matter, some of all frames of the video.

use std::sync::Arc;

use super::watch::each_frame;
use super::{Findings, Subject, contrast, empty_frames, flashing, hidden_layer};
use crate::video::check::Issue;
use crate::video::check::measure::{Contrast, Event, Flashes, Life, SceneView, looks_same, painter};
use crate::video::files::Files;
use crate::video::layout::{Frame, Plan};
use crate::video::paint::{Painter, Precision, Settings, paint_each};
use crate::video::pictures::Pictures;

/// How much smaller frames are when all of them are painted.
const SMALL: f64 = 0.125;
/// Frames of which pixels are held at once.
const HELD: usize = 64;
/// Frames that are painted of one scene, at most.
const MAX_EVENTS: usize = 8;

/// Paints what the checks look at.
pub(in crate::video::check) struct Painted {
    pictures: Arc<Pictures>,
    painter: Option<((u64, u64), Painter)>,
}

impl Painted {
    pub(in crate::video::check) fn new(files: Arc<dyn Files>) -> Self {
        Self { pictures: Arc::new(Pictures::new(files)), painter: None }
    }

    pub(in crate::video::check) fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// What the checks of single frames find in a scene.
    pub(in crate::video::check) fn scene(
        &mut self,
        subject: &Subject<'_>,
        plan: &Plan,
        index: usize,
    ) -> Vec<Issue> {
        let Some(scene) = plan.scenes.get(index) else { return Vec::new() };
        let view = SceneView { subject, plan, index, scene };
        let mut contrast = Contrast::default();
        let mut hidden = hidden_layer::HiddenLayer::default();
        for number in events(&view) {
            let frame = plan.frame(number);
            let Some(stage) = frame.stages.iter().position(|stage| stage.scene == index) else { continue };
            let mut event = Event { frame, stage, plan, painter: self.painter(plan) };
            contrast.see(scene, &mut event);
            hidden.see(&view, &mut event);
        }
        let mut found = Findings::default();
        contrast::conclude(&contrast, &view, &mut found);
        hidden.conclude(&view, &mut found);
        found.issues
    }

    fn painter(&mut self, plan: &Plan) -> &mut Painter {
        let size = (plan.canvas.width.to_bits(), plan.canvas.height.to_bits());
        let fits = self.painter.as_ref().is_some_and(|(known, _)| *known == size);
        if !fits {
            self.painter = None;
        }
        let new = || (size, painter(plan, &self.pictures));
        &mut self.painter.get_or_insert_with(new).1
    }

    /// What the checks of all frames find in the video.
    pub(in crate::video::check) fn film(&self, subject: &Subject<'_>, plan: &Plan) -> Vec<Issue> {
        let scale = SMALL * (1080.0 / plan.canvas.min_side().max(1.0)).min(1.0);
        let numbers = changing(plan);
        let settings = Settings { scale, threads: rayon::current_num_threads(), precision: Precision::Same };
        let mut flashes: Option<Flashes> = None;
        let mut black = empty_frames::Black::default();
        for part in numbers.chunks(HELD) {
            let frame = |number| plan.frame(number);
            let small = paint_each(plan, part, &self.pictures, settings, frame, |_, pixels| {
                let rgb: Vec<[u8; 3]> =
                    pixels.data().iter().map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
                (usize::from(pixels.width()), rgb)
            });
            for (number, (width, rgb)) in part.iter().zip(small) {
                let height = rgb.len() / width.max(1);
                black.see(*number, &rgb);
                flashes.get_or_insert_with(|| Flashes::new(width, height, plan.fps)).add(*number, &rgb);
            }
        }
        let mut found = Findings::default();
        black.conclude(subject, plan, &mut found);
        if let Some(flashing) = flashes.as_ref().and_then(Flashes::worst) {
            flashing::report(subject, plan, flashing, &mut found);
        }
        found.issues
    }
}

/// The fewest frames at which each element of a scene is there in full, outside of its transition.
fn events(view: &SceneView<'_>) -> Vec<u32> {
    let mut lives = Life::of_all(view.scene);
    let mut clear = view.scene.frames.end;
    each_frame(view.plan, view.index, |shown| {
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
    for hold in holds {
        if !events.last().is_some_and(|event| hold.contains(event)) {
            events.push(hold.end - 1);
        }
    }
    // What many elements share comes first when there are too many.
    events.truncate(MAX_EVENTS);
    events
}

/// The frames that differ from the one before.
fn changing(plan: &Plan) -> Vec<u32> {
    let mut last: Option<Frame> = None;
    let mut numbers = Vec::new();
    for number in 0..plan.frames {
        let frame = plan.frame(number);
        if !last.as_ref().is_some_and(|last| same_frame(last, &frame)) {
            numbers.push(number);
        }
        last = Some(frame);
    }
    numbers
}

/// Whether two frames have the same pixels, as far as that can be told without painting them.
fn same_frame(a: &Frame, b: &Frame) -> bool {
    a.stages.len() == b.stages.len() && a.stages.iter().zip(&b.stages).all(|(a, b)| looks_same(a, b))
}
