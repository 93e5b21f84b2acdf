//! Takes a part out of the text, with the comments that belong to it.

use std::ops::Range;

use super::extent::{
    Extent, after_colon, begins_line, comma_after, extents, is_blank_above, line, line_end, line_start,
    lines_of,
};
use super::piece::{TANGLED, first_line, owns_lines};
use super::place;
use super::splice::splice;
use crate::video::project::source::{Document, Node, Value as Tree};

/// The text without the part at a place.
pub(super) fn cut(text: &str, document: &Document, root: &Node, steps: &[usize]) -> Result<String, String> {
    let (last, parent) = steps.split_last().ok_or("the whole file cannot be removed")?;
    let collection = place::at(root, parent)?;
    let all = extents(text, collection).ok_or(TANGLED)?;
    if all.len() == 1 && parent.is_empty() {
        return Err("the last key of the file cannot be removed".to_owned());
    }
    if collection.flow {
        let is_clean =
            |range: Range<usize>| !document.comments.iter().any(|comment| range.contains(&comment.start));
        return from_brackets(text, collection, &all, *last, &is_clean).ok_or_else(|| TANGLED.to_owned());
    }
    if all.len() == 1 {
        return Ok(emptied(text, root, parent, collection, all[0]));
    }
    from_lines(text, &all, *last, matches!(collection.value, Tree::Seq(_)))
}

fn from_lines(text: &str, all: &[Extent], index: usize, is_list: bool) -> Result<String, String> {
    let lines = lines_of(text, all, index);
    if !begins_line(text, all[index].start) {
        if index > 0 {
            return Err(TANGLED.to_owned());
        }
        // The first key of a list item: what follows moves up to its dash.
        let next = text.len() - text[lines.end..].trim_start().len();
        return Ok(splice(text, all[0].start, next, ""));
    }
    let Range { mut start, mut end } = lines;
    let is_blank_below = end >= text.len() || line(text, end).trim().is_empty();
    if index > 0 && is_blank_below {
        // One of the two gaps around it goes along.
        let floor = line_end(text, all[index - 1].end);
        while start > floor && is_blank_above(text, start) {
            start = line_start(text, start - 1);
        }
    }
    while is_list
        && index == 0
        && !is_blank_above(text, start)
        && end < text.len()
        && line(text, end).trim().is_empty()
    {
        end = line_end(text, end);
    }
    if end == text.len() && !text.ends_with('\n') {
        start = text[..start].trim_end_matches(['\n', '\r']).len();
    }
    Ok(splice(text, start, end, ""))
}

/// A block collection without its only part.
fn emptied(text: &str, root: &Node, steps: &[usize], collection: &Node, only: Extent) -> String {
    let nothing = if matches!(collection.value, Tree::Map(_)) { "{}" } else { "[]" };
    match place::entry(root, steps) {
        Some(entry) if begins_line(text, only.start) => {
            let colon = after_colon(text, entry.key_span.end);
            let lines = lines_of(text, &[only], 0);
            let kept = [&text[..colon], " ", nothing, &text[colon..lines.start], &text[lines.end..]].concat();
            if text.ends_with('\n') { kept } else { kept.trim_end_matches(['\n', '\r']).to_owned() }
        }
        _ => splice(text, only.start, only.end, nothing),
    }
}

fn from_brackets(
    text: &str,
    collection: &Node,
    all: &[Extent],
    index: usize,
    is_clean: &dyn Fn(Range<usize>) -> bool,
) -> Option<String> {
    let Extent { start, end, .. } = all[index];
    let comma = comma_after(text, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let is_last = index + 1 == all.len();
    // The comment beside it goes along, as it does where the part has lines of its own.
    let beside = line(text, after);
    let has_beside = is_last && !begins_line(text, start) && beside.trim_start().starts_with('#');
    let bare = has_beside.then(|| splice(text, after, after + beside.len(), ""));
    let text = bare.as_deref().unwrap_or(text);
    if all.len() == 1 {
        let inside = collection.span.start + 1..collection.span.end.saturating_sub(1);
        let range = match is_clean(inside.clone()) {
            true => inside,
            false if owns_lines(text, all, index) => {
                first_line(text, collection, all, index)..line_end(text, after)
            }
            false => start..after,
        };
        return Some(splice(text, range.start, range.end, ""));
    }
    let before = index.checked_sub(1).and_then(|before| comma_after(text, all[before].end));
    if owns_lines(text, all, index) {
        let shorter = splice(text, first_line(text, collection, all, index), line_end(text, after), "");
        return Some(match before {
            Some(before) if is_last && comma.is_none() => splice(&shorter, before, before + 1, ""),
            _ => shorter,
        });
    }
    if is_last {
        let before = before?;
        if is_clean(before..start) {
            return Some(splice(text, before, end, ""));
        }
        return Some(splice(&splice(text, start, end, ""), before, before + 1, ""));
    }
    let next = all[index + 1].start;
    if !text[end..next].contains('\n') {
        return Some(splice(text, start, next, ""));
    }
    // The comment beside it goes along.
    let rest = line(text, after);
    if !(rest.trim().is_empty() || rest.trim_start().starts_with('#')) {
        return None;
    }
    let gone = after + rest.len();
    let from = before.map_or(collection.span.start + 1, |before| before + 1);
    Some(splice(text, if is_clean(from..start) { from } else { start }, gone, ""))
}
