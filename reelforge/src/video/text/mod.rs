//! Sets text: shaping, fonts that stand in for each other, line breaking, both directions of writing.

mod fonts;
mod marked;
mod spec;
mod typesetter;

pub use fonts::{Family, FontFault, Fonts};
pub use marked::marked;
pub use spec::{Outline, SetText, Shadow, Span, TextSpec};
pub use typesetter::Typesetter;
