//! V-24: characters that no font has.

use super::Findings;
use super::watch::Watch;
use crate::video::check::measure::{Life, SceneView};

/// Characters that one issue names.
const SHOWN: usize = 8;

pub(super) const HINT: &str =
    "write it with other characters, or add a font that has them with `theme.fonts.….file`";

pub(super) struct MissingGlyph;

impl Watch for MissingGlyph {
    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for item in view.scene.items.iter().filter(|item| !item.measure.missing.is_empty()) {
            let missing: Vec<&String> = item.measure.missing.iter().collect();
            let message = format!("no font has {} of `{}`: a box would be drawn", named(&missing), item.id);
            let issue = view.issue("V-24", item, &item.frames, message).measured(missing.len(), 0);
            if !found.push(issue.hint(HINT)) {
                return;
            }
        }
    }
}

/// Characters as they are written, with their codes, as many as a reader wants to know.
pub(super) fn named(missing: &[&String]) -> String {
    let named: Vec<String> = missing.iter().take(SHOWN).map(|text| with_code(text)).collect();
    format!("{}{}", named.join(", "), if missing.len() > SHOWN { ", …" } else { "" })
}

/// A character as it is written, with its code.
fn with_code(text: &str) -> String {
    let codes: Vec<String> = text.chars().map(|c| format!("U+{:04X}", u32::from(c))).collect();
    let is_shown = text.chars().all(|c| !c.is_control() && !c.is_whitespace());
    if is_shown { format!("`{text}` ({})", codes.join(" ")) } else { codes.join(" ") }
}
