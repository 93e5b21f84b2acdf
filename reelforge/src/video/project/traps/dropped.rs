//! Text that parses, but not as it was meant: cut off by ` #`, or torn apart by a comma.

use std::collections::HashMap;

use super::lines::{Candidate, line_around};
use crate::video::check::Issue;
use crate::video::project::edit::quoted;
use crate::video::project::source::{Core, Document, Node, Span, Style, Value as Tree};

/// Places reported of each kind; each costs a reading of the file.
const MAX_FOUND: usize = 20;

/// A plain value, or the place where one is missing.
struct Written<'a> {
    path: String,
    node: &'a Node,
    /// Where the value begins, or would begin.
    start: usize,
}

pub(super) fn find(text: &str, document: &Document) -> Vec<Issue> {
    let Some(root) = &document.root else { return Vec::new() };
    let mut by_end = HashMap::new();
    let mut torn = Vec::new();
    root.walk(&mut |path, key, node| {
        if let Some(scalar) = node.as_scalar()
            && scalar.style == Style::Plain
        {
            let colon = key.and_then(|key| Some(key.end + text.get(key.end..)?.find(':')? + 1));
            let end = if node.is_empty() { colon.unwrap_or(node.span.end) } else { node.span.end };
            let start = if node.is_empty() { end } else { node.span.start };
            by_end.insert(end, Written { path: path.to_owned(), node, start });
        }
        if node.flow {
            // The root has an empty address, and so has an empty key in it.
            let below = if std::ptr::eq(node, root) { String::new() } else { format!("{path}.") };
            torn.extend(torn_call(&below, node));
        }
    });
    let dropped = document.comments.iter().filter_map(|comment| cut_off(text, *comment, &by_end));
    let torn = torn.into_iter().filter_map(|(path, start, end)| {
        let new = quoted(&text[start..end]);
        let message = "a comma ends this value, so the call is torn apart".to_owned();
        let hint = "put the whole time expression in quotes".to_owned();
        issue(text, document, path, message, hint, &Candidate { start, end, new })
    });
    let mut issues: Vec<Issue> = torn.take(MAX_FOUND).collect();
    issues.extend(dropped.take(MAX_FOUND).filter_map(|(path, message, candidate)| {
        let hint = "put the value in quotes, or a space after `#` if it is a comment".to_owned();
        issue(text, document, path, message, hint, &candidate)
    }));
    issues
}

/// A comment that was meant as text: no space after its `#`, right after a plain text or where a value is missing.
fn cut_off(
    text: &str,
    comment: Span,
    by_end: &HashMap<usize, Written<'_>>,
) -> Option<(String, String, Candidate)> {
    let body = text.get(comment.start + 1..comment.end)?;
    if body.starts_with(|c: char| c.is_whitespace() || c == '#' || c == '!') || body.is_empty() {
        return None;
    }
    let (line_start, line_end) = line_around(text, comment.start);
    let before = text[line_start..comment.start].trim_end();
    let written = by_end.get(&(line_start + before.len()))?;
    let scalar = written.node.as_scalar()?;
    let message = if written.node.is_empty() {
        format!("`{}` is read as a comment, so nothing is written here", &text[comment.start..comment.end])
    } else if matches!(scalar.core(), Core::Text(_)) {
        "text after ` #` was dropped as a comment".to_owned()
    } else {
        return None;
    };
    let start = if written.node.is_empty() { comment.start } else { written.start };
    let value = text[start..line_end].trim_end();
    Some((written.path.clone(), message, Candidate { start, end: start + value.len(), new: quoted(value) }))
}

/// `[cue(a, b)]`: a value with an open parenthesis whose end stands in a later item. `below` is where the addresses of
/// the items begin.
fn torn_call(below: &str, node: &Node) -> Option<(String, usize, usize)> {
    let parts: Vec<(String, &Node, Span, &str)> = match &node.value {
        Tree::Seq(items) => items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| Some((index.to_string(), item, item.span, item.as_text()?)))
            .collect(),
        Tree::Map(entries) => entries
            .iter()
            .map(|entry| {
                let text = entry.value.as_text().unwrap_or_default();
                // A torn-off end stands as a key without a value.
                let (span, text) = if entry.value.is_empty() {
                    (entry.key_span, entry.key.as_str())
                } else {
                    (entry.value.span, text)
                };
                (entry.key.clone(), &entry.value, span, text)
            })
            .collect(),
        Tree::Scalar(_) => return None,
    };
    let balance = |text: &str| text.matches('(').count().cmp(&text.matches(')').count());
    let open = parts.iter().position(|(_, node, _, text)| {
        node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain) && balance(text).is_gt()
    })?;
    let close = parts[open + 1..].iter().find(|(.., text)| balance(text).is_lt())?;
    let (name, _, span, _) = &parts[open];
    (span.start < close.2.end).then(|| (format!("{below}{name}"), span.start, close.2.end))
}

fn issue(
    text: &str,
    document: &Document,
    path: String,
    message: String,
    hint: String,
    candidate: &Candidate,
) -> Option<Issue> {
    let (line_start, _) = line_around(text, candidate.start);
    let before = text.get(line_start..candidate.start)?.trim_start_matches('\u{feff}');
    let line = text[..line_start].matches('\n').count() + 1;
    let span = Span { start: candidate.start, end: candidate.end, line, column: before.chars().count() + 1 };
    let works = candidate.try_on(text).is_some_and(|(_, edited)| {
        let value =
            edited.root.as_ref().and_then(|root| root.find(&path).ok().map(|found| found.node.clone()));
        let quoted =
            value.is_some_and(|node| node.as_scalar().is_some_and(|scalar| scalar.style == Style::Double));
        quoted && edited.problems.len() <= document.problems.len()
    });
    let fix = if works { vec![candidate.op(text)] } else { Vec::new() };
    Some(Issue::new("V-1", path, message).hint(hint).at(span).fix(fix).located())
}
