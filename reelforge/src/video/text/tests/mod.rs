mod faces;
mod flood;
mod lines;
mod pieces;
mod programs;
mod scripts;

use super::*;
use crate::video::ink::{Glyphs, Ink, Rgba};
use crate::video::project::model::By;
use crate::video::project::model::element::{FontRole, TextAlign};
use crate::video::theme::Typeface;

pub(super) fn typeface(family: &str) -> Typeface {
    Typeface { family: family.to_owned(), weight: 400, file: None }
}

pub(super) fn spans(text: &str) -> Vec<Span> {
    vec![Span { text: text.to_owned(), color: Rgba::WHITE }]
}

/// A text in the general family, 100 pixels in size.
pub(super) fn spec<'a>(spans: &'a [Span], face: &'a Typeface) -> TextSpec<'a> {
    TextSpec {
        spans,
        face,
        weight: face.weight,
        size: 100.0,
        line_height: 1.2,
        align: None,
        language: "en",
        max_width: None,
        tabular: false,
        by: By::Element,
        outline: None,
        shadow: None,
    }
}

/// Sets a text in the general family with changes to how it is set.
pub(super) fn set(text: &str, change: impl FnOnce(&mut TextSpec)) -> SetText {
    let (spans, face) = (spans(text), typeface("Inter"));
    let mut spec = spec(&spans, &face);
    change(&mut spec);
    Typesetter::new(&Fonts::bundled()).set(&spec)
}

/// The runs of letters, without shadows.
pub(super) fn letters(set: &SetText) -> Vec<&Glyphs> {
    let inks = set.pieces.iter().flat_map(|piece| &piece.inks);
    let glyphs = inks.filter_map(|ink| if let Ink::Glyphs(glyphs) = ink { Some(glyphs) } else { None });
    glyphs.filter(|glyphs| glyphs.sigma == 0.0).collect()
}

/// Where glyphs stand, from left to right.
pub(super) fn places(set: &SetText) -> Vec<(u32, f64)> {
    let glyphs = letters(set)
        .into_iter()
        .flat_map(|run| run.glyphs.iter().map(|glyph| (glyph.id, run.origin.x + f64::from(glyph.x))));
    let mut glyphs: Vec<_> = glyphs.collect();
    glyphs.sort_by(|a, b| a.1.total_cmp(&b.1));
    glyphs
}
