//! Where the elements of a scene could stand: free places over their whole time, the best first, and the scene as a
//! stack. Each option was tried on a copy before it is offered.

mod aims;
mod grid;
mod rects;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use kurbo::Rect;

use super::idea::{set, unset};
use super::view::{Bench, View};
use crate::video::check::{Assets, Touches, Tries};
use crate::video::project::edit::Op;
use crate::video::project::model::{Kind, LayoutKind};

use self::aims::{Placed, Scene};

/// Options that are looked at in order to offer a few that work.
const MAX_TRIED: usize = 9;

/// A way to place elements.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrangement {
    /// How good it is, 0 to 1.
    pub score: f64,
    /// The edits, in order.
    pub ops: Vec<Op>,
    /// What each of the elements covers then, `[x, y, width, height]` in canvas pixels.
    pub boxes: BTreeMap<String, [f64; 4]>,
    /// What speaks for it.
    pub why: String,
    /// The project's text after the edits.
    pub text: String,
}

/// Why there is nothing to place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPlace {
    /// The text does not parse.
    Syntax,
    /// There is no such scene; holds those that there are.
    NoScene(Vec<String>),
    /// The scene has no such element; holds those that could be placed.
    NoElement(String, Vec<String>),
    /// The scene has no element that could be placed.
    Nothing,
}

/// What is to be placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Id of the scene.
    pub scene: String,
    /// Ids of the elements that move; none means all that are not kept.
    pub elements: Vec<String>,
    /// Ids of elements that stay where they are.
    pub keep: Vec<String>,
    /// How many options at most, besides the stack.
    pub options: usize,
}

/// The best ways to place elements, the best first, and last the scene as a stack, as far as they work.
pub fn suggest_layout(text: &str, assets: &dyn Assets, wanted: &Wanted) -> Result<Vec<Arrangement>, NoPlace> {
    let bench = Bench::new(assets);
    let view = bench.view(text).ok_or(NoPlace::Syntax)?;
    let Some(index) = view.scene(&wanted.scene) else {
        return Err(NoPlace::NoScene(view.project.scenes.iter().map(|scene| scene.id.clone()).collect()));
    };
    let moving = moving(&view, index, wanted)?;
    let scene = Scene::of(&view, index, &moving, &bench.pictures);
    let mut tries = Tries::new(text, assets);
    let mut options: Vec<Arrangement> = Vec::new();
    for places in search::best(&scene, MAX_TRIED) {
        if options.len() == wanted.options {
            break;
        }
        let ops = places.iter().flat_map(|place| place.ops(&view)).collect();
        options.extend(tried(&bench, &mut tries, &wanted.scene, &moving, ops, None));
    }
    options.sort_by(|a, b| b.score.total_cmp(&a.score));
    let ops = stacked(&view, index, &wanted.keep);
    options.extend(tried(
        &bench,
        &mut tries,
        &wanted.scene,
        &moving,
        ops,
        Some("turns this scene into a stack"),
    ));
    Ok(options)
}

/// The elements that move, as indexes of the scene's items.
fn moving(view: &View, index: usize, wanted: &Wanted) -> Result<Vec<usize>, NoPlace> {
    let Some(scene) = view.plan.scenes.get(index) else { return Err(NoPlace::Nothing) };
    let movable = |at: &usize| {
        let item = &scene.items[*at];
        // What is repeated by rows has one address for all of them.
        item.parent.is_none() && item.layer == 0 && view.expanded.written(&item.path) == Some(&item.path)
    };
    let all: Vec<usize> = (0..scene.items.len()).filter(movable).collect();
    let names = || all.iter().map(|at| scene.items[*at].id.clone()).collect::<Vec<_>>();
    if let Some(unknown) = wanted.elements.iter().chain(&wanted.keep).find(|id| !names().contains(id)) {
        return Err(NoPlace::NoElement(unknown.clone(), names()));
    }
    let is_wanted = |at: &usize| {
        let id = &scene.items[*at].id;
        let named = wanted.elements.is_empty() || wanted.elements.contains(id);
        // A line is drawn from one point to another: it is not a box that could stand elsewhere.
        let is_line = matches!(&scene.items[*at].element.kind, Kind::Shape(shape) if shape.to.is_some());
        named && !wanted.keep.contains(id) && (!is_line || wanted.elements.contains(id))
    };
    let moving: Vec<usize> = all.iter().copied().filter(is_wanted).collect();
    if moving.is_empty() { Err(NoPlace::Nothing) } else { Ok(moving) }
}

/// An option, if its edits work; its boxes and its score are those that come of them.
fn tried(
    bench: &Bench,
    tries: &mut Tries<'_>,
    id: &str,
    moving: &[usize],
    ops: Vec<Op>,
    name: Option<&str>,
) -> Option<Arrangement> {
    if ops.is_empty() {
        return None;
    }
    let text = tries.edited(&ops, Touches::Pictures)?;
    let view = bench.view(&text)?;
    let index = view.scene(id)?;
    let scene = Scene::of(&view, index, moving, &bench.pictures);
    let placed: Vec<Placed> = scene.now();
    let score = scene.score(&placed);
    let why = name.map_or_else(|| score.why(), str::to_owned);
    let score = (score.total() * 1000.0).round() / 1000.0;
    let id_of = |placed: &Placed| scene.movers[placed.mover].id.clone();
    let boxes = placed.iter().map(|placed| (id_of(placed), pixels(placed.rect))).collect();
    Some(Arrangement { score, ops, boxes, why, text })
}

/// The edits that make a scene a stack, without those of elements that stay.
fn stacked(view: &View, index: usize, keep: &[String]) -> Vec<Op> {
    let scene = &view.project.scenes[index];
    let mut ops = Vec::new();
    if scene.layout.kind != LayoutKind::Stack {
        // The gap, the padding and the rest of a map stay as they are.
        let path = format!("{}.layout", scene.path);
        let is_map = view.tree.find(&path).is_ok_and(|found| !found.node.entries().is_empty());
        ops.push(set(if is_map { format!("{path}.type") } else { path }, "stack"));
    }
    for element in scene.elements.iter().filter(|element| element.common.layer == 0) {
        if keep.contains(&element.common.id) {
            continue;
        }
        for key in ["x", "y", "pin", "offset"] {
            let path = format!("{}.{key}", element.common.path);
            if view.has(&path) {
                ops.push(unset(path));
            }
        }
    }
    ops
}

fn pixels(rect: Rect) -> [f64; 4] {
    [rect.x0, rect.y0, rect.width(), rect.height()].map(f64::round)
}
