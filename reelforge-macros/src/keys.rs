//! Lists of keys: `key`, `key = value`, as in `#[tool(…)]` and `#[arg(…)]`.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Ident, Token};

use crate::errors::Errors;

/// One key with its value, if it has one.
pub(crate) struct Key {
    pub(crate) name: Ident,
    pub(crate) value: Option<Expr>,
}

/// Reads a list whose keys are all in `valid`. Every mistake is reported, and the rest is read on.
pub(crate) fn read(tokens: TokenStream, valid: &[&str], errors: &mut Errors) -> Vec<Key> {
    let list = |input: ParseStream<'_>| {
        let mut keys: Vec<Key> = Vec::new();
        while !input.is_empty() {
            match key(input) {
                Ok(key) => {
                    if let Some(problem) = problem(&key, &keys, valid) {
                        errors.push(&key.name, problem);
                    } else {
                        keys.push(key);
                    }
                }
                Err(error) => {
                    errors.add(error);
                    skip_to_comma(input)?;
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(keys)
    };
    list.parse2(tokens).unwrap_or_else(|error| {
        errors.add(error);
        Vec::new()
    })
}

fn key(input: ParseStream<'_>) -> syn::Result<Key> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a key, such as `name = \"…\"`"));
    }
    let name = input.call(Ident::parse_any)?;
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Key { name, value: None });
    }
    if !input.peek(Token![=]) {
        return Err(input.error(format!("expected `=` or `,` after `{name}`")));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(name.span(), format!("`{name} =` lacks its value")));
    }
    Ok(Key { value: Some(input.parse()?), name })
}

fn problem(key: &Key, before: &[Key], valid: &[&str]) -> Option<String> {
    let name = key.name.to_string();
    if before.iter().any(|other| other.name == key.name) {
        return Some(format!("`{name}` is given twice"));
    }
    if valid.contains(&&*name) {
        return None;
    }
    let nearest = valid
        .iter()
        .map(|other| (strsim::jaro_winkler(&name, other), other))
        .filter(|(score, _)| *score > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or_else(String::new, |(_, other)| format!("did you mean `{other}`? "));
    let list = valid.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    Some(format!("unknown key `{name}`; {nearest}valid keys: {list}"))
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
