//! Puts a part into the text, in the style of what stands around it.

use super::extent::{
    Extent, after_colon, begins_line, column, comma_after, extents, is_spaced, line, line_end, line_start,
    lines_of,
};
use super::lines::{MAX_WIDTH, indented};
use super::over::slot;
use super::piece::{Piece, TANGLED, first_line, owns_lines};
use super::place;
use super::splice::splice;
use crate::video::project::source::{Node, Value as Tree};

/// The text with a piece as the part `index` of the map or list at a place.
pub(super) fn put(
    text: &str,
    root: &Node,
    steps: &[usize],
    index: usize,
    piece: &Piece,
) -> Result<String, String> {
    let collection = place::at(root, steps)?;
    if place::count(collection) == 0 {
        return into_nothing(text, root, steps, collection, piece);
    }
    let all = extents(text, collection).ok_or(TANGLED)?;
    if collection.flow {
        return into_brackets(text, collection, &all, index, piece);
    }
    Ok(into_lines(text, &all, index, piece))
}

pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn into_lines(text: &str, all: &[Extent], index: usize, piece: &Piece) -> String {
    let newline = newline(text);
    let indent = column(text, all[0].start);
    let body = indented(&piece.block, indent).join(newline);
    let is_spaced = is_spaced(text, all);
    // To a text that keeps the blank lines below it, one more would be added.
    let gap = |keeps: bool| if piece.is_item && is_spaced && !keeps { newline } else { "" };
    if let Some(follower) = all.get(index) {
        if begins_line(text, follower.start) {
            let at = lines_of(text, all, index).start;
            return splice(text, at, at, &[&body, newline, gap(piece.keeps)].concat());
        }
        // Behind the dash of the list item whose first key it becomes.
        let new = [body.trim_start(), newline, &" ".repeat(indent)].concat();
        return splice(text, follower.start, follower.start, &new);
    }
    let gap = gap(all[all.len() - 1].keeps);
    let end = lines_of(text, all, all.len() - 1).end;
    if text[..end].ends_with('\n') {
        return splice(text, end, end, &[gap, &body, newline].concat());
    }
    splice(text, end, end, &[newline, gap, &body].concat())
}

fn into_brackets(
    text: &str,
    collection: &Node,
    all: &[Extent],
    index: usize,
    piece: &Piece,
) -> Result<String, String> {
    let near = index.min(all.len() - 1);
    let inline = piece.inline.as_deref().ok_or(
        "it holds comments, for which there is no place between brackets; write the list that it goes to as a block, \
         one item a line, or remove the comments",
    )?;
    if !owns_lines(text, all, near) {
        if !piece.above.is_empty() || piece.beside.is_some() {
            return Err(
                "its comments have no place on one line; give each item of the list its own line".to_owned()
            );
        }
        return Ok(match all.get(index) {
            Some(follower) => splice(text, follower.start, follower.start, &format!("{inline}, ")),
            None => splice(text, all[near].end, all[near].end, &format!(", {inline}")),
        });
    }
    let newline = newline(text);
    let beside = piece.beside.as_ref().map_or_else(String::new, |comment| format!(" {comment}"));
    let is_new_last = index >= all.len();
    let last_comma = comma_after(text, all[near].end);
    let comma = if is_new_last && last_comma.is_none() { "" } else { "," };
    let own = format!("{inline}{comma}{beside}");
    let lines: Vec<String> = piece.above.iter().cloned().chain([own]).collect();
    let body = indented(&lines, column(text, all[near].start)).join(newline) + newline;
    if !is_new_last {
        let at = first_line(text, collection, all, index);
        return Ok(splice(text, at, at, &body));
    }
    let end = all[near].end;
    let at = line_end(text, last_comma.unwrap_or(end));
    let longer = splice(text, at, at, &body);
    Ok(if last_comma.is_some() { longer } else { splice(&longer, end, end, ",") })
}

/// The first part of a map or list: in lines of its own below a key that stands in lines, else in brackets. A short
/// key with its value stays in brackets.
fn into_nothing(
    text: &str,
    root: &Node,
    steps: &[usize],
    collection: &Node,
    piece: &Piece,
) -> Result<String, String> {
    let is_block =
        steps.split_last().is_some_and(|(_, parent)| place::at(root, parent).is_ok_and(|it| !it.flow));
    let is_written = !matches!(collection.value, Tree::Scalar(_));
    let inside = collection.span.start + 1..collection.span.end.saturating_sub(1);
    let has_comments = is_written && text[inside.clone()].contains('#');
    let is_short = !piece.is_item && piece.inline.as_ref().is_some_and(|inline| inline.len() <= MAX_WIDTH);
    if is_block
        && !has_comments
        && !is_short
        && let Some(entry) = place::entry(root, steps)
    {
        let colon = after_colon(text, entry.key_span.end);
        let (from, to) =
            if is_written { (collection.span.start, collection.span.end) } else { (colon, colon) };
        let rest = line(text, to);
        if rest.trim().is_empty() || rest.trim_start().starts_with('#') {
            let newline = newline(text);
            let body = indented(&piece.block, column(text, entry.key_span.start) + 2).join(newline);
            let head = text[..from.max(colon)].trim_end();
            let end = to + rest.len();
            return Ok([head, &text[to..end], newline, &body, &text[end..]].concat());
        }
    }
    let inline =
        piece.inline.as_deref().ok_or("it holds comments, for which there is no place between brackets")?;
    if has_comments && begins_line(text, inside.end) {
        // Below the comments, and indented as the first that has a line of its own.
        let own = text[inside.start..inside.end].lines().skip(1).find(|line| !line.trim().is_empty());
        let indent = own.map_or(column(text, inside.end) + 2, |line| line.len() - line.trim_start().len());
        let at = line_start(text, inside.end);
        return Ok(splice(text, at, at, &[&" ".repeat(indent), inline, newline(text)].concat()));
    }
    let whole = if piece.is_item { format!("[{inline}]") } else { format!("{{{inline}}}") };
    if is_written {
        return Ok(splice(text, collection.span.start, collection.span.end, &whole));
    }
    let (at, lead) = slot(text, root, steps)?;
    Ok(splice(text, at, at, &[lead, &whole].concat()))
}
