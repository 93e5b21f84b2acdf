//! What checks look at, and where they put what they find.

use crate::video::check::{Assets, Issue};
use crate::video::expand::Expanded;
use crate::video::project::model::Project;
use crate::video::project::source::Node;
use crate::video::time::Times;

/// Issues that one check reports of one project; after that the reader has enough to do.
const MAX_ISSUES: usize = 100;

/// A project under check.
pub(in crate::video::check) struct Subject<'a> {
    /// The project as it is written.
    pub(in crate::video::check) project: &'a Project,
    /// The same with its components written out.
    pub(in crate::video::check) expanded: &'a Expanded,
    pub(in crate::video::check) tree: &'a Node,
    /// The times of the project with its components written out.
    pub(in crate::video::check) times: &'a Times<'a>,
    pub(in crate::video::check) assets: &'a dyn Assets,
}

impl Subject<'_> {
    /// An issue at an address, with its place in the file, its scene and its element.
    pub(in crate::video::check) fn issue(
        &self,
        rule: &str,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Issue {
        self.placed(Issue::new(rule, path, message).located())
    }

    /// An issue with the place in the file that its address names. What a component or a row made is found where it
    /// is written; what is missing is missed where it should stand.
    pub(in crate::video::check) fn placed(&self, issue: Issue) -> Issue {
        let mut path = self.expanded.origin_of(&issue.path);
        loop {
            match self.tree.find(&path) {
                Ok(found) => {
                    let span = found.span();
                    return issue.at(span);
                }
                Err(missing) if missing.parent.len() < path.len() => path = missing.parent.into(),
                Err(_) => return issue,
            }
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
