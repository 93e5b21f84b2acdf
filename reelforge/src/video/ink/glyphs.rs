//! Letters as they are drawn.

use std::sync::Arc;

use kurbo::{Point, Rect};
use parley::FontData;

use super::Rgba;

/// A font as it is drawn: the file, the place on its axes, and what is made up where it has no such face.
#[derive(Debug, Clone, PartialEq)]
pub struct Face {
    /// The file's bytes and the font in it.
    pub font: FontData,
    /// Normalised place on each axis, 2.14 fixed point; empty for fonts without axes.
    pub coords: Arc<[i16]>,
    /// Extra boldness in pixels, where the family has no bold face; else 0.
    pub embolden: f64,
    /// Slant in degrees, where the family has no italic face; else 0.
    pub slant: f64,
}

/// One glyph of a font, relative to the origin of its run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its number in the font; 0 is the box for what the font lacks.
    pub id: u32,
    /// Right of the origin.
    pub x: f32,
    /// Below the origin, which stands on the base line.
    pub y: f32,
}

/// Letters of one face, size and colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyphs {
    /// The font.
    pub face: Face,
    /// Pixels per em.
    pub size: f32,
    /// The glyphs. Equal runs share one list.
    pub glyphs: Arc<[Glyph]>,
    /// Where the run begins, on the base line.
    pub origin: Point,
    /// Colour of the letters; colour fonts have their own.
    pub color: Rgba,
    /// Colour and width of an outline that is drawn below the letters, half of it outside of them.
    pub outline: Option<(Rgba, f64)>,
    /// Standard deviation of a blur: above 0 this is a shadow. That of a sharp shadow is too small to be seen.
    pub sigma: f64,
    /// What the letters cover without outline, relative to the origin; the font says it.
    pub extent: Rect,
}

impl Glyphs {
    /// What letters and outline cover; none for a shadow and for white space.
    pub fn bounds(&self) -> Option<Rect> {
        let half = self.outline.map_or(0.0, |(_, width)| width / 2.0);
        let has_area = self.extent.width() > 0.0 && self.extent.height() > 0.0;
        (self.sigma <= 0.0 && has_area).then(|| (self.extent + self.origin.to_vec2()).inflate(half, half))
    }
}
