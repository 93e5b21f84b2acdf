//! Drawn shapes.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Ellipse, Point, Rect, Shape as _, Size, SvgParseError, Vec2};

use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role};
use crate::video::layout::{Body, Measure};
use crate::video::project::model::element::{Common, Shape, ShapeKind};
use crate::video::project::model::{Color, Length};

/// Side of a shape without `w` and `h`, as a part of the canvas's shorter side.
const SIDE: f64 = 240.0 / 1080.0;
/// Width of a line without `stroke_width`, in pixels.
const LINE: f64 = 4.0;
/// Length of an arrow's head: so many times its line's width, and some pixels, at most a part of the whole.
const HEAD: (f64, f64, f64) = (3.2, 14.0, 0.5);
/// Half of the angle of an arrow's head, in degrees.
const HEAD_ANGLE: f64 = 32.0;
/// How exactly curves are drawn, in pixels.
const TOLERANCE: f64 = 0.05;

/// Makes a shape. Without any colour it has `$accent`.
pub fn build(shape: &Shape, common: &Common, room: &Room, cx: &Context) -> Built {
    let (size, inks) = match shape.shape {
        ShapeKind::Line | ShapeKind::Arrow => line(shape, common, room, cx),
        ShapeKind::Rect | ShapeKind::Circle => area(shape, room, cx),
        ShapeKind::Path => path(shape, room, cx),
    };
    let body = Body::Still(Arc::new([Piece::new(Role::Mark, inks)]));
    Built { size, body, measure: Measure::default() }
}

fn accent(cx: &Context) -> Rgba {
    cx.look.color(&Color::Token("accent".to_owned()))
}

/// Side of a shape that says none.
fn usual(room: &Room, cx: &Context) -> f64 {
    (SIDE * cx.canvas.width.min(cx.canvas.height)).min(room.max_w)
}

/// What fills a shape with an inside, and the colour and width of its outline.
fn paints(shape: &Shape, cx: &Context) -> (Option<Paint>, Option<(Paint, f64)>) {
    let width = shape.stroke_width.unwrap_or(LINE);
    let stroke = shape.stroke.as_ref().filter(|_| width > 0.0);
    let stroke = stroke.map(|color| (Paint::Solid(cx.look.color(color)), width));
    let fill = match &shape.fill {
        Some(color) => Some(cx.look.color(color)),
        None => stroke.is_none().then(|| accent(cx)),
    };
    (fill.map(Paint::Solid), stroke)
}

fn inks(outline: BezPath, (fill, stroke): (Option<Paint>, Option<(Paint, f64)>)) -> Vec<Ink> {
    let path = Arc::new(outline);
    let fill = fill.map(|paint| Ink::Fill { path: Arc::clone(&path), paint });
    let stroke = stroke.map(|(paint, width)| Ink::Stroke { path, paint, width });
    fill.into_iter().chain(stroke).collect()
}

/// A rectangle or ellipse. Its outline lies within its box.
fn area(shape: &Shape, room: &Room, cx: &Context) -> (Size, Vec<Ink>) {
    let w = room.w.or(room.h).unwrap_or_else(|| usual(room, cx));
    let size = Size::new(w, room.h.unwrap_or(w));
    let paints = paints(shape, cx);
    let inset = paints.1.as_ref().map_or(0.0, |(_, width)| width / 2.0).min(size.min_side() / 2.0);
    let rect = size.to_rect().inset(-inset);
    let outline = if shape.shape == ShapeKind::Circle {
        Ellipse::from_rect(rect).to_path(TOLERANCE)
    } else {
        let radius = (shape.radius - inset).clamp(0.0, rect.width().min(rect.height()).max(0.0) / 2.0);
        if radius > 0.0 { rect.to_rounded_rect(radius).to_path(TOLERANCE) } else { rect.to_path(TOLERANCE) }
    };
    (size, inks(outline, paints))
}

/// A line or arrow: from its place to `to`, or along the longer side of its box.
fn line(shape: &Shape, common: &Common, room: &Room, cx: &Context) -> (Size, Vec<Ink>) {
    let color = shape.stroke.as_ref().or(shape.fill.as_ref());
    let paint = Paint::Solid(color.map_or_else(|| accent(cx), |color| cx.look.color(color)));
    let (size, from, to, width);
    if let Some(end) = &shape.to {
        width = shape.stroke_width.unwrap_or(LINE);
        // Both are places on the canvas or in the group; without one of its own, `to` counts from where the element stands.
        let start = [common.x, common.y].map(|place| place.unwrap_or(Length::Px(0.0)));
        let place = |[x, y]: [Length; 2]| Point::new(px(x, room.ground.width), px(y, room.ground.height));
        let way = place(*end) - place(start);
        (from, to) = (Point::ZERO, way.to_point());
        size = Size::new(way.x.max(0.0), way.y.max(0.0));
    } else {
        let is_upright = matches!((room.w, room.h), (w, Some(h)) if w.is_none_or(|w| w < h));
        let (long, short) = if is_upright { (room.h, room.w) } else { (room.w, room.h) };
        let long = long.unwrap_or_else(|| usual(room, cx));
        // A line is as thick as its box, an arrow needs some of it for its head.
        let thick = short.filter(|_| shape.shape == ShapeKind::Line);
        width = shape.stroke_width.or(thick).unwrap_or(LINE).min(long);
        let short =
            short.unwrap_or(if shape.shape == ShapeKind::Line { width } else { head_width(width, long) });
        let (begin, end) =
            (Point::new(width / 2.0, short / 2.0), Point::new(long - width / 2.0, short / 2.0));
        let turned = |point: Point| if is_upright { Point::new(point.y, point.x) } else { point };
        (from, to) = (turned(begin), turned(end));
        size = if is_upright { Size::new(short, long) } else { Size::new(long, short) };
    }
    if width <= 0.0 {
        return (size, Vec::new());
    }
    let mut drawn = BezPath::new();
    drawn.move_to(from);
    drawn.line_to(to);
    if shape.shape == ShapeKind::Arrow && from != to {
        let back = from - to;
        let arm = back.normalize() * head_length(width, back.hypot());
        for angle in [HEAD_ANGLE, -HEAD_ANGLE] {
            let end = to + Vec2::from_angle(arm.atan2() + angle.to_radians()) * arm.hypot();
            if angle > 0.0 {
                drawn.move_to(end);
                drawn.line_to(to);
            } else {
                drawn.line_to(end);
            }
        }
    }
    (size, vec![Ink::Stroke { path: Arc::new(drawn), paint, width }])
}

fn head_length(width: f64, whole: f64) -> f64 {
    (HEAD.0 * width + HEAD.1).min(HEAD.2 * whole)
}

/// How wide an arrow's head is, with its line.
fn head_width(width: f64, whole: f64) -> f64 {
    2.0 * head_length(width, whole) * HEAD_ANGLE.to_radians().sin() + width
}

fn px(length: Length, whole: f64) -> f64 {
    match length {
        Length::Px(px) => px,
        Length::Percent(percent) => percent / 100.0 * whole,
    }
}

/// An outline by SVG path data, from the top left corner of what it covers. `w` and `h` stretch it; one of them alone
/// keeps its shape.
fn path(shape: &Shape, room: &Room, cx: &Context) -> (Size, Vec<Ink>) {
    let Ok(outline) = outline(shape.d.as_deref().unwrap_or_default()) else {
        return (Size::new(room.w.unwrap_or(0.0), room.h.unwrap_or(0.0)), Vec::new());
    };
    let covered = outline.bounding_box();
    let paints = paints(shape, cx);
    let line = paints.1.as_ref().map_or(0.0, |(_, width)| *width);
    // The outline of the outline lies within the box too.
    let scale = |wanted: Option<f64>, natural: f64| {
        wanted.filter(|_| natural > 0.0).map(|wanted| (wanted - line).max(0.0) / natural)
    };
    let (x, y) = (scale(room.w, covered.width()), scale(room.h, covered.height()));
    let (x, y) = (x.or(y).unwrap_or(1.0), y.or(x).unwrap_or(1.0));
    let corner = Vec2::new(line, line) / 2.0;
    let place = Affine::translate(corner)
        * Affine::scale_non_uniform(x, y)
        * Affine::translate(-covered.origin().to_vec2());
    let drawn = Size::new(covered.width() * x + line, covered.height() * y + line);
    let size = Size::new(room.w.unwrap_or(drawn.width), room.h.unwrap_or(drawn.height));
    (size, inks(place * outline, paints))
}

/// The outline that SVG path data describes, or what is wrong with it.
pub fn outline(data: &str) -> Result<BezPath, String> {
    let outline = BezPath::from_svg(data).map_err(|error| match error {
        SvgParseError::Wrong => "a number is missing or cannot be read".to_owned(),
        SvgParseError::UnexpectedEof => "it ends too early".to_owned(),
        SvgParseError::UnknownCommand(letter) => format!("there is no command `{letter}`"),
        SvgParseError::UninitializedPath => "it has to begin with `M`".to_owned(),
        other => other.to_string(),
    })?;
    if outline.elements().is_empty() {
        return Err("it draws nothing".to_owned());
    }
    let covered: Rect = outline.bounding_box();
    if !covered.is_finite() || covered.width().max(covered.height()) > 1.0e6 {
        return Err("it reaches too far".to_owned());
    }
    Ok(outline)
}
