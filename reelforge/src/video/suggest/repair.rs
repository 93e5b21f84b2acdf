//! Fixes of what the checks find: all errors that can be repaired in one batch, then warnings, check by check.

use super::view::count;
use super::{Metric, Step, Suggestion};
use crate::video::check::{Batch, Severity, Tries};

/// What a title repeats of the hints.
const SHOWN: usize = 2;

pub(super) fn suggest(tries: &mut Tries<'_>, limit: usize, found: &mut Vec<Suggestion>) {
    let errors = tries.summary().errors;
    if errors > 0
        && let Some(batch) = tries.batch(|issue| issue.severity == Severity::Error)
    {
        let why = format!("{errors} errors block the render; the edits were tried, and go together");
        found.push(suggestion(&batch, &plural(errors, "error"), why, "errors", errors, batch.after.errors));
    }
    let warnings = tries.summary().warnings;
    // The check with the most warnings first.
    let mut rules: Vec<(&'static str, &'static str, usize)> = Vec::new();
    for issue in tries.issues().iter().filter(|issue| issue.severity == Severity::Warning) {
        match rules.iter_mut().find(|(rule, ..)| *rule == issue.rule) {
            Some((.., count)) => *count += 1,
            None => rules.push((issue.rule, issue.name, 1)),
        }
    }
    rules.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    for (rule, name, many) in rules {
        if found.len() >= limit {
            return;
        }
        let wanted =
            |issue: &crate::video::check::Issue| issue.rule == rule && issue.severity == Severity::Warning;
        if let Some(batch) = tries.batch(wanted).filter(|batch| batch.after.warnings < warnings) {
            let what = plural(many, &format!("warning of {rule} {name}"));
            let why = worst(tries, rule);
            found.push(suggestion(&batch, &what, why, "warnings", warnings, batch.after.warnings));
        }
    }
}

/// What the worst issue of a check says.
fn worst(tries: &Tries<'_>, rule: &str) -> String {
    let first = tries.issues().iter().find(|issue| issue.rule == rule);
    first.map(|issue| issue.message.clone()).unwrap_or_default()
}

fn suggestion(
    batch: &Batch,
    what: &str,
    why: String,
    name: &'static str,
    before: usize,
    after: usize,
) -> Suggestion {
    let mut hints: Vec<&str> = Vec::new();
    for hint in &batch.hints {
        if !hints.contains(&hint.as_str()) {
            hints.push(hint);
        }
    }
    let more = hints.len().saturating_sub(SHOWN);
    let mut done = hints.iter().take(SHOWN).copied().collect::<Vec<_>>().join("; ");
    if more > 0 {
        done.push_str(&format!("; and {more} more"));
    }
    let metric = Metric { name, before: count(before), after: Some(count(after)), target: 0.0 };
    Suggestion { title: format!("Repair {what}: {done}"), why, metric, step: Step::Edit(batch.ops.clone()) }
}

fn plural(count: usize, what: &str) -> String {
    match what.split_once(' ') {
        _ if count == 1 => format!("1 {what}"),
        Some((word, rest)) => format!("{count} {word}s {rest}"),
        None => format!("{count} {what}s"),
    }
}
