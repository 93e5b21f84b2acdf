//! Short texts inside of charts, lists and counters: one look each, set on a line or wrapped, shortened where nothing
//! else helps.

use kurbo::{Point, Size, Vec2};
use unicode_segmentation::UnicodeSegmentation;

use super::Context;
use crate::video::ink::{Ink, Piece, Rgba, Role as PieceRole};
use crate::video::layout::{Line, Measure};
use crate::video::project::model::By;
use crate::video::project::model::element::{FontRole, TextAlign};
use crate::video::text::{SetText, Span, TextSpec};

/// Letters that are enough to tell what a label says that is cut off.
const READABLE_LETTERS: usize = 4;

/// How a label looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Type {
    /// Font of the theme.
    pub(super) font: FontRole,
    /// Weight from 100 to 1000.
    pub(super) weight: u32,
    /// Pixels per em.
    pub(super) size: f64,
    /// Distance of two base lines, as a multiple of the size.
    pub(super) line_height: f64,
    /// Its colour.
    pub(super) color: Rgba,
    /// Gives all digits one width.
    pub(super) tabular: bool,
}

/// A label that is set.
#[derive(Debug, Clone)]
pub(super) struct Label {
    set: SetText,
    px: f64,
    text: String,
    /// Letters that are left of it, where it is cut off, and the width of the whole.
    cut: Option<(usize, f64)>,
}

/// Smallest size that is readable on a phone: 13 px at a view of 390 px in width, 14 at 844 for wide canvases (V-12).
pub(super) fn readable(cx: &Context) -> f64 {
    let Size { width, height } = cx.canvas;
    if width > height { 14.0 * width / 844.0 } else { 13.0 * width / 390.0 }
}

impl Type {
    /// The same in another size.
    pub(super) fn sized(self, size: f64) -> Self {
        Self { size, ..self }
    }

    /// Sets a text; it wraps at a width.
    pub(super) fn set(
        &self,
        cx: &mut Context,
        text: &str,
        max_width: Option<f64>,
        align: Option<TextAlign>,
    ) -> Label {
        let spans = [Span { text: text.to_owned(), color: self.color }];
        let spec = TextSpec {
            spans: &spans,
            face: cx.look.font(self.font),
            weight: self.weight,
            size: self.size,
            line_height: self.line_height,
            align,
            language: cx.language,
            max_width,
            tabular: self.tabular,
            by: By::Element,
            outline: None,
            shadow: None,
        };
        Label { set: cx.text.set(&spec), px: self.size, text: text.to_owned(), cut: None }
    }

    /// Sets a text that shall take a width and a number of lines at most. It is made smaller down to `least` pixels,
    /// then cut off.
    pub(super) fn fitted(
        &self,
        cx: &mut Context,
        text: &str,
        [max_width, least]: [f64; 2],
        max_lines: usize,
        align: Option<TextAlign>,
    ) -> Label {
        let fits = |label: &Label| {
            let width = label.size().width.max(label.set.widest_part);
            width <= max_width + 0.5 && label.set.lines.len() <= max_lines
        };
        let mut label = self.set(cx, text, Some(max_width), align);
        let mut size = self.size;
        while !fits(&label) && size > least {
            size = (size * 0.94).max(least);
            label = self.sized(size).set(cx, text, Some(max_width), align);
        }
        if fits(&label) {
            return label;
        }
        let letters: Vec<&str> = text.graphemes(true).collect();
        let mut cut = |count: usize| {
            let text = letters[..count].concat().trim_end().to_owned() + "…";
            self.sized(size).set(cx, &text, Some(max_width), align)
        };
        // The most letters that fit: [low] do, [high] do not.
        let (mut low, mut high) = (0, letters.len());
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            if fits(&cut(middle)) { low = middle } else { high = middle }
        }
        let cut = cut(low);
        let whole = self.sized(size).set(cx, text, None, align).size().width;
        Label { text: text.to_owned(), cut: Some((low, whole)), ..cut }
    }
}

impl Label {
    /// Width and height of its lines.
    pub(super) fn size(&self) -> Size {
        self.set.size
    }

    /// From its top to its first base line.
    pub(super) fn baseline(&self) -> f64 {
        self.set.baseline
    }

    /// Font size that it is set in.
    pub(super) fn px(&self) -> f64 {
        self.px
    }

    /// Where its lines stand.
    pub(super) fn align(&self) -> TextAlign {
        self.set.align
    }

    /// What it says, as a whole.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it says less than it should.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// The width that it would need, where so much of it is cut off that nobody can tell what it says.
    pub(super) fn unreadable(&self) -> Option<f64> {
        self.cut.filter(|(letters, _)| *letters < READABLE_LETTERS).map(|(_, width)| width)
    }

    /// Its letters with its top left corner at a point.
    pub(super) fn inks(&self, at: Point, opacity: f64) -> Vec<Ink> {
        let inks = self.set.pieces.iter().flat_map(|piece| &piece.inks);
        inks.map(|ink| faded(ink.clone().shifted(at.to_vec2()), opacity)).collect()
    }

    /// A piece of its letters with its top left corner at a point.
    pub(super) fn piece(&self, at: Point, opacity: f64) -> Piece {
        Piece::new(PieceRole::Text, self.inks(at, opacity))
    }

    /// Adds what is known about it to a measure; `at` is its top left corner.
    pub(super) fn note(&self, at: Point, measure: &mut Measure) {
        note(&self.set, &self.text, self.px, at.to_vec2(), measure);
    }
}

/// Adds what is known about a text to a measure.
pub(super) fn note(set: &SetText, text: &str, px: f64, at: Vec2, measure: &mut Measure) {
    if text.trim().is_empty() {
        return;
    }
    if !measure.text.is_empty() {
        measure.text.push('\n');
    }
    measure.text.push_str(text);
    measure.font_px = if measure.font_px > 0.0 { measure.font_px.min(px) } else { px };
    measure.lines.extend(set.lines.iter().map(|line| Line { rect: line.rect + at, text: line.text.clone() }));
    for letter in &set.missing {
        if !measure.missing.contains(letter) {
            measure.missing.push(letter.clone());
        }
    }
    for (family, glyphs) in &set.fallbacks {
        match measure.fallbacks.iter_mut().find(|(known, _)| known == family) {
            Some((_, sum)) => *sum += glyphs,
            None => measure.fallbacks.push((family.clone(), *glyphs)),
        }
    }
    measure.nearest_weight = measure.nearest_weight.or(set.nearest_weight);
}

/// Letters with another opacity.
fn faded(ink: Ink, opacity: f64) -> Ink {
    match ink {
        Ink::Glyphs(mut glyphs) if opacity < 1.0 => {
            glyphs.color = glyphs.color.faded(opacity);
            Ink::Glyphs(glyphs)
        }
        other => other,
    }
}

/// Slow at the end: 0 at 0 and before, 1 at 1 and after.
pub(super) fn ease_out(passed: f64) -> f64 {
    1.0 - (1.0 - passed.clamp(0.0, 1.0)).powi(3)
}
