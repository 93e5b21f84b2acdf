//! Tools about text. A program gets them by naming this crate: `reelforge::link!(text_tools)`.

use std::collections::BTreeSet;

use reelforge::{Json, ToolError, schemars::JsonSchema, serde::Serialize, tool};

/// How long a text is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
pub struct Length {
    /// Words, as spaces separate them.
    pub words: usize,
    /// Characters, spaces included.
    pub characters: usize,
}

/// Counts the words and characters of a text.
#[tool(toolsets = ["text"], read_only, inline)]
pub fn count_text(text: String) -> Json<Length> {
    Json(Length { words: text.split_whitespace().count(), characters: text.chars().count() })
}

/// Makes a short name of a text, for addresses and files: lower case, with hyphens.
#[tool(toolsets = ["text"], read_only, inline)]
pub fn make_slug(
    text: String,
    /// The most characters that the name may have.
    #[arg(default = 40, min = 1, max = 100)]
    longest: usize,
) -> Result<String, ToolError> {
    let letters = text.to_lowercase();
    let words: Vec<&str> =
        letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut slug = String::new();
    for word in words {
        let hyphen = usize::from(!slug.is_empty());
        if slug.len() + hyphen + word.len() > longest {
            break;
        }
        slug.extend((hyphen == 1).then_some('-'));
        slug.push_str(word);
    }
    if slug.is_empty() {
        return Err(ToolError::new("no_words", "no word of the text fits into the name")
            .hint("give a text with letters or digits, or a larger `longest`"));
    }
    Ok(slug)
}

/// Words that a text must not contain; the program registers them.
#[derive(Debug, Default)]
pub struct Banned(pub BTreeSet<String>);

/// Lists the banned words in a text.
#[tool(toolsets = ["text", "review"], read_only)]
pub fn find_banned(text: String, banned: &Banned) -> String {
    let found: BTreeSet<&str> =
        text.split_whitespace().filter(|word| banned.0.contains(&word.to_lowercase())).collect();
    found.into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reelforge::testing::Client;
    use serde_json::json;

    fn client() -> Client {
        let banned = Banned(BTreeSet::from(["very".to_owned()]));
        Client::new(reelforge::app!().state(banned)).expect("a program")
    }

    #[tokio::test]
    async fn slugs_keep_whole_words() {
        let arguments = json!({ "text": "A very long Title!", "longest": 8 });
        assert_eq!(client().call("make_slug", arguments).await.text(), "a-very");
    }

    #[tokio::test]
    async fn a_text_without_words_has_no_slug() {
        let reply = client().call("make_slug", json!({ "text": "…" })).await;
        assert_eq!(reply.error.as_deref(), Some("no_words"));
    }

    #[tokio::test]
    async fn banned_words_are_found() {
        let reply = client().call("find_banned", json!({ "text": "Very very good" })).await;
        assert_eq!(reply.text(), "Very, very");
    }

    #[test]
    fn tools_are_ordinary_functions() {
        assert_eq!(count_text("two words".to_owned()).0.words, 2);
    }
}
