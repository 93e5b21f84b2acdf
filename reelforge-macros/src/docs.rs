//! Doc comments as text for a model, and names as titles for people.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Meta};

use crate::values::as_string;

/// Text known to the macro, or put together by the compiler from `#[doc = concat!(…)]` and its like.
#[derive(Clone)]
pub(crate) enum Text {
    Known(String),
    Built(Vec<Expr>),
}

impl Text {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Known(text) if text.is_empty())
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Known(text) => text.to_tokens(tokens),
            Self::Built(lines) => tokens.extend(quote!(__reelforge::core::concat!(#(#lines),*))),
        }
    }
}

/// The doc comment among `attrs`; empty if there is none.
pub(crate) fn doc_comment(attrs: &[Attribute]) -> Text {
    let values: Vec<&Expr> = attrs
        .iter()
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
            _ => None,
        })
        .collect();
    match values.iter().map(|value| as_string(value)).collect::<Option<Vec<_>>>() {
        Some(texts) => Text::Known(tidy(texts.iter().map(syn::LitStr::value))),
        None => Text::Built(built(&values)),
    }
}

/// The lines, with line breaks between them.
fn built(values: &[&Expr]) -> Vec<Expr> {
    let mut parts = Vec::new();
    for value in values {
        if !parts.is_empty() {
            parts.push(syn::parse_quote!("\n"));
        }
        parts.push(match as_string(value) {
            None => (*value).clone(),
            Some(text) => {
                let line = tidy(std::iter::once(text.value()));
                syn::parse_quote!(#line)
            }
        });
    }
    parts
}

/// Takes the comment's own indentation off every line, and blank lines off both ends. Lines and paragraphs
/// stay, and with them lists and code.
fn tidy(comments: impl Iterator<Item = String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for comment in comments {
        let stars = comment.lines().skip(1).filter(|line| !line.trim().is_empty());
        let block = comment.contains('\n') && stars.clone().all(|line| line.trim_start().starts_with('*'));
        for (index, line) in comment.lines().enumerate() {
            let line = if block && index > 0 { line.trim_start().trim_start_matches('*') } else { line };
            lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned());
        }
        if comment.is_empty() {
            lines.push(String::new());
        }
    }
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..end].join("\n")
}

/// `render_video` is "Render video".
pub(crate) fn title(name: &str) -> String {
    let words = name.split(['_', '-']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(item: &str) -> String {
        let function: syn::ItemFn = syn::parse_str(item).expect("a function");
        match doc_comment(&function.attrs) {
            Text::Known(text) => text,
            Text::Built(_) => panic!("not known"),
        }
    }

    #[test]
    fn titles_are_words() {
        assert_eq!(title("render_video"), "Render video");
        assert_eq!(title("get-URL"), "Get URL");
        assert_eq!(title("__x"), "X");
        assert_eq!(title("_"), "");
    }

    #[test]
    fn paragraphs_lists_and_code_are_kept() {
        let item = "\n/// Adds. \n/// More.\n///\n/// - one\n///   - two\n///\n///     code\nfn f() {}";
        assert_eq!(text(item), "Adds.\nMore.\n\n- one\n  - two\n\n    code");
    }

    #[test]
    fn block_comments_lose_their_stars() {
        assert_eq!(text("/** Adds.\n *\n * - one\n */ fn f() {}"), "Adds.\n\n- one");
        assert_eq!(text("/** Adds. */ fn f() {}"), "Adds.");
    }

    #[test]
    fn other_doc_attributes_are_no_text() {
        assert_eq!(text("#[doc(hidden)] #[doc(alias = \"x\")] fn f() {}"), "");
    }
}
