//! `==marked==` words.

use super::Span;
use crate::video::ink::Rgba;

const MARK: &str = "==";

/// The parts of a text in which `==marked==` words have another colour.
///
/// The marks are left out. A mark without a partner, or with nothing inside, is plain text.
pub fn marked(text: &str, plain: Rgba, accent: Rgba) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut push = |text: &str, color| match spans.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.color == color => last.text.push_str(text),
        _ => spans.push(Span { text: text.to_owned(), color }),
    };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(MARK) {
        let Some((inside, behind)) = after.split_once(MARK) else { break };
        push(before, plain);
        if inside.trim().is_empty() {
            push(MARK, plain);
            rest = after;
        } else {
            push(inside, accent);
            rest = behind;
        }
    }
    push(rest, plain);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Rgba = Rgba::BLACK;
    const ACCENT: Rgba = Rgba::WHITE;

    /// Accented parts in brackets.
    fn read(text: &str) -> String {
        marked(text, PLAIN, ACCENT)
            .into_iter()
            .map(|span| if span.color == ACCENT { format!("[{}]", span.text) } else { span.text })
            .collect()
    }

    #[test]
    fn marked_words_take_the_accent() {
        assert_eq!(read("Three ==shocks== at once"), "Three [shocks] at once");
        assert_eq!(read("==All of it=="), "[All of it]");
        assert_eq!(read("==one== and ==two=="), "[one] and [two]");
    }

    #[test]
    fn marks_without_partner_are_plain() {
        for text in ["a == b", "==", "====", "== ==", "a ==b", ""] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read("==a== b ==c"), "[a] b ==c");
        assert_eq!(read("====a=="), "==[a]");
    }

    #[test]
    fn no_part_is_empty_and_neighbours_differ() {
        let spans = marked("==a====b== c", PLAIN, ACCENT);
        assert_eq!(spans.len(), 2);
        assert_eq!(spans[0].text, "ab");
    }
}
