//! A part of a project on its way to another place, as it is written.

use serde_json::{Map, Value};

use super::extent::{
    Extent, above, begins_line, column, comma_after, extents, line_end, line_start, lines_of,
};
use super::flow::{flow, flow_of, scalar};
use super::lines::{dashed, dedented, entry_lines, indented, item_lines};
use super::place;
use crate::video::project::source::{Document, Node};

/// What is said of parts whose text is interwoven with that of others.
pub(super) const TANGLED: &str = "what stands here shares its lines with something else in a way that cannot be taken apart; write the part anew";

/// A part as lines of a block collection and, where that loses no comment, as it stands in brackets.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Whether it is an item of a list, which has no key.
    pub(super) is_item: bool,
    /// Its lines, with dash or key and with its comments, without the indentation that they share.
    pub(super) block: Vec<String>,
    /// Between brackets.
    pub(super) inline: Option<String>,
    /// Comments above it, where it stood in brackets in lines of its own.
    pub(super) above: Vec<String>,
    /// The comment beside it there.
    pub(super) beside: Option<String>,
    /// Ends with a text to which the blank lines below it belong (`|+`).
    pub(super) keeps: bool,
}

impl Piece {
    /// A new part.
    pub(super) fn new(key: Option<&str>, value: &Value, in_lines: bool) -> Self {
        let (block, inline) = match key {
            Some(key) => (entry_lines(key, value), format!("{}: {}", scalar(key), flow(value))),
            None => (item_lines(value, in_lines), flow(value)),
        };
        Self {
            is_item: key.is_none(),
            block,
            inline: Some(inline),
            above: Vec::new(),
            beside: None,
            keeps: false,
        }
    }

    /// A group around parts.
    pub(super) fn group(keys: &Map<String, Value>, inside: &[Self]) -> Self {
        let mut block: Vec<String> = keys.iter().flat_map(|(key, value)| entry_lines(key, value)).collect();
        block.push("elements:".to_owned());
        block.extend(inside.iter().flat_map(|piece| indented(&piece.block, 2)));
        let is_bare = |piece: &Self| piece.above.is_empty() && piece.beside.is_none();
        let inline = inside
            .iter()
            .map(|piece| piece.inline.clone().filter(|_| is_bare(piece)))
            .collect::<Option<Vec<_>>>()
            .map(|inside| {
                let keys = keys.iter().map(|(key, value)| format!("{}: {}", scalar(key), flow(value)));
                let all = keys.chain([format!("elements: [{}]", inside.join(", "))]);
                format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
            });
        let keeps = inside.last().is_some_and(|last| last.keeps);
        Self { is_item: true, block: dashed(block), inline, above: Vec::new(), beside: None, keeps }
    }

    /// The part at a place, as it is written there.
    pub(super) fn of(text: &str, document: &Document, root: &Node, steps: &[usize]) -> Result<Self, String> {
        let (last, parent) = steps.split_last().ok_or("the whole file cannot be moved")?;
        let collection = place::at(root, parent)?;
        let all = extents(text, collection).ok_or(TANGLED)?;
        let key = place::entry(root, steps).map(|entry| entry.key.as_str());
        if collection.flow {
            return Ok(Self::from_brackets(text, collection, &all, *last, key.is_some()));
        }
        let lines = lines_of(text, &all, *last);
        let has_comments = document.comments.iter().any(|comment| lines.contains(&comment.start));
        let indent = column(text, all[*last].start);
        let block = text[lines].lines().map(|line| dedented(line, indent).to_owned()).collect();
        let value = flow_of(text, place::at(root, steps)?);
        let inline = key.map_or_else(|| value.clone(), |key| format!("{}: {value}", scalar(key)));
        let inline = (!has_comments).then_some(inline);
        let keeps = all[*last].keeps;
        Ok(Self { is_item: key.is_none(), block, inline, above: Vec::new(), beside: None, keeps })
    }

    fn from_brackets(text: &str, collection: &Node, all: &[Extent], index: usize, has_key: bool) -> Self {
        let Extent { start, end, .. } = all[index];
        let inline = text[start..end].to_owned();
        let (mut comments, mut beside) = (Vec::new(), None);
        if owns_lines(text, all, index) {
            let first = first_line(text, collection, all, index);
            comments =
                text[first..line_start(text, start)].lines().map(|line| line.trim().to_owned()).collect();
        }
        if ends_line(text, all, index) {
            let rest = text[end..line_end(text, end)].trim_start_matches([',', ' ']).trim();
            beside = Some(rest.to_owned()).filter(|rest| !rest.is_empty());
        }
        let indent = column(text, start);
        let mut own: Vec<String> = inline.lines().map(|line| dedented(line, indent).to_owned()).collect();
        if let (Some(comment), Some(last)) = (&beside, own.last_mut()) {
            *last = format!("{last} {comment}");
        }
        let own = if has_key { own } else { dashed(own) };
        let block = comments.iter().cloned().chain(own).collect();
        Self { is_item: !has_key, block, inline: Some(inline), above: comments, beside, keeps: false }
    }
}

/// Whether a part of a flow collection has its lines for itself, but for a comment beside it.
pub(super) fn owns_lines(text: &str, all: &[Extent], index: usize) -> bool {
    begins_line(text, all[index].start) && ends_line(text, all, index)
}

/// Whether nothing but a comment follows a part of a flow collection in its line.
fn ends_line(text: &str, all: &[Extent], index: usize) -> bool {
    let end = all[index].end;
    let after = comma_after(text, end).map_or(end, |comma| comma + 1);
    let rest = text[after..line_end(text, after)].trim();
    rest.is_empty() || rest.starts_with('#')
}

/// Where the lines of such a part begin, with the comments above it.
pub(super) fn first_line(text: &str, collection: &Node, all: &[Extent], index: usize) -> usize {
    let before = index.checked_sub(1).map_or(collection.span.start, |before| all[before].end);
    above(text, all[index].start, line_end(text, before))
}
