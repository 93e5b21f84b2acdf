//! Hostile texts are harmless.

use super::*;

fn all_ways(text: &str) -> SetText {
    for by in [By::Line, By::Word, By::Char] {
        set(text, |spec| (spec.by, spec.max_width) = (by, Some(500.0)));
    }
    let set = set(text, |_| {});
    assert!(set.size.is_finite() && set.pieces.iter().all(|piece| piece.bounds.is_finite()));
    set
}

#[test]
fn control_characters_are_not_there() {
    let plain = set("ab", |_| {});
    for text in ["a\0b", "a\u{7}b", "\u{1B}a\u{9F}b", "a\u{FEFF}b", "a\u{AD}b"] {
        let set = all_ways(text);
        assert_eq!(places(&set), places(&plain), "{text:?}");
        assert!(set.missing.is_empty(), "{text:?}");
    }
}

#[test]
fn all_line_ends_are_one() {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"] {
        assert_eq!(all_ways(&format!("a{end}b")).lines.len(), 2, "{end:?}");
    }
}

#[test]
fn direction_marks_without_partner_hurt_nobody() {
    for mark in [
        '\u{202A}', '\u{202B}', '\u{202D}', '\u{202E}', '\u{202C}', '\u{2066}', '\u{2067}', '\u{2068}',
        '\u{2069}',
    ] {
        let set = all_ways(&format!("abc {mark}def"));
        assert_eq!(places(&set).len(), 6, "{mark:?}");
        assert!(set.missing.is_empty(), "{mark:?}: {:?}", set.missing);
        all_ways(&mark.to_string().repeat(500));
    }
}

#[test]
fn floods_of_marks_stay_small() {
    for char in [
        '\u{200B}',
        '\u{200D}',
        '\u{FE0F}',
        '\u{301}',
        '\u{20E3}',
        '\u{E0067}',
        '\u{1F3FF}',
        '\u{1F1E6}',
        '\u{E33}',
    ] {
        let flood: String = std::iter::repeat_n(char, 5000).collect();
        all_ways(&flood);
        let set = all_ways(&format!("a{flood}b"));
        assert!(set.pieces[0].bounds.height() < 20_000.0, "{char:?}");
    }
}

#[test]
fn a_hundred_kilobytes_are_set() {
    for text in ["x", "word ", "你", "मि", "a🚀"] {
        let long = text.repeat(100_000 / text.len());
        let set = set(&long, |spec| (spec.by, spec.max_width) = (By::Char, Some(1000.0)));
        assert!(set.lines.len() > 100, "{text:?}");
    }
}

#[test]
fn odd_numbers_do_not_crash() {
    for size in [0.0, 1e-9, 1e6] {
        for width in [0.0, -5.0, 1e-9, 1e9] {
            set("some text", |spec| (spec.size, spec.max_width) = (size, Some(width)));
        }
    }
    set("x", |spec| spec.language = "");
    set("直", |spec| spec.language = "zzzz-😀-x");
    set("x", |spec| spec.weight = 4_000_000_000);
}
