//! A line that is drawn along, over a few even numbers.

use std::sync::Arc;

use kurbo::{BezPath, Circle, CubicBez, ParamCurve, PathEl, Point, Rect, Shape, Size};

use super::along::along;
use super::grow::{Growing, Grows, reached};
use super::scale::Axis;
use super::sheet::Sheet;
use super::{bar, float, note_cut};
use crate::video::content::label::{Label, ease_out};
use crate::video::content::number::Style;
use crate::video::content::tone::mix;
use crate::video::content::{Built, Context};
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role as PieceRole};
use crate::video::layout::Measure;
use crate::video::project::model::element::{NumberFormat, TextAlign};

/// Width of the line, as a part of the size of values.
const LINE: f64 = 0.14;
/// Radius of the dot on a point, as a part of the size of values.
const DOT: f64 = 0.22;
/// Most points that each have a dot.
const MAX_DOTS: usize = 12;

/// Most values that are shown of more points: the first ones by weight.
const MAX_VALUES: usize = 5;

/// A value beside its point.
struct Mark {
    /// Where the point lies, as a part of the line's length from left to right or right to left.
    at: f64,
    label: Label,
    corner: Point,
}

struct Line {
    /// Cubic curves whose `x` grows evenly.
    curves: Vec<CubicBez>,
    points: Vec<Point>,
    colors: Vec<Rgba>,
    bottom: f64,
    color: Rgba,
    bg: Rgba,
    width: f64,
    dot: f64,
    still: Vec<Piece>,
    marks: Vec<Mark>,
}

pub(super) fn build(sheet: &Sheet, cx: &mut Context) -> Built {
    let size = sheet.upright();
    let count = sheet.points.len();
    let numbers = sheet.values();
    let axis = Axis::near(&numbers, sheet.chart.max);
    let dot = DOT * sheet.value.size;
    let gap = 0.45 * sheet.label.size;

    // The numbers along the axis stand before the lines that they name.
    let ticks = axis.ticks();
    let tick_style = Style::for_values(NumberFormat::Compact, &ticks).with_unit(&sheet.chart.unit);
    let mut tick = |value: &f64| sheet.label.set(cx, &tick_style.text(*value), None, Some(TextAlign::Left));
    let ticks: Vec<(f64, Label)> = ticks.iter().map(|value| (*value, tick(value))).collect();
    let tick_width = ticks.iter().map(|(_, label)| label.size().width).fold(0.0, f64::max);
    let tick_height = ticks.iter().map(|(_, label)| label.size().height).fold(0.0, f64::max);

    let left = tick_width + 1.5 * gap + dot;
    let right = (size.width - dot - gap).max(left + 1.0);
    let step = (right - left) / float(count.max(2) - 1);
    let label_height = sheet.label.set(cx, "0", None, None).size().height;
    let has_labels = sheet.points.iter().any(|point| !point.label.trim().is_empty());
    let value_height =
        if sheet.chart.values { sheet.value.size * sheet.value.line_height + dot } else { 0.0 };
    let top = value_height.max(tick_height / 2.0);
    let foot = if has_labels { label_height + 1.5 * gap } else { tick_height / 2.0 };
    let bottom = (size.height - foot).max(top + 1.0);
    let mirror = |x: f64| if sheet.rtl { size.width - x } else { x };
    let y = |value: f64| bottom - axis.place(value) * (bottom - top);
    let x = |index: usize| if count == 1 { f64::midpoint(left, right) } else { left + step * float(index) };
    let points: Vec<Point> =
        (0..count).map(|index| Point::new(mirror(x(index)), y(numbers[index]))).collect();

    let mut measure = Measure::default();
    let mut still = Vec::new();
    let hair = (0.05 * sheet.label.size).max(1.0);
    for (value, label) in &ticks {
        let (y, width) = (y(*value), label.size().width);
        let rect = Rect::new(mirror(tick_width + gap), y - hair / 2.0, mirror(size.width), y + hair / 2.0);
        still.push(bar(rect, hair / 2.0, if *value == 0.0 { sheet.axis() } else { sheet.grid() }));
        let x = if sheet.rtl { size.width - tick_width } else { tick_width - width };
        still.push(label.piece(Point::new(x, y - label.size().height / 2.0), 1.0));
        label.note(Point::new(x, y - label.size().height / 2.0), &mut measure);
    }
    if has_labels {
        let centers: Vec<f64> = points.iter().map(|point| point.x).collect();
        let shown = along(sheet, &centers, step, size.width, cx);
        note_cut(shown.iter().map(|(label, _)| label), step, &mut measure);
        for (label, x) in &shown {
            let at = Point::new(*x, size.height - label_height);
            still.push(label.piece(at, 1.0));
            label.note(at, &mut measure);
        }
    }
    let edge = mirror(tick_width + gap);
    let area = Rect::new(edge, 0.0, mirror(size.width), bottom).abs();
    let marks = values(sheet, &points, dot, area, cx);
    for mark in &marks {
        mark.label.note(mark.corner, &mut measure);
    }
    let line = Line {
        curves: smooth(&points),
        colors: (0..count).map(|index| dot_color(sheet, index)).collect(),
        points,
        bottom,
        color: sheet.given.first().copied().unwrap_or(sheet.accent),
        bg: sheet.bg,
        width: LINE * sheet.value.size,
        dot,
        still,
        marks,
    };
    Built { size, body: Growing::body(line, sheet.grows), measure }
}

fn dot_color(sheet: &Sheet, index: usize) -> Rgba {
    let line = sheet.given.first().copied().unwrap_or(sheet.accent);
    if sheet.stands_out(index) == Some(false) { mix(line, sheet.bg, 0.35) } else { line }
}

/// The values that can stand at their points without touching each other or the line.
fn values(sheet: &Sheet, points: &[Point], dot: f64, area: Rect, cx: &mut Context) -> Vec<Mark> {
    if !sheet.chart.values {
        return Vec::new();
    }
    let gap = 0.5 * dot;
    let mut taken: Vec<Rect> = Vec::new();
    let mut marks = Vec::new();
    let most = if points.len() > MAX_DOTS { MAX_VALUES } else { points.len() };
    for index in sheet.priority().into_iter().take(most) {
        let text = sheet.style.text(sheet.points[index].value);
        let label = sheet.value_type(index).set(cx, &text, None, Some(TextAlign::Left));
        let Size { width, height } = label.size();
        let point = points[index];
        let x = (point.x - width / 2.0).clamp(area.x0, (area.x1 - width).max(area.x0));
        let places = [point.y - dot - gap - height, point.y + dot + gap];
        let free = places.into_iter().map(|y| Rect::from_origin_size((x, y), label.size())).find(|rect| {
            let apart = rect.inflate(2.0 * gap, 0.0);
            let is_inside = rect.y0 >= area.y0 - 0.5 && rect.y1 <= area.y1;
            is_inside && !taken.iter().any(|other| other.overlaps(apart)) && !touches(points, *rect, dot)
        });
        if let Some(rect) = free {
            taken.push(rect);
            marks.push(Mark { at: along_line(points, index), label, corner: rect.origin() });
        }
    }
    marks
}

/// Whether the line through some points runs through a rectangle.
fn touches(points: &[Point], rect: Rect, dot: f64) -> bool {
    let rect = rect.inflate(0.0, dot * 0.25);
    points.windows(2).any(|pair| {
        let [from, to] = [pair[0], pair[1]];
        (0..=16).any(|step| rect.contains(from.lerp(to, f64::from(step) / 16.0)))
    })
}

/// Where a point lies along the line: 0 at the first, 1 at the last.
fn along_line(points: &[Point], index: usize) -> f64 {
    if points.len() < 2 { 0.0 } else { float(index) / float(points.len() - 1) }
}

/// Curves through points that never go beyond them: their slopes are those of Fritsch and Carlson's monotone cubic
/// interpolation. `x` grows evenly along each, so that a part of the line is a part of its time.
fn smooth(points: &[Point]) -> Vec<CubicBez> {
    let slopes: Vec<f64> =
        points.windows(2).map(|pair| (pair[1].y - pair[0].y) / (pair[1].x - pair[0].x)).collect();
    let tangent = |index: usize| match (
        index.checked_sub(1).and_then(|before| slopes.get(before)),
        slopes.get(index),
    ) {
        (Some(before), Some(after)) if before * after > 0.0 => 2.0 * before * after / (before + after),
        (Some(only), None) | (None, Some(only)) => *only,
        _ => 0.0,
    };
    let curve = |(index, pair): (usize, &[Point])| {
        let (from, to) = (pair[0], pair[1]);
        let third = (to.x - from.x) / 3.0;
        let c1 = Point::new(from.x + third, from.y + third * tangent(index));
        let c2 = Point::new(to.x - third, to.y - third * tangent(index + 1));
        CubicBez::new(from, c1, c2, to)
    };
    points.windows(2).enumerate().map(curve).collect()
}

impl Line {
    /// The line as far as it is drawn, and its end.
    fn drawn(&self, share: f64) -> Option<(BezPath, Point)> {
        let first = self.curves.first()?;
        let mut path = BezPath::new();
        path.move_to(first.p0);
        let mut end = first.p0;
        let done = share * float(self.curves.len());
        for (index, curve) in self.curves.iter().enumerate() {
            let part = (done - float(index)).clamp(0.0, 1.0);
            if part <= 0.0 {
                break;
            }
            let curve = if part < 1.0 { curve.subsegment(0.0..part) } else { *curve };
            path.curve_to(curve.p1, curve.p2, curve.p3);
            end = curve.p3;
        }
        Some((path, end))
    }

    /// What lies below the line, fading towards the axis.
    fn area(&self, line: &BezPath, end: Point) -> Ink {
        let mut path = line.clone();
        let start = self.points[0];
        path.push(PathEl::LineTo(Point::new(end.x, self.bottom)));
        path.push(PathEl::LineTo(Point::new(start.x, self.bottom)));
        path.close_path();
        let top = self.points.iter().map(|point| point.y).fold(self.bottom, f64::min);
        let colors = vec![self.color.faded(0.32), self.color.faded(0.0)];
        let paint = Paint::Linear { from: Point::new(0.0, top), to: Point::new(0.0, self.bottom), colors };
        Ink::Fill { path: Arc::new(path), paint }
    }

    fn dot(&self, at: Point, radius: f64, color: Rgba) -> Piece {
        let circle = |radius: f64| Circle::new(at, radius).to_path(0.05);
        let ring = Ink::fill(circle(radius + 0.45 * self.width), self.bg);
        Piece::new(PieceRole::Mark, vec![ring, Ink::fill(circle(radius), color)])
    }
}

impl Grows for Line {
    fn pieces(&self, passed: f64) -> Vec<Piece> {
        let share = ease_out(passed);
        let mut pieces = self.still.clone();
        let drawn = self.drawn(share);
        if let Some((path, end)) = &drawn {
            pieces.push(Piece::new(PieceRole::Mark, vec![self.area(path, *end)]));
            let (path, paint) = (Arc::new(path.clone()), Paint::Solid(self.color));
            pieces.push(Piece::new(PieceRole::Mark, vec![Ink::Stroke { path, paint, width: self.width }]));
        }
        // Without a line there is one point, and it is there from the beginning.
        let reached = |at: f64| reached(at, share);
        let count = self.points.len();
        for (index, (point, color)) in self.points.iter().zip(&self.colors).enumerate() {
            let is_there = reached(along_line(&self.points, index));
            let is_end = index + 1 == count;
            if is_there > 0.0 && (count <= MAX_DOTS || is_end) {
                pieces.push(self.dot(*point, self.dot * if is_end { 1.0 } else { 0.8 } * is_there, *color));
            }
        }
        if let Some((_, end)) = drawn.filter(|_| share < 1.0) {
            pieces.push(self.dot(end, self.dot, self.color));
        }
        for mark in &self.marks {
            let opacity = reached(mark.at);
            if opacity > 0.0 {
                pieces.push(mark.label.piece(mark.corner, opacity));
            }
        }
        pieces
    }
}
