//! What glyphs cover, as their fonts say it.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{BezPath, Rect, Shape};
use skrifa::color::{Brush, ColorPainter, CompositeMode, Transform};
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::metrics::BoundingBox;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::guard::guarded;
use super::{charstrings, layers};
use crate::video::ink::Face;

/// The boxes of glyphs, each measured once.
#[derive(Debug, Default)]
pub(super) struct Extents {
    faces: HashMap<Key, HashMap<u32, Option<Rect>>>,
}

/// A font at a place on its axes.
type Key = (u64, u32, Arc<[i16]>);

impl Extents {
    /// The box of a glyph in ems, y downwards, from its origin on the base line; empty for one without ink, none for
    /// one that cannot be drawn.
    pub(super) fn glyph(&mut self, face: &Face, glyph: u32) -> Option<Rect> {
        let key = (face.font.data.id(), face.font.index, Arc::clone(&face.coords));
        let known = self.faces.entry(key).or_default();
        *known.entry(glyph).or_insert_with(|| guarded(|| measure(face, GlyphId::new(glyph))).flatten())
    }
}

/// Whether a font brings its own colours.
pub(super) fn is_colored(font: &parley::FontData) -> bool {
    FontRef::from_index(font.data.as_ref(), font.index).is_ok_and(|font| font.colr().is_ok())
}

fn measure(face: &Face, glyph: GlyphId) -> Option<Rect> {
    let font = FontRef::from_index(face.font.data.as_ref(), face.font.index).ok()?;
    let coords: Vec<_> = face.coords.iter().map(|coord| NormalizedCoord::from_bits(*coord)).collect();
    let location = LocationRef::new(&coords);
    let size = Size::unscaled();
    let metrics = font.metrics(size, location);
    let em = f64::from(metrics.units_per_em);
    let units = if let Some(color) = font.color_glyphs().get(glyph) {
        if !layers::ends(&font, glyph) {
            return None;
        }
        let mut trial = Trial { font: &font, location, is_sound: true };
        color.paint(location, &mut trial).ok().filter(|()| trial.is_sound)?;
        if let Some(clip) = color.bounding_box(location, size) {
            [clip.x_min, clip.y_min, clip.x_max, clip.y_max].map(f64::from)
        } else {
            // It may draw anywhere; what it draws stands within its advance as a rule.
            let advance = font.glyph_metrics(size, location).advance_width(glyph)?;
            [0.0, metrics.descent, advance, metrics.ascent].map(f64::from)
        }
    } else {
        let bounds = outline(&font, location, glyph)?.bounding_box();
        [bounds.x0, bounds.y0, bounds.x1, bounds.y1]
    };
    let [x0, y0, x1, y1] = units.map(|unit| unit / em);
    let rect = Rect::new(x0, -y1, x1, -y0);
    (em > 0.0 && rect.is_finite()).then_some(rect)
}

fn outline(font: &FontRef, location: LocationRef, glyph: GlyphId) -> Option<BezPath> {
    if !charstrings::ends(font, location, glyph) {
        return None;
    }
    let mut pen = Pen(BezPath::new());
    font.outline_glyphs()
        .get(glyph)?
        .draw(DrawSettings::unhinted(Size::unscaled(), location), &mut pen)
        .ok()?;
    Some(pen.0)
}

/// Goes through all that a glyph in colour draws, without drawing it, to find out whether it can be drawn.
struct Trial<'a> {
    font: &'a FontRef<'a>,
    location: LocationRef<'a>,
    is_sound: bool,
}

impl ColorPainter for Trial<'_> {
    fn push_clip_glyph(&mut self, glyph: GlyphId) {
        self.is_sound &= outline(self.font, self.location, glyph).is_some();
    }

    fn push_transform(&mut self, _: Transform) {}
    fn pop_transform(&mut self) {}
    fn push_clip_box(&mut self, _: BoundingBox) {}
    fn pop_clip(&mut self) {}
    fn fill(&mut self, _: Brush<'_>) {}
    fn push_layer(&mut self, _: CompositeMode) {}
}

/// Draws an outline as a path.
struct Pen(BezPath);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((f64::from(x), f64::from(y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((f64::from(x), f64::from(y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to((f64::from(cx), f64::from(cy)), (f64::from(x), f64::from(y)));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let [a, b, end] = [(cx0, cy0), (cx1, cy1), (x, y)].map(|(x, y)| (f64::from(x), f64::from(y)));
        self.0.curve_to(a, b, end);
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}
