//! One frame of a scene as checks see it.

use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::Area;
use crate::video::check::Issue;
use crate::video::check::rules::Subject;
use crate::video::layout::{Effect, Item, Node, Phase, Plan, ScenePlan, Stage};
use crate::video::project::model::{Element, Kind};

/// The least opacity that counts as visible.
const VISIBLE: f64 = 0.15;
/// The least area inside the canvas that counts as visible, in square pixels.
const VISIBLE_AREA: f64 = 16.0;
/// From this speed on something moves, in pixels a frame.
const MOVING: f64 = 8.0;

/// A scene under check.
pub(in crate::video::check) struct SceneView<'a> {
    pub(in crate::video::check) subject: &'a Subject<'a>,
    pub(in crate::video::check) plan: &'a Plan,
    /// Its number among the scenes.
    pub(in crate::video::check) index: usize,
    pub(in crate::video::check) scene: &'a ScenePlan,
}

/// What an element is at a frame, besides its node.
#[derive(Debug, Clone, Copy)]
pub(in crate::video::check) struct State {
    /// Product of its opacities, with that of the transition.
    pub(in crate::video::check) opacity: f64,
    /// It can be seen: opaque enough, and at least 16 square pixels of it on the canvas.
    pub(in crate::video::check) visible: bool,
    /// It neither comes nor goes, and hardly moves.
    pub(in crate::video::check) settled: bool,
}

/// A frame of a scene.
pub(in crate::video::check) struct Shown<'a> {
    /// Its number in the video.
    pub(in crate::video::check) frame: u32,
    pub(in crate::video::check) canvas: Rect,
    pub(in crate::video::check) scene: &'a ScenePlan,
    pub(in crate::video::check) nodes: &'a [Node],
    /// Nothing that can be measured differs from the frame before.
    pub(in crate::video::check) is_same: bool,
    /// It is still replacing the scene before.
    pub(in crate::video::check) replaces: bool,
    /// One for each node.
    pub(in crate::video::check) states: Vec<State>,
    /// What captions cover.
    pub(in crate::video::check) captions: Option<Rect>,
}

impl SceneView<'_> {
    /// Seconds of the video at a frame.
    pub(in crate::video::check) fn seconds(&self, frame: u32) -> f64 {
        f64::from(frame) / f64::from(self.plan.fps.max(1))
    }

    pub(in crate::video::check) fn canvas(&self) -> Rect {
        self.plan.canvas.to_rect()
    }

    /// An issue about an element, over some frames.
    pub(in crate::video::check) fn issue(
        &self,
        rule: &str,
        item: &Item,
        frames: &std::ops::Range<u32>,
        message: String,
    ) -> Issue {
        self.issue_at(rule, &item.path, frames, message)
    }

    /// An issue about an address of the scene, over some frames.
    pub(in crate::video::check) fn issue_at(
        &self,
        rule: &str,
        path: &str,
        frames: &std::ops::Range<u32>,
        message: String,
    ) -> Issue {
        let mut issue = self.subject.issue(rule, path, message);
        (issue.t0, issue.t1) = (Some(self.seconds(frames.start)), Some(self.seconds(frames.end)));
        issue
    }

    /// Where something of an element can be changed in the file.
    pub(in crate::video::check) fn written<'i>(&'i self, item: &'i Item) -> Option<&'i str> {
        self.subject.expanded.written(&item.path)
    }
}

impl<'a> Shown<'a> {
    /// The scene on top of a frame; `after` is the same scene a frame later, and `before` a frame earlier. What does
    /// not stay for the next frame moves as it came.
    pub(in crate::video::check) fn of(
        plan: &Plan,
        scene: &'a ScenePlan,
        stage: &'a Stage,
        before: Option<&Stage>,
        after: Option<&Stage>,
    ) -> Self {
        let canvas = plan.canvas.to_rect();
        let mut states: Vec<State> = Vec::with_capacity(stage.nodes.len());
        // The groups that a node is in: where they end, and whether they rest.
        let mut groups: Vec<(usize, bool)> = Vec::new();
        let still = stage.effect == Effect::NONE;
        for (index, node) in stage.nodes.iter().enumerate() {
            while groups.pop_if(|(end, _)| *end <= index).is_some() {}
            let size = scene.items[node.item].rect.size();
            let near = after.and_then(|after| same(after, node)).or_else(|| same(before?, node));
            let speed = near.map_or(0.0, |near| fastest(&corners(node, size), &corners(near, size)));
            let rests = groups.last().is_none_or(|(_, rests)| *rests) && node.phase == Phase::Settled;
            let opacity = node.visible_opacity * stage.effect.opacity;
            let on_canvas = area_of(node).within(canvas).map_or(0.0, |(size, _)| size);
            states.push(State {
                opacity,
                visible: opacity >= VISIBLE && on_canvas >= VISIBLE_AREA,
                settled: still && rests && speed < MOVING,
            });
            groups.push((node.end, rests));
        }
        let is_same = before.is_some_and(|before| looks_same(before, stage));
        let captions = plan.caption_at(stage.number).map(|caption| caption.rect);
        Self {
            frame: stage.number,
            canvas,
            scene,
            nodes: &stage.nodes,
            is_same,
            replaces: !still,
            states,
            captions,
        }
    }

    pub(in crate::video::check) fn item(&self, node: usize) -> &'a Item {
        &self.scene.items[self.nodes[node].item]
    }

    /// Opaque enough to be seen, wherever it is.
    pub(in crate::video::check) fn is_opaque_enough(&self, node: usize) -> bool {
        self.states[node].opacity >= VISIBLE
    }

    /// What a node covers.
    pub(in crate::video::check) fn area(&self, node: usize) -> Area {
        area_of(&self.nodes[node])
    }
}

/// The node of the same item at another frame; nodes stand in the order of their items.
fn same<'s>(stage: &'s Stage, node: &Node) -> Option<&'s Node> {
    let at = stage.nodes.binary_search_by_key(&node.item, |other| other.item).ok()?;
    Some(&stage.nodes[at])
}

/// The corners of an element's box on the canvas.
fn corners(node: &Node, size: Size) -> [Point; 4] {
    let corner = |x: f64, y: f64| node.transform * Point::new(x * size.width, y * size.height);
    [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)]
}

/// Whether nothing that is measured differs between two stages.
fn looks_same(a: &Stage, b: &Stage) -> bool {
    (a.scene, a.effect, a.backdrop, a.backdrop_frame) == (b.scene, b.effect, b.backdrop, b.backdrop_frame)
        && a.nodes.len() == b.nodes.len()
        && a.nodes.iter().zip(&b.nodes).all(|(a, b)| same_node(a, b))
}

fn same_node(a: &Node, b: &Node) -> bool {
    (a.item, a.transform, a.opacity, a.blur, a.wipe, a.draw, a.phase)
        == (b.item, b.transform, b.opacity, b.blur, b.wipe, b.draw, b.phase)
        && Arc::ptr_eq(&a.pieces, &b.pieces)
        && a.parts == b.parts
}

fn fastest(a: &[Point; 4], b: &[Point; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (*b - *a).hypot()).fold(0.0, f64::max)
}

fn area_of(node: &Node) -> Area {
    node.turned.map_or(Area::Upright(node.ink), Area::Turned)
}

/// What the lines of a text cover on the canvas, as far as they are seen.
pub(in crate::video::check) fn text_areas(item: &Item, node: &Node) -> Vec<Area> {
    let lines = item.measure.lines.iter().map(|line| Area::placed(line.rect, node.transform));
    // Lines that have not appeared yet lie outside of what is covered.
    lines.filter(|line| line.within(node.ink).is_some_and(|(seen, _)| seen > line.size() / 2.0)).collect()
}

/// Whether what an element shows is read.
pub(in crate::video::check) fn is_text(item: &Item) -> bool {
    matches!(item.element.kind, Kind::Text(_) | Kind::List(_) | Kind::Counter(_) | Kind::Code(_))
}

/// Whether an element is words to be read.
pub(in crate::video::check) fn is_words(element: &Element) -> bool {
    matches!(element.kind, Kind::Text(_) | Kind::List(_) | Kind::Counter(_))
}

/// Whether an element is a picture or a clip.
pub(in crate::video::check) fn is_picture(item: &Item) -> bool {
    matches!(item.element.kind, Kind::Image(_) | Kind::Video(_))
}

/// What an element itself covers: of a group, its panel alone, since its elements are looked at on their own.
pub(in crate::video::check) fn own_area(shown: &Shown<'_>, node: usize) -> Option<Area> {
    let item = shown.item(node);
    if !matches!(item.element.kind, Kind::Group(_)) {
        return Some(shown.area(node));
    }
    let panel = shown.nodes[node].pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b))?;
    Some(Area::placed(panel, shown.nodes[node].transform))
}

/// Whether something is meant to reach over the rim: a picture from edge to edge, or a form that fills the canvas.
pub(in crate::video::check) fn spans(item: &Item, rect: Rect, canvas: Rect) -> bool {
    let wide = rect.x0 <= canvas.x0 + 1.0 && rect.x1 >= canvas.x1 - 1.0;
    let tall = rect.y0 <= canvas.y0 + 1.0 && rect.y1 >= canvas.y1 - 1.0;
    match item.element.kind {
        Kind::Image(_) | Kind::Video(_) => wide || tall,
        Kind::Shape(_) | Kind::Group(_) => wide && tall,
        _ => false,
    }
}
