//! Makes any text one that can be set: without control characters, each part with its style.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::Span;
use super::stack::{self, Kind};
use crate::video::ink::Rgba;

/// Characters of one letter that are kept. The longest emoji has ten, a letter with all its marks seldom five.
const LETTER_CHARS: usize = 32;
/// Colours that are told apart.
const COLORS: usize = 4096;

/// A text that can be set.
pub(super) struct Prepared {
    /// What it says.
    pub(super) text: String,
    /// Its colours; never empty.
    pub(super) colors: Vec<Rgba>,
    /// Its parts: the end of each with its style.
    pub(super) runs: Vec<(usize, Style)>,
}

/// What differs within a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Style {
    /// Which families come first.
    pub(super) kind: Kind,
    /// Index of the colour.
    pub(super) color: u16,
}

impl Prepared {
    pub(super) fn new(spans: &[Span]) -> Self {
        let mut colors: Vec<Rgba> = Vec::new();
        let mut colored = Colored::default();
        for span in spans {
            let index = colors.iter().position(|color| *color == span.color).unwrap_or_else(|| {
                if colors.len() < COLORS {
                    colors.push(span.color);
                }
                colors.len() - 1
            });
            colored.push(&span.text, u16::try_from(index).unwrap_or_default());
        }
        colored.trim_line();
        if colors.is_empty() {
            colors.push(Rgba::BLACK);
        }
        let Colored { text, ends } = colored;
        let runs = merge(&stack::parts(&text), &ends);
        Self { text, colors, runs }
    }
}

/// A text with the ends of its colours.
#[derive(Default)]
struct Colored {
    text: String,
    ends: Vec<(usize, u16)>,
}

impl Colored {
    /// Adds a text without what has no place in a picture: control characters, and letters of endless marks.
    fn push(&mut self, dirty: &str, color: u16) {
        for grapheme in dirty.graphemes(true) {
            // Composed: fonts have whole syllables of hangul where a text may have their parts.
            for char in grapheme.chars().take(LETTER_CHARS).nfc() {
                match char {
                    '\r' if grapheme.len() > 1 => {}
                    '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                        self.trim_line();
                        self.text.push('\n');
                    }
                    '\t' => self.text.push_str("    "),
                    // A soft hyphen would break a word without a hyphen that is seen.
                    '\u{AD}' | '\u{FEFF}' => {}
                    char if char.is_control() => {}
                    char => self.text.push(char),
                }
            }
        }
        self.ends.push((self.text.len(), color));
    }

    /// Takes the spaces off the end of a line: they would move the letters of a centred one.
    fn trim_line(&mut self) {
        let end = self.text.trim_end_matches([' ', '\u{3000}']).len();
        self.text.truncate(end);
        for (earlier, _) in self.ends.iter_mut().rev().take_while(|(earlier, _)| *earlier > end) {
            *earlier = end;
        }
    }
}

/// Parts that are cut wherever the kind or the colour changes.
fn merge(kinds: &[(usize, Kind)], colors: &[(usize, u16)]) -> Vec<(usize, Style)> {
    let mut runs: Vec<(usize, Style)> = Vec::new();
    let (mut kinds, mut colors) = (kinds.iter().peekable(), colors.iter().peekable());
    let mut start = 0;
    while let (Some((kind_end, kind)), Some((color_end, color))) = (kinds.peek(), colors.peek()) {
        let end = *kind_end.min(color_end);
        if *kind_end == end {
            kinds.next();
        }
        if *color_end == end {
            colors.next();
        }
        if end > start {
            runs.push((end, Style { kind: *kind, color: *color }));
            start = end;
        }
    }
    runs
}
