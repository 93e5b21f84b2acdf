//! The `#[tool]` attribute of [`reelforge`](https://docs.rs/reelforge), which re-exports and documents it.
//!
//! `parse` reads the tokens, `model` says what they mean, `check` holds every rule, `expand` writes the result.

mod check;
mod docs;
mod errors;
mod expand;
mod keys;
mod model;
mod parse;
#[cfg(test)]
mod tests;
mod values;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Publishes a function as a tool. It is documented where `reelforge` re-exports it.
#[proc_macro_attribute]
pub fn tool(attribute: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    tool_tokens(attribute.into(), &item.into()).into()
}

/// The function, always, and beside it the tool or everything that is wrong with it.
fn tool_tokens(attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(function) = syn::parse2::<parse::Function>(item.clone()) else {
        return parse::not_a_function(item);
    };
    let mut errors = errors::Errors::default();
    let tool = model::Tool::read(attribute, &function, &mut errors);
    check::check(&function, &tool, &mut errors);
    let function = function.without_our_attributes().into_token_stream();
    let rest = errors.finish().unwrap_or_else(|| expand::expand(&tool));
    quote!(#function #rest)
}
