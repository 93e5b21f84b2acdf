//! Tabs before a key, where the parser lets them pass: whether it does depends on what stands around them.

use super::lines;
use crate::video::check::Issue;
use crate::video::project::source::{Document, Span};

/// The issue of the first key that a tab indents.
pub(super) fn find(text: &str, document: &Document) -> Option<Issue> {
    let mut first: Option<Span> = None;
    document.root.as_ref()?.walk(&mut |_, key, _| {
        let Some(key) = key else { return };
        let (start, _) = lines::line_around(text, key.start);
        let indent = text.get(start..key.start).unwrap_or_default();
        let is_indent = indent.chars().all(|c| matches!(c, ' ' | '\t' | '-'));
        if is_indent && indent.contains('\t') && first.is_none_or(|first| key.start < first.start) {
            first = Some(key);
        }
    });
    let issue = Issue::new("V-1", "", "a tab indents this line").hint("indent with spaces").at(first?);
    let fix = lines::untabbed(text).filter(|fix| {
        fix.try_on(text).is_some_and(|(edited, document)| {
            document.root.is_some() && document.problems.is_empty() && find(&edited, &document).is_none()
        })
    });
    Some(issue.fix(fix.map(|fix| fix.op(text)).into_iter().collect::<Vec<_>>()))
}
