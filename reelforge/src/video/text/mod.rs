//! Sets text: shaping, fonts that stand in for each other, line breaking, both directions of writing.

mod spec;

pub use spec::{Outline, SetText, Shadow, Span, TextSpec};
