//! Where words begin.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;

/// Where the words of a text begin, in order.
///
/// White space divides words, and punctuation belongs to the word that it touches. Within writing that has no spaces,
/// `boundaries` say where a dictionary divides it.
pub(super) fn starts(text: &str, boundaries: &HashSet<usize>) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut before: Option<char> = None;
    for (start, grapheme) in text.grapheme_indices(true) {
        let Some(first) = grapheme.chars().next() else { continue };
        let is_start = match before {
            _ if first.is_whitespace() => false,
            None => true,
            Some(before) if before.is_whitespace() => true,
            Some(before) => {
                let unspaced = has_no_spaces(first) || has_no_spaces(before);
                let is_divided = boundaries.contains(&start) && first.is_alphanumeric() && !opens(before);
                unspaced && (is_divided || (opens(first) && !opens(before)))
            }
        };
        if is_start {
            starts.push(start);
        }
        before = grapheme.chars().last();
    }
    starts
}

/// Whether a character belongs to writing without spaces: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
fn has_no_spaces(char: char) -> bool {
    matches!(char,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..='\u{312F}'
        | '\u{31A0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

fn opens(char: char) -> bool {
    matches!(char, '(' | '[' | '{' | '“' | '‘' | '«' | '「' | '『' | '【' | '《' | '〈' | '（' | '［' | '｛')
}
