//! What others say, as people can read it.

use std::borrow::Cow;

/// Whether a character is obeyed or read by a machine and not seen by people: control characters, those that turn the
/// direction of text around, and the tags that spell words out of sight.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// A text without what a terminal would obey. Its lines stay lines.
#[cfg(feature = "cli")]
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    without(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// A text on one line, without what a terminal would obey.
pub(crate) fn plain_line(text: &str) -> Cow<'_, str> {
    without(text, is_hidden)
}

fn without(text: &str, obeyed: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.contains(&obeyed) { text.replace(obeyed, "\u{fffd}").into() } else { text.into() }
}
