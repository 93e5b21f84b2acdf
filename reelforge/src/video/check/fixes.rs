//! Fixes that were tried before they are offered.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::checker::{Checked, Checker, Paint};
use super::issue::Repair;
use super::{Depth, Issue, Severity, Stage, rules};
use crate::video::project::edit::{MAX_OPS, Op, apply_ops, max_tries};

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
    /// The edits that lead to it, in order; none when there are more than one batch takes.
    pub ops: Option<Vec<Op>>,
    /// How many fixes that makes.
    pub fixes: usize,
    /// What there was.
    pub before: After,
    /// What is left.
    pub after: After,
}

/// Ways to repair one issue that are tried.
const MAX_WAYS: usize = 4;
/// Fixes that are tried by painting.
pub(super) const MAX_PAINTED: usize = 6;

/// The fixes of the wanted issues that work, with the index of their issue among those, and what as many of them as go
/// together make of the text. Of what nobody has to repair, only the first `listed` are tried: the rest is not shown.
pub(super) fn offer(
    text: &str,
    checked: &Checked,
    checker: &mut Checker<'_>,
    depth: Depth,
    wanted: &[usize],
    listed: usize,
) -> (Vec<Fix>, Option<Combined>) {
    let mut trial = Trial { checker, depth, left: max_tries(text), to_paint: MAX_PAINTED };
    let mut fixes: Vec<Fix> = Vec::new();
    let mut working: Vec<(&Issue, Repair)> = Vec::new();
    let issues: Vec<&Issue> = wanted.iter().map(|index| &checked.issues[*index]).collect();
    for (index, issue) in issues.iter().enumerate() {
        let is_needed = issue.severity < Severity::Info;
        if !is_needed && index >= listed {
            continue;
        }
        if let Some((way, after)) = trial.first(text, checked, issue) {
            // What nobody has to repair is not repaired unasked: something unused may be there for what comes next.
            if is_needed {
                working.push((issue, way.clone()));
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
    (trial.left, trial.to_paint) = (max_tries(text), MAX_PAINTED);
    let mut best = trial.together(text, checked, working);
    // What a text says is checked only once it parses.
    if checked.parsed.project.is_none()
        && let Some(first) = &best
    {
        let ways = |issue| Some((issue, ways(issue).into_iter().next()?));
        let rest = first.checked.issues.iter().filter_map(ways).take(max_tries(text)).collect();
        let more = trial.together(&first.text, &first.checked, rest);
        best = match more {
            None => best,
            Some(more) => Some(Fixed {
                ops: first.ops.iter().cloned().chain(more.ops).collect(),
                fixes: first.fixes + more.fixes,
                ..more
            }),
        };
    }
    let combined = best.map(|best| Combined {
        before: After::of(checked),
        after: After::of(&best.checked),
        text: best.text,
        ops: Some(best.ops).filter(|ops| ops.len() <= MAX_OPS),
        fixes: best.fixes,
    });
    (fixes, combined)
}

impl After {
    fn of(checked: &Checked) -> Self {
        Self { errors: checked.summary.errors, warnings: checked.summary.warnings }
    }
}

/// A text with fixes that go together.
struct Fixed {
    text: String,
    checked: Checked,
    ops: Vec<Op>,
    fixes: usize,
}

/// Whether an issue is still there.
fn has(checked: &Checked, issue: &Issue) -> bool {
    checked
        .issues
        .iter()
        .any(|other| (other.rule, &other.path) == (issue.rule, &issue.path) && is_same(other, issue))
}

/// The ways to repair an issue, the best first.
pub(super) fn ways(issue: &Issue) -> Vec<Repair> {
    let own = Repair { hint: issue.hint.clone(), ops: issue.fix.clone() };
    let all = std::iter::once(own).chain(issue.repairs.iter().cloned());
    all.filter(|way| !way.ops.is_empty()).take(MAX_WAYS).collect()
}

/// Tries edits on copies of a text.
pub(super) struct Trial<'t, 'a> {
    pub(super) checker: &'t mut Checker<'a>,
    pub(super) depth: Depth,
    /// How many more texts may be checked.
    pub(super) left: usize,
    /// How many more of them may be painted.
    pub(super) to_paint: usize,
}

impl Trial<'_, '_> {
    /// The first way to repair an issue that works.
    fn first(&mut self, text: &str, checked: &Checked, issue: &Issue) -> Option<(Repair, Checked)> {
        ways(issue).into_iter().find_map(|way| {
            let (_, after) = self.run(text, checked, issue, &way.ops)?;
            Some((way, after))
        })
    }

    /// The text after a fix, when that solves its issue and causes no error.
    pub(super) fn run(
        &mut self,
        text: &str,
        before: &Checked,
        issue: &Issue,
        ops: &[Op],
    ) -> Option<(String, Checked)> {
        let stage = stage(issue.rule);
        let is_painted = stage == Stage::Pixels;
        if self.left == 0 || (is_painted && self.to_paint == 0) {
            return None;
        }
        self.left -= 1;
        self.to_paint -= usize::from(is_painted);
        let edited = apply_ops(text, ops).ok()?;
        let paint = match issue.rule {
            "V-21" => Paint::Film(before),
            _ if is_painted => Paint::Scenes(before),
            _ if stage == Stage::Audio => Paint::Sound(before),
            _ => Paint::Nothing(before),
        };
        let after = self.checker.check(&edited, self.depth, paint);
        let same =
            |other: &&Issue| (other.rule, &other.path) == (issue.rule, &issue.path) && is_same(other, issue);
        let is_solved = after.issues.iter().filter(same).count() < before.issues.iter().filter(same).count();
        // A text that did not parse has had no other issues before.
        let parses_now = before.parsed.project.is_none() && after.parsed.project.is_some();
        let causes_none = parses_now || no_more(&after, before, stage > Stage::Static);
        (is_solved && causes_none).then_some((edited, after))
    }

    /// The text after those fixes that still work after the others; none when no fix does.
    fn together(&mut self, text: &str, checked: &Checked, mut fixes: Vec<(&Issue, Repair)>) -> Option<Fixed> {
        // From the end of the file to its beginning, so that the places of what is still to be edited stay.
        fixes.sort_by_key(|(issue, _)| std::cmp::Reverse((issue.line, issue.column)));
        let mut fixed: Option<Fixed> = None;
        for (issue, way) in fixes {
            let (text, before) =
                fixed.as_ref().map_or((text, checked), |fixed| (fixed.text.as_str(), &fixed.checked));
            // One of the others may have repaired it already.
            if !has(before, issue) {
                continue;
            }
            if let Some((text, checked)) = self.run(text, before, issue, &way.ops) {
                let (mut ops, count) = fixed.map_or_else(Default::default, |fixed| (fixed.ops, fixed.fixes));
                ops.extend(way.ops);
                fixed = Some(Fixed { text, checked, ops, fixes: count + 1 });
            }
        }
        fixed
    }
}

/// When a check runs first.
fn stage(rule: &str) -> Stage {
    rules::rule(rule).map_or(Stage::Static, |rule| rule.stages[0])
}

/// Whether two issues of a check at one address are the same. The message of one that measures frames changes with
/// what is measured; each finds one thing once at an address.
fn is_same(a: &Issue, b: &Issue) -> bool {
    stage(a.rule) > Stage::Static || a.message == b.message
}

/// Whether no check has more errors than before. A repair of what is seen must not spoil what is seen elsewhere, so
/// there warnings count as well; one of the file may bring to light what could not be seen before.
pub(super) fn no_more(after: &Checked, before: &Checked, seen: bool) -> bool {
    let counts = |checked: &Checked| {
        let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        for issue in &checked.issues {
            let is_seen = stage(issue.rule) > Stage::Static;
            let (errors, warnings) = counts.entry(issue.rule).or_default();
            match issue.severity {
                Severity::Error if seen || !is_seen => *errors += 1,
                Severity::Warning if seen && is_seen => *warnings += 1,
                _ => {}
            }
        }
        counts
    };
    let (after, before) = (counts(after), counts(before));
    after.iter().all(|(rule, (errors, warnings))| {
        let (had_errors, had_warnings) = before.get(rule).copied().unwrap_or_default();
        *errors <= had_errors && errors + warnings <= had_errors + had_warnings
    })
}
