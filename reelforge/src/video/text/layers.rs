//! Letters in colour, whose parts are made of parts (COLR), so often that they never end.

use std::collections::HashMap;

use skrifa::raw::TableProvider;
use skrifa::raw::tables::colr::{Colr, Paint};
use skrifa::{FontRef, GlyphId};

/// The most parts of a letter, each counted as often as it is drawn. The most intricate emoji have some hundreds.
const MAX_PARTS: u64 = 20_000;
/// The most that lie in each other: the reader of fonts goes as deep.
const MAX_DEPTH: usize = 64;

/// Whether a letter in colour can be drawn in bounded time. One of a single colour can.
pub(super) fn ends(font: &FontRef<'_>, glyph: GlyphId) -> bool {
    let Ok(colr) = font.colr() else { return true };
    let Ok(Some((paint, _))) = colr.v1_base_glyph(glyph) else { return true };
    Parts { colr, known: HashMap::new() }.of(&paint, 0) <= MAX_PARTS
}

/// Counts parts.
struct Parts<'a> {
    colr: Colr<'a>,
    /// How many parts each has, by where it stands; none while it is being counted.
    known: HashMap<usize, Option<u64>>,
}

impl<'a> Parts<'a> {
    fn of(&mut self, paint: &Paint<'a>, depth: usize) -> u64 {
        let place = paint.offset_data().as_bytes().as_ptr() as usize;
        if let Some(known) = self.known.get(&place) {
            // What lies in itself has no end.
            return known.unwrap_or(u64::MAX);
        }
        if depth > MAX_DEPTH {
            return u64::MAX;
        }
        self.known.insert(place, None);
        let inside = self.inside(paint);
        let sum = inside.iter().fold(1, |sum: u64, part| sum.saturating_add(self.of(part, depth + 1)));
        self.known.insert(place, Some(sum));
        sum
    }

    /// The parts that a part is made of; one that cannot be read is none.
    fn inside(&self, paint: &Paint<'a>) -> Vec<Paint<'a>> {
        let one = |paint: Result<Paint<'a>, _>| paint.into_iter().collect();
        match paint {
            Paint::ColrLayers(layers) => {
                let first = layers.first_layer_index() as usize;
                let all = first..first.saturating_add(usize::from(layers.num_layers()));
                all.filter_map(|layer| Some(self.colr.v1_layer(layer).ok()?.0)).collect()
            }
            Paint::ColrGlyph(glyph) => {
                let other = self.colr.v1_base_glyph(glyph.glyph_id().into()).ok().flatten();
                other.map(|(paint, _)| paint).into_iter().collect()
            }
            Paint::Composite(both) => both.source_paint().into_iter().chain(both.backdrop_paint()).collect(),
            Paint::Glyph(paint) => one(paint.paint()),
            Paint::Transform(paint) => one(paint.paint()),
            Paint::VarTransform(paint) => one(paint.paint()),
            Paint::Translate(paint) => one(paint.paint()),
            Paint::VarTranslate(paint) => one(paint.paint()),
            Paint::Scale(paint) => one(paint.paint()),
            Paint::VarScale(paint) => one(paint.paint()),
            Paint::ScaleAroundCenter(paint) => one(paint.paint()),
            Paint::VarScaleAroundCenter(paint) => one(paint.paint()),
            Paint::ScaleUniform(paint) => one(paint.paint()),
            Paint::VarScaleUniform(paint) => one(paint.paint()),
            Paint::ScaleUniformAroundCenter(paint) => one(paint.paint()),
            Paint::VarScaleUniformAroundCenter(paint) => one(paint.paint()),
            Paint::Rotate(paint) => one(paint.paint()),
            Paint::VarRotate(paint) => one(paint.paint()),
            Paint::RotateAroundCenter(paint) => one(paint.paint()),
            Paint::VarRotateAroundCenter(paint) => one(paint.paint()),
            Paint::Skew(paint) => one(paint.paint()),
            Paint::VarSkew(paint) => one(paint.paint()),
            Paint::SkewAroundCenter(paint) => one(paint.paint()),
            Paint::VarSkewAroundCenter(paint) => one(paint.paint()),
            Paint::Solid(_)
            | Paint::VarSolid(_)
            | Paint::LinearGradient(_)
            | Paint::VarLinearGradient(_)
            | Paint::RadialGradient(_)
            | Paint::VarRadialGradient(_)
            | Paint::SweepGradient(_)
            | Paint::VarSweepGradient(_) => Vec::new(),
        }
    }
}
