//! The colours of code: they follow from the theme's, and each can be read on the panel.

use super::lexer::Class;
use crate::video::content::tone::{TEXT, distinct, mix};
use crate::video::ink::Rgba;
use crate::video::theme::Look;

/// Colours of the classes of tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Palette {
    /// The panel.
    pub(super) panel: Rgba,
    /// The band behind lines that stand out.
    pub(super) band: Rgba,
    /// The numbers of lines.
    pub(super) number: Rgba,
    /// What moves along while code is typed.
    pub(super) caret: Rgba,
    text: Rgba,
    muted: Rgba,
    accent: Rgba,
    accent2: Rgba,
    good: Rgba,
}

impl Palette {
    /// The colours of a theme.
    pub(super) fn of(look: &Look) -> Self {
        let token = |name: &str| look.token(name).unwrap_or(Rgba::WHITE);
        let panel = token("surface");
        let (text, accent) = (token("text"), token("accent"));
        Self {
            panel,
            band: mix(panel, accent, 0.14),
            number: distinct(token("muted"), panel, TEXT),
            caret: accent,
            text,
            muted: token("muted"),
            accent,
            accent2: token("accent2"),
            good: token("good"),
        }
    }

    /// The colour of a token. Where other lines stand out, it steps back.
    pub(super) fn color(&self, class: Class, stands_out: Option<bool>) -> Rgba {
        let color = match class {
            Class::Plain => self.text,
            Class::Comment => self.muted,
            Class::Text => self.good,
            Class::Number => mix(self.accent2, self.good, 0.35),
            Class::Keyword => self.accent,
            Class::Type => self.accent2,
            Class::Call => mix(self.accent2, self.text, 0.55),
            Class::Name => mix(self.accent, self.text, 0.5),
            Class::Mark => mix(self.text, self.muted, 0.6),
        };
        match stands_out {
            None => distinct(color, self.panel, TEXT),
            Some(true) => distinct(color, self.band, TEXT),
            Some(false) => distinct(mix(color, self.muted, 0.85), self.panel, TEXT),
        }
    }
}
