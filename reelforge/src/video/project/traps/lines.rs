//! Repairs of one line: the value that was meant, in quotes.

use crate::video::project::edit::{Op, quoted};
use crate::video::project::source::{self, Document, Span};

/// A repair that may help: bytes of the text and what to write there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) new: String,
}

impl Candidate {
    /// The text with this repair, and what it then says.
    pub(super) fn try_on(&self, text: &str) -> Option<(String, Document)> {
        let edited = [text.get(..self.start)?, &self.new, text.get(self.end..)?].concat();
        let document = source::parse(&edited);
        Some((edited, document))
    }

    /// As an edit of the text.
    pub(super) fn op(&self, text: &str) -> Op {
        let ((line, column), (end_line, end_column)) = (place(text, self.start), place(text, self.end));
        Op::ReplaceText { line, column, end_line, end_column, text: self.new.clone() }
    }
}

/// Line and column, both from 1, of a byte.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text[..at].trim_start_matches('\u{feff}');
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The bytes of the line around a byte, without its end.
pub(super) fn line_around(text: &str, at: usize) -> (usize, usize) {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    (start, start + text[start..end].trim_end_matches('\r').len())
}

/// Repairs that may help at a place, the least invasive first.
pub(super) fn candidates(text: &str, at: Span) -> Vec<Candidate> {
    let (start, end) = line_around(text, at.start);
    let line = &text[start..end];
    let value = start + value_start(line);
    let mut found = Vec::new();
    let in_flow = text[value..end].starts_with(['{', '[']);
    if in_flow {
        found.extend(flow_item(text, value, end, at.start));
        if let Some(comment) = text[value..end].find(" #") {
            found.extend(flow_item(text, value, end, value + comment + 1));
        }
    }
    if !in_flow || text[value..end].trim_end().rfind(['}', ']']).is_some_and(|close| value + close + 1 < end)
    {
        found.extend(whole_value(text, value, end));
    }
    found.extend(missing_space(text, at.start));
    found
}

/// Where the value of a line begins: after dashes and the first key.
fn value_start(line: &str) -> usize {
    let mut at = line.len() - line.trim_start().len();
    while line[at..].starts_with("- ") {
        at += 2;
        at += line[at..].len() - line[at..].trim_start().len();
    }
    let key = line[at..].find(": ").filter(|colon| is_key(&line[at..at + colon]));
    if let Some(colon) = key {
        at += colon + 2;
        at += line[at..].len() - line[at..].trim_start().len();
    }
    at
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// The whole value, without a comment that has a space after its `#`.
fn whole_value(text: &str, start: usize, end: usize) -> Option<Candidate> {
    let end = text[start..end].find(" # ").map_or(end, |comment| start + comment);
    let value = text[start..end].trim_end();
    let end = start + value.len();
    (!value.is_empty()).then(|| Candidate { start, end, new: quoted(inner(value)) })
}

/// A value without the quotes that were meant to enclose it.
fn inner(value: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            return match rest.strip_suffix(quote) {
                Some(inner) => inner,
                // Quotes that close before the end belong to the text; one that never closes does not.
                None if rest.contains(quote) => value,
                None => rest,
            };
        }
    }
    value
}

/// The item of a flow list or map around a byte.
fn flow_item(text: &str, line_start: usize, line_end: usize, at: usize) -> Option<Candidate> {
    let at = at.clamp(line_start, line_end);
    let before = &text[line_start..text.floor_char_boundary(at)];
    let separators = [": ", ", ", "[", "{"];
    let start = separators.iter().filter_map(|s| before.rfind(s).map(|found| found + s.len())).max()?;
    let start = line_start + start;
    let start = start + (text[start..line_end].len() - text[start..line_end].trim_start().len());
    let length = text[start..line_end].find([',', '}', ']']).unwrap_or(line_end - start);
    let value = text[start..start + length].trim_end();
    let bare = !value.is_empty() && !value.starts_with(['"', '\'', '{', '[']);
    bare.then(|| Candidate { start, end: start + value.len(), new: quoted(value) })
}

/// `key:value` on this line or the one before.
fn missing_space(text: &str, at: usize) -> Option<Candidate> {
    let (this, _) = line_around(text, at);
    let before = this.checked_sub(1).map(|newline| line_around(text, newline).0);
    [Some(this), before].into_iter().flatten().find_map(|start| {
        let (start, end) = line_around(text, start);
        let line = &text[start..end];
        let key = line.trim_start().trim_start_matches("- ").trim_start();
        let key_start = end - key.len();
        let colon = key.find(':').filter(|colon| is_key(&key[..*colon]))?;
        let after = key[colon + 1..].chars().next()?;
        let at = key_start + colon + 1;
        (!after.is_whitespace()).then(|| Candidate { start: at, end: at, new: " ".to_owned() })
    })
}

/// The tabs that indent lines, each as two spaces: from the first such line to the last.
pub(super) fn untabbed(text: &str) -> Option<Candidate> {
    let mut offset = 0;
    let mut tabbed = Vec::new();
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line[..indent].contains('\t') {
            tabbed.push((offset, offset + indent));
        }
        offset += line.len();
    }
    let ((start, _), (_, end)) = (*tabbed.first()?, *tabbed.last()?);
    let mut new = String::new();
    let mut copied = start;
    for (from, to) in tabbed {
        new.push_str(&text[copied..from]);
        new.push_str(&text[from..to].replace('\t', "  "));
        copied = to;
    }
    Some(Candidate { start, end, new })
}
