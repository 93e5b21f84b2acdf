//! Short forms of long texts.

/// The text on one line and within `limit` characters: whole sentences if one fits, else whole words.
pub(super) fn brief(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let end = line.char_indices().nth(limit).map_or(line.len(), |(at, _)| at);
    let within = &line[..end];
    let sentence = within.rmatch_indices(['.', '!', '?', '。']).find_map(|(at, mark)| {
        let end = at + mark.len();
        (mark == "。" || line[end..].starts_with(' ')).then_some(end)
    });
    if let Some(end) = sentence {
        return line[..end].to_owned();
    }
    // The mark of what is left out needs room too.
    let end = line.char_indices().nth(limit.saturating_sub(1)).map_or(0, |(at, _)| at);
    let end = if line[end..].starts_with(' ') { end } else { line[..end].rfind(' ').unwrap_or(end) };
    format!("{}…", line[..end].trim_end_matches([',', ';', ':', ' ']))
}

/// The first sentence of a text, on one line.
pub(super) fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.match_indices(". ").next().map_or(line.len(), |(at, _)| at + 1);
    brief(&line[..end], 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_at_a_sentence_else_at_a_word() {
        assert_eq!(brief("Short.\n  And so on.", 300), "Short. And so on.");
        assert_eq!(brief("One. Two is longer. Three", 12), "One.");
        assert_eq!(brief("Version 1.5 of it has no sentence that ends", 20), "Version 1.5 of it…");
        assert_eq!(brief("äöü äöü äöü", 8), "äöü äöü…");
        assert_eq!(brief(&"x".repeat(400), 300).chars().count(), 300);
        for limit in 1..60 {
            let text = "Ends. Here! 東京。And more, much more? Yes: words";
            assert!(brief(text, limit).chars().count() <= limit, "{limit}");
        }
    }

    #[test]
    fn the_first_sentence_stands_alone() {
        assert_eq!(first_sentence("Adds\ntwo numbers. Then more.\n\nMore."), "Adds two numbers.");
        assert_eq!(first_sentence("Adds v1.2 numbers\n\nMore."), "Adds v1.2 numbers");
    }
}
