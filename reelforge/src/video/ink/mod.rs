//! What is drawn, as data: paths, glyphs, pictures and shadows with their colours.
//!
//! [Layout](super::layout) makes ink, and everything else reads it: the painter draws it, checks measure it, and
//! `preview_frames` describes it. So a box that is reported is the box that is painted.
//!
//! All lengths are canvas pixels; x grows to the right and y downwards.

mod color;
mod glyphs;

use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Shape, Vec2};

pub use color::Rgba;
pub use glyphs::{Face, Glyph, Glyphs};

/// One thing that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Ink {
    /// The inside of an outline, by the non-zero rule.
    Fill {
        /// The outline.
        path: Arc<BezPath>,
        /// What fills it.
        paint: Paint,
    },
    /// A line along a path.
    Stroke {
        /// The path.
        path: Arc<BezPath>,
        /// What the line is made of.
        paint: Paint,
        /// Width of the line.
        width: f64,
    },
    /// Letters of one font and size.
    Glyphs(Glyphs),
    /// A picture.
    Picture(Picture),
    /// The blurred shadow of a rectangle.
    Shadow {
        /// The rectangle, before it is blurred.
        rect: Rect,
        /// Its corner radius.
        radius: f64,
        /// Standard deviation of the blur.
        sigma: f64,
        /// Its colour.
        color: Rgba,
    },
}

/// What fills an outline.
#[derive(Debug, Clone, PartialEq)]
pub enum Paint {
    /// One colour.
    Solid(Rgba),
    /// A straight gradient between two points, in the coordinates of the path.
    Linear {
        /// Where the first colour stands.
        from: Point,
        /// Where the last colour stands.
        to: Point,
        /// The colours, evenly spaced.
        colors: Vec<Rgba>,
    },
}

/// A picture of a file in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The file, as a path from the project folder.
    pub file: Arc<str>,
    /// Which of its frames, from 0; 0 for pictures that do not move.
    pub frame: u32,
    /// Whether the file is a clip.
    pub is_clip: bool,
    /// Where the whole picture lies. It may reach beyond `clip`.
    pub rect: Rect,
    /// What is seen of it.
    pub clip: Rect,
    /// Corner radius of `clip`.
    pub radius: f64,
    /// Colour that replaces the picture's own; its opacity stays.
    pub tint: Option<Rgba>,
}

/// What a piece is, for those who measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Letters that are read.
    Text,
    /// An area behind text or other elements.
    Panel,
    /// A picture or a frame of a clip.
    Picture,
    /// A drawn form: a shape, a bar, a slice, a marker.
    Mark,
}

/// The smallest thing that moves as one: a whole text, one of its lines, words or letters, a panel, a picture, a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// What it is.
    pub role: Role,
    /// What is drawn, the last on top.
    pub inks: Vec<Ink>,
    /// What it covers, with outlines and without shadows and blur, in the coordinates of its element.
    pub bounds: Rect,
    /// Place among those that appear one after the other, from 0; the panel behind them all has 0 too.
    pub order: u32,
}

/// The pieces of an element, the last on top. Elements that do not change share one list over all frames, so a list
/// can be recognised by its address.
pub type Pieces = Arc<[Piece]>;

impl Piece {
    /// A piece of inks, with the bounds that they cover.
    pub fn new(role: Role, inks: Vec<Ink>) -> Self {
        let bounds = inks.iter().filter_map(Ink::bounds).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
        Self { role, inks, bounds, order: 0 }
    }

    /// The same piece elsewhere.
    #[must_use]
    pub fn shifted(self, by: Vec2) -> Self {
        let inks = self.inks.into_iter().map(|ink| ink.shifted(by)).collect();
        Self { inks, bounds: self.bounds + by, ..self }
    }

    /// With its place among those that appear one after the other.
    #[must_use]
    pub fn order(mut self, order: u32) -> Self {
        self.order = order;
        self
    }
}

impl Ink {
    /// A filled outline of one colour.
    pub fn fill(path: impl Into<BezPath>, color: Rgba) -> Self {
        Self::Fill { path: Arc::new(path.into()), paint: Paint::Solid(color) }
    }

    /// A filled rectangle with round corners.
    pub fn round_rect(rect: Rect, radius: f64, paint: Paint) -> Self {
        let radius = radius.min(rect.width().min(rect.height()) / 2.0).max(0.0);
        Self::Fill { path: Arc::new(rect.to_rounded_rect(radius).to_path(0.05)), paint }
    }

    /// What it covers; none for shadows, for letters whose shadow this is, and for what has no area.
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Fill { path, .. } => Some(path.bounding_box()),
            Self::Stroke { path, width, .. } => Some(path.bounding_box().inflate(width / 2.0, width / 2.0)),
            Self::Glyphs(glyphs) => glyphs.bounds(),
            Self::Picture(picture) => Some(picture.clip.intersect(picture.rect)),
            Self::Shadow { .. } => None,
        }
        .filter(|bounds| bounds.is_finite() && bounds.width() > 0.0 && bounds.height() > 0.0)
    }

    /// The same ink elsewhere.
    #[must_use]
    pub fn shifted(self, by: Vec2) -> Self {
        let move_path = |path: &BezPath| Arc::new(kurbo::Affine::translate(by) * path);
        let move_paint = |paint| match paint {
            Paint::Linear { from, to, colors } => Paint::Linear { from: from + by, to: to + by, colors },
            solid @ Paint::Solid(_) => solid,
        };
        match self {
            Self::Fill { path, paint } => Self::Fill { path: move_path(&path), paint: move_paint(paint) },
            Self::Stroke { path, paint, width } => {
                Self::Stroke { path: move_path(&path), paint: move_paint(paint), width }
            }
            Self::Glyphs(glyphs) => Self::Glyphs(Glyphs { origin: glyphs.origin + by, ..glyphs }),
            Self::Picture(picture) => {
                Self::Picture(Picture { rect: picture.rect + by, clip: picture.clip + by, ..picture })
            }
            Self::Shadow { rect, radius, sigma, color } => {
                Self::Shadow { rect: rect + by, radius, sigma, color }
            }
        }
    }
}
