//! Fixes that are made on copies of a text: each alone, and as many as go together.

use std::collections::BTreeMap;

use super::checker::{Checked, Checker, Paint};
use super::issue::Repair;
use super::{Depth, Issue, Severity, Stage, rules};
use crate::video::project::edit::{MAX_OPS, Op, apply_ops, max_tries};

/// Ways to repair one issue that are tried.
const MAX_WAYS: usize = 4;
/// Fixes that are tried by painting.
const MAX_PAINTED: usize = 6;
/// How much may be laid out and painted to try fixes, in parts of elements times frames. One more try is made until it is reached.
const MAX_WORK: u64 = 4_000_000;
/// How often what fixes bring to light is repaired once more.
const MAX_ROUNDS: usize = 4;

/// How much may still be tried. It is counted and not timed, so that the same text always has the same fixes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Texts that are checked.
    tries: usize,
    /// Those of them that are painted.
    painted: usize,
    /// The work of laying them out.
    work: u64,
}

impl Budget {
    /// What is tried on one text.
    pub(super) fn of(text: &str) -> Self {
        Self { tries: max_tries(text), painted: MAX_PAINTED, work: MAX_WORK }
    }

    fn allows(&self, stage: Stage) -> bool {
        self.tries > 0 && self.work > 0 && (stage != Stage::Pixels || self.painted > 0)
    }

    /// Checks one more text; none when that would be too much.
    pub(super) fn check(
        &mut self,
        checker: &mut Checker<'_>,
        stage: Stage,
        check: impl FnOnce(&mut Checker<'_>) -> Option<Checked>,
    ) -> Option<Checked> {
        if !self.allows(stage) {
            return None;
        }
        self.tries -= 1;
        self.painted = self.painted.saturating_sub(usize::from(stage == Stage::Pixels));
        let before = checker.work();
        let checked = check(checker);
        self.work = self.work.saturating_sub(checker.work() - before);
        checked
    }
}

/// A text with fixes that go together.
pub(super) struct Fixed {
    pub(super) text: String,
    pub(super) checked: Checked,
    pub(super) ops: Vec<Op>,
    /// What each fix does, in the order in which they are made.
    pub(super) hints: Vec<String>,
}

/// An issue, and the ways to repair it that are to be tried.
pub(super) type Wanted = (Issue, Vec<Repair>);

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
    pub(super) budget: Budget,
}

impl Trial<'_, '_> {
    /// The first way to repair an issue that works, and what comes of it; none as well when it is too much to try them.
    pub(super) fn first(
        &mut self,
        text: &str,
        checked: &Checked,
        issue: &Issue,
    ) -> Option<(Repair, Checked)> {
        ways(issue).into_iter().find_map(|way| {
            let (_, after) = self.run(text, checked, issue, &way.ops)?;
            Some((way, after))
        })
    }

    /// Whether one more fix of an issue may be tried.
    pub(super) fn allows(&self, issue: &Issue) -> bool {
        self.budget.allows(stage(issue.rule))
    }

    /// The text after a fix, when that solves its issue and causes no error.
    fn run(&mut self, text: &str, before: &Checked, issue: &Issue, ops: &[Op]) -> Option<(String, Checked)> {
        // What all frames told, only all frames can take back.
        let is_of_film = before.film.iter().any(|found| is_same(found, issue));
        let (stage, depth) = (if is_of_film { Stage::Pixels } else { stage(issue.rule) }, self.depth);
        let mut edited = String::new();
        let after = self.budget.check(self.checker, stage, |checker| {
            edited = apply_ops(text, ops).ok()?;
            let paint = match stage {
                Stage::Pixels if is_of_film => Paint::Film(before),
                Stage::Pixels => Paint::Scenes(before),
                Stage::Audio => Paint::Sound(before),
                _ => Paint::Nothing(before),
            };
            Some(checker.check(&edited, depth, paint))
        })?;
        let count = |checked: &Checked| checked.issues.iter().filter(|other| is_same(other, issue)).count();
        let is_solved = count(&after) < count(before);
        // A text that did not parse has had no other issues before.
        let parses_now = before.parsed.project.is_none() && after.parsed.project.is_some();
        let causes_none = parses_now || no_more(&after, before, stage > Stage::Static);
        (is_solved && causes_none).then_some((edited, after))
    }

    /// The text after those fixes that still work after the others, and after those of wanted issues that they bring to
    /// light; none when no fix works.
    pub(super) fn together(
        &mut self,
        text: &str,
        checked: &Checked,
        mut fixes: Vec<Wanted>,
        is_wanted: impl Fn(&Issue) -> bool,
    ) -> Option<Fixed> {
        let mut fixed: Option<Fixed> = None;
        // What could not be repaired once is not tried again.
        let mut known = checked.issues.clone();
        for _ in 0..MAX_ROUNDS {
            // From the end of the file to its beginning, so that the places of what is still to be edited stay.
            fixes.sort_by_key(|(issue, _)| std::cmp::Reverse((issue.line, issue.column)));
            let made = fixed.as_ref().map_or(0, |fixed| fixed.ops.len());
            for (issue, ways) in std::mem::take(&mut fixes) {
                fixed = self.one_more(text, checked, fixed, &issue, ways);
            }
            let Some(fixed) = fixed.as_ref().filter(|fixed| fixed.ops.len() > made) else { break };
            for issue in fixed.checked.issues.iter().filter(|issue| is_wanted(issue)) {
                if !known.iter().any(|known| is_same(known, issue)) {
                    known.push(issue.clone());
                    fixes.push((issue.clone(), ways(issue)));
                }
            }
        }
        fixed
    }

    /// With the first of these ways that works after the fixes before, if it is still needed.
    fn one_more(
        &mut self,
        text: &str,
        checked: &Checked,
        fixed: Option<Fixed>,
        issue: &Issue,
        ways: Vec<Repair>,
    ) -> Option<Fixed> {
        let (text, before, made) = match &fixed {
            Some(fixed) => (fixed.text.as_str(), &fixed.checked, fixed.ops.len()),
            None => (text, checked, 0),
        };
        // One of the others may have repaired it already.
        if !has(before, issue) {
            return fixed;
        }
        for way in ways.into_iter().filter(|way| made + way.ops.len() <= MAX_OPS) {
            if let Some((text, checked)) = self.run(text, before, issue, &way.ops) {
                let (mut ops, mut hints) =
                    fixed.map_or_else(Default::default, |fixed| (fixed.ops, fixed.hints));
                ops.extend(way.ops);
                hints.push(way.hint);
                return Some(Fixed { text, checked, ops, hints });
            }
        }
        fixed
    }
}

/// Whether an issue is still there.
pub(super) fn has(checked: &Checked, issue: &Issue) -> bool {
    checked.issues.iter().any(|other| is_same(other, issue))
}

/// When a check runs first.
fn stage(rule: &str) -> Stage {
    rules::rule(rule).map_or(Stage::Static, |rule| rule.stages[0])
}

/// Whether two issues are the same. The message of a check that measures frames changes with what is measured; each of
/// those finds one thing once at an address.
fn is_same(a: &Issue, b: &Issue) -> bool {
    (a.rule, &a.path) == (b.rule, &b.path) && (stage(a.rule) > Stage::Static || a.message == b.message)
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
