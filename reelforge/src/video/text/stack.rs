//! Which families a text is set in, in which order.

use std::collections::BTreeSet;

use icu_properties::CodePointSetData;
use icu_properties::props::{Emoji, EmojiPresentation};
use parley::Language;
use unicode_segmentation::UnicodeSegmentation;

use super::bundled::Script;

/// Asks for the picture of a character that is a letter else.
const AS_EMOJI: char = '\u{FE0F}';
/// Asks for the letter of a character that is a picture else.
const AS_TEXT: char = '\u{FE0E}';
/// Makes a key cap of the digit before.
const KEY_CAP: char = '\u{20E3}';

/// Which families come first for a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// The family that was asked for.
    Letters,
    /// The emoji.
    Emoji,
    /// The East Asian ones: for signs that those scripts share with others and write full width.
    Wide,
}

/// Divides a text by which families come first. Returns the end of each part with its kind.
pub(super) fn parts(text: &str) -> Vec<(usize, Kind)> {
    let mut parts: Vec<(usize, Kind)> = Vec::new();
    let mut before = None;
    let mut rest = text.graphemes(true).peekable();
    let mut end = 0;
    while let Some(grapheme) = rest.next() {
        end += grapheme.len();
        let next = rest.peek().and_then(|next| next.chars().next());
        let kind = if is_emoji(grapheme) {
            Kind::Emoji
        } else if is_shared_sign(grapheme) && (before.is_some_and(is_han) || next.is_some_and(is_han)) {
            Kind::Wide
        } else {
            Kind::Letters
        };
        // A row of such signs is full width as a whole.
        before = if kind == Kind::Wide { before.or(next) } else { grapheme.chars().last() };
        match parts.last_mut() {
            Some((last, same)) if *same == kind => *last = end,
            _ => parts.push((end, kind)),
        }
    }
    parts
}

/// Whether a grapheme is shown as a picture (Unicode Technical Standard 51, "emoji presentation").
pub(super) fn is_emoji(grapheme: &str) -> bool {
    let mut chars = grapheme.chars();
    let Some(first) = chars.next() else { return false };
    if first.is_ascii() && !grapheme.contains(KEY_CAP) {
        return false;
    }
    match chars.next() {
        Some(AS_EMOJI) => CodePointSetData::new::<Emoji>().contains(first),
        Some(AS_TEXT) => false,
        _ => CodePointSetData::new::<EmojiPresentation>().contains(first),
    }
}

/// Signs that Chinese and Japanese write full width and share with Latin.
fn is_shared_sign(grapheme: &str) -> bool {
    matches!(
        grapheme,
        "\u{201C}" | "\u{201D}" | "\u{2018}" | "\u{2019}" | "\u{2026}" | "\u{2014}" | "\u{2025}"
    )
}

fn is_han(char: char) -> bool {
    matches!(Class::of(char), Class::Han | Class::Kana)
}

/// What a character needs a family for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// Nothing that Latin families would not have.
    Common,
    /// One of these scripts.
    Of(Script),
    /// Any East Asian family that has Han characters.
    Han,
    Kana,
    Hangul,
    Emoji,
}

impl Class {
    /// By blocks (Unicode 17, `Blocks.txt`).
    fn of(char: char) -> Self {
        match char {
            '\0'..='\u{A8}' => Self::Common,
            '\u{0590}'..='\u{05FF}' | '\u{FB1D}'..='\u{FB4F}' => Self::Of(Script::Hebrew),
            '\u{0600}'..='\u{06FF}'
            | '\u{0750}'..='\u{077F}'
            | '\u{0870}'..='\u{08FF}'
            | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFE}' => Self::Of(Script::Arabic),
            '\u{0900}'..='\u{097F}' | '\u{1CD0}'..='\u{1CFF}' | '\u{A8E0}'..='\u{A8FF}' => {
                Self::Of(Script::Devanagari)
            }
            '\u{0E00}'..='\u{0E7F}' => Self::Of(Script::Thai),
            '\u{1100}'..='\u{11FF}'
            | '\u{3130}'..='\u{318F}'
            | '\u{A960}'..='\u{A97F}'
            | '\u{AC00}'..='\u{D7FF}' => Self::Hangul,
            '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => Self::Kana,
            '\u{2E80}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FE30}'..='\u{FE4F}'
            | '\u{FF00}'..='\u{FFEF}'
            | '\u{20000}'..='\u{3FFFF}' => Self::Han,
            _ if char == KEY_CAP || CodePointSetData::new::<Emoji>().contains(char) => Self::Emoji,
            _ => Self::Common,
        }
    }
}

/// Scripts with one family each.
const SIMPLE: [Script; 4] = [Script::Hebrew, Script::Arabic, Script::Devanagari, Script::Thai];

/// The scripts that a text needs families for, besides Latin, in the order in which they are tried.
pub(super) fn scripts(text: &str, language: &str) -> Vec<Script> {
    let found: BTreeSet<Class> = text.chars().map(Class::of).collect();
    let order = east_asian(language, &found);
    let first_han = order.into_iter().find(|script| *script != Script::Korean);
    let is_needed = |script: &Script| match script {
        Script::Korean => found.contains(&Class::Hangul),
        Script::Japanese if found.contains(&Class::Kana) => true,
        han => found.contains(&Class::Han) && Some(*han) == first_han,
    };
    let mut scripts: Vec<_> =
        SIMPLE.into_iter().filter(|script| found.contains(&Class::Of(*script))).collect();
    scripts.extend(order.iter().copied().filter(is_needed));
    if found.contains(&Class::Emoji) {
        scripts.push(Script::Emoji);
    }
    scripts
}

/// All scripts in the order in which they are tried: for a text with characters that those of [`scripts`] lack.
pub(super) fn all_scripts(text: &str, language: &str) -> Vec<Script> {
    let mut all = scripts(text, language);
    all.retain(|script| *script != Script::Emoji);
    let found = text.chars().map(Class::of).collect();
    for script in east_asian(language, &found).into_iter().chain(SIMPLE).chain([Script::Emoji]) {
        if !all.contains(&script) {
            all.push(script);
        }
    }
    all
}

/// The order of the East Asian families: the language decides between forms of the same Han character; where it is
/// none of these, the text's own letters do.
fn east_asian(language: &str, found: &BTreeSet<Class>) -> [Script; 4] {
    use Script::{Japanese, Korean, Simplified, Traditional};
    let tag = Language::parse(language).ok();
    let tongue = tag.as_ref().map_or("", Language::language);
    let is_traditional =
        match (tag.as_ref().and_then(Language::script), tag.as_ref().and_then(Language::region)) {
            (Some(script), _) => script == "Hant",
            (None, Some(region)) => matches!(region, "TW" | "HK" | "MO"),
            (None, None) => tongue == "yue",
        };
    match tongue {
        "ja" => [Japanese, Traditional, Simplified, Korean],
        "ko" => [Korean, Traditional, Japanese, Simplified],
        "zh" | "yue" if is_traditional => [Traditional, Japanese, Simplified, Korean],
        "zh" | "yue" => [Simplified, Traditional, Japanese, Korean],
        _ if found.contains(&Class::Kana) => [Japanese, Traditional, Simplified, Korean],
        _ if found.contains(&Class::Hangul) => [Korean, Traditional, Japanese, Simplified],
        _ => [Simplified, Traditional, Japanese, Korean],
    }
}
