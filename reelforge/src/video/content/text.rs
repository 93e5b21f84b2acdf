//! Text: wrapped, made smaller until it fits, on a panel if it has one.

use kurbo::{Size, Vec2};

use super::label::{note, readable};
use super::style::{Asked, Style};
use super::{Built, Context, Room};
use crate::video::ink::Piece;
use crate::video::layout::{Body, Overflow};
use crate::video::project::model::By;
use crate::video::project::model::element::{Text, TextAlign, TextFit};
use crate::video::text::SetText;

#[cfg(test)]
mod tests;

/// Pixels that may be missing before text counts as too large: rounding, no letter.
const SLACK: f64 = 0.5;
/// How exactly a size is found, in pixels.
const STEP: f64 = 0.25;

/// Makes a text.
///
/// Without `w` its box is as wide as its longest line, so that it can stand in the middle of others.
pub fn build(text: &Text, room: &Room, cx: &mut Context) -> Built {
    let style = Style::of(&text.style, cx);
    let pad = style.pad();
    let fitting = Fitting {
        text: text.text.trim_end(),
        most: Size::new(
            (room.w.unwrap_or(room.max_w) - 2.0 * pad.width).max(1.0),
            (room.h.unwrap_or(room.max_h) - 2.0 * pad.height).max(1.0),
        ),
        style: &style,
    };
    let px = fitting.fit(style.least, cx).unwrap_or(style.least);
    let set = fitting.set(px, cx.by, cx);
    let overflow = fitting.overflow(&set, cx);

    let natural = set.size + 2.0 * pad;
    let size = Size::new(room.w.unwrap_or(natural.width), room.h.unwrap_or(natural.height));
    let spare = size - natural;
    let at = Vec2::new(
        pad.width
            + match set.align {
                TextAlign::Left => 0.0,
                TextAlign::Center => spare.width / 2.0,
                TextAlign::Right => spare.width,
            },
        pad.height + (spare.height / 2.0).max(0.0),
    );

    let mut measure = style.measure();
    note(&set, &style.plain(fitting.text), px, at, &mut measure);
    measure.overflow = overflow;
    let letters = set.pieces.into_iter().map(|piece| piece.shifted(at));
    let pieces: Vec<Piece> = style.panel(size).into_iter().chain(letters).collect();
    Built { size, body: Body::Still(pieces.into()), measure }
}

/// A text and the room that it has to fit into.
struct Fitting<'a> {
    text: &'a str,
    most: Size,
    style: &'a Style,
}

impl Fitting<'_> {
    fn set(&self, px: f64, by: By, cx: &mut Context) -> SetText {
        let asked = Asked {
            px,
            max_width: (self.style.fit != TextFit::None).then_some(self.most.width),
            align: self.style.align.or(cx.align),
            by,
            marks: true,
            tabular: false,
        };
        self.style.set(cx, self.text, asked)
    }

    /// What is missing. A word that had to be broken is missing its width, unless it may be.
    fn missing(&self, set: &SetText, may_break: bool) -> Overflow {
        let widest = if may_break { set.size.width } else { set.size.width.max(set.widest_part) };
        let beyond = |has: f64, most: f64| if has > most + SLACK { has - most } else { 0.0 };
        let lines = set.lines.len().saturating_sub(self.style.max_lines.unwrap_or(usize::MAX));
        Overflow {
            width: beyond(widest, self.most.width),
            height: beyond(set.size.height, self.most.height),
            lines: u32::try_from(lines).unwrap_or(u32::MAX),
            fitting_px: None,
        }
    }

    /// The largest size from `least` up to the one that is asked for in which all fits, no word broken.
    fn fit(&self, least: f64, cx: &mut Context) -> Option<f64> {
        let mut fits = |px: f64| self.missing(&self.set(px, By::Element, cx), false) == Overflow::default();
        let (mut low, mut high) = (least.min(self.style.size), self.style.size);
        if fits(high) {
            return Some(high);
        }
        if low >= high || !fits(low) {
            return None;
        }
        while high - low > STEP {
            let middle = f64::midpoint(low, high);
            if fits(middle) { low = middle } else { high = middle }
        }
        Some(low)
    }

    /// What does not fit as it is set.
    fn overflow(&self, set: &SetText, cx: &mut Context) -> Option<Overflow> {
        // Where no readable size helps, a broken word is better than a lost one.
        let missing = self.missing(set, self.style.fit == TextFit::Shrink);
        if missing == Overflow::default() {
            return None;
        }
        let least = readable(cx);
        let fitting_px = if least < self.style.size { self.fit(least, cx) } else { None };
        Some(Overflow { fitting_px, ..missing })
    }
}
