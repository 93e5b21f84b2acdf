//! Paces.

use std::f64::consts::PI;

use crate::video::project::model::{Ease, EaseName};

/// How far a move is when the part `t` of its time has passed, both from 0 to 1. It is 0 at 0 and 1 at 1, whatever the
/// pace; `back`, `spring` and cubic curves may lie outside of that range in between.
pub fn eased(ease: Ease, t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    match ease {
        // The ends are exact: what has arrived does not move.
        _ if t <= 0.0 => 0.0,
        _ if t >= 1.0 => 1.0,
        Ease::Named(EaseName::Linear) => t,
        Ease::Named(EaseName::In) => t.powi(3),
        Ease::Named(EaseName::Out) => 1.0 - (1.0 - t).powi(3),
        Ease::Named(EaseName::InOut) if t < 0.5 => 4.0 * t.powi(3),
        Ease::Named(EaseName::InOut) => 1.0 - (2.0 - 2.0 * t).powi(3) / 2.0,
        Ease::Named(EaseName::Back) => back(t),
        Ease::Named(EaseName::Bounce) => bounce(t),
        Ease::Named(EaseName::Spring) => 1.0 - (1.0 - t) * (-5.0 * t).exp() * (3.0 * PI * t).cos(),
        Ease::Cubic(points) => cubic(points, t),
    }
}

/// A tenth past the end, and back.
fn back(t: f64) -> f64 {
    const PAST: f64 = 1.701_58;
    let left = t - 1.0;
    1.0 + (PAST + 1.0) * left.powi(3) + PAST * left.powi(2)
}

/// Falls to the end, and bounces three times, each time a quarter as high.
fn bounce(t: f64) -> f64 {
    const GRAVITY: f64 = 7.5625;
    // Where each bounce has its top, and how far below the end it begins and ends to fall.
    let (top, lost) = match t * 2.75 {
        s if s < 1.0 => (0.0, 0.0),
        s if s < 2.0 => (1.5, 0.75),
        s if s < 2.5 => (2.25, 0.9375),
        _ => (2.625, 0.984_375),
    };
    GRAVITY * (t - top / 2.75).powi(2) + lost
}

/// A cubic curve from (0, 0) to (1, 1) with two control points, as in CSS.
fn cubic([x1, y1, x2, y2]: [f64; 4], t: f64) -> f64 {
    let at = |a: f64, b: f64, s: f64| {
        let r = 1.0 - s;
        3.0 * r * r * s * a + 3.0 * r * s * s * b + s * s * s
    };
    // Time runs forwards only between 0 and 1; further out than ten times the way nothing is seen anyway.
    let (x1, x2) = (x1.clamp(0.0, 1.0), x2.clamp(0.0, 1.0));
    let (y1, y2) = (y1.clamp(-10.0, 10.0), y2.clamp(-10.0, 10.0));
    // The time grows with `s`, so halving finds it; 40 steps are finer than a float needs here.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if at(x1, x2, middle) < t { low = middle } else { high = middle }
    }
    at(y1, y2, f64::midpoint(low, high))
}
