//! V-2: lines of code that stand out and do not exist. The schema knows them as numbers only.

use super::{Findings, Subject, elements};
use crate::video::project::edit::Op;
use crate::video::project::source::Node;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    for (path, element) in elements(subject.tree, "code") {
        let Some(code) = element.get("code").and_then(Node::as_text) else { continue };
        // A text that is filled in later has other lines then.
        if code.contains("{{") {
            continue;
        }
        let lines = code.lines().count();
        for (index, item) in element.get("highlight").map(Node::items).unwrap_or_default().iter().enumerate()
        {
            let number = item.as_text().and_then(|text| text.parse::<usize>().ok());
            if let Some(number) = number.filter(|number| *number > lines) {
                let path = format!("{path}.highlight.{index}");
                let message = format!("there is no line {number}: the code has {lines}");
                let issue = subject.issue("V-2", path.clone(), message).measured(number, lines);
                let issue =
                    issue.hint(format!("name a line from 1 to {lines}")).fix(vec![Op::Remove { path }]);
                if !found.push(issue) {
                    return;
                }
            }
        }
    }
}
