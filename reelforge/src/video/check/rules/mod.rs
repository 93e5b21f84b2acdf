//! The checks: their table, and one file for each that needs nothing but the project's file and folder.

mod bad_cue;
mod bad_reference;
mod component_cycle;
mod components;
mod duplicate_id;
mod missing_asset;
mod subject;
mod table;
mod times;
mod timing;

#[cfg(test)]
mod tests;

pub(super) use components::elements;
pub(super) use subject::{Findings, Subject};
pub use table::{RULES, Rule, Stage, rule};

use super::Issue;
use crate::video::project::nearest_word;

/// Names that a hint repeats.
const SHOWN_NAMES: usize = 20;

/// Everything that the static checks find, beyond what reading the file has found.
pub(super) fn check(subject: &Subject<'_>) -> Vec<Issue> {
    let checks: [fn(&Subject<'_>, &mut Findings); 6] = [
        duplicate_id::check,
        bad_reference::check,
        missing_asset::check,
        component_cycle::check,
        bad_cue::check,
        timing::check,
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
