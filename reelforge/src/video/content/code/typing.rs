//! Code that appears as if it were typed.

use std::sync::Arc;

use kurbo::Rect;

use crate::video::ink::{Ink, Paint, Piece, Pieces, Rgba, Role};
use crate::video::layout::{Clock, Live};

/// Letters a second, where there is time.
const PACE: f64 = 24.0;
/// Most of the element's time that is spent with typing: what is typed is to be read as well.
const SHARE: f64 = 0.7;

/// Code on its way.
pub(super) struct Typing {
    /// What is there from the beginning.
    below: Vec<Piece>,
    /// One piece a letter.
    letters: Vec<Piece>,
    /// All of it, in fewer pieces.
    whole: Pieces,
    /// Seconds until the last letter.
    takes: f64,
    line: f64,
    caret: Rgba,
}

impl Typing {
    pub(super) fn new(
        below: Vec<Piece>,
        letters: impl Iterator<Item = Piece>,
        whole: Pieces,
        line: f64,
        caret: Rgba,
        shown: f64,
    ) -> Self {
        let letters: Vec<Piece> = letters.collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 4000 letters")]
        let takes = (letters.len() as f64 / PACE).min(shown * SHARE).max(0.0);
        Self { below, letters, whole, takes, line, caret }
    }

    /// Letters that are there.
    fn count(&self, since: f64) -> usize {
        if since >= self.takes {
            return self.letters.len();
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 4000 letters")]
        let count = (since.max(0.0) / self.takes * self.letters.len() as f64).floor();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between none and all")]
        let count = count as usize;
        count
    }

    /// The caret behind what is typed.
    fn caret(&self, typed: &[Piece]) -> Option<Piece> {
        let last = typed.iter().rev().find(|letter| letter.bounds.width() > 0.0)?;
        let base = last.inks.iter().find_map(|ink| match ink {
            Ink::Glyphs(glyphs) => Some(glyphs.origin.y),
            _ => None,
        })?;
        let (width, height) = (self.line * 0.08, self.line * 0.78);
        // Capital letters are about half a line high.
        let top = base - self.line * 0.25 - height / 2.0;
        let rect = Rect::from_origin_size((last.bounds.x1 + width, top), (width, height));
        Some(Piece::new(Role::Mark, vec![Ink::round_rect(rect, width / 2.0, Paint::Solid(self.caret))]))
    }
}

impl Live for Typing {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let count = self.count(clock.since);
        if count == self.letters.len() {
            return Arc::clone(&self.whole);
        }
        let typed = &self.letters[..count];
        let caret = self.caret(typed);
        self.below.iter().chain(typed).cloned().chain(caret).collect()
    }
}
