//! What checks look at, and where they put what they find.

use crate::video::check::{Assets, Issue};
use crate::video::project::model::Project;
use crate::video::project::source::Node;
use crate::video::time::Times;

/// Issues that one check reports of one project; after that the reader has enough to do.
const MAX_ISSUES: usize = 100;

/// A project under check.
pub(in crate::video::check) struct Subject<'a> {
    pub(in crate::video::check) project: &'a Project,
    pub(in crate::video::check) tree: &'a Node,
    pub(in crate::video::check) times: &'a Times<'a>,
    pub(in crate::video::check) assets: &'a dyn Assets,
}

impl Subject<'_> {
    /// An issue at an address, with its place in the file, its scene and its element.
    pub(super) fn issue(&self, rule: &str, path: impl Into<String>, message: impl Into<String>) -> Issue {
        let issue = Issue::new(rule, path, message).located();
        match self.tree.find(&issue.path) {
            Ok(found) => {
                let span = found.span();
                issue.at(span)
            }
            // What is missing is missed where it should stand.
            Err(missing) => match self.tree.find(&missing.parent) {
                Ok(found) => {
                    let span = found.span();
                    issue.at(span)
                }
                Err(_) => issue,
            },
        }
    }
}

/// The issues of one check.
#[derive(Debug, Default)]
pub(in crate::video::check) struct Findings {
    pub(in crate::video::check) issues: Vec<Issue>,
}

impl Findings {
    /// Adds an issue; `false` says that there are enough.
    pub(super) fn push(&mut self, issue: Issue) -> bool {
        if self.issues.len() < MAX_ISSUES {
            self.issues.push(issue);
        }
        self.issues.len() < MAX_ISSUES
    }
}
