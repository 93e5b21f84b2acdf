//! From a shaped text to its ink: where each letter stands, and what moves as one.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};
use parley::Layout;

use super::bundled::Script;
use super::extents::Extents;
use super::place::{Found, Letter, Look};
use super::prepare::Prepared;
use super::typesetter::Loaded;
use super::{SetText, TextSpec, words};
use crate::video::ink::{Glyph, Glyphs, Ink, Piece, Role};
use crate::video::layout::Line;
use crate::video::project::model::By;
use crate::video::project::model::element::TextAlign;

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
                    found.letter(&cluster, [face, index], &mut pen, self, extents);
                }
            }
        }
        found.letters.sort_by_key(|letter| letter.start);
        let mut rects = vec![None; layout.len()];
        let pieces = self.pieces(&found, &mut rects);
        let lines = self.lines(&rects, distance, first_baseline);
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
            nearest_weight: found.nearest_weight,
        }
    }

    /// Distance of two base lines, and where the first one stands.
    fn lines_at(&self) -> (f64, f64) {
        let size = self.spec.size;
        let metrics = self.layout.root_span_metrics();
        let (mut above, mut below) =
            metrics.map_or((0.0, 0.0), |metrics| (f64::from(metrics.ascent), f64::from(metrics.descent)));
        let mut distance = size * self.spec.line_height;
        for run in self.layout.lines().flat_map(|line| line.runs()) {
            let family = self.families.get(&run.font().data.id());
            if let Some((over, under)) = family.and_then(|family| family.script).and_then(tall) {
                distance = distance.max((over + under) * size);
                above = above.max(over * size);
                below = below.max(under * size);
            }
        }
        (distance, (distance - above - below) / 2.0 + above)
    }

    /// The letters as pieces that move as one. `rects` grow by what they cover of each line.
    fn pieces(&self, found: &Found, rects: &mut [Option<Rect>]) -> Vec<Piece> {
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
        let groups = found.letters.chunk_by(|a, b| group(a) == group(b));
        let pieces = groups.map(|letters| Piece::new(Role::Text, self.inks(letters, found, rects)));
        let seen = pieces.filter(|piece| piece.bounds.area() > 0.0);
        (0_u32..).zip(seen).map(|(order, piece)| piece.order(order)).collect()
    }

    /// The ink of some letters, shadows first.
    fn inks(&self, letters: &[Letter], found: &Found, rects: &mut [Option<Rect>]) -> Vec<Ink> {
        let runs = letters.chunk_by(|a, b| (a.face, a.color, a.line) == (b.face, b.color, b.line));
        let mut measured = |letters: &[Letter]| {
            let run = self.run(letters, found);
            if let (Some(rect), Some(bounds)) = (rects.get_mut(letters[0].line), run.bounds()) {
                *rect = Some(rect.map_or(bounds, |rect| rect.union(bounds)));
            }
            run
        };
        let runs: Vec<Glyphs> = runs.map(&mut measured).filter(|run| !run.glyphs.is_empty()).collect();
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
    fn run(&self, letters: &[Letter], found: &Found) -> Glyphs {
        let Look { face, is_colored } = &found.faces[letters[0].face];
        let seen = || letters.iter().flat_map(|letter| &letter.glyphs);
        let (left, top) = seen().next().map_or((0.0, 0.0), |(glyph, _)| (glyph.x, glyph.y));
        let glyphs: Arc<[Glyph]> =
            seen().map(|(glyph, _)| Glyph { id: glyph.id, x: glyph.x - left, y: glyph.y - top }).collect();
        let half = face.embolden / 2.0;
        let boxes = glyphs.iter().zip(seen()).map(|(glyph, (_, em))| {
            let at = Vec2::new(f64::from(glyph.x), f64::from(glyph.y));
            (em.scale_from_origin(self.spec.size) + at).inflate(half, half)
        });
        let extent = boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        Glyphs {
            face: face.clone(),
            size: self.spec.size as f32,
            glyphs,
            origin: Point::new(f64::from(left), f64::from(top)),
            color: self.text.colors[usize::from(letters[0].color)],
            outline: self.spec.outline.filter(|_| !*is_colored).map(|outline| (outline.color, outline.width)),
            sigma: 0.0,
            extent,
        }
    }

    /// The lines with what their letters cover.
    fn lines(&self, rects: &[Option<Rect>], distance: f64, first_baseline: f64) -> Vec<Line> {
        let mut baseline = first_baseline - distance;
        let line = |(line, rect): (parley::Line<u16>, &Option<Rect>)| {
            baseline += distance;
            Line {
                rect: rect.unwrap_or(Rect::new(0.0, baseline, 0.0, baseline)),
                text: self.text.text[line.text_range()].trim_end().to_owned(),
            }
        };
        self.layout.lines().zip(rects).map(line).collect()
    }

    /// Whether a family is the one that was asked for.
    pub(super) fn is_asked(&self, family: Option<&Loaded>) -> bool {
        family.is_some_and(|family| Some(family.known_as.as_str()) == self.asked)
    }
}

/// How far letters with all their marks reach above and below the base line, in ems, in the scripts where that is more
/// than in Latin. Measured in the fonts of the build, whose own figures leave room for far rarer marks.
fn tall(script: Script) -> Option<(f64, f64)> {
    match script {
        Script::Arabic => Some((1.1, 0.45)),
        Script::Devanagari => Some((0.92, 0.4)),
        Script::Thai => Some((1.05, 0.45)),
        _ => None,
    }
}
