//! Edits of one project that are tried on copies, for whoever suggests some.

use super::checker::{Checked, Checker, Paint};
use super::fixes::{After, MAX_PAINTED, Trial, no_more, ways};
use super::{Assets, Depth, Issue, Summary};
use crate::video::project::edit::{MAX_OPS, Op, apply_ops, max_tries};

/// How often what is left is repaired once more.
const MAX_ROUNDS: usize = 4;

/// What an edit changes, and so what has to be checked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touches {
    /// What is seen.
    Pictures,
    /// What is heard.
    Sound,
}

/// Fixes of several issues that go together, as one batch of edits.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// What each of them does, in the order in which they are made.
    pub hints: Vec<String>,
    /// The edits, in order.
    pub ops: Vec<Op>,
    /// What is left when they are made.
    pub after: After,
}

/// A project's text with all that is wrong with it, and what edits would make of it.
pub struct Tries<'a> {
    text: &'a str,
    checker: Checker<'a>,
    before: Checked,
    /// How many more texts are checked.
    left: usize,
}

impl std::fmt::Debug for Tries<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Tries").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a> Tries<'a> {
    /// Checks a text by everything.
    pub fn new(text: &'a str, assets: &'a dyn Assets) -> Self {
        let mut checker = Checker::new(assets);
        let before = checker.check(text, Depth::Full, Paint::All);
        Self { text, checker, before, left: max_tries(text) }
    }

    /// What is wrong with the text, the worst first.
    pub fn issues(&self) -> &[Issue] {
        &self.before.issues
    }

    /// How many issues there are.
    pub fn summary(&self) -> &Summary {
        &self.before.summary
    }

    /// The fixes of the wanted issues that go together; none when no fix works.
    pub fn batch(&mut self, wanted: impl Fn(&Issue) -> bool) -> Option<Batch> {
        let mut trial = Trial {
            checker: &mut self.checker,
            depth: Depth::Full,
            left: max_tries(self.text),
            to_paint: MAX_PAINTED,
        };
        let mut joined = Joined::default();
        joined.add(&mut trial, self.text, &self.before, &wanted);
        // What is repaired can bring to light what could not be seen before.
        for _ in 1..MAX_ROUNDS {
            let made = joined.ops.len();
            let Some((text, checked)) = joined.done.take() else { break };
            joined.add(&mut trial, &text, &checked, &wanted);
            joined.done = joined.done.or(Some((text, checked)));
            if joined.ops.len() == made {
                break;
            }
        }
        let (_, checked) = joined.done?;
        let after = After { errors: checked.summary.errors, warnings: checked.summary.warnings };
        Some(Batch { hints: joined.hints, ops: joined.ops, after })
    }

    /// The text after some edits, if they can be made and no check finds more than before; none as well when so many
    /// were tried that it is enough.
    pub fn edited(&mut self, ops: &[Op], touches: Touches) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        let edited = apply_ops(self.text, ops).ok()?;
        let paint = match touches {
            Touches::Pictures => Paint::Scenes(&self.before),
            Touches::Sound => Paint::Sound(&self.before),
        };
        let after = self.checker.check(&edited, Depth::Full, paint);
        no_more(&after, &self.before, true).then_some(edited)
    }
}

/// Fixes that were made one after the other, and what came of them.
#[derive(Default)]
struct Joined {
    done: Option<(String, Checked)>,
    ops: Vec<Op>,
    hints: Vec<String>,
}

impl Joined {
    /// Adds the fixes of the wanted issues that work after those before.
    fn add(
        &mut self,
        trial: &mut Trial<'_, '_>,
        text: &str,
        checked: &Checked,
        wanted: &impl Fn(&Issue) -> bool,
    ) {
        let mut issues: Vec<&Issue> = checked.issues.iter().filter(|issue| wanted(issue)).collect();
        // From the end of the file to its beginning, so that the places of what is still to be edited stay.
        issues.sort_by_key(|issue| std::cmp::Reverse((issue.line, issue.column)));
        for issue in issues {
            for way in ways(issue).into_iter().filter(|way| self.ops.len() + way.ops.len() <= MAX_OPS) {
                let (text, before) =
                    self.done.as_ref().map_or((text, checked), |(text, checked)| (text.as_str(), checked));
                if let Some(done) = trial.run(text, before, issue, &way.ops) {
                    self.done = Some(done);
                    self.ops.extend(way.ops);
                    self.hints.push(way.hint);
                    break;
                }
            }
        }
    }
}
