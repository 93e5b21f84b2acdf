//! Regular expressions of JSON Schema, run by the `regex` crate.

use regex::{Regex, RegexBuilder};

/// Compiles a pattern. As in JavaScript, `\d` and `\w` mean ASCII; look-around and back-references are not known.
pub(in super::super) fn compile(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(&ascii_classes(pattern)).size_limit(1 << 20).build();
    built.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        format!("the pattern `{pattern}` cannot be used: {reason}; write it without look-around and back-references")
    })
}

fn ascii_classes(pattern: &str) -> String {
    let mut written = String::with_capacity(pattern.len());
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            written.push(c);
            continue;
        }
        match characters.next() {
            Some('d') => written.push_str("[0-9]"),
            Some('D') => written.push_str("[^0-9]"),
            Some('w') => written.push_str("[0-9A-Za-z_]"),
            Some('W') => written.push_str("[^0-9A-Za-z_]"),
            Some('/') => written.push('/'),
            Some(other) => written.extend(['\\', other]),
            None => written.push('\\'),
        }
    }
    written
}
