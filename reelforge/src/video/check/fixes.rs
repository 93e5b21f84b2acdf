//! Fixes that were tried before they are offered.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::validate::Checked;
use super::{Assets, Issue, Severity};
use crate::video::project::edit::{Op, apply_ops, max_tries};

/// Edits that remove an issue and cause no error.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Fix {
    /// Index of the issue in the report.
    pub issue: usize,
    /// The check's id.
    pub rule: &'static str,
    /// What they do.
    pub hint: String,
    /// The edits, in order.
    pub ops: Vec<Op>,
    /// What is left when they are made.
    pub after: After,
}

/// Counts of what is left after a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct After {
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
}

/// The fixes of the wanted issues that work, with the index of their issue among those, and the text with as many of them as go together.
pub(super) fn offer(
    text: &str,
    checked: &Checked,
    assets: &dyn Assets,
    wanted: &[usize],
) -> (Vec<Fix>, Option<String>) {
    let trial = Trial { assets };
    let fixes: Vec<Fix> = (0..)
        .zip(wanted.iter().map(|index| &checked.issues[*index]))
        .filter(|(_, issue)| !issue.fix.is_empty())
        .take(max_tries(text))
        .filter_map(|(index, issue)| {
            let (_, after) = trial.run(text, checked, issue)?;
            Some(Fix {
                issue: index,
                rule: issue.rule,
                hint: issue.hint.clone(),
                ops: issue.fix.clone(),
                after: After { errors: after.summary.errors, warnings: after.summary.warnings },
            })
        })
        .collect();
    let mut working: Vec<&Issue> = fixes.iter().map(|fix| &checked.issues[wanted[fix.issue]]).collect();
    let mut best = trial.together(text, checked, &mut working);
    // What a text says is checked only once it parses.
    if checked.parsed.project.is_none()
        && let Some((text, parsed)) = &best
    {
        let mut rest: Vec<&Issue> = parsed.issues.iter().filter(|issue| !issue.fix.is_empty()).collect();
        rest.truncate(max_tries(text));
        best = trial.together(text, parsed, &mut rest).or(best);
    }
    (fixes, best.map(|(text, _)| text))
}

struct Trial<'a> {
    assets: &'a dyn Assets,
}

impl Trial<'_> {
    /// The text after a fix, when that solves its issue and causes no error.
    fn run(&self, text: &str, before: &Checked, issue: &Issue) -> Option<(String, Checked)> {
        let edited = apply_ops(text, &issue.fix).ok()?;
        let after = Checked::of(&edited, self.assets);
        let same = |other: &&Issue| {
            (other.rule, &other.path, &other.message) == (issue.rule, &issue.path, &issue.message)
        };
        let is_solved = after.issues.iter().filter(same).count() < before.issues.iter().filter(same).count();
        // A text that did not parse has had no other issues before.
        let parses_now = before.parsed.project.is_none() && after.parsed.project.is_some();
        let causes_none = parses_now || no_more(&after, before);
        (is_solved && causes_none).then_some((edited, after))
    }

    /// The text after those fixes that still work after the others; none when no fix does.
    fn together(&self, text: &str, checked: &Checked, issues: &mut Vec<&Issue>) -> Option<(String, Checked)> {
        // From the end of the file to its beginning, so that the places of what is still to be edited stay.
        issues.sort_by_key(|issue| std::cmp::Reverse((issue.line, issue.column)));
        let mut fixed: Option<(String, Checked)> = None;
        for issue in issues.iter() {
            let (text, before) =
                fixed.as_ref().map_or((text, checked), |(text, checked)| (text.as_str(), checked));
            fixed = self.run(text, before, issue).or(fixed);
        }
        fixed
    }
}

/// Whether no check has more errors than before.
fn no_more(after: &Checked, before: &Checked) -> bool {
    let (after, before) = (errors(after), errors(before));
    after.iter().all(|(rule, count)| before.get(rule).is_some_and(|before| count <= before))
}

fn errors(checked: &Checked) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for issue in checked.issues.iter().filter(|issue| issue.severity == Severity::Error) {
        *counts.entry(issue.rule).or_default() += 1;
    }
    counts
}
