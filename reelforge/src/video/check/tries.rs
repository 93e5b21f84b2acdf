//! Edits of one project that are tried on copies, for whoever suggests some.

use super::checker::{Checked, Checker, Paint};
use super::fixes::After;
use super::trial::{Budget, Trial, no_more, ways};
use super::{Assets, Depth, Issue, Stage, Summary};
use crate::video::project::edit::{Op, apply_ops};

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
    /// How much more fixes are tried.
    repairs: Budget,
    /// How much more edits of callers are tried.
    edits: Budget,
}

impl std::fmt::Debug for Tries<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Tries")
            .field("repairs", &self.repairs)
            .field("edits", &self.edits)
            .finish_non_exhaustive()
    }
}

impl<'a> Tries<'a> {
    /// Checks a text by everything.
    pub fn new(text: &'a str, assets: &'a dyn Assets) -> Self {
        let mut checker = Checker::new(assets);
        let before = checker.check(text, Depth::Full, Paint::All);
        Self { text, checker, before, repairs: Budget::of(text), edits: Budget::of(text) }
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
    pub fn batch(&mut self, is_wanted: impl Fn(&Issue) -> bool) -> Option<Batch> {
        let mut trial = Trial { checker: &mut self.checker, depth: Depth::Full, budget: self.repairs };
        let wanted = self.before.issues.iter().filter(|issue| is_wanted(issue));
        let fixes = wanted.map(|issue| (issue.clone(), ways(issue))).collect();
        let fixed = trial.together(self.text, &self.before, fixes, is_wanted);
        self.repairs = trial.budget;
        let fixed = fixed?;
        Some(Batch { hints: fixed.hints, ops: fixed.ops, after: After::of(&fixed.checked) })
    }

    /// The text after some edits, if they can be made and no check finds more than before; none as well when so many
    /// were tried that it is enough.
    pub fn edited(&mut self, ops: &[Op], touches: Touches) -> Option<String> {
        let (text, before) = (self.text, &self.before);
        let mut edited = String::new();
        // What these edits touch is painted as well; how many there are bounds that.
        let after = self.edits.check(&mut self.checker, Stage::Layout, |checker| {
            edited = apply_ops(text, ops).ok()?;
            let paint = match touches {
                Touches::Pictures => Paint::Scenes(before),
                Touches::Sound => Paint::Sound(before),
            };
            Some(checker.check(&edited, Depth::Full, paint))
        })?;
        no_more(&after, &self.before, true).then_some(edited)
    }
}
