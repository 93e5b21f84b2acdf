//! How long it takes to read a text.

use unicode_segmentation::UnicodeSegmentation;

/// Writing systems with a reading speed of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::video::check) enum Script {
    /// Latin, Cyrillic, Arabic and all others that write sounds.
    Letters,
    /// Hangul.
    Korean,
    /// Han.
    Chinese,
    /// Han and kana.
    Japanese,
}

impl Script {
    /// Graphemes a second that most people can follow: Netflix, 17 for children in Latin scripts; its guides for
    /// Korean, Chinese and Japanese.
    pub(in crate::video::check) fn speed(self) -> f64 {
        match self {
            Self::Letters => 17.0,
            Self::Korean => 12.0,
            Self::Chinese => 9.0,
            Self::Japanese => 7.0,
        }
    }
}

/// The graphemes of a text that are read: all but white space.
pub(in crate::video::check) fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).filter(|grapheme| !grapheme.chars().all(char::is_whitespace))
}

/// The writing system that decides how fast a text is read.
pub(in crate::video::check) fn script(text: &str, language: &str) -> Script {
    let has = |is: fn(char) -> bool| text.chars().any(is);
    if has(is_kana) || (has(is_han) && language.starts_with("ja")) {
        Script::Japanese
    } else if has(is_han) {
        Script::Chinese
    } else if has(is_hangul) {
        Script::Korean
    } else {
        Script::Letters
    }
}

/// Seconds that a text needs: each grapheme by its own script.
pub(in crate::video::check) fn need(text: &str, language: &str) -> f64 {
    let whole = script(text, language);
    let own = |grapheme: &str| match grapheme.chars().next() {
        Some(c) if is_hangul(c) => Script::Korean,
        Some(c) if is_han(c) || is_kana(c) => whole,
        _ => Script::Letters,
    };
    graphemes(text).map(|grapheme| 1.0 / own(grapheme).speed()).sum()
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}')
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_take_time_by_their_script() {
        let near = |text: &str, language: &str, seconds: f64| {
            let need = need(text, language);
            assert!((need - seconds).abs() < 1e-9, "{text}: {need}");
        };
        near("Save ten dollars", "en", 14.0 / 17.0);
        near("e\u{301}\u{1F469}\u{200D}\u{1F680}!", "en", 3.0 / 17.0);
        near("咖啡涨价", "zh", 4.0 / 9.0);
        near("漢字", "ja-JP", 2.0 / 7.0);
        near("コーヒー豆", "en", 5.0 / 7.0);
        near("커피 10", "ko", 2.0 / 12.0 + 2.0 / 17.0);
        assert_eq!(script("안녕", "ko"), Script::Korean);
    }
}
