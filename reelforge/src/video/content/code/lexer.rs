//! Divides code into tokens of a few classes, for their colours.
//!
//! A slide shows at most 30 lines, so what makes code readable is enough: comments, strings, numbers, keywords, types,
//! calls and names. Tables say how the languages differ; the time is proportional to the length of the code, and
//! nothing in the code is wrong: what is not understood is plain.

use super::languages::{Grammar, Language, Quote};
use super::{data, markup};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Class {
    /// Nothing of the below.
    Plain,
    /// For people.
    Comment,
    /// A string.
    Text,
    /// A number, or a constant such as `true`.
    Number,
    /// A word of the language.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of what is called.
    Call,
    /// The name of a key, an attribute, a tag or a variable with a sign.
    Name,
    /// A bracket, a comma, an operator.
    Mark,
}

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// What it says.
    pub(super) text: &'a str,
    /// What it is.
    pub(super) class: Class,
}

/// The tokens of each line. Together they are the code, without the ends of its lines.
pub(super) fn lines<'a>(code: &'a str, lang: Option<&str>) -> Vec<Vec<Token<'a>>> {
    let language = Language::named(lang.unwrap_or_default());
    let mut scan = Scan::new(code);
    match language.grammar {
        Grammar::Code => words(&mut scan, language),
        Grammar::Data => data::scan(&mut scan),
        Grammar::Markup => markup::scan(&mut scan),
        Grammar::Style => markup::scan_style(&mut scan),
    }
    scan.into_lines()
}

/// Code on its way to tokens.
pub(super) struct Scan<'a> {
    code: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
}

impl<'a> Scan<'a> {
    fn new(code: &'a str) -> Self {
        Self { code, at: 0, tokens: Vec::new() }
    }

    /// What is still to be divided.
    pub(super) fn rest(&self) -> &'a str {
        &self.code[self.at..]
    }

    /// What comes next.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The last character before this place.
    pub(super) fn before(&self) -> Option<char> {
        self.code[..self.at].chars().next_back()
    }

    /// Whether the word before this place says that a function is defined here: its name may have more behind it than
    /// a bracket, such as `<'a>`.
    fn defines(&self) -> bool {
        let word = self.tokens.iter().rev().find(|token| !token.text.trim().is_empty());
        word.is_some_and(|word| {
            word.class == Class::Keyword && ["def", "fn", "fun", "func", "function"].contains(&word.text)
        })
    }

    /// Whether only white space stands before this place in its line.
    pub(super) fn begins_line(&self) -> bool {
        self.code[..self.at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
    }

    /// Makes the next bytes a token. They end between two characters.
    pub(super) fn take(&mut self, bytes: usize, class: Class) {
        let text = &self.rest()[..bytes];
        if !text.is_empty() {
            self.at += bytes;
            self.tokens.push(Token { text, class });
        }
    }

    /// Makes the next character a token.
    pub(super) fn take_char(&mut self, class: Class) {
        self.take(self.peek().map_or(0, char::len_utf8), class);
    }

    /// Makes all characters that come next and are of a kind a token; says how many bytes they have.
    pub(super) fn take_while(&mut self, class: Class, is: impl Fn(char) -> bool) -> usize {
        let bytes = span(self.rest(), is);
        self.take(bytes, class);
        bytes
    }

    /// Takes a string that opens here; says whether one does.
    pub(super) fn take_string(&mut self, quotes: &[Quote], class: Class) -> bool {
        let Some(quote) = quotes.iter().find(|quote| quote.opens(self.rest())) else { return false };
        self.take(quote.length(self.rest()), class);
        true
    }

    /// Takes a number that begins here; says whether one does.
    pub(super) fn take_number(&mut self) -> bool {
        let rest = self.rest();
        let is_open = self.before().is_none_or(|before| before != '.' && !is_word(before));
        let digits = rest.strip_prefix('.').filter(|_| is_open).unwrap_or(rest);
        if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
            return false;
        }
        let mut bytes = 0;
        for (index, letter) in rest.char_indices() {
            let is_exponent =
                matches!(letter, '+' | '-') && rest[..index].ends_with(['e', 'E']) && !rest.starts_with("0x");
            let is_point = letter == '.'
                && !rest[index + 1..].starts_with(|next: char| next == '.' || next.is_alphabetic());
            if !(letter.is_alphanumeric() || letter == '_' || is_point || is_exponent) {
                break;
            }
            bytes = index + letter.len_utf8();
        }
        self.take(bytes, Class::Number);
        true
    }

    fn into_lines(self) -> Vec<Vec<Token<'a>>> {
        let mut lines = vec![Vec::new()];
        for Token { text, class } in self.tokens {
            for (index, text) in text.split('\n').enumerate() {
                if index > 0 {
                    lines.push(Vec::new());
                }
                if let (false, Some(line)) = (text.is_empty(), lines.last_mut()) {
                    line.push(Token { text, class });
                }
            }
        }
        lines
    }
}

/// Bytes of the characters at the beginning of a text that are of a kind.
pub(super) fn span(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is(letter)).unwrap_or(text.len())
}

/// Whether a character may stand in a name.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Bytes until the end of the line.
pub(super) fn line(text: &str) -> usize {
    span(text, |letter| letter != '\n')
}

/// Languages made of words, signs and strings: most of them.
fn words(scan: &mut Scan, language: &Language) {
    while let Some(next) = scan.peek() {
        let rest = scan.rest();
        let blocks = language.block_comments.iter().find(|(open, _)| rest.starts_with(open));
        let comments_line = language.line_comments.iter().any(|open| {
            // `$#` and `a#b` of a shell are no comments, and `#[…]` is none where it is an attribute.
            rest.starts_with(open)
                && (*open != "#" || scan.before().is_none_or(char::is_whitespace))
                && !(language.attributes && rest.starts_with("#["))
        });
        if next.is_whitespace() {
            scan.take_while(Class::Plain, char::is_whitespace);
        } else if let Some((open, close)) = blocks {
            let inside = &rest[open.len()..];
            let bytes = inside.find(close).map_or(rest.len(), |end| open.len() + end + close.len());
            scan.take(bytes, Class::Comment);
        } else if comments_line {
            scan.take(line(rest), Class::Comment);
        } else if scan.take_string(language.quotes, Class::Text) || scan.take_number() {
        } else if is_word(next) {
            word(scan, language);
        } else if !sign(scan, next, language) {
            scan.take_char(Class::Mark);
        }
    }
}

/// Takes a name: its class is decided by the tables, its letters and what stands behind it.
fn word(scan: &mut Scan, language: &Language) {
    let rest = scan.rest();
    let bytes = span(rest, is_word);
    let (word, after) = rest.split_at(bytes);
    let is_macro = language.macros && after.starts_with('!') && !after.starts_with("!=");
    let is_member = scan.before() == Some('.');
    let is_call = after.trim_start_matches(' ').starts_with('(') || scan.defines();
    let class = if bytes <= 2 && after.starts_with(['"', '\'']) && !is_member && !language.is_keyword(word) {
        // The letters before a string say how it is meant: f"…", r"…", L"…".
        Class::Text
    } else if language.is_constant(word) && !is_member {
        Class::Number
    } else if language.is_keyword(word) && !is_member {
        Class::Keyword
    } else if is_macro {
        scan.take(bytes + 1, Class::Call);
        return;
    } else if language.is_type(word) {
        Class::Type
    } else if is_call {
        Class::Call
    } else {
        Class::Plain
    };
    scan.take(bytes, class);
}

/// Takes a sign that makes a name of what follows it; says whether one does.
fn sign(scan: &mut Scan, next: char, language: &Language) -> bool {
    let rest = scan.rest();
    let named = span(&rest[next.len_utf8()..], is_word);
    let bytes = next.len_utf8() + named;
    if let Some(mark) = ["<?php", "?>"].into_iter().find(|mark| rest.starts_with(mark)) {
        scan.take(mark.len(), Class::Keyword);
        return true;
    }
    if next == '#' && language.directives && scan.begins_line() {
        // `#include <stdio.h>`
        let (directive, rest) = rest[1..].split_at(named);
        scan.take(bytes, Class::Keyword);
        if directive == "include" {
            scan.take(line(rest), Class::Text);
        }
        return true;
    }
    if next == '#' && language.attributes && (rest.starts_with("#[") || rest.starts_with("#![")) {
        let end = rest.find(']').map_or(line(rest), |end| end + 1);
        scan.take(end, Class::Name);
        return true;
    }
    let is_variable = language.sigils.contains(next);
    if named > 0 && is_variable && !(next == ':' && scan.before() == Some(':')) {
        scan.take(bytes, Class::Name);
        return true;
    }
    if next == '$' && is_variable && rest.starts_with("${") {
        let end = rest.find('}').map_or(line(rest), |end| end + 1);
        scan.take(end, Class::Name);
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a class, in their order.
    fn found<'a>(code: &'a str, lang: &str, class: Class) -> Vec<&'a str> {
        lines(code, Some(lang))
            .concat()
            .iter()
            .filter(|token| token.class == class)
            .map(|token| token.text)
            .collect()
    }

    #[test]
    fn nothing_of_the_code_is_lost() {
        let codes = [
            "let s = 'a;\n\"open",
            "/* never closed\n  x",
            "<a href=\"x",
            "key: [a, 'b",
            "${",
            "#",
            "a\n\n\tb ",
            "日本語 = \"ö\" # é",
            "'''",
        ];
        for language in super::super::languages::ALL {
            for code in codes {
                let lines = lines(code, Some(language.names[0]));
                let again: Vec<String> =
                    lines.iter().map(|line| line.iter().map(|token| token.text).collect()).collect();
                assert_eq!(again.join("\n"), code, "{}", language.names[0]);
            }
        }
    }

    #[test]
    fn python_is_told_apart() {
        let code = "@cache\ndef load(key: str) -> Row:\n    # once\n    return f\"{key}\" if db.get(key, 1.5) is None else 'x'\n";
        assert_eq!(found(code, "python", Class::Keyword), ["def", "return", "if", "is", "else"]);
        assert_eq!(found(code, "py", Class::Comment), ["# once"]);
        assert_eq!(found(code, "python", Class::Text), ["f", "\"{key}\"", "'x'"]);
        assert_eq!(found(code, "python", Class::Call), ["load", "get"]);
        assert_eq!(found(code, "python", Class::Type), ["str", "Row"]);
        assert_eq!(found(code, "python", Class::Number), ["1.5", "None"]);
        assert_eq!(found(code, "python", Class::Name), ["@cache"]);
    }

    #[test]
    fn strings_over_several_lines_keep_their_class() {
        let code = "x = \"\"\"one\ntwo\"\"\"\ny = 1";
        let lines = lines(code, Some("python"));
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1], [Token { text: "two\"\"\"", class: Class::Text }]);
        assert_eq!(found("s = 'open\nx = 1", "python", Class::Number), ["1"], "others end with their line");
    }

    #[test]
    fn rust_is_told_apart() {
        let code =
            "#[derive(Debug)]\nfn f<'a>(x: &'a str) -> u8 {\n  println!(\"{x}\"); 'b' as u8 + 0..3 // no\n}";
        assert_eq!(found(code, "rust", Class::Name), ["#[derive(Debug)]", "'a", "'a"]);
        assert_eq!(found(code, "rs", Class::Call), ["f", "println!"]);
        assert_eq!(found(code, "rust", Class::Text), ["\"{x}\"", "'b'"]);
        assert_eq!(found(code, "rust", Class::Number), ["0", "3"]);
        assert_eq!(found(code, "rust", Class::Type), ["str", "u8", "u8"]);
        assert_eq!(found(code, "rust", Class::Comment), ["// no"]);
    }

    #[test]
    fn every_language_has_its_words() {
        let table = [
            ("js", "const a = await f(`x\n${1}`)", &["const", "await"] as &[_]),
            ("ts", "export interface A { b: string }", &["export", "interface"]),
            ("go", "func main() { defer x() }", &["func", "defer"]),
            ("java", "public final class A {}", &["public", "final", "class"]),
            ("c", "#include <a.h>\nstatic int x;", &["#include", "static"]),
            ("c++", "template <typename T> class A;", &["template", "typename", "class"]),
            ("c#", "using System; async Task F() {}", &["using", "async"]),
            ("kotlin", "suspend fun f() = when (x) {}", &["suspend", "fun", "when"]),
            ("swift", "guard let x else { return }", &["guard", "let", "else", "return"]),
            ("php", "<?php function f() { echo $x; }", &["<?php", "function", "echo"]),
            ("ruby", "def f\n  yield @x\nend", &["def", "yield", "end"]),
            ("sql", "select a FROM b -- c", &["select", "FROM"]),
            ("bash", "if [ -f x ]; then echo $X; fi", &["if", "then", "echo", "fi"]),
            ("css", "@media print { a:hover { color: red } }", &["@media"]),
            ("html", "<!DOCTYPE html>", &["<!DOCTYPE html>"]),
        ];
        for (lang, code, words) in table {
            assert_eq!(found(code, lang, Class::Keyword), words, "{lang}");
        }
        assert_eq!(found("echo $X ${Y:-1} # end $#", "sh", Class::Name), ["$X", "${Y:-1}"]);
        assert_eq!(found("SELECT 'it''s'", "sql", Class::Text), ["'it'", "'s'"]);
    }

    #[test]
    fn data_and_markup_show_their_keys() {
        assert_eq!(found("{\"a\": [1, true, \"b\"]}", "json", Class::Name), ["\"a\""]);
        assert_eq!(found("{\"a\": [1, true, \"b\"]}", "json", Class::Number), ["1", "true"]);
        let yaml = "# c\nname: a # b\nlist:\n  - x: 1.5\n  - {y: on, z: \"q\"}\nurl: http://x";
        assert_eq!(found(yaml, "yml", Class::Name), ["name", "list", "x", "y", "z", "url"]);
        assert_eq!(found(yaml, "yaml", Class::Comment), ["# c", "# b"]);
        assert_eq!(found(yaml, "yaml", Class::Number), ["1.5", "on"]);
        let toml = "[package]\nname = \"a\"\nx.y = 2";
        assert_eq!(found(toml, "toml", Class::Type), ["[package]"]);
        assert_eq!(found(toml, "toml", Class::Name), ["name", "x.y"]);
        let html = "<!-- c --><a href=\"x\" data-b>t &amp; u</a>";
        assert_eq!(found(html, "html", Class::Type), ["a", "a"]);
        assert_eq!(found(html, "html", Class::Name), ["href", "data-b"]);
        assert_eq!(found(html, "html", Class::Plain).concat().trim(), "t  u");
        let css = ".card { width: 10px; color: #fff; background: var(--x) } /* c */";
        assert_eq!(found(css, "css", Class::Type), [".card"]);
        assert_eq!(found(css, "css", Class::Name), ["width", "color", "background", "--x"]);
        assert_eq!(found(css, "css", Class::Number), ["10px", "#fff"]);
    }

    #[test]
    fn a_language_that_nobody_knows_is_still_divided() {
        for lang in ["brainfog", ""] {
            assert_eq!(found("if x == \"a\" return 3", lang, Class::Text), ["\"a\""]);
            assert_eq!(found("if x == \"a\" return 3", lang, Class::Keyword), ["if", "return"]);
        }
    }
}
