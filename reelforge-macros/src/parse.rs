//! Tokens to syntax: the annotated function. Its body is never looked at, so that one that is being typed
//! comes out as it went in.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Meta, PatType, Receiver, Signature, Visibility};

/// A function with its body unread.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            sig: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl Function {
    /// The function as other code sees it: what only `#[tool]` understands is taken off its parameters.
    pub(crate) fn without_our_attributes(mut self) -> Self {
        for input in &mut self.sig.inputs {
            let (FnArg::Typed(PatType { attrs, .. }) | FnArg::Receiver(Receiver { attrs, .. })) = input;
            attrs.retain(|attr| !["arg", "args", "doc"].iter().any(|ours| attr.path().is_ident(ours)));
        }
        if !self.sig.inputs.is_empty() {
            // How a parameter is passed says what it is; these lints would have the author say something else.
            let allow = syn::parse_quote! {
                #[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
            };
            self.attrs.insert(0, allow);
        }
        self
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attrs, vis, sig, body } = self;
        tokens.extend(quote!(#(#attrs)* #vis #sig #body));
    }
}

/// The item as it was, and the report that it cannot be a tool.
pub(crate) fn not_a_function(item: &TokenStream) -> TokenStream {
    let error = syn::Error::new(
        proc_macro2::Span::call_site(),
        "`#[tool]` belongs on a function: `fn name(…)` or `async fn name(…)`",
    )
    .to_compile_error();
    quote!(#item #error)
}

/// The tokens between the parentheses of `#[name(…)]`; none for `#[name]`.
pub(crate) fn list_tokens(attr: &Attribute) -> syn::Result<TokenStream> {
    match &attr.meta {
        Meta::Path(_) => Ok(TokenStream::new()),
        Meta::List(list) => Ok(list.tokens.clone()),
        Meta::NameValue(pair) => Err(syn::Error::new_spanned(
            pair,
            format!("expected `#[{}(key = value)]`", attr.path().to_token_stream()),
        )),
    }
}
