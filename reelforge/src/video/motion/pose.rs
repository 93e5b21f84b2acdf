//! What moves do to a thing.

use kurbo::{Affine, Point, Vec2};

/// How a thing differs from itself at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Shift in pixels.
    pub shift: Vec2,
    /// Size factor about its centre.
    pub scale: f64,
    /// Degrees about its centre, clockwise.
    pub rotate: f64,
    /// Opacity.
    pub opacity: f64,
    /// Standard deviation of a blur in pixels.
    pub blur: f64,
    /// What of it shows, from the left: 0 to 1.
    pub wipe: f64,
    /// How much of its lines is drawn: 0 to 1.
    pub draw: f64,
}

impl Pose {
    /// No difference.
    pub const REST: Self =
        Self { shift: Vec2::ZERO, scale: 1.0, rotate: 0.0, opacity: 1.0, blur: 0.0, wipe: 1.0, draw: 1.0 };

    /// Both at once.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            shift: self.shift + other.shift,
            scale: self.scale * other.scale,
            rotate: self.rotate + other.rotate,
            opacity: self.opacity * other.opacity,
            blur: self.blur.hypot(other.blur),
            wipe: self.wipe.min(other.wipe),
            draw: self.draw.min(other.draw),
        }
    }

    /// Its shift, size and turn, about a centre.
    pub fn transform(&self, centre: Point) -> Affine {
        if (self.scale - 1.0).abs() <= f64::EPSILON && self.rotate.abs() <= f64::EPSILON {
            // Without the way to the centre and back, whose rounding would blur what stands on whole pixels.
            return Affine::translate(self.shift);
        }
        Affine::translate(centre.to_vec2() + self.shift)
            * Affine::rotate(self.rotate.to_radians())
            * Affine::scale(self.scale)
            * Affine::translate(-centre.to_vec2())
    }
}
