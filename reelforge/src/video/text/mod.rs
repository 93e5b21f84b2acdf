//! Sets text: shaping, fonts that stand in for each other, line breaking, both directions of writing.

mod bundled;
mod charstrings;
mod direction;
mod extents;
mod fonts;
mod guard;
mod layers;
mod marked;
mod pieces;
mod place;
mod prepare;
mod spec;
mod stack;
#[cfg(test)]
mod tests;
mod typesetter;
mod upper;
mod words;

pub use direction::is_rtl;
pub use fonts::{Family, FontFault, Fonts};
pub use marked::marked;
pub use spec::{Outline, SetText, Shadow, Span, TextSpec};
pub use typesetter::Typesetter;
pub use upper::upper;
