//! How a scene replaces the one before.

use kurbo::{Rect, Size, Vec2};

use super::eased;
use crate::video::project::model::{Ease, EaseName, TransitionKind};

/// What a transition does with a whole scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Its opacity.
    pub opacity: f64,
    /// Its shift.
    pub shift: Vec2,
    /// Its size, about the middle of the canvas.
    pub scale: f64,
    /// What of the canvas it may cover, after the shift.
    pub clip: Option<Rect>,
    /// How much white lies over everything, 0 to 1.
    pub flash: f64,
}

impl Effect {
    /// Nothing.
    pub const NONE: Self = Self { opacity: 1.0, shift: Vec2::ZERO, scale: 1.0, clip: None, flash: 0.0 };
}

/// What happens to the new scene when the part `t` of the transition's time has passed. The one before is held still
/// underneath.
pub fn replacing(kind: TransitionKind, t: f64, canvas: Size) -> Effect {
    let t = t.clamp(0.0, 1.0);
    let moved = eased(Ease::Named(EaseName::InOut), t);
    let left = 1.0 - moved;
    let Size { width, height } = canvas;
    let slide = |x: f64, y: f64| Effect { shift: Vec2::new(x * width, y * height) * left, ..Effect::NONE };
    let clip = |x: f64, y: f64| {
        let clip = Rect::new(x * width * left, y * height * left, width, height);
        Effect { clip: Some(clip), ..Effect::NONE }
    };
    match kind {
        TransitionKind::Cut => Effect::NONE,
        TransitionKind::Fade => Effect { opacity: moved, ..Effect::NONE },
        TransitionKind::SlideLeft => slide(1.0, 0.0),
        TransitionKind::SlideRight => slide(-1.0, 0.0),
        TransitionKind::SlideUp => slide(0.0, 1.0),
        TransitionKind::WipeLeft => clip(1.0, 0.0),
        TransitionKind::WipeUp => clip(0.0, 1.0),
        TransitionKind::Zoom => Effect { opacity: moved, scale: 0.7 + 0.3 * moved, ..Effect::NONE },
        TransitionKind::Flash => {
            // White at the middle, where one scene gives way to the other.
            let opacity = if t < 0.5 { 0.0 } else { 1.0 };
            Effect { opacity, flash: 1.0 - (2.0 * t - 1.0).abs(), ..Effect::NONE }
        }
    }
}
