//! Makes a plan of a project.

use std::collections::HashMap;
use std::ops::Range;

use kurbo::{Insets, Rect, Size};

use super::area::area;
use super::backdrop::backdrop;
use super::captions::captions;
use super::centre::centre;
use super::make::{Arranged, Hull, Maker, Placed};
use super::moves::Moves;
use super::part::{Moments, Part, frame_at};
use super::{Clock, Item, Plan, ScenePlan};
use crate::video::expand::Expanded;
use crate::video::pictures::Pictures;
use crate::video::platform::safe_area;
use crate::video::project::model::Scene;
use crate::video::text::{Fonts, Typesetter};
use crate::video::theme::Look;
use crate::video::time::Times;

/// A scene may make so many elements a second time to fit them, and so many more for each that it has.
const PATIENCE: (usize, usize) = (200, 10);

impl Plan {
    /// Makes the plan of a project whose instances are written out. `times` are those of that project, and `pictures`
    /// are read for their sizes.
    pub fn build(expanded: &Expanded, times: &Times<'_>, fonts: &Fonts, pictures: &Pictures) -> Self {
        let project = &expanded.project;
        let (width, height) = project.canvas.size();
        let canvas = Size::new(f64::from(width), f64::from(height));
        let fps = project.canvas.fps.max(1);
        let look = Look::of(project);
        let mut text = Typesetter::new(fonts);
        let frames = scene_frames(times, fps);
        let mut builder = Builder { expanded, times, look: &look, text: &mut text, pictures, canvas, fps };
        let scenes = project.scenes.iter().zip(frames).enumerate();
        let scenes: Vec<ScenePlan> =
            scenes.map(|(index, (scene, frames))| builder.scene(index, scene, frames)).collect();
        let frames = scenes.last().map_or(0, |scene| scene.frames.end);
        let captions = captions(project, times, &look, &mut text, pictures.files());
        Self { canvas, fps, frames, scenes, captions }
    }
}

/// The frames of each scene. Where times overlap, the later scene hides the earlier one.
fn scene_frames(times: &Times<'_>, fps: u32) -> Vec<Range<u32>> {
    let scenes = &times.timeline().scenes;
    let mut frames: Vec<Range<u32>> =
        scenes.iter().map(|scene| frame_at(scene.t0, fps)..frame_at(scene.t1, fps)).collect();
    for index in (1..frames.len()).rev() {
        let next = frames[index].start;
        let frames = &mut frames[index - 1];
        frames.start = frames.start.min(next);
        frames.end = frames.end.clamp(frames.start, next);
    }
    frames
}

struct Builder<'a, 't> {
    expanded: &'a Expanded,
    times: &'a Times<'a>,
    look: &'a Look,
    text: &'t mut Typesetter,
    pictures: &'a Pictures,
    canvas: Size,
    fps: u32,
}

impl Builder<'_, '_> {
    fn scene(&mut self, index: usize, scene: &Scene, frames: Range<u32>) -> ScenePlan {
        let moments = Moments { times: self.times, scene: index, fps: self.fps };
        let project = &self.expanded.project;
        let parts = moments.parts(&scene.elements, &frames, true);
        let count: usize = parts.iter().map(|part| part.count).sum();
        let area = area(project, scene, self.look, self.canvas, safe_area(project));
        let pad = scene.layout.pad;
        let flow_area = Rect::new(
            area.x0 + pad,
            area.y0 + pad,
            (area.x1 - pad).max(area.x0 + pad),
            (area.y1 - pad).max(area.y0 + pad),
        );
        let mut maker = Maker {
            look: self.look,
            text: self.text,
            pictures: self.pictures,
            language: &project.meta.language,
            canvas: self.canvas,
            moments,
            tables: &self.expanded.tables,
            patience: PATIENCE.0 + PATIENCE.1 * count,
            known: HashMap::new(),
        };
        let hull = Hull {
            most: self.canvas,
            has_w: true,
            has_h: true,
            insets: Insets::new(
                flow_area.x0,
                flow_area.y0,
                self.canvas.width - flow_area.x1,
                self.canvas.height - flow_area.y1,
            ),
        };
        let Arranged { mut children, overflow, .. } = maker.arrange(&parts, &scene.layout, None, hull);
        centre(&mut children, &parts, &scene.layout, flow_area, self.canvas);
        let mut items = Items { moments, canvas: self.canvas, all: Vec::with_capacity(count) };
        items.add(&parts, children, Inside { parent: None, layer: None, rect: self.canvas.to_rect() });
        ScenePlan {
            id: scene.id.clone(),
            path: scene.path.clone(),
            frames,
            transition: scene.transition.clone(),
            backdrop: backdrop(scene, self.look, self.pictures, self.canvas),
            area: flow_area,
            overflow,
            items: items.all,
        }
    }
}

/// The items of a scene as they are put in painting order.
struct Items<'a> {
    moments: Moments<'a>,
    canvas: Size,
    all: Vec<Item>,
}

/// What elements are in.
#[derive(Clone, Copy)]
struct Inside {
    parent: Option<usize>,
    layer: Option<i32>,
    /// Its box on the canvas.
    rect: Rect,
}

impl Items<'_> {
    fn add(&mut self, parts: &[Part<'_>], mut placed: Vec<Placed>, inside: Inside) {
        placed.sort_by_key(|placed| parts[placed.index].element.common.layer);
        for Placed { index, rect, offset, in_flow, made } in placed {
            let part = &parts[index];
            let common = &part.element.common;
            let place = self.all.len();
            let pieces = made.body.pieces(&Clock::END);
            let corner = rect.origin() - offset;
            let moves = Moves::of(part, self.moments, &pieces, (inside.rect.size(), corner), self.canvas);
            let layer = inside.layer.unwrap_or(common.layer);
            let rect = rect + inside.rect.origin().to_vec2();
            self.all.push(Item {
                element: part.element.clone(),
                path: common.path.clone(),
                id: common.path.rsplit('.').next().unwrap_or_default().to_owned(),
                parent: inside.parent,
                end: place + 1,
                layer,
                frames: part.frames.clone(),
                rect,
                in_flow,
                body: made.body,
                measure: made.measure,
                moves,
            });
            self.add(&part.children, made.children, Inside { parent: Some(place), layer: Some(layer), rect });
            self.all[place].end = self.all.len();
        }
    }
}
