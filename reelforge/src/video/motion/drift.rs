//! Continuous moves.

use std::f64::consts::TAU;

use kurbo::{Affine, Point, Size, Vec2};

use super::Pose;
use crate::video::project::model::Motion;

/// How much a slow zoom grows over its whole time.
const ZOOM: f64 = 0.08;
/// Seconds of one time up and down.
const FLOAT: f64 = 3.0;
/// Seconds of one beat.
const PULSE: f64 = 1.2;

/// A continuous move, `seconds` after it began and when the part `t` of its time has passed.
///
/// It stays small, since it goes on while things are read: a zoom grows by 8%, a pan goes 4% of the canvas' width, a
/// pulse beats by 3%, and the rest keeps within 1% of its shorter side.
pub fn drift(motion: Motion, seconds: f64, t: f64, canvas: Size) -> Pose {
    let t = t.clamp(0.0, 1.0);
    let side = canvas.min_side();
    let sized = |scale| Pose { scale, ..Pose::REST };
    let shifted = |x, y| Pose { shift: Vec2::new(x, y), ..Pose::REST };
    match motion {
        Motion::ZoomIn => sized(1.0 + ZOOM * t),
        Motion::ZoomOut => sized(1.0 + ZOOM * (1.0 - t)),
        Motion::PanLeft => shifted(0.04 * canvas.width * (0.5 - t), 0.0),
        Motion::PanRight => shifted(0.04 * canvas.width * (t - 0.5), 0.0),
        Motion::Float => shifted(0.0, -0.01 * side * (TAU * seconds / FLOAT).sin()),
        Motion::Pulse => sized(1.0 + 0.015 * (1.0 - (TAU * seconds / PULSE).cos())),
        Motion::Shake => {
            let [x, y] = shaken(seconds);
            shifted(0.006 * side * x, 0.006 * side * y)
        }
    }
}

/// A continuous move of what covers the canvas: enlarged so far that it covers it at all times.
pub fn drift_covering(motion: Motion, seconds: f64, t: f64, canvas: Size) -> Affine {
    let t = t.clamp(0.0, 1.0);
    let centre = Point::new(canvas.width / 2.0, canvas.height / 2.0);
    // So much there is beyond each edge of what is enlarged.
    let spare = Vec2::new(canvas.width, canvas.height) * (ZOOM / 2.0);
    let large = Affine::scale_about(1.0 + ZOOM, centre);
    let shifted = |x: f64, y: f64| Affine::translate((x * spare.x, y * spare.y)) * large;
    match motion {
        Motion::ZoomIn => Affine::scale_about(1.0 + ZOOM * t, centre),
        Motion::ZoomOut => Affine::scale_about(1.0 + ZOOM * (1.0 - t), centre),
        Motion::PanLeft => shifted(1.0 - 2.0 * t, 0.0),
        Motion::PanRight => shifted(2.0 * t - 1.0, 0.0),
        Motion::Float => shifted(0.0, -0.5 * (TAU * seconds / FLOAT).sin()),
        Motion::Pulse => {
            Affine::scale_about(1.0 + ZOOM / 4.0 * (1.0 - (TAU * seconds / PULSE).cos()), centre)
        }
        Motion::Shake => {
            let [x, y] = shaken(seconds);
            shifted(0.3 * x, 0.3 * y)
        }
    }
}

/// To and fro without a visible rhythm, from -1 to 1: the sum of two swings whose periods never meet.
fn shaken(seconds: f64) -> [f64; 2] {
    let swing = |a: f64, b: f64| f64::midpoint((TAU * a * seconds).sin(), (TAU * b * seconds).sin());
    [swing(7.3, 11.9), swing(8.9, 6.1)]
}
