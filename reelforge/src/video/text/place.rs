//! Where each letter of a shaped text stands, and in which face.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use kurbo::{Point, Rect};
use parley::{Cluster, Run};

use super::bundled::Script;
use super::extents::Extents;
use super::pieces::Setting;
use super::typesetter::Loaded;
use super::{extents, stack};
use crate::video::ink::{Face, Glyph};

/// Width of the line around letters that stands for a bold face, in ems: what the bold of a usual family adds.
const EMBOLDEN: f64 = 0.05;

/// A letter in its place: all glyphs of a grapheme, or of those that a ligature joins.
pub(super) struct Letter {
    /// Where it begins in the text.
    pub(super) start: usize,
    pub(super) line: usize,
    /// Index in the faces.
    pub(super) face: usize,
    pub(super) color: u16,
    /// Its glyphs that have ink, with what each covers, in ems from its own origin.
    pub(super) glyphs: Vec<(Glyph, Rect)>,
}

/// A face of the text.
pub(super) struct Look {
    pub(super) face: Face,
    /// Whether it brings its own colours.
    pub(super) is_colored: bool,
}

/// What is found out while letters are placed.
#[derive(Default)]
pub(super) struct Found {
    pub(super) faces: Vec<Look>,
    pub(super) letters: Vec<Letter>,
    pub(super) missing: Vec<String>,
    pub(super) fallbacks: BTreeMap<String, usize>,
    pub(super) nearest_weight: Option<u32>,
    /// Starts of words, as the text's languages divide them.
    pub(super) word_starts: HashSet<usize>,
}

impl Found {
    /// Index of the face that a run is set in.
    pub(super) fn face(&mut self, run: &Run<u16>, setting: &Setting) -> usize {
        let font = run.font();
        let coords: Arc<[i16]> = run.normalized_coords().iter().map(|coord| coord.to_bits()).collect();
        let synthesis = run.synthesis();
        let family = setting.families.get(&font.data.id());
        let is_colored = extents::is_colored(font);
        let is_bold = synthesis.embolden() && !is_colored;
        if let Some(Loaded { weights: (low, high), .. }) =
            family.filter(|family| setting.is_asked(Some(family)))
        {
            let (asked, is_variable) = (setting.spec.weight, low < high);
            if is_bold || (is_variable && !(*low..=*high).contains(&asked)) {
                self.nearest_weight = Some(asked.clamp(*low, *high));
            }
        }
        let face = Face {
            font: font.clone(),
            coords,
            embolden: if is_bold { setting.spec.size * EMBOLDEN } else { 0.0 },
            slant: synthesis.skew().map_or(0.0, f64::from),
        };
        let is_it = |Look { face: known, .. }: &Look| {
            known.font == face.font && known.coords == face.coords && (known.embolden > 0.0) == is_bold
        };
        self.faces.iter().position(is_it).unwrap_or_else(|| {
            self.faces.push(Look { face, is_colored });
            self.faces.len() - 1
        })
    }

    /// Places the letter of a cluster and moves the pen behind it.
    pub(super) fn letter(
        &mut self,
        cluster: &Cluster<u16>,
        [face, line]: [usize; 2],
        pen: &mut Point,
        setting: &Setting,
        extents: &mut Extents,
    ) {
        let range = cluster.text_range();
        if cluster.is_word_boundary() {
            self.word_starts.insert(range.start);
        }
        let text = &setting.text.text[range.clone()];
        let mut glyphs = Vec::new();
        let (mut count, mut wide, mut is_missing) = (0, 0, false);
        for glyph in cluster.glyphs() {
            #[expect(clippy::cast_possible_truncation, reason = "pixels")]
            let (x, y) = (pen.x as f32 + glyph.x, pen.y as f32 + glyph.y);
            let extent = extents.glyph(&self.faces[face].face, glyph.id);
            glyphs.extend(extent.filter(|em| em.area() > 0.0).map(|em| (Glyph { id: glyph.id, x, y }, em)));
            is_missing |= glyph.id == 0 || extent.is_none();
            pen.x += f64::from(glyph.advance);
            wide += usize::from(glyph.advance > 0.0);
            count += 1;
        }
        if count == 0 || text.chars().all(is_unseen) {
            return;
        }
        // An emoji of several pictures side by side is a sequence that the font does not know.
        is_missing |= wide > 1 && stack::is_emoji(text);
        if is_missing && !self.missing.iter().any(|known| known == text) {
            self.missing.push(text.to_owned());
        }
        let family = setting.families.get(&self.faces[face].face.font.data.id());
        if let Some(Loaded { name, script, .. }) = family
            && !setting.is_asked(family)
            && *script != Some(Script::Emoji)
        {
            *self.fallbacks.entry(name.clone()).or_default() += count;
        }
        let color = cluster.style().brush;
        self.letters.push(Letter { start: range.start, line, face, color, glyphs });
    }
}

/// White space and marks that only tell how others are set.
fn is_unseen(char: char) -> bool {
    char.is_whitespace() || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(char)
}
