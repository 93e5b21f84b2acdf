//! How good places are: what fits, is in line, moves little, reads from top to bottom and stands out.

use std::sync::Arc;

use kurbo::{Rect, Vec2};

use super::grid::Grid;
use crate::video::layout::{Backdrop, Item, captions_band};
use crate::video::paint::{Image, Painter, Precision};
use crate::video::pictures::Pictures;
use crate::video::platform;
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;
use crate::video::suggest::idea::{set, unset};
use crate::video::suggest::view::{View, count};
use crate::video::theme::Look;

/// Frames of an element's time that are looked at.
const LOOKS: usize = 24;
/// How much the brightness of a cell may vary for text to stand out from it: standard deviation, of 255.
const BUSY: f64 = 40.0;
/// Pixels of a cell's side that are painted.
const CELL_PIXELS: f64 = 4.0;
/// Cells by which an edge may be off a line and still be near it.
const NEAR_LINE: f64 = 3.0;
/// A contrast from which more of it is no better.
const CLEAR: f64 = 7.0;

/// The weights of the parts of a score.
const WEIGHTS: [f64; 5] = [0.35, 0.2, 0.2, 0.15, 0.1];

/// A scene whose elements are to be placed.
pub(super) struct Scene {
    /// What moves, in the order of the list.
    pub(super) movers: Vec<Mover>,
    /// What stays.
    stays: Vec<Stay>,
    /// What can be used at all: without what platforms and captions cover.
    base: Grid,
    area: Rect,
    canvas: Rect,
    cells: Option<Brightness>,
}

/// An element that moves.
#[derive(Debug, Clone)]
pub(super) struct Mover {
    pub(super) id: String,
    pub(super) path: String,
    /// Its place in painting order.
    order: usize,
    /// The frames that show it.
    frames: std::ops::Range<u32>,
    /// What it covers now.
    pub(super) ink: Rect,
    /// Its own box now.
    rect: Rect,
    is_text: bool,
    /// The brightness of its text, linear, 0 to 1.
    text: Option<f64>,
    /// Its lines break; it keeps its width when it leaves the flow.
    keeps_width: bool,
    has: Vec<&'static str>,
}

/// An element that stays.
#[derive(Debug, Clone)]
struct Stay {
    order: usize,
    frames: std::ops::Range<u32>,
    /// What it covers while it is shown.
    cover: Vec<Rect>,
    ink: Rect,
}

/// An element at a place, with the parts of the score that depend on nothing else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placed {
    /// Index of the mover.
    pub(super) mover: usize,
    /// What it covers there.
    pub(super) rect: Rect,
    still: f64,
    contrast: f64,
}

/// The edits that put an element at a place.
pub(super) struct Place {
    pub(super) mover: Mover,
    pub(super) rect: Rect,
}

impl Place {
    pub(super) fn ops(&self, view: &View) -> Vec<Op> {
        let Mover { path, ink, rect, .. } = &self.mover;
        let by = self.rect.origin() - ink.origin();
        let to = rect.origin() + by;
        let mut ops: Vec<Op> = self.mover.has.iter().map(|key| unset(format!("{path}.{key}"))).collect();
        ops.push(set(format!("{path}.x"), to.x.round()));
        ops.push(set(format!("{path}.y"), to.y.round()));
        if self.mover.keeps_width && !view.has(&format!("{path}.w")) {
            ops.push(set(format!("{path}.w"), rect.width().ceil()));
        }
        ops
    }
}

/// The parts of a score, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Score {
    fit: f64,
    line: f64,
    still: f64,
    order: f64,
    contrast: f64,
}

impl Score {
    fn parts(self) -> [f64; 5] {
        [self.fit, self.line, self.still, self.order, self.contrast]
    }

    pub(super) fn total(self) -> f64 {
        self.parts().iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum()
    }

    /// What speaks for it, the strongest first.
    pub(super) fn why(self) -> String {
        let told = [
            (self.fit, "everything fits into free space"),
            (self.line, "edges are in line"),
            (self.still, "it moves little"),
            (self.order, "it reads from top to bottom"),
            (self.contrast, "it stands out from what is behind"),
        ];
        let mut good: Vec<(f64, &str)> = told.into_iter().filter(|(part, _)| *part >= 0.8).collect();
        good.sort_by(|a, b| b.0.total_cmp(&a.0));
        match &good[..] {
            [] => "it is the best that is free".to_owned(),
            good => good.iter().take(3).map(|(_, text)| *text).collect::<Vec<_>>().join(", "),
        }
    }
}

impl Scene {
    /// A scene in which the items with these indexes move.
    pub(super) fn of(view: &View, index: usize, moving: &[usize], pictures: &Arc<Pictures>) -> Self {
        let scene = &view.plan.scenes[index];
        let canvas = view.plan.canvas.to_rect();
        let safe = platform::safe_area(&view.project);
        let look = Look::of(&view.project);
        let mut base = Grid::new(view.plan.canvas);
        let occluders = platform::occluders(&view.project);
        for occluder in &occluders {
            base.take(occluder.rect);
        }
        if occluders.is_empty() {
            base.take_outside(safe);
        }
        if let Some((_, band)) = captions_band(&view.project, &view.project.scenes[index], &look, safe) {
            base.take(band);
        }
        let base_items = (0..scene.items.len()).filter(|at| {
            let item = &scene.items[*at];
            item.parent.is_none() && item.layer == 0
        });
        let (mut movers, mut stays) = (Vec::new(), Vec::new());
        for at in base_items {
            let item = &scene.items[at];
            let cover = cover(view, index, at);
            let Some(ink) = cover.last().copied() else { continue };
            if moving.contains(&at) {
                movers.push(Mover::of(view, item, at, ink));
            } else {
                // What fills the canvas lies behind everything on purpose.
                let is_backdrop = ink.intersect(canvas).area() >= 0.95 * canvas.area();
                let cover = if is_backdrop { Vec::new() } else { cover };
                stays.push(Stay { order: at, frames: item.frames.clone(), cover, ink });
            }
        }
        let cells = Brightness::of(view, index, &base, pictures);
        Self { movers, stays, base, area: scene.area.intersect(safe), canvas, cells }
    }

    /// Pixels of a cell of the grid.
    pub(super) fn cell(&self) -> f64 {
        self.base.cell
    }

    /// Where everything is now.
    pub(super) fn now(&self) -> Vec<Placed> {
        self.movers.iter().enumerate().map(|(mover, it)| self.placed(mover, it.ink)).collect()
    }

    /// A mover at a place.
    pub(super) fn placed(&self, mover: usize, rect: Rect) -> Placed {
        let it = &self.movers[mover];
        let far = (rect.center() - it.ink.center()).hypot();
        let whole = Vec2::new(self.canvas.width(), self.canvas.height()).hypot();
        Placed { mover, rect, still: 1.0 - (far / whole).min(1.0), contrast: self.contrast(it, rect) }
    }

    /// The free rectangles for a mover over its whole time, when some of the others have their places.
    pub(super) fn free(&self, mover: usize, placed: &[Placed]) -> Vec<Rect> {
        let it = &self.movers[mover];
        let mut grid = self.base.clone();
        for stay in self.stays.iter().filter(|stay| overlap(&stay.frames, &it.frames)) {
            for rect in &stay.cover {
                grid.take(*rect);
            }
        }
        for other in placed.iter().filter(|other| overlap(&self.movers[other.mover].frames, &it.frames)) {
            grid.take(other.rect);
        }
        if it.is_text
            && let Some(cells) = &self.cells
        {
            cells.hard(it.text, |row, column| grid.take_cell(row, column));
        }
        grid.free()
    }

    /// Places inside of a free rectangle that are worth a try, by their top left corner.
    pub(super) fn spots(&self, mover: usize, free: Rect) -> Vec<Rect> {
        let size = self.movers[mover].ink.size();
        let (rx, ry) = (free.width() - size.width, free.height() - size.height);
        if rx < -1e-6 || ry < -1e-6 {
            return Vec::new();
        }
        let ink = self.movers[mover].ink;
        let along = |from: f64, room: f64, length: f64, lines: [f64; 3], now: f64| {
            let end = from + room.max(0.0);
            let [start, middle, last] = lines;
            let mut all = vec![
                from,
                end,
                f64::midpoint(from, end),
                start.clamp(from, end),
                (middle - length / 2.0).clamp(from, end),
                (last - length).clamp(from, end),
                now.clamp(from, end),
            ];
            all.sort_by(f64::total_cmp);
            all.dedup_by(|a, b| (*a - *b).abs() < 1.0);
            all
        };
        let xs = along(free.x0, rx, size.width, [self.area.x0, self.area.center().x, self.area.x1], ink.x0);
        let ys = along(free.y0, ry, size.height, [self.area.y0, self.area.center().y, self.area.y1], ink.y0);
        xs.iter()
            .flat_map(|x| ys.iter().map(move |y| Rect::from_origin_size((x.round(), y.round()), size)))
            .collect()
    }

    /// How good places are.
    pub(super) fn score(&self, placed: &[Placed]) -> Score {
        let fit = mean(placed, |one| self.fit(one, placed));
        Score { fit, ..self.score_of_free(placed) }
    }

    /// How good places are that were taken from free rectangles, one after the other: each of them fits, since what came
    /// later was put where the earlier ones are not.
    pub(super) fn score_of_free(&self, placed: &[Placed]) -> Score {
        Score {
            fit: 1.0,
            line: mean(placed, |one| self.line(one, placed)),
            still: mean(placed, |one| one.still),
            order: self.order(placed),
            contrast: mean(placed, |one| one.contrast),
        }
    }

    /// How much of an element lies where it is free.
    fn fit(&self, one: &Placed, placed: &[Placed]) -> f64 {
        let others: Vec<Placed> = placed.iter().filter(|other| other.mover != one.mover).copied().collect();
        let area = one.rect.area().max(1.0);
        let most = self.free(one.mover, &others).into_iter().map(|free| free.intersect(one.rect).area());
        (most.fold(0.0, f64::max) / area).min(1.0)
    }

    /// How near its edges and middles are to margins, middles and other elements.
    fn line(&self, one: &Placed, placed: &[Placed]) -> f64 {
        let others = placed.iter().filter(|other| other.mover != one.mover).map(|other| other.rect);
        let rects: Vec<Rect> =
            others.chain(self.stays.iter().map(|stay| stay.ink)).chain([self.area, self.canvas]).collect();
        let near = |lines: [f64; 3], all: &dyn Fn(&Rect) -> [f64; 3]| {
            let off = rects.iter().flat_map(|rect| {
                let own = all(rect);
                (0..3).map(move |at| (lines[at] - own[at]).abs())
            });
            1.0 - (off.fold(f64::INFINITY, f64::min) / (NEAR_LINE * self.base.cell)).min(1.0)
        };
        let x = |rect: &Rect| [rect.x0, rect.center().x, rect.x1];
        let y = |rect: &Rect| [rect.y0, rect.center().y, rect.y1];
        f64::midpoint(near(x(&one.rect), &x), near(y(&one.rect), &y))
    }

    /// The share of pairs that stand from top to bottom as they are in the list.
    fn order(&self, placed: &[Placed]) -> f64 {
        let moved = placed.iter().map(|one| {
            let it = &self.movers[one.mover];
            (it.order, &it.frames, one.rect)
        });
        let stays = self.stays.iter().filter(|stay| !stay.cover.is_empty());
        let mut all: Vec<_> = moved.chain(stays.map(|stay| (stay.order, &stay.frames, stay.ink))).collect();
        all.sort_by_key(|(order, ..)| *order);
        let (mut pairs, mut right) = (0.0, 0.0);
        for (at, (_, frames, above)) in all.iter().enumerate() {
            for (.., below) in all[at + 1..].iter().filter(|(_, others, _)| overlap(frames, others)) {
                pairs += 1.0;
                right += f64::from(u8::from(above.center().y <= below.center().y + 1.0));
            }
        }
        if pairs > 0.0 { right / pairs } else { 1.0 }
    }

    fn contrast(&self, it: &Mover, rect: Rect) -> f64 {
        let Some(cells) = self.cells.as_ref() else { return 1.0 };
        let (columns, rows) = self.base.touched(rect);
        let seen = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let each: Vec<f64> = seen.map(|(row, column)| cells.clear(it.text, row, column)).collect();
        each.iter().sum::<f64>() / count(each.len().max(1))
    }
}

impl Mover {
    fn of(view: &View, item: &Item, order: usize, ink: Rect) -> Self {
        let path = item.path.clone();
        let has = ["pin", "offset"].into_iter().filter(|key| view.has(&format!("{path}.{key}"))).collect();
        let is_text = matches!(item.element.kind, Kind::Text(_) | Kind::List(_) | Kind::Counter(_));
        let has_panel = match &item.element.kind {
            Kind::Text(text) => text.style.fill.is_some(),
            Kind::List(list) => list.style.fill.is_some(),
            Kind::Counter(counter) => counter.style.fill.is_some(),
            _ => false,
        };
        Self {
            id: item.id.clone(),
            order,
            frames: item.frames.clone(),
            ink,
            rect: item.rect,
            is_text: is_text && !has_panel,
            text: item.measure.color.map(|color| luminance([color.0[0], color.0[1], color.0[2]])),
            keeps_width: is_text
                && (item.in_flow || !has_place(&item.element))
                && item.measure.lines.len() > 1,
            has,
            path,
        }
    }
}

fn has_place(element: &crate::video::project::model::Element) -> bool {
    element.common.x.is_some() || element.common.y.is_some()
}

/// What an item covers on the canvas at some of its frames; last where it has come to rest.
fn cover(view: &View, scene: usize, item: usize) -> Vec<Rect> {
    let frames = view.plan.scenes[scene].items[item].frames.clone();
    let step = (frames.len() / LOOKS).max(1);
    let at = |number: u32| {
        let stage = view.plan.frame(number).stages.pop().filter(|stage| stage.scene == scene)?;
        let node = stage.nodes.iter().find(|node| node.item == item)?;
        (!node.ink.is_zero_area() && node.visible_opacity > 0.15).then_some((node.phase, node.ink))
    };
    let mut seen: Vec<_> = frames.rev().step_by(step).filter_map(at).collect();
    // Where it comes to rest counts as its place; of those the last frame.
    let rest = seen.iter().position(|(phase, _)| *phase == crate::video::layout::Phase::Settled).unwrap_or(0);
    if !seen.is_empty() {
        let rest = seen.remove(rest);
        seen.push(rest);
    }
    let mut rects: Vec<Rect> = seen.into_iter().map(|(_, ink)| ink).collect();
    let last = rects.pop();
    rects.dedup();
    rects.into_iter().chain(last).collect()
}

fn mean(placed: &[Placed], of: impl Fn(&Placed) -> f64) -> f64 {
    placed.iter().map(of).sum::<f64>() / count(placed.len().max(1))
}

fn overlap(a: &std::ops::Range<u32>, b: &std::ops::Range<u32>) -> bool {
    a.start < b.end && b.start < a.end
}

/// The brightness of what lies behind a scene's elements, cell by cell.
struct Brightness {
    columns: usize,
    /// Mean of the relative luminance, 0 to 1, and the deviation of the luma, of 255.
    cells: Vec<(f64, f64)>,
}

impl Brightness {
    /// None of a scene behind which there is one colour.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a small picture")]
    fn of(view: &View, index: usize, grid: &Grid, pictures: &Arc<Pictures>) -> Option<Self> {
        let scene = &view.plan.scenes[index];
        let Backdrop::Picture { .. } = scene.backdrop else { return None };
        let number = scene.frames.start + (scene.frames.end - scene.frames.start) / 2;
        let mut frame = view.plan.frame(number);
        frame.stages.iter_mut().for_each(|stage| stage.nodes.clear());
        frame.captions = None;
        let scale = CELL_PIXELS / grid.cell;
        let mut painter = Painter::new(view.plan.canvas, scale, Arc::clone(pictures), Precision::Fastest);
        let image = Image::of(painter.paint(&view.plan, &frame));
        let side = CELL_PIXELS as u32;
        let mut cells = Vec::with_capacity(grid.columns * grid.rows);
        for row in 0..grid.rows as u32 {
            for column in 0..grid.columns as u32 {
                let spots =
                    (0..side).flat_map(|y| (0..side).map(move |x| (column * side + x, row * side + y)));
                let inside = spots.filter(|(x, y)| *x < image.width() && *y < image.height());
                let pixels: Vec<[u8; 3]> = inside.map(|(x, y)| image.pixel(x, y)).collect();
                cells.push(statistics(&pixels));
            }
        }
        Some(Self { columns: grid.columns, cells })
    }

    /// The cells from which a text does not stand out.
    fn hard(&self, text: Option<f64>, mut take: impl FnMut(usize, usize)) {
        for (at, (mean, deviation)) in self.cells.iter().enumerate() {
            let is_low = text.is_some_and(|text| contrast(text, *mean) < 3.0);
            if *deviation > BUSY || is_low {
                take(at / self.columns, at % self.columns);
            }
        }
    }

    /// How well something stands out from a cell, 0 to 1.
    fn clear(&self, text: Option<f64>, row: usize, column: usize) -> f64 {
        let Some((mean, deviation)) = self.cells.get(row * self.columns + column) else { return 0.0 };
        let calm = 1.0 - (deviation / (2.0 * BUSY)).min(1.0);
        text.map_or(calm, |text| f64::midpoint(calm, (contrast(text, *mean) / CLEAR).min(1.0)))
    }
}

fn statistics(pixels: &[[u8; 3]]) -> (f64, f64) {
    let count = count(pixels.len().max(1));
    let luma = |[r, g, b]: &[u8; 3]| 0.2126 * f64::from(*r) + 0.7152 * f64::from(*g) + 0.0722 * f64::from(*b);
    let mean = pixels.iter().map(luma).sum::<f64>() / count;
    let variance = pixels.iter().map(|pixel| (luma(pixel) - mean).powi(2)).sum::<f64>() / count;
    (pixels.iter().map(|pixel| luminance(*pixel)).sum::<f64>() / count, variance.sqrt())
}

/// Relative luminance of WCAG 2.
fn luminance(color: [u8; 3]) -> f64 {
    let linear = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: f64, b: f64) -> f64 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
