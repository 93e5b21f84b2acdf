//! The checks: their table, and one file for each.

mod bad_cue;
mod bad_reference;
mod captions;
mod chart_rows;
mod clipping;
mod code_lines;
mod component_cycle;
mod components;
mod contrast;
mod duplicate_id;
mod empty_frames;
mod film;
mod flashing;
mod font;
mod hidden_layer;
mod longer;
mod loudness;
mod missing_asset;
mod missing_glyph;
mod notes;
mod outside_canvas;
mod overlap;
mod painted;
mod path_data;
mod picture_quality;
mod platform_limits;
mod props;
mod reading_speed;
mod safe_zone;
mod scene_too_short;
mod shift;
mod sound;
mod subject;
mod table;
mod text_overflow;
mod text_too_small;
mod times;
mod timing;
mod too_brief;
mod unused;
mod voice_mismatch;
mod watch;

#[cfg(test)]
mod tests;

pub(super) use components::elements;
pub(super) use font::{ROLES as FONT_ROLES, files as font_files};
pub use notes::{RuleNotes, rule_notes};
pub(super) use painted::Painted;
pub(super) use sound::check as sound;
pub(super) use subject::{Findings, Subject};
pub use table::{RULES, Rule, Stage, rule};
pub(super) use watch::scene;

use super::Issue;
use super::measure::{SceneView, is_words};
use crate::video::project::model::{Element, Kind};
use crate::video::project::nearest_word;

/// Names that a hint repeats.
const SHOWN_NAMES: usize = 20;

/// Everything that the static checks find, beyond what reading the file has found.
pub(super) fn check(subject: &Subject<'_>) -> Vec<Issue> {
    let checks: [fn(&Subject<'_>, &mut Findings); 12] = [
        duplicate_id::check,
        bad_reference::check,
        missing_asset::check,
        path_data::check,
        code_lines::check,
        chart_rows::check,
        component_cycle::check,
        bad_cue::check,
        timing::check,
        voice_mismatch::check,
        platform_limits::check,
        unused::check,
    ];
    checks
        .into_iter()
        .flat_map(|check| {
            let mut found = Findings::default();
            check(subject, &mut found);
            found.issues
        })
        .collect()
}

/// The checks of the layout, for one scene.
fn watches(view: &SceneView<'_>) -> Vec<Box<dyn watch::Watch>> {
    vec![
        Box::new(overlap::Overlaps::default()),
        Box::new(outside_canvas::OutsideCanvas::default()),
        Box::new(safe_zone::SafeZone::of(view)),
        Box::new(text_overflow::TextOverflow),
        Box::new(text_too_small::TextTooSmall),
        Box::new(scene_too_short::SceneTooShort::default()),
        Box::new(reading_speed::ReadingSpeed),
        Box::new(too_brief::TooBrief),
        Box::new(empty_frames::EmptyFrames::default()),
        Box::new(missing_glyph::MissingGlyph),
        Box::new(font::Font),
        Box::new(picture_quality::PictureQuality::default()),
        Box::new(captions::Captions::default()),
    ]
}

/// Whether an element has a `size` of its text.
fn has_size(element: &Element) -> bool {
    is_words(element) || matches!(element.kind, Kind::Code(_))
}

/// The nearest of the names that exist, at most two typing mistakes away.
fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_word(name, &names.into_iter().collect::<Vec<_>>())
}

/// `a`, `b` and so on, as far as a reader wants to know.
fn listed(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<String> =
        names.iter().take(SHOWN_NAMES).map(|name| format!("`{}`", name.as_ref())).collect();
    let more = if names.len() > SHOWN_NAMES { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
