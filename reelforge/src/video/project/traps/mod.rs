//! YAML that does not say what its author meant.
//!
//! A value that begins with `*`, a colour without quotes, a colon in a sentence: YAML reads each as something else, or
//! stops. Every such trap is named here, with a repair of the text that was tried on a copy.

mod dropped;
mod lines;
mod recover;
mod tabs;
#[cfg(test)]
mod tests;

use super::edit::Op;
use super::source::{Document, Problem, ProblemKind};
use crate::video::check::{Issue, Severity};

/// Infos on anchors in one file.
const MAX_ANCHORS: usize = 10;

/// Every V-1 issue of a text.
pub(super) fn find(text: &str, document: &Document) -> Vec<Issue> {
    let mut issues = Vec::new();
    for problem in &document.problems {
        match &problem.kind {
            ProblemKind::Syntax(_) | ProblemKind::Tab => issues.extend(recover::repair_all(text)),
            _ => issues.push(describe(text, problem)),
        }
    }
    if document.root.is_some() {
        issues.extend(dropped::find(text, document));
        issues.extend(tabs::find(text, document));
    }
    for anchor in document.anchors.iter().take(MAX_ANCHORS) {
        let name = text.get(anchor.start..anchor.end).unwrap_or_default();
        let message = format!("`{name}` is an anchor; edits cannot reach the values that its aliases repeat");
        let hint = "a component or a variable does the same, and can be edited".to_owned();
        issues.push(Issue::new("V-1", "", message).severity(Severity::Info).hint(hint).at(*anchor));
    }
    issues
}

fn describe(text: &str, problem: &Problem) -> Issue {
    let (message, hint) = match &problem.kind {
        ProblemKind::Syntax(what) => {
            (format!("this is not YAML: {what}"), "look at quotes, brackets and indentation here")
        }
        ProblemKind::Tab => ("a tab indents this line".to_owned(), "indent with spaces"),
        ProblemKind::DuplicateKey(key, line) => {
            (format!("`{key}` stands twice in this map; the first is on line {line}"), "keep one of them")
        }
        ProblemKind::MergeKey => {
            ("merge keys (`<<`) are not read".to_owned(), "write the keys out, or make it a component")
        }
        ProblemKind::Tag => ("`!` begins a tag, not text".to_owned(), "put the value in quotes"),
        ProblemKind::ComplexKey => ("a key is a list or a map".to_owned(), "keys are plain words"),
        ProblemKind::SecondDocument => (
            "a second document begins here; it is not read".to_owned(),
            "one file holds one project: remove it",
        ),
        ProblemKind::Empty => {
            ("the file is empty".to_owned(), "begin with `reelforge: 1`, `meta`, `canvas` and `scenes`")
        }
        ProblemKind::TooLarge(what) => {
            (format!("the file is too large: {what}"), "split the video, or move data to a file")
        }
    };
    let issue = Issue::new("V-1", "", message).hint(hint).at(problem.span);
    if problem.kind != ProblemKind::Tag {
        return issue;
    }
    let is_gone =
        |edited: &Document| edited.problems.iter().all(|other| other.span.line != problem.span.line);
    let fix = lines::candidates(text, problem.span).into_iter().find(|candidate| {
        candidate.try_on(text).is_some_and(|(_, edited)| edited.root.is_some() && is_gone(&edited))
    });
    issue.fix(fix.map(|candidate| candidate.op(text)).into_iter().collect::<Vec<Op>>())
}
