//! A bar or ring that fills as time passes.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use kurbo::{Arc as Curve, BezPath, Circle, PathEl, Point, Rect, Shape, Size, Vec2};

use super::{Built, Context, Room};
use crate::video::ink::{Ink, Piece, Pieces, Rgba, Role};
use crate::video::layout::{Body, Clock, Live, Measure};
use crate::video::project::model::element::{Progress, ProgressSpan, ProgressStyle};
use crate::video::text::is_rtl;

/// Thickness of a bar as a part of the canvas's shorter side: 20 of 1080 pixels.
const BAR: f64 = 20.0 / 1080.0;
/// Diameter of a ring as a part of the canvas's shorter side.
const RING: f64 = 0.26;
/// Thickness of a ring as a part of its diameter.
const RING_LINE: f64 = 0.12;
/// How exactly curves are drawn, in pixels.
const TOLERANCE: f64 = 0.05;

/// Makes a bar or ring.
pub fn build(progress: &Progress, room: &Room, cx: &Context) -> Built {
    let short = cx.canvas.width.min(cx.canvas.height);
    let (size, thickness) = match progress.style {
        ProgressStyle::Bar => {
            let thickness = progress.thickness.or(room.h).unwrap_or(BAR * short).max(1.0);
            let size = Size::new(room.w.unwrap_or(room.max_w), room.h.unwrap_or(thickness));
            (size, thickness.min(size.height))
        }
        ProgressStyle::Ring => {
            let default = (RING * short).min(room.max_w).min(room.max_h);
            let w = room.w.or(room.h).unwrap_or(default);
            let size = Size::new(w, room.h.unwrap_or(w));
            let across = size.width.min(size.height);
            (size, progress.thickness.unwrap_or(RING_LINE * across).clamp(1.0, (across / 2.0).max(1.0)))
        }
    };
    // What goes with the whole video is read like a player's bar, which no language turns around.
    let from_right = progress.span != ProgressSpan::Video && is_rtl(cx.language);
    let live = Filling {
        style: progress.style,
        span: progress.span,
        range: [progress.from, progress.to],
        size,
        thickness,
        from_right,
        color: cx.look.color(&progress.color),
        track: cx.look.color(&progress.track),
    };
    Built { size, body: Body::Live(Arc::new(live)), measure: Measure::default() }
}

/// A bar or ring on its way.
struct Filling {
    style: ProgressStyle,
    span: ProgressSpan,
    range: [f64; 2],
    size: Size,
    thickness: f64,
    from_right: bool,
    color: Rgba,
    track: Rgba,
}

impl Live for Filling {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let passed = match self.span {
            ProgressSpan::Element => clock.element,
            ProgressSpan::Scene => clock.scene,
            ProgressSpan::Video => clock.video,
        };
        let [from, to] = self.range;
        let share = (from + (to - from) * passed.clamp(0.0, 1.0)).clamp(0.0, 1.0);
        let paths = match self.style {
            ProgressStyle::Bar => self.bar(share),
            ProgressStyle::Ring => self.ring(share),
        };
        let [track, full] = paths;
        let full = full.map(|path| Piece::new(Role::Mark, vec![Ink::fill(path, self.color)]));
        [Some(Piece::new(Role::Mark, vec![Ink::fill(track.unwrap_or_default(), self.track)])), full]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl Filling {
    /// The track, and how much of it is full.
    fn bar(&self, share: f64) -> [Option<BezPath>; 2] {
        let top = (self.size.height - self.thickness) / 2.0;
        let track = Rect::new(0.0, top, self.size.width, top + self.thickness);
        let radius = (self.thickness / 2.0).min(self.size.width / 2.0);
        let width = share * track.width();
        let mut full = if width >= 2.0 * radius {
            Rect { x1: width, ..track }.to_rounded_rect(radius).to_path(TOLERANCE)
        } else {
            lens(width, radius, track.center().y)
        };
        if self.from_right {
            full.apply_affine(kurbo::Affine::new([-1.0, 0.0, 0.0, 1.0, self.size.width, 0.0]));
        }
        [Some(track.to_rounded_rect(radius).to_path(TOLERANCE)), (width > 0.0).then_some(full)]
    }

    fn ring(&self, share: f64) -> [Option<BezPath>; 2] {
        let center = Point::new(self.size.width / 2.0, self.size.height / 2.0);
        let outer = center.x.min(center.y);
        let full = (share > 0.0).then(|| band(center, outer, self.thickness, share));
        let full = full.map(|mut path| {
            if self.from_right {
                path.apply_affine(kurbo::Affine::new([-1.0, 0.0, 0.0, 1.0, self.size.width, 0.0]));
            }
            path
        });
        [Some(band(center, outer, self.thickness, 1.0)), full]
    }
}

/// What the left end of a bar shows while it is less than its two round ends wide: where the circle of the left end
/// and that of the right one cover each other.
fn lens(width: f64, radius: f64, y: f64) -> BezPath {
    let half = (1.0 - width / (2.0 * radius)).clamp(0.0, 1.0).acos();
    // Each of the two arcs bulges away from the middle between the circles' centres.
    let right = Curve::new((width - radius, y), (radius, radius), -half, 2.0 * half, 0.0);
    let left = Curve::new((radius, y), (radius, radius), PI - half, 2.0 * half, 0.0);
    let mut path = right.to_path(TOLERANCE);
    path.extend(left.append_iter(TOLERANCE));
    path.close_path();
    path
}

/// A ring, or the part of it that begins at the top and goes clockwise, with round ends.
fn band(center: Point, outer: f64, thickness: f64, share: f64) -> BezPath {
    let inner = (outer - thickness).max(0.0);
    if share >= 1.0 {
        let mut ring = Circle::new(center, outer).to_path(TOLERANCE);
        ring.extend(Circle::new(center, inner).to_path(TOLERANCE).reverse_subpaths());
        return ring;
    }
    let (start, sweep, middle) = (-PI / 2.0, share * TAU, f64::midpoint(outer, inner));
    let at = |angle: f64| center + middle * Vec2::from_angle(angle);
    let round = Vec2::new(thickness / 2.0, thickness / 2.0);
    let mut path = Curve::new(center, (outer, outer), start, sweep, 0.0).to_path(TOLERANCE);
    path.extend(Curve::new(at(start + sweep), round, start + sweep, PI, 0.0).append_iter(TOLERANCE));
    path.extend(Curve::new(center, (inner, inner), start + sweep, -sweep, 0.0).append_iter(TOLERANCE));
    path.extend(Curve::new(at(start), round, start + PI, PI, 0.0).append_iter(TOLERANCE));
    path.push(PathEl::ClosePath);
    path
}
