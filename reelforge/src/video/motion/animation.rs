//! How things appear and disappear.

use kurbo::{Size, Vec2};

use super::{Pose, eased};
use crate::video::project::model::{AnimationKind, Ease, EaseName};

/// How far animations reach, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// The way of a slide.
    pub slide: f64,
    /// Standard deviation of the blur at the far end.
    pub blur: f64,
}

impl Reach {
    /// The reach on a canvas: a slide of 6% and a blur of 2% of its shorter side. Long enough to be seen as a move,
    /// short enough to be read while it lasts.
    pub fn on(canvas: Size) -> Self {
        let side = canvas.min_side();
        Self { slide: 0.06 * side, blur: 0.02 * side }
    }
}

/// A thing that appears, when the part `t` of the time it takes has passed.
pub fn coming(kind: AnimationKind, ease: Ease, t: f64, reach: Reach) -> Pose {
    pose(kind, ease, t, reach, 1.0)
}

/// A thing that disappears, when the part `t` of the time it takes has passed: as it appears, but backwards. Slides go
/// on in their direction.
pub fn going(kind: AnimationKind, ease: Ease, t: f64, reach: Reach) -> Pose {
    pose(kind, ease, 1.0 - t, reach, -1.0)
}

/// The pose with the part `t` of the way to rest behind it. A slide is `ahead` of its place (1) or behind it (-1).
fn pose(kind: AnimationKind, ease: Ease, t: f64, reach: Reach, ahead: f64) -> Pose {
    let t = t.clamp(0.0, 1.0);
    let moved = eased(ease, t);
    // What swings past its end is not more than solid, and a slide is solid before it rests.
    let solid = moved.clamp(0.0, 1.0);
    let slide = |x: f64, y: f64| Pose {
        shift: Vec2::new(x, y) * (ahead * reach.slide * (1.0 - moved)),
        opacity: (2.0 * t).min(1.0),
        ..Pose::REST
    };
    match kind {
        AnimationKind::None => Pose::REST,
        AnimationKind::Fade => Pose { opacity: solid, ..Pose::REST },
        AnimationKind::SlideUp => slide(0.0, 1.0),
        AnimationKind::SlideDown => slide(0.0, -1.0),
        AnimationKind::SlideLeft => slide(1.0, 0.0),
        AnimationKind::SlideRight => slide(-1.0, 0.0),
        AnimationKind::Pop => {
            // It grows past its size whatever the pace, unless the pace itself swings.
            let swings = matches!(ease, Ease::Named(EaseName::Bounce | EaseName::Spring) | Ease::Cubic(_));
            let grown = if swings { moved } else { eased(Ease::Named(EaseName::Back), t) };
            Pose { scale: (0.5 + 0.5 * grown).max(0.0), opacity: (3.0 * t).min(1.0), ..Pose::REST }
        }
        AnimationKind::Zoom => Pose { scale: (0.7 + 0.3 * moved).max(0.0), opacity: solid, ..Pose::REST },
        AnimationKind::Blur => Pose { blur: reach.blur * (1.0 - solid), opacity: solid, ..Pose::REST },
        AnimationKind::Wipe => Pose { wipe: solid, ..Pose::REST },
        AnimationKind::Type => Pose { opacity: if t >= 1.0 { 1.0 } else { 0.0 }, ..Pose::REST },
        AnimationKind::Draw => Pose { draw: solid, ..Pose::REST },
    }
}
