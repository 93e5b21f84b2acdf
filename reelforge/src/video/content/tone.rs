//! Colours that follow from the theme's: lighter, darker, and always to be told from what lies below.

use crate::video::ink::Rgba;

/// Contrast that text needs (WCAG 2.2, 1.4.3).
pub(super) const TEXT: f64 = 4.5;
/// Contrast that forms need (WCAG 2.2, 1.4.11).
pub(super) const FORM: f64 = 3.0;

/// A colour between two: 0 is the first, 1 the second.
pub(super) fn mix(from: Rgba, to: Rgba, share: f64) -> Rgba {
    to.faded(share).over(from)
}

/// The colour nearest to the wanted one that reaches a contrast on what lies below: it moves towards black or white,
/// whichever is further from there.
pub(super) fn distinct(wanted: Rgba, below: Rgba, contrast: f64) -> Rgba {
    let far =
        if below.contrast(Rgba::WHITE) >= below.contrast(Rgba::BLACK) { Rgba::WHITE } else { Rgba::BLACK };
    let steps = (0..=20).map(|step| mix(wanted, far, f64::from(step) / 20.0));
    steps.into_iter().find(|color| color.contrast(below) >= contrast).unwrap_or(far)
}

/// The one of two colours that is read more easily on what lies below.
pub(super) fn readable_on(below: Rgba, one: Rgba, other: Rgba) -> Rgba {
    if one.contrast(below) >= other.contrast(below) { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_move_only_as_far_as_they_must() {
        let (yellow, navy) = (Rgba([0xFF, 0xC1, 0x45, 255]), Rgba([0x0B, 0x10, 0x20, 255]));
        assert_eq!(distinct(yellow, navy, TEXT), yellow, "it was clear already");
        let dark = distinct(yellow, Rgba::WHITE, TEXT);
        assert!(dark.contrast(Rgba::WHITE) >= TEXT && dark.contrast(Rgba::WHITE) < 6.5, "{dark:?}");
        assert_eq!(distinct(Rgba::BLACK, Rgba::BLACK, 22.0), Rgba::WHITE, "as far as there is");
        assert_eq!(readable_on(yellow, Rgba::WHITE, navy), navy);
        assert_eq!(mix(Rgba::BLACK, Rgba::WHITE, 0.0), Rgba::BLACK);
        assert_eq!(mix(Rgba::BLACK, Rgba::WHITE, 1.0), Rgba::WHITE);
    }
}
