//! From a shaped text to its ink: where each letter stands, and what moves as one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use kurbo::{Point, Rect, Size, Vec2};
use parley::{Cluster, Layout, Run};

use super::bundled::Script;
use super::extents::{self, Extents};
use super::prepare::Prepared;
use super::typesetter::Loaded;
use super::{SetText, TextSpec, stack, words};
use crate::video::ink::{Face, Glyph, Glyphs, Ink, Piece, Role};
use crate::video::layout::Line;
use crate::video::project::model::By;
use crate::video::project::model::element::TextAlign;

/// Width of the line around letters that stands for a bold face, in ems: what the bold of a usual family adds.
const EMBOLDEN: f64 = 0.05;
/// Blur of a sharp shadow: a shadow is told from letters by its blur, and this one is not seen.
const SHARP: f64 = 0.01;

/// A text that is shaped and broken into lines.
pub(super) struct Setting<'a> {
    pub(super) spec: &'a TextSpec<'a>,
    pub(super) text: &'a Prepared,
    pub(super) layout: &'a Layout<u16>,
    /// Family of each font, by the id of its bytes.
    pub(super) families: &'a HashMap<u64, Loaded>,
    /// Name of the family that was asked for.
    pub(super) asked: Option<&'a str>,
    pub(super) widest_part: f32,
}

/// A letter in its place: all glyphs of a grapheme, or of those that a ligature joins.
struct Letter {
    /// Where it begins in the text.
    start: usize,
    line: usize,
    /// Index in the faces.
    face: usize,
    color: u16,
    glyphs: Vec<Glyph>,
}

/// What is found out while letters are placed.
#[derive(Default)]
struct Found {
    faces: Vec<Face>,
    letters: Vec<Letter>,
    missing: Vec<String>,
    fallbacks: BTreeMap<String, usize>,
    synthetic: bool,
    /// Starts of words, as the text's languages divide them.
    word_starts: HashSet<usize>,
}

impl Setting<'_> {
    pub(super) fn set(&self, extents: &mut Extents) -> SetText {
        let Self { spec, layout, .. } = self;
        let (distance, first_baseline) = self.lines_at();
        let is_rtl = layout.is_rtl();
        let align = spec.align.unwrap_or(if is_rtl { TextAlign::Right } else { TextAlign::Left });
        let width = f64::from(layout.width());
        let mut found = Found::default();
        for (index, line) in layout.lines().enumerate() {
            let metrics = line.metrics();
            let hanging = f64::from(metrics.hanging_advance);
            let free = width - (f64::from(metrics.advance) - hanging);
            let left = match align {
                TextAlign::Left => 0.0,
                TextAlign::Center => free / 2.0,
                TextAlign::Right => free,
            };
            // The white space at a line's end takes no room: from right to left it stands before the letters.
            let mut pen = Point::new(
                if is_rtl { left - hanging } else { left },
                first_baseline + distance * f64::from(u32::try_from(index).unwrap_or(u32::MAX)),
            );
            for run in line.runs() {
                let face = found.face(&run, self);
                for cluster in run.visual_clusters() {
                    found.letter(&cluster, face, index, &mut pen, self);
                }
            }
        }
        found.letters.sort_by_key(|letter| letter.start);
        let pieces = self.pieces(&found, extents);
        let lines = self.lines(&found, extents, distance, first_baseline);
        let count = f64::from(u32::try_from(layout.len()).unwrap_or(u32::MAX));
        SetText {
            size: Size::new(width, distance * count),
            align,
            pieces,
            lines,
            baseline: first_baseline,
            widest_part: f64::from(self.widest_part),
            missing: found.missing,
            fallbacks: found.fallbacks.into_iter().collect(),
            synthetic: found.synthetic,
        }
    }

    /// Distance of two base lines, and where the first one stands.
    ///
    /// Lines are as far apart as the family that was asked for says. Scripts with marks above and below their letters
    /// need more: what their own font asks for.
    fn lines_at(&self) -> (f64, f64) {
        let metrics = self.layout.root_span_metrics();
        let (mut above, mut below) =
            metrics.map_or((0.0, 0.0), |metrics| (f64::from(metrics.ascent), f64::from(metrics.descent)));
        let mut distance = self.spec.size * self.spec.line_height;
        for run in self.layout.lines().flat_map(|line| line.runs()) {
            let script = self.families.get(&run.font().data.id()).and_then(|family| family.script);
            if matches!(script, Some(Script::Arabic | Script::Devanagari | Script::Thai)) {
                let metrics = run.font_metrics();
                let (ascent, descent) = (f64::from(metrics.ascent), f64::from(metrics.descent));
                distance = distance.max(ascent + descent);
                above = above.max(ascent);
                below = below.max(descent);
            }
        }
        (distance, (distance - above - below) / 2.0 + above)
    }

    /// The letters as pieces that move as one.
    fn pieces(&self, found: &Found, extents: &mut Extents) -> Vec<Piece> {
        let words = match self.spec.by {
            By::Word => words::starts(&self.text.text, &found.word_starts),
            _ => Vec::new(),
        };
        let group = |letter: &Letter| match self.spec.by {
            By::Element => (0, 0),
            By::Line => (letter.line, 0),
            // A word that is broken moves as its parts do.
            By::Word => (words.partition_point(|start| *start <= letter.start), letter.line),
            By::Char => (letter.start, 0),
        };
        let mut groups: Vec<&[Letter]> = found.letters.chunk_by(|a, b| group(a) == group(b)).collect();
        groups.retain(|letters| !letters.is_empty());
        let pieces =
            groups.into_iter().map(|letters| Piece::new(Role::Text, self.inks(letters, found, extents)));
        let seen = pieces.filter(|piece| piece.bounds.area() > 0.0);
        (0_u32..).zip(seen).map(|(order, piece)| piece.order(order)).collect()
    }

    /// The ink of some letters, shadows first.
    fn inks(&self, letters: &[Letter], found: &Found, extents: &mut Extents) -> Vec<Ink> {
        let runs = letters.chunk_by(|a, b| (a.face, a.color, a.line) == (b.face, b.color, b.line));
        let runs: Vec<Glyphs> = runs.map(|letters| self.run(letters, found, extents)).collect();
        let shadows = self.spec.shadow.iter().flat_map(|shadow| {
            runs.iter().map(|run| Glyphs {
                origin: run.origin + Vec2::new(shadow.offset[0], shadow.offset[1]),
                color: shadow.color,
                outline: None,
                sigma: shadow.sigma.max(SHARP),
                ..run.clone()
            })
        });
        shadows.chain(runs.iter().cloned()).map(Ink::Glyphs).collect()
    }

    /// Letters of one face, colour and line as they are drawn.
    fn run(&self, letters: &[Letter], found: &Found, extents: &mut Extents) -> Glyphs {
        let face = &found.faces[letters[0].face];
        let placed = letters.iter().flat_map(|letter| &letter.glyphs);
        let seen: Vec<_> = placed
            .map(|glyph| (glyph, extents.glyph(face, glyph.id)))
            .filter(|(_, em)| em.area() > 0.0)
            .collect();
        let (left, top) = seen.first().map_or((0.0, 0.0), |(glyph, _)| (glyph.x, glyph.y));
        let glyphs: Arc<[Glyph]> = seen
            .iter()
            .map(|(glyph, _)| Glyph { id: glyph.id, x: glyph.x - left, y: glyph.y - top })
            .collect();
        let half = face.embolden / 2.0;
        let boxes = glyphs.iter().zip(&seen).map(|(glyph, (_, em))| {
            let at = Vec2::new(f64::from(glyph.x), f64::from(glyph.y));
            (em.scale_from_origin(self.spec.size) + at).inflate(half, half)
        });
        let extent = boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
        let is_colored = extents::is_colored(&face.font);
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        Glyphs {
            face: face.clone(),
            size: self.spec.size as f32,
            glyphs,
            origin: Point::new(f64::from(left), f64::from(top)),
            color: self.text.colors[usize::from(letters[0].color)],
            outline: self.spec.outline.filter(|_| !is_colored).map(|outline| (outline.color, outline.width)),
            sigma: 0.0,
            extent,
        }
    }

    /// The lines with what their letters cover.
    fn lines(&self, found: &Found, extents: &mut Extents, distance: f64, first_baseline: f64) -> Vec<Line> {
        let mut rects: Vec<Option<Rect>> = vec![None; self.layout.len()];
        for letters in found.letters.chunk_by(|a, b| (a.face, a.line) == (b.face, b.line)) {
            if let Some(bounds) = self.run(letters, found, extents).bounds() {
                let rect = &mut rects[letters[0].line];
                *rect = Some(rect.map_or(bounds, |rect| rect.union(bounds)));
            }
        }
        let lines = self.layout.lines().zip(rects).enumerate();
        let lines = lines.map(|(index, (line, rect))| {
            let baseline = first_baseline + distance * f64::from(u32::try_from(index).unwrap_or(u32::MAX));
            Line {
                rect: rect.unwrap_or(Rect::new(0.0, baseline, 0.0, baseline)),
                text: self.text.text[line.text_range()].trim_end().to_owned(),
            }
        });
        lines.collect()
    }
}

impl Found {
    /// Index of the face that a run is set in.
    fn face(&mut self, run: &Run<u16>, setting: &Setting) -> usize {
        let font = run.font();
        let coords: Arc<[i16]> = run.normalized_coords().iter().map(|coord| coord.to_bits()).collect();
        let synthesis = run.synthesis();
        let family = setting.families.get(&font.data.id());
        let is_bold = synthesis.embolden() && !extents::is_colored(font);
        if is_bold && setting.is_asked(family) {
            self.synthetic = true;
        }
        let face = Face {
            font: font.clone(),
            coords,
            embolden: if is_bold { setting.spec.size * EMBOLDEN } else { 0.0 },
            slant: synthesis.skew().map_or(0.0, f64::from),
        };
        let is_it = |known: &Face| {
            known.font == face.font && known.coords == face.coords && (known.embolden > 0.0) == is_bold
        };
        self.faces.iter().position(is_it).unwrap_or_else(|| {
            self.faces.push(face);
            self.faces.len() - 1
        })
    }

    /// Places the letter of a cluster and moves the pen behind it.
    fn letter(
        &mut self,
        cluster: &Cluster<u16>,
        face: usize,
        line: usize,
        pen: &mut Point,
        setting: &Setting,
    ) {
        let range = cluster.text_range();
        if cluster.is_word_boundary() {
            self.word_starts.insert(range.start);
        }
        let text = &setting.text.text[range.clone()];
        let mut glyphs = Vec::new();
        let mut wide = 0;
        for glyph in cluster.glyphs() {
            #[expect(clippy::cast_possible_truncation, reason = "pixels")]
            let (x, y) = (pen.x as f32 + glyph.x, pen.y as f32 + glyph.y);
            glyphs.push(Glyph { id: glyph.id, x, y });
            pen.x += f64::from(glyph.advance);
            wide += usize::from(glyph.advance > 0.0);
        }
        if glyphs.is_empty() || text.chars().all(is_unseen) {
            return;
        }
        // An emoji of several pictures side by side is a sequence that the font does not know.
        let is_emoji = stack::is_emoji(text);
        if (glyphs.iter().any(|glyph| glyph.id == 0) || (is_emoji && wide > 1))
            && !self.missing.iter().any(|known| known == text)
        {
            self.missing.push(text.to_owned());
        }
        let family = setting.families.get(&self.faces[face].font.data.id());
        if let Some(Loaded { name, script, .. }) = family
            && !setting.is_asked(family)
            && *script != Some(Script::Emoji)
        {
            *self.fallbacks.entry(name.clone()).or_default() += glyphs.len();
        }
        let color = cluster.style().brush;
        self.letters.push(Letter { start: range.start, line, face, color, glyphs });
    }
}

/// White space and marks that only tell how others are set.
fn is_unseen(char: char) -> bool {
    char.is_whitespace() || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(char)
}

impl Setting<'_> {
    fn is_asked(&self, family: Option<&Loaded>) -> bool {
        family.is_some_and(|family| Some(family.known_as.as_str()) == self.asked)
    }
}
