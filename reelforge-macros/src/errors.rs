//! Everything that is wrong with one tool, reported at once.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Collects mistakes; must be finished, so that none is lost.
#[derive(Default)]
pub(crate) struct Errors(Option<Vec<syn::Error>>);

impl Errors {
    /// Reports a mistake at `place`.
    pub(crate) fn push(&mut self, place: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(place, message));
    }

    pub(crate) fn add(&mut self, error: syn::Error) {
        self.0.get_or_insert_default().push(error);
    }

    /// The mistakes as compile errors, or `None` if there are none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        self.0.map(|errors| errors.iter().map(syn::Error::to_compile_error).collect())
    }
}
