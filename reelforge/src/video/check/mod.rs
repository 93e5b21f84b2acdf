//! Checks: what is wrong with a project, and what repairs it.

mod assets;
mod files;
mod fixes;
pub mod issue;
pub mod outline;
pub mod report;
pub mod rules;
#[cfg(test)]
mod tests;
mod validate;

pub use assets::{Assets, NoAssets, Presence, StoredAssets};
pub use files::used_files;
pub use fixes::Fix;
pub use issue::{Issue, Severity};
pub use outline::{Facts, SceneOutline, facts, outline};
pub use report::{Report, Summary, Tuning, Waiver};
pub use rules::{RULES, Rule, Stage, rule};
pub use validate::{Options, glance, validate};
