//! Pieces of text in other ones.

/// Replaces the text between two places.
pub(super) fn replace_text(
    text: &str,
    from: (usize, usize),
    to: (usize, usize),
    new: &str,
) -> Result<String, String> {
    let offset = |(line, column): (usize, usize)| offset(text, line, column);
    match (offset(from), offset(to)) {
        (Some(from), Some(to)) if from <= to => Ok(splice(text, from, to, new)),
        _ => Err("the text has no such place; lines and columns count from 1".to_owned()),
    }
}

/// The byte at a line and column, both from 1, the column in characters and at most one past the line's end.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let text = text.strip_prefix('\u{feff}').map_or((0, text), |rest| ('\u{feff}'.len_utf8(), rest));
    let (skipped, text) = text;
    let (wanted, column) = (line.checked_sub(1)?, column.checked_sub(1)?);
    let mut start = 0;
    for _ in 0..wanted {
        start += text[start..].find('\n')? + 1;
    }
    let line = text[start..].split('\n').next()?;
    let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.into_iter().nth(column).map(|at| skipped + start + at)
}

pub(super) fn splice(text: &str, from: usize, to: usize, new: &str) -> String {
    [&text[..from], new, &text[to..]].concat()
}
