//! Colours as they are painted.

/// Red, green, blue and opacity in sRGB, not multiplied by the opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba(pub [u8; 4]);

impl Rgba {
    /// Solid black.
    pub const BLACK: Self = Self([0, 0, 0, 255]);
    /// Solid white.
    pub const WHITE: Self = Self([255, 255, 255, 255]);

    /// With another opacity from 0 to 1, on top of its own.
    #[must_use]
    pub fn faded(self, opacity: f64) -> Self {
        let Self([r, g, b, a]) = self;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
        let a = (f64::from(a) * opacity.clamp(0.0, 1.0)).round() as u8;
        Self([r, g, b, a])
    }

    /// This colour over a solid one.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let alpha = f64::from(self.0[3]) / 255.0;
        let mix = |top: u8, below: u8| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
            let mixed = (f64::from(top) * alpha + f64::from(below) * (1.0 - alpha)).round() as u8;
            mixed
        };
        Self([mix(self.0[0], below.0[0]), mix(self.0[1], below.0[1]), mix(self.0[2], below.0[2]), 255])
    }

    /// Relative luminance from 0 to 1, without regard to the opacity (WCAG 2.2, "relative luminance").
    pub fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0[0]) + 0.7152 * linear(self.0[1]) + 0.0722 * linear(self.0[2])
    }

    /// Contrast ratio of two solid colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}
