//! What is asked of the typesetter, and what it answers.

use kurbo::Size;

use crate::video::ink::{Piece, Rgba};
use crate::video::layout::Line;
use crate::video::project::model::By;
use crate::video::project::model::element::TextAlign;
use crate::video::theme::Typeface;

/// A text and how it shall be set.
#[derive(Debug, Clone, PartialEq)]
pub struct TextSpec<'a> {
    /// What it says, in parts of one colour each.
    pub spans: &'a [Span],
    /// The font; what it lacks comes from the fonts of the build.
    pub face: &'a Typeface,
    /// Weight from 100 to 1000.
    pub weight: u32,
    /// Pixels per em.
    pub size: f64,
    /// Distance of two base lines, as a multiple of the size. Arabic, Devanagari and Thai, with marks above and below
    /// their letters, get at least what those need.
    pub line_height: f64,
    /// Where lines stand. Default: at the side where the text's language begins.
    pub align: Option<TextAlign>,
    /// Language of the text, as a BCP-47 tag: it decides between forms of the same character.
    pub language: &'a str,
    /// Width at which lines wrap; without it only line breaks in the text end a line. Few lines are made as even as
    /// their number allows. A word that is wider is broken, since nothing of it may be lost:
    /// [`SetText::widest_part`] tells it.
    pub max_width: Option<f64>,
    /// Gives all digits one width, for numbers that change.
    pub tabular: bool,
    /// What becomes a piece of its own, because it moves on its own.
    pub by: By,
    /// An outline around the letters.
    pub outline: Option<Outline>,
    /// A shadow below the letters.
    pub shadow: Option<Shadow>,
}

/// A part of a text in one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// Its colour.
    pub color: Rgba,
}

/// An outline around letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    /// Its colour.
    pub color: Rgba,
    /// Its whole width; half of it lies outside of the letters.
    pub width: f64,
}

/// A shadow below letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shadow {
    /// Its colour.
    pub color: Rgba,
    /// How far right and down it lies.
    pub offset: [f64; 2],
    /// Standard deviation of its blur; 0 for a sharp one.
    pub sigma: f64,
}

/// A text that is set. Its box begins at (0, 0).
#[derive(Debug, Clone)]
pub struct SetText {
    /// Width of the longest line, and height of all lines. Lines are aligned to each other within it.
    pub size: Size,
    /// Where the lines stand: what was asked for, or the side where the text's language begins.
    pub align: TextAlign,
    /// The letters, in reading order; see [`TextSpec::by`].
    pub pieces: Vec<Piece>,
    /// The lines, with what their letters cover.
    pub lines: Vec<Line>,
    /// Base line of the first line, from the top.
    pub baseline: f64,
    /// Width of the longest part that no line break should divide.
    pub widest_part: f64,
    /// Letters and emoji that no font has, each once.
    pub missing: Vec<String>,
    /// Families that stood in for the one that was asked for, with the number of glyphs; without the emoji font, for
    /// which no family is ever asked.
    pub fallbacks: Vec<(String, usize)>,
    /// The weight nearest to the one that was asked for, when the family lacks that one: letters are set in it, or made
    /// bolder.
    pub nearest_weight: Option<u32>,
}

impl SetText {
    /// A text that says nothing, and takes no room.
    pub(super) fn empty(align: TextAlign) -> Self {
        Self {
            size: Size::ZERO,
            align,
            pieces: Vec::new(),
            lines: Vec::new(),
            baseline: 0.0,
            widest_part: 0.0,
            missing: Vec::new(),
            fallbacks: Vec::new(),
            nearest_weight: None,
        }
    }
}
