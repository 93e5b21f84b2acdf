//! Checks: what is wrong with a project, and what repairs it.

pub mod issue;
pub mod report;
pub mod rules;

pub use issue::{Issue, Severity};
pub use report::{Report, Summary};
pub use rules::{RULES, Rule, Stage, rule};
