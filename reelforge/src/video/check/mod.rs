//! Checks: what is wrong with a project, and what repairs it.

mod assets;
mod checker;
mod files;
mod fixes;
pub mod issue;
mod measure;
pub mod outline;
pub mod report;
pub mod rules;
#[cfg(test)]
mod tests;
mod trial;
mod tries;
mod validate;

pub use assets::{Assets, NoAssets, Presence, StoredAssets};
pub use files::used_files;
pub use fixes::{After, Combined, Fix};
pub use issue::{Issue, Repair, Severity};
pub(in crate::video) use measure::Flashes;
pub use measure::{Exempt, Overlap, Way, contrasts, overlaps, separations};
pub use outline::{Facts, SceneOutline, facts, outline};
pub use report::{Report, Summary, Tuning, Waiver};
pub use rules::{RULES, Rule, RuleNotes, Stage, rule, rule_notes};
pub use tries::{Batch, Touches, Tries};
pub use validate::{Depth, Options, glance, validate};
