//! V-2: outlines of shapes that cannot be drawn. The schema knows them as texts only.

use super::{Findings, Subject, elements};
use crate::video::content::shape::outline;
use crate::video::project::source::Node;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    for (path, element) in elements(subject.tree, "shape") {
        let Some(data) = element.get("d").and_then(Node::as_text) else { continue };
        // A text that is filled in later is drawn as it will be.
        if data.contains("{{") {
            continue;
        }
        if let Err(problem) = outline(data) {
            let message = format!("expected SVG path data: {problem}");
            let issue = subject.issue("V-2", format!("{path}.d"), message);
            if !found.push(issue.hint("write it like `M 0 0 L 100 50 L 0 100 Z`")) {
                return;
            }
        }
    }
}
