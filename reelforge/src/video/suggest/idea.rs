//! Something that could be better, with ways to do it that are still to be tried.

use super::view::{Bench, View, rounded};
use super::{Metric, Step, Suggestion};
use crate::video::check::{Touches, Tries};
use crate::video::project::edit::Op;

/// How much less is better at all.
const BETTER: f64 = 1e-6;

/// What is measured, before and after; less is better.
pub(super) type Measure = Box<dyn Fn(&View) -> Option<f64>>;

/// Something that could be better.
pub(super) struct Idea {
    pub(super) why: String,
    pub(super) name: &'static str,
    pub(super) target: f64,
    pub(super) measure: Measure,
    pub(super) touches: Touches,
    /// The best first.
    pub(super) ways: Vec<Way>,
}

/// A way to make it better.
pub(super) struct Way {
    pub(super) title: String,
    pub(super) ops: Vec<Op>,
}

impl Way {
    pub(super) fn new(title: impl Into<String>, ops: Vec<Op>) -> Self {
        Self { title: title.into(), ops }
    }
}

impl Idea {
    /// The first way that works, as a suggestion; none when no way does.
    pub(super) fn tried(self, view: &View, bench: &Bench, tries: &mut Tries<'_>) -> Option<Suggestion> {
        let before = (self.measure)(view)?;
        for way in self.ways.into_iter().filter(|way| !way.ops.is_empty()) {
            let Some(text) = tries.edited(&way.ops, self.touches) else { continue };
            let after = bench.view(&text).and_then(|view| (self.measure)(&view));
            if let Some(after) = after.filter(|after| *after < before - BETTER) {
                let metric = Metric {
                    name: self.name,
                    before: rounded(before),
                    after: Some(rounded(after)),
                    target: self.target,
                };
                return Some(Suggestion {
                    title: way.title,
                    why: self.why,
                    metric,
                    step: Step::Edit(way.ops),
                });
            }
        }
        None
    }
}

/// Writes a value at an address.
pub(super) fn set(path: impl Into<String>, value: impl Into<serde_json::Value>) -> Op {
    Op::Set { path: path.into(), value: value.into() }
}

/// Removes what stands at an address.
pub(super) fn unset(path: impl Into<String>) -> Op {
    Op::Unset { path: path.into() }
}
