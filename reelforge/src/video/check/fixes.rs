//! Fixes that were tried before they are offered.

use schemars::JsonSchema;
use serde::Serialize;

use super::checker::{Checked, Checker};
use super::trial::{Budget, Trial, Wanted, has, ways};
use super::{Depth, Issue, Severity};
use crate::video::project::edit::Op;

/// Edits that remove an issue and cause no error.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Fix {
    /// Index of the issue in the report.
    pub issue: usize,
    /// Indexes of the other issues that go with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<usize>,
    /// The check's id.
    pub rule: &'static str,
    /// What they do.
    pub hint: String,
    /// The edits, in order.
    pub ops: Vec<Op>,
    /// What is left when they are made.
    pub after: After,
}

/// Counts of what is left after a fix. Frames are painted again only for fixes of what painting found; for all others
/// its findings are counted as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct After {
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
}

/// What all fixes that go together make of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Combined {
    /// The text.
    pub text: String,
    /// The edits that lead to it, in order.
    pub ops: Vec<Op>,
    /// How many fixes that makes.
    pub fixes: usize,
    /// What there was.
    pub before: After,
    /// What is left.
    pub after: After,
}

/// What trying fixes has yielded.
pub(super) struct Offer {
    /// Those that work, with the index of their issue among the wanted ones.
    pub(super) fixes: Vec<Fix>,
    /// As many of them as go together.
    pub(super) combined: Option<Combined>,
    /// How many issues have fixes that were too much to try.
    pub(super) untried: usize,
}

/// Tries the fixes of the wanted issues. Of what nobody has to repair, only the first `listed` are tried: the rest is
/// not shown.
pub(super) fn offer(
    text: &str,
    checked: &Checked,
    checker: &mut Checker<'_>,
    depth: Depth,
    is_wanted: impl Fn(&Issue) -> bool,
    listed: usize,
) -> Offer {
    let mut trial = Trial { checker, depth, budget: Budget::of(text) };
    let mut fixes: Vec<Fix> = Vec::new();
    let mut working: Vec<Wanted> = Vec::new();
    let mut untried = 0;
    let issues: Vec<&Issue> = checked.issues.iter().filter(|issue| is_wanted(issue)).collect();
    for (index, issue) in issues.iter().enumerate() {
        if !is_needed(issue) && index >= listed {
            continue;
        }
        let found = trial.first(text, checked, issue);
        untried += usize::from(found.is_none() && !ways(issue).is_empty() && !trial.allows(issue));
        if let Some((way, after)) = found {
            if is_needed(issue) {
                working.push(((*issue).clone(), vec![way.clone()]));
            }
            let gone = |other: &usize| *other != index && !has(&after, issues[*other]);
            fixes.push(Fix {
                issue: index,
                also: (0..issues.len()).filter(gone).collect(),
                rule: issue.rule,
                hint: way.hint,
                ops: way.ops,
                after: After::of(&after),
            });
        }
    }
    trial.budget = Budget::of(text);
    let best = trial.together(text, checked, working, |issue| is_needed(issue) && is_wanted(issue));
    let combined = best.map(|best| Combined {
        before: After::of(checked),
        after: After::of(&best.checked),
        text: best.text,
        ops: best.ops,
        fixes: best.hints.len(),
    });
    Offer { fixes, combined, untried }
}

/// What nobody has to repair is not repaired unasked: something unused may be there for what comes next.
fn is_needed(issue: &Issue) -> bool {
    issue.severity < Severity::Info
}

impl After {
    pub(super) fn of(checked: &Checked) -> Self {
        Self { errors: checked.summary.errors, warnings: checked.summary.warnings }
    }
}
