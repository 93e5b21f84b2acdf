//! Runs the checks of the whole video, over all of its frames. Painted are those that can tell something; of the
//! others is known what they share with those before.

use std::collections::HashSet;
use std::sync::Arc;

use kurbo::Rect;
use rayon::prelude::*;

use super::empty_frames::Black;
use super::{Findings, Subject, flashing, missing_asset};
use crate::video::check::Issue;
use crate::video::check::measure::{Flashes, Flashing, Unrest};
use crate::video::ink::{Ink, Picture, Role};
use crate::video::layout::{Backdrop, Frame, Node, PartState, Plan};
use crate::video::paint::{INVISIBLE, Precision, Strip};
use crate::video::pictures::Pictures;

/// How much smaller frames are when they are painted.
const SMALL: f64 = 0.125;
/// Frames of which pixels are held at once.
const HELD: usize = 64;

/// What the checks of all frames find in the video.
pub(super) fn film(subject: &Subject<'_>, plan: &Plan, pictures: &Arc<Pictures>) -> Vec<Issue> {
    let scale = SMALL * (1080.0 / plan.canvas.min_side().max(1.0)).min(1.0);
    let strip = || Strip::new(plan.canvas, scale, Arc::clone(pictures), Precision::Same);
    let (width, height) = Strip::size(plan.canvas, scale);
    let size = [width, height].map(|side| usize::try_from(side).unwrap_or_default());
    let steps = steps(plan);
    let is_painted = painted(plan, &steps, size);

    let threads = rayon::current_num_threads().clamp(1, HELD);
    let mut strips: Vec<(Strip, Small)> = (0..threads).map(|_| (strip(), Small::default())).collect();
    let mut alone = (strip(), Small::default());
    let mut black = Black::new(plan.canvas, size);
    let mut run: Option<Flashes> = None;
    let mut worst: Option<Flashing> = None;
    let mut seen = 0;
    let mut skip = |black: &mut Black, steps: &[Step]| {
        for Step { number, touched, .. } in steps {
            if !black.is_lit_still(*number, touched.as_deref()) {
                black.see(*number, &small(plan, &mut alone, *number));
            }
        }
    };
    let indexes: Vec<usize> = (0..steps.len()).filter(|at| is_painted[*at]).collect();
    for part in indexes.chunks(HELD) {
        // Each thread paints frames that follow each other, of which it paints what changes.
        let parts = part.par_chunks(HELD.div_ceil(threads)).zip(&mut strips);
        let painted: Vec<Small> = parts
            .flat_map_iter(|(part, last)| part.iter().map(|at| small(plan, last, steps[*at].number)))
            .collect();
        for (at, rgb) in part.iter().zip(painted) {
            skip(&mut black, &steps[seen..*at]);
            black.see(steps[*at].number, &rgb);
            // What is between two runs cannot flash: each begins anew.
            if seen < *at {
                worst = worse(worst, run.take().as_ref());
            }
            run.get_or_insert_with(|| Flashes::new(size[0], size[1], plan.fps)).add(steps[*at].number, &rgb);
            seen = at + 1;
        }
    }
    skip(&mut black, &steps[seen..]);

    let mut found = Findings::default();
    missing_asset::undrawn(subject, pictures, &mut found);
    black.conclude(subject, plan, &mut found);
    if let Some(worst) = &worse(worst, run.as_ref()) {
        flashing::report(subject, plan, worst, &mut found);
    }
    found.issues
}

/// The more flashes; of as many the first.
fn worse(known: Option<Flashing>, run: Option<&Flashes>) -> Option<Flashing> {
    match (known, run.and_then(Flashes::worst)) {
        (Some(known), Some(found)) if found.count <= known.count => Some(known),
        (known, None) => known,
        (_, Some(found)) => Some(found.clone()),
    }
}

/// A frame that differs from the one before.
struct Step {
    number: u32,
    /// Boxes outside of which it does not; none when all of it may.
    touched: Option<Vec<Rect>>,
    /// It shows a picture that was not shown before.
    is_first_sight: bool,
}

/// The frames that differ from the one before.
fn steps(plan: &Plan) -> Vec<Step> {
    let mut last: Option<Frame> = None;
    let mut known = HashSet::new();
    let mut steps = Vec::new();
    for number in 0..plan.frames {
        let frame = plan.frame(number);
        if last.as_ref().is_none_or(|last| frame.change_from(last).is_some()) {
            let touched = last.as_ref().and_then(|last| frame.touched_since(last));
            let is_first_sight = pictures(plan, &frame).filter(|key| known.insert(key.clone())).count() > 0;
            steps.push(Step { number, touched, is_first_sight });
        }
        last = Some(frame);
    }
    steps
}

/// The files of the pictures in a frame, and which of their frames they show.
fn pictures<'a>(plan: &'a Plan, frame: &'a Frame) -> impl Iterator<Item = (Arc<str>, u32)> + 'a {
    let behind = frame.stages.iter().filter_map(|stage| match &plan.scenes[stage.scene].backdrop {
        Backdrop::Picture { file, .. } | Backdrop::Clip { file, .. } => {
            Some((Arc::clone(file), stage.backdrop_frame))
        }
        Backdrop::Paint(_) => None,
    });
    // What is not painted yet, because it is too faint or outside of the canvas, is not seen.
    let canvas = plan.canvas.to_rect();
    let is_painted = move |node: &&Node| {
        let inside = node.ink.intersect(canvas);
        let opacity = |parts: &Arc<[PartState]>| parts.iter().map(|part| part.opacity).fold(0.0, f64::max);
        let part = node.parts.as_ref().map_or(1.0, opacity);
        inside.width() > 0.0 && inside.height() > 0.0 && node.visible_opacity * part > INVISIBLE
    };
    let nodes = frame.stages.iter().flat_map(|stage| &stage.nodes).filter(is_painted);
    let pieces = nodes.flat_map(|node| node.pieces.iter()).filter(|piece| piece.role == Role::Picture);
    let inks = pieces.flat_map(|piece| &piece.inks).filter_map(|ink| match ink {
        Ink::Picture(Picture { file, frame, .. }) => Some((Arc::clone(file), *frame)),
        _ => None,
    });
    behind.chain(inks)
}

/// Which frames are painted: those in which so much changes that there may be as many flashes as are reported, and
/// those that show a picture for the first time, which may turn out not to be one.
fn painted(plan: &Plan, steps: &[Step], size: [usize; 2]) -> Vec<bool> {
    let mut unrest = Unrest::new(plan.canvas, size);
    for step in steps {
        unrest.add(step.touched.as_deref());
    }
    let numbers: Vec<u32> = steps.iter().map(|step| step.number).collect();
    let needed = unrest.needed(&numbers, plan.fps, 2 * flashing::SAFE);
    needed.iter().zip(steps).map(|(is_needed, step)| *is_needed || step.is_first_sight).collect()
}

/// Red, green and blue of a small frame, row by row.
type Small = Vec<[u8; 3]>;

/// Paints the next frame of a strip, of which the last one is known: it may look the same.
fn small(plan: &Plan, (strip, last): &mut (Strip, Small), number: u32) -> Small {
    if let Some(pixels) = strip.paint(plan, plan.frame(number)) {
        last.clear();
        last.extend(pixels.data().iter().map(|pixel| [pixel.r, pixel.g, pixel.b]));
    }
    last.clone()
}
