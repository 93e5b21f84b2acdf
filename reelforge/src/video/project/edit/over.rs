//! Writes a value over another one, beside the comments that stand there.

use serde_json::Value;

use super::extent::{after_colon, column, end, extents, header_comment, line};
use super::flow::{fits_block, flow};
use super::piece::TANGLED;
use super::place;
use super::put::newline;
use super::splice::splice;
use crate::video::project::source::{Document, Node, ProblemKind, Span, Style, Value as Tree};

/// The text with another value at a place.
pub(super) fn over(
    text: &str,
    document: &Document,
    root: &Node,
    steps: &[usize],
    value: &Value,
) -> Result<String, String> {
    let old = place::at(root, steps)?;
    let is_inline = match &old.value {
        Tree::Scalar(scalar) => !old.is_empty() && !scalar.style.is_block(),
        _ => old.flow,
    };
    if is_inline {
        // A tag says what the old value was; an anchor names whatever stands there.
        let start = old.span.start;
        let tag = tag_of(text, document, start);
        let kept = tag.map_or("", |tag| text[tag.end..start].trim_start());
        let from = tag.map_or(start, |tag| tag.start);
        return Ok(splice(text, from, old.span.end, &[kept, &flow(value)].concat()));
    }
    // It begins on the line of its key or dash, or below it; the new one follows the key or dash.
    let (from, lead) = slot(text, root, steps)?;
    let to = end(text, old, from).max(from);
    let head = &text[from..to.min(from + line(text, from).len())];
    let comment = header_comment(head).map_or("", |at| &head[at..]);
    let comment = if comment.is_empty() { String::new() } else { format!(" {}", comment.trim_end()) };
    let is_literal = old.as_scalar().is_some_and(|scalar| scalar.style == Style::Literal);
    let new = match value {
        Value::String(new) if is_literal && fits_block(new) => {
            let indent = " ".repeat(indent(text, root, steps, from)?);
            let chomp = if new.ends_with('\n') { "" } else { "-" };
            let lines = new
                .lines()
                .map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") });
            let newline = newline(text);
            // At the end of a file that has no last line end, the text needs its own.
            let last = if to == text.len() && chomp.is_empty() { newline } else { "" };
            format!("{lead}|{chomp}{comment}{newline}{}{last}", lines.collect::<Vec<_>>().join(newline))
        }
        value => format!("{lead}{}{comment}", flow(value)),
    };
    Ok(splice(text, from, to, &new))
}

/// The tag of the value that begins at a place: nothing but an anchor stands between them.
fn tag_of(text: &str, document: &Document, start: usize) -> Option<Span> {
    let is_its = |tag: &Span| {
        tag.end <= start && text[tag.end..start].split_whitespace().all(|word| word.starts_with('&'))
    };
    let tags = document.problems.iter().filter(|problem| problem.kind == ProblemKind::Tag);
    tags.map(|problem| problem.span).find(is_its)
}

/// How far the lines of a text below `|` are indented, or would be where it has none.
fn indent(text: &str, root: &Node, steps: &[usize], from: usize) -> Result<usize, String> {
    let old = place::at(root, steps)?;
    if old.span.start < old.span.end {
        return Ok(column(text, old.span.start));
    }
    let start = place::entry(root, steps).map_or(from - 1, |entry| entry.key_span.start);
    Ok(column(text, start) + 2)
}

/// Where a value begins that follows its key or its dash, and what stands before it.
pub(super) fn slot(text: &str, root: &Node, steps: &[usize]) -> Result<(usize, &'static str), String> {
    let (last, parent) = steps.split_last().ok_or("the whole file cannot be replaced; write it anew")?;
    if let Some(entry) = place::entry(root, steps) {
        let key = entry.key_span.end;
        let colon = after_colon(text, key);
        return Ok((colon, if colon == key { ": " } else { " " }));
    }
    let all = extents(text, place::at(root, parent)?).ok_or(TANGLED)?;
    Ok((all[*last].start + 1, " "))
}
