//! Where the parts of a map or list stand in the text, with the comments that belong to them.

use std::ops::Range;

use crate::video::project::source::{Node, Style, Value as Tree};

/// One entry or item: from its key, its dash or its first character to the end of what it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The parts of a collection in order; none where a part cannot be told from its surroundings.
pub(super) fn extents(text: &str, node: &Node) -> Option<Vec<Extent>> {
    match &node.value {
        Tree::Map(entries) if node.flow => {
            let ends = entries.iter().map(|entry| {
                let key = entry.key_span.end;
                if entry.value.is_empty() { empty_end(text, key) } else { end(text, &entry.value, key) }
            });
            flow_extents(text, node, ends.collect())
        }
        Tree::Seq(items) if node.flow => {
            flow_extents(text, node, items.iter().map(|item| end(text, item, item.span.start)).collect())
        }
        Tree::Map(entries) => {
            let extent = |entry: &crate::video::project::source::Entry| Extent {
                start: entry.key_span.start,
                end: end(text, &entry.value, after_colon(text, entry.key_span.end)),
            };
            Some(entries.iter().map(extent).collect())
        }
        Tree::Seq(items) => block_items(text, node, items),
        Tree::Scalar(_) => None,
    }
}

/// Where a key without a value ends in a flow map: after its colon, if there is one.
fn empty_end(text: &str, key: usize) -> usize {
    let rest = text[key..].trim_start();
    if rest.starts_with(':') { text.len() - rest.len() + 1 } else { key }
}

/// The items of a block list, from their dashes.
fn block_items(text: &str, node: &Node, items: &[Node]) -> Option<Vec<Extent>> {
    let first = first_dash(text, node, items)?;
    let indent = column(text, first);
    let mut found: Vec<Extent> = Vec::new();
    for item in items {
        let start = match found.last() {
            None => first,
            Some(before) => {
                let mut line = line_end(text, before.end);
                while is_blank_or_comment(text, line) {
                    line = line_end(text, line);
                }
                let dash = line + (text[line..].len() - text[line..].trim_start_matches(' ').len());
                (is_dash(text, dash) && column(text, dash) == indent).then_some(dash)?
            }
        };
        found.push(Extent { start, end: end(text, item, start + 1) });
    }
    Some(found)
}

/// The dash of the first item. A list that is not indented further than its key has no place of its own.
fn first_dash(text: &str, node: &Node, items: &[Node]) -> Option<usize> {
    let own = skip_space(text, node.span.start);
    if is_dash(text, own) {
        return Some(own);
    }
    let item = items.first()?.span.start;
    let head = line_start(text, item);
    let dash = head + (text[head..].len() - text[head..].trim_start_matches(' ').len());
    (dash < item && is_dash(text, dash)).then_some(dash)
}

fn is_dash(text: &str, at: usize) -> bool {
    text[at..].strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
}

/// The parts of a flow collection, each from after the comma before it.
fn flow_extents(text: &str, node: &Node, ends: Vec<usize>) -> Option<Vec<Extent>> {
    let mut from = node.span.start + 1;
    let last = ends.len().saturating_sub(1);
    let mut found = Vec::new();
    for (index, end) in ends.into_iter().enumerate() {
        found.push(Extent { start: skip_space(text, from), end });
        if index < last {
            from = comma_after(text, end)? + 1;
        }
    }
    Some(found)
}

/// The comma that follows a part of a flow collection, if one does.
pub(super) fn comma_after(text: &str, end: usize) -> Option<usize> {
    let next = skip_space(text, end);
    text[next..].starts_with(',').then_some(next)
}

/// The first character that is neither space nor part of a comment.
pub(super) fn skip_space(text: &str, mut at: usize) -> usize {
    loop {
        at = text.len() - text[at..].trim_start().len();
        if !text[at..].starts_with('#') {
            return at;
        }
        at = line_end(text, at);
    }
}

/// Where a value ends; one that is not written ends at `floor`.
pub(super) fn end(text: &str, node: &Node, floor: usize) -> usize {
    let end = match &node.value {
        _ if node.flow || node.alias => node.span.end,
        Tree::Scalar(_) if node.is_empty() => floor,
        Tree::Scalar(scalar) if matches!(scalar.style, Style::Literal | Style::Folded) => {
            content_end(text, node.span.end)
        }
        Tree::Scalar(_) => node.span.end,
        Tree::Map(entries) => {
            entries.last().map_or(floor, |last| end(text, &last.value, after_colon(text, last.key_span.end)))
        }
        Tree::Seq(items) => block_items(text, node, items)
            .and_then(|items| items.last().map(|last| last.end))
            .unwrap_or(node.span.end),
    };
    end.max(floor)
}

/// Without the line ends that block scalars reach over.
pub(super) fn content_end(text: &str, end: usize) -> usize {
    text[..end].trim_end().len()
}

/// The byte after a key's colon.
pub(super) fn after_colon(text: &str, key_end: usize) -> usize {
    text[key_end..].find(':').map_or(key_end, |at| key_end + at + 1)
}

/// The first byte of the line.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or_else(|| body_start(text).min(at), |at| at + 1)
}

/// The first byte that is no byte order mark.
fn body_start(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The first byte of the next line.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// How far from the line's start something stands, in bytes.
pub(super) fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}

/// Whether only space stands before it in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

pub(super) fn line(text: &str, at: usize) -> &str {
    text[at..line_end(text, at)].trim_end_matches(['\n', '\r'])
}

fn is_blank_or_comment(text: &str, at: usize) -> bool {
    at < text.len() && (line(text, at).trim().is_empty() || line(text, at).trim_start().starts_with('#'))
}

/// The column of the comment that fills this line.
fn comment(text: &str, at: usize) -> Option<usize> {
    let line = line(text, at);
    let rest = line.trim_start();
    rest.starts_with('#').then(|| line.len() - rest.len())
}

/// The whole lines of a part that begins its line, or of one that follows a dash from there on: the comments directly
/// above it, what it holds, the comment beside it, and comments below it that are indented further than it is.
pub(super) fn lines_of(text: &str, all: &[Extent], index: usize) -> Range<usize> {
    let Extent { start, end } = all[index];
    let indent = column(text, start);
    let floor = index.checked_sub(1).map_or(0, |before| line_end(text, all[before].end));
    Range { start: above(text, start, floor), end: below(text, end, indent) }
}

/// Where the comments begin that stand directly above a part. What opens the file belongs to the file.
pub(super) fn above(text: &str, start: usize, floor: usize) -> usize {
    if !begins_line(text, start) {
        return start;
    }
    let head = line_start(text, start);
    let (indent, floor) = (start - head, floor.max(body_start(text)));
    let mut first = head;
    while first > floor {
        let before = line_start(text, first - 1);
        if comment(text, before) != Some(indent) {
            break;
        }
        first = before;
    }
    if first == body_start(text) { head } else { first }
}

fn below(text: &str, end: usize, indent: usize) -> usize {
    let mut last = line_end(text, end);
    let mut ahead = last;
    while ahead < text.len() {
        if comment(text, ahead).is_some_and(|column| column > indent) {
            last = line_end(text, ahead);
        } else if !line(text, ahead).trim().is_empty() {
            break;
        }
        ahead = line_end(text, ahead);
    }
    last
}

/// Whether blank lines part all neighbours in a block collection.
pub(super) fn is_spaced(text: &str, all: &[Extent]) -> bool {
    all.len() > 1 && (1..all.len()).all(|index| is_blank_above(text, lines_of(text, all, index).start))
}

/// Whether the line above is blank.
pub(super) fn is_blank_above(text: &str, at: usize) -> bool {
    at > body_start(text) && line(text, line_start(text, at - 1)).trim().is_empty()
}
