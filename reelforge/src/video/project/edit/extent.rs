//! Where the parts of a map or list stand in the text, with the comments that belong to them.

use std::ops::Range;

use crate::video::project::source::{Entry, Node, Value as Tree};

/// One entry or item: from its key, its dash or its first character to the end of what it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Ends with a text to which the blank lines below it belong (`|+`).
    pub(super) keeps: bool,
}

/// The parts of a collection in order; none where a part cannot be told from its surroundings.
pub(super) fn extents(text: &str, node: &Node) -> Option<Vec<Extent>> {
    match &node.value {
        Tree::Map(entries) if node.flow => {
            let ends: Vec<usize> = entries.iter().map(|entry| entry_end(text, entry)).collect();
            let found = flow_extents(text, node, ends)?;
            // Between two keys may stand one that is there twice, and so is not in the tree. One that is not written
            // has its place before the space that is skipped.
            let is_alone = |(part, entry): (&Extent, &Entry)| {
                text.get(part.start..entry.key_span.start).is_some_and(|gap| !gap.contains(','))
            };
            found.iter().zip(entries).all(is_alone).then_some(found)
        }
        Tree::Seq(items) if node.flow => {
            flow_extents(text, node, items.iter().map(|item| end(text, item, item.span.start)).collect())
        }
        Tree::Map(entries) => {
            let extent = |entry: &Entry| Extent {
                start: entry.key_span.start,
                end: entry_end(text, entry),
                keeps: keeps(text, &entry.value, after_colon(text, entry.key_span.end)),
            };
            Some(entries.iter().map(extent).collect())
        }
        Tree::Seq(items) => {
            let extent = |((start, end), item): ((usize, usize), &Node)| Extent {
                start,
                end,
                keeps: keeps(text, item, start + 1),
            };
            Some(block_items(text, node, items)?.into_iter().zip(items).map(extent).collect())
        }
        Tree::Scalar(_) => None,
    }
}

/// Where a key with its value ends.
fn entry_end(text: &str, entry: &Entry) -> usize {
    end(text, &entry.value, after_colon(text, entry.key_span.end))
}

/// Where the items of a block list begin, which is at their dashes, and end.
fn block_items(text: &str, node: &Node, items: &[Node]) -> Option<Vec<(usize, usize)>> {
    let first = first_dash(text, node)?;
    let indent = column(text, first);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for item in items {
        let start = match found.last() {
            None => first,
            Some((_, before)) => {
                let mut line = line_end(text, *before);
                while is_blank_or_comment(text, line) {
                    line = line_end(text, line);
                }
                let dash = line + (text[line..].len() - text[line..].trim_start_matches(' ').len());
                (is_dash(text, dash) && column(text, dash) == indent).then_some(dash)?
            }
        };
        found.push((start, end(text, item, start + 1)));
    }
    Some(found)
}

/// The dash of the first item. The place of a list that is not indented further than its key begins after that dash, and
/// after the comments that follow it.
fn first_dash(text: &str, node: &Node) -> Option<usize> {
    let mut at = node.span.start;
    if is_dash(text, at) {
        return Some(at);
    }
    loop {
        let head = line_start(text, at);
        let before = &text[head..at];
        let dash = at - before.trim_start_matches(' ').len();
        if is_dash(text, dash) {
            return Some(dash);
        }
        let is_passed = before.trim().is_empty() || before.trim_start().starts_with('#');
        if !is_passed || head <= body_start(text) {
            return None;
        }
        at = head - 1;
    }
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
        found.push(Extent { start: skip_space(text, from), end, keeps: false });
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
        Tree::Scalar(scalar) if scalar.style.is_block() => {
            let last = content_end(text, node.span.end);
            if keeps(text, node, floor) {
                // The last of the line ends that it reaches over ends its line.
                text[..node.span.end]
                    .rfind('\n')
                    .map_or(last, |line| content_end_of_line(text, line).max(last))
            } else {
                last
            }
        }
        Tree::Scalar(_) => node.span.end,
        Tree::Map(entries) => {
            entries.last().map_or(floor, |last| end(text, &last.value, after_colon(text, last.key_span.end)))
        }
        Tree::Seq(items) => block_items(text, node, items)
            .and_then(|items| items.last().map(|(_, end)| *end))
            .unwrap_or(node.span.end),
    };
    end.max(floor)
}

/// Without the line ends that block scalars reach over.
pub(super) fn content_end(text: &str, end: usize) -> usize {
    text[..end].trim_end().len()
}

fn content_end_of_line(text: &str, line_feed: usize) -> usize {
    line_feed - usize::from(text[..line_feed].ends_with('\r'))
}

/// Whether a value ends with a text to which the blank lines below it belong; the value is written from `floor` on.
fn keeps(text: &str, node: &Node, floor: usize) -> bool {
    match &node.value {
        _ if node.flow || node.alias => false,
        Tree::Scalar(scalar) => scalar.style.is_block() && indicators(text, floor).contains('+'),
        Tree::Map(entries) => {
            entries.last().is_some_and(|last| keeps(text, &last.value, after_colon(text, last.key_span.end)))
        }
        Tree::Seq(items) => {
            let starts = block_items(text, node, items).unwrap_or_default();
            starts.last().zip(items.last()).is_some_and(|((start, _), last)| keeps(text, last, start + 1))
        }
    }
}

/// What stands between a key or a dash and the line's end before a value in lines of its own: `|`, `>`, an anchor; no
/// comment.
fn indicators(text: &str, from: usize) -> &str {
    let rest = line(text, from);
    header_comment(rest).map_or(rest, |at| &rest[..at])
}

/// Where in the rest of a key's line a comment begins, if the value stands below that line.
pub(super) fn header_comment(rest: &str) -> Option<usize> {
    let mut at = 0;
    for word in rest.split_inclusive([' ', '\t']) {
        match word.trim_end().chars().next() {
            Some('#') => return Some(at),
            Some('|' | '>' | '&' | '!') | None => at += word.len(),
            Some(_) => return None,
        }
    }
    None
}

/// The byte after a key's colon; after the key where it has none, as in `{key}`.
pub(super) fn after_colon(text: &str, key_end: usize) -> usize {
    let next = skip_space(text, key_end);
    if text[next..].starts_with(':') { next + 1 } else { key_end }
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
    let Extent { start, end, .. } = all[index];
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
    all.len() > 1
        && (1..all.len()).all(|index| {
            let start = lines_of(text, all, index).start;
            start > line_end(text, all[index - 1].end) && is_blank_above(text, start)
        })
}

/// Whether the line above is blank.
pub(super) fn is_blank_above(text: &str, at: usize) -> bool {
    at > body_start(text) && line(text, line_start(text, at - 1)).trim().is_empty()
}
