//! HTML, XML and CSS.

use super::languages::Quote;
use super::lexer::{Class, Scan, line, span};

/// Strings of attributes; they may go on over several lines.
const QUOTES: &[Quote] = &[Quote::block("\""), Quote::block("'")];

/// Divides HTML or XML.
pub(super) fn scan(scan: &mut Scan) {
    while let Some(next) = scan.peek() {
        let rest = scan.rest();
        if rest.starts_with("<!--") {
            scan.take(through(rest, "-->"), Class::Comment);
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            scan.take(through(rest, ">"), Class::Keyword);
        } else if next == '<' {
            tag(scan);
        } else if next == '&' {
            let bytes = span(rest, |letter| letter != ';' && !letter.is_whitespace());
            scan.take(bytes + usize::from(rest[bytes..].starts_with(';')), Class::Number);
        } else {
            scan.take_while(Class::Plain, |letter| letter != '<' && letter != '&');
        }
    }
}

/// Takes a tag with its attributes.
fn tag(scan: &mut Scan) {
    scan.take_while(Class::Mark, |letter| letter == '<' || letter == '/');
    scan.take_while(Class::Type, is_name);
    while let Some(next) = scan.peek() {
        if next == '>' {
            scan.take_char(Class::Mark);
            return;
        } else if next == '<' {
            return;
        } else if next.is_whitespace() {
            scan.take_while(Class::Plain, char::is_whitespace);
        } else if !scan.take_string(QUOTES, Class::Text) && scan.take_while(Class::Name, is_name) == 0 {
            scan.take_char(Class::Mark);
        }
    }
}

/// Divides CSS.
pub(super) fn scan_style(scan: &mut Scan) {
    // Whether a value is being read, behind the colon of a property.
    let mut in_value = false;
    while let Some(next) = scan.peek() {
        let rest = scan.rest();
        if next.is_whitespace() {
            scan.take_while(Class::Plain, char::is_whitespace);
        } else if rest.starts_with("/*") {
            scan.take(through(rest, "*/"), Class::Comment);
        } else if rest.starts_with("//") {
            scan.take(line(rest), Class::Comment);
        } else if scan.take_string(QUOTES, Class::Text) {
        } else if next == '@' {
            scan.take_while(Class::Keyword, |letter| letter == '@' || is_word(letter));
            // `print and (min-width: 1px)`: words, up to the block.
            in_value = true;
        } else if "{};:".contains(next) {
            // The colons of selectors belong to their token.
            in_value = next == ':';
            scan.take_char(Class::Mark);
        } else if in_value && is_number(rest) {
            scan.take_while(Class::Number, |letter| letter.is_alphanumeric() || "#+-.%".contains(letter));
        } else if in_value {
            value(scan);
        } else {
            property_or_selector(scan);
        }
    }
}

/// Takes a word of a value.
fn value(scan: &mut Scan) {
    let bytes = span(scan.rest(), is_word);
    let (word, after) = scan.rest().split_at(bytes);
    let class = match word {
        "" => return scan.take_char(Class::Mark),
        _ if word.starts_with("--") => Class::Name,
        _ if after.starts_with('(') => Class::Call,
        _ => Class::Plain,
    };
    scan.take(bytes, class);
}

/// Takes a property, or a selector with all its parts.
fn property_or_selector(scan: &mut Scan) {
    let rest = scan.rest();
    let bytes = span(rest, is_word);
    if bytes > 0 && is_declaration(&rest[bytes..]) {
        scan.take(bytes, Class::Name);
        return;
    }
    let bytes = span(rest, |letter| letter != '{' && letter != '}' && letter != ';');
    let bytes = rest[..bytes].find("/*").unwrap_or(bytes);
    let bytes = rest[..bytes].trim_end().len();
    scan.take(bytes.max(rest.chars().next().map_or(0, char::len_utf8)), Class::Type);
}

/// Whether a colon comes next that has a value behind it, and not a block, as `a:hover { … }` has.
fn is_declaration(rest: &str) -> bool {
    let Some(after) = rest.trim_start().strip_prefix(':') else { return false };
    let end = span(after, |letter| !"{};".contains(letter));
    !after[end..].starts_with('{')
}

/// Bytes until the end of a mark; all, where there is none.
fn through(text: &str, mark: &str) -> usize {
    text.find(mark).map_or(text.len(), |at| at + mark.len())
}

/// Whether a number or a colour begins a value.
fn is_number(rest: &str) -> bool {
    let digits = rest.strip_prefix(['+', '-', '.']).unwrap_or(rest);
    rest.starts_with('#') || digits.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether a character may stand in the name of a tag or an attribute.
fn is_name(letter: char) -> bool {
    is_word(letter) || letter == ':'
}

/// Whether a character may stand in a word of CSS.
fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "-_".contains(letter)
}
