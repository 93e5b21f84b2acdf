//! JSON, YAML and TOML: keys and values.

use super::languages::Quote;
use super::lexer::{Class, Scan, line, span};

/// Strings of data; only those of TOML go on over several lines, and they have quotes of three.
const QUOTES: &[Quote] = &[Quote::block("\"\"\""), Quote::block("'''"), Quote::line("\""), Quote::raw("'")];
/// Words that are values of their own.
const CONSTANTS: [&str; 11] =
    ["true", "false", "null", "yes", "no", "on", "off", "True", "False", "~", "inf"];

/// Divides data.
pub(super) fn scan(scan: &mut Scan) {
    while let Some(next) = scan.peek() {
        let rest = scan.rest();
        if next.is_whitespace() {
            scan.take_while(Class::Plain, char::is_whitespace);
        } else if next == '#' && scan.before().is_none_or(char::is_whitespace) {
            scan.take(line(rest), Class::Comment);
        } else if next == '[' && scan.begins_line() && is_section(&rest[..line(rest)]) {
            scan.take(rest[..line(rest)].trim_end().len(), Class::Type);
        } else if let Some(quote) = QUOTES.iter().find(|quote| quote.opens(rest)) {
            let bytes = quote.length(rest);
            let is_key = rest[bytes..].trim_start_matches(' ').starts_with([':', '=']);
            scan.take(bytes, if is_key { Class::Name } else { Class::Text });
        } else if "{}[],=:".contains(next) || (next == '-' && rest[1..].starts_with([' ', '\n'])) {
            scan.take_char(Class::Mark);
        } else {
            bare(scan);
        }
    }
}

/// Takes a key or a value without quotes.
fn bare(scan: &mut Scan) {
    let begins_line = scan.begins_line();
    let rest = &scan.rest()[..line(scan.rest())];
    let mut end = rest.len();
    let mut is_key = false;
    for (index, letter) in rest.char_indices() {
        let after = &rest[index + letter.len_utf8()..];
        let ends_key = letter == ':' && (after.is_empty() || after.starts_with(' '));
        if ends_key || (letter == '=' && begins_line) {
            (end, is_key) = (index, true);
            break;
        }
        if matches!(letter, ',' | ']' | '}') || (letter == '#' && rest[..index].ends_with(' ')) {
            end = index;
            break;
        }
    }
    let text = rest[..end].trim_end();
    let is_number = text.parse::<f64>().is_ok() && span(text, |letter| !letter.is_ascii_digit()) < text.len();
    let class = if is_key {
        Class::Name
    } else if is_number || CONSTANTS.contains(&text) {
        Class::Number
    } else {
        Class::Text
    };
    if text.is_empty() {
        scan.take_char(Class::Mark);
    } else {
        scan.take(text.len(), class);
    }
}

/// Whether a line is the head of a section in TOML, `[package]`.
fn is_section(line: &str) -> bool {
    let inside = line.trim_end().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    inside.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "._-[]\"".contains(letter))
    })
}
