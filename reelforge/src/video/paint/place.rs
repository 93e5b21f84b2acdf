//! In how many pixels a picture is decoded to be painted.

use kurbo::{Affine, Size};

use super::painter::{Painter, scale_of};
use crate::video::project::model::Motion;
use crate::video::project::model::element::Common;

/// How much larger a picture is decoded that will be seen a little larger than now: its sharpness must not change
/// while it moves.
const HEADROOM: f64 = 1.3;
/// By how much a picture is enlarged before a larger one is decoded.
const TOLERANCE: f64 = 1.15;

/// The size in which an element is seen, apart from its motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Zoom {
    scale: f64,
    moves: bool,
}

impl Zoom {
    /// As it is laid out.
    pub(super) const NONE: Self = Self { scale: 1.0, moves: false };

    /// That of an element within another one.
    pub(super) fn of(self, element: &Common) -> Self {
        let has_scales = element.keyframes.iter().any(|keyframe| keyframe.scale.is_some());
        let scale = if has_scales { 1.0 } else { element.scale };
        Self {
            scale: self.scale * scale,
            moves: self.moves || has_scales || element.motion.is_some_and(zooms),
        }
    }

    /// That of a backdrop with a motion.
    pub(super) fn of_motion(motion: Option<Motion>) -> Self {
        Self { scale: 1.0, moves: motion.is_some() }
    }
}

fn zooms(motion: Motion) -> bool {
    matches!(motion, Motion::ZoomIn | Motion::ZoomOut | Motion::Pulse)
}

impl Painter {
    /// The size in pixels that a picture of a size in canvas pixels is decoded in. It changes in few steps while the
    /// picture grows, so that few sizes are decoded.
    pub(super) fn wanted(&self, size: Size, zoom: Zoom, transform: Affine) -> [u32; 2] {
        let steady = zoom.scale * if zoom.moves { HEADROOM } else { 1.0 };
        let now = scale_of(transform) / self.pixels_per_canvas();
        let mut scale = steady.max(0.01);
        for _ in 0..12 {
            if scale * TOLERANCE >= now {
                break;
            }
            scale *= std::f64::consts::SQRT_2;
        }
        let [x, _, _, y, _, _] = self.scale.as_coeffs();
        [size.width * x, size.height * y].map(|side| (side * scale).round().clamp(1.0, 16_384.0) as u32)
    }
}
