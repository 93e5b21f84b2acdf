//! Meaning to tokens: one anonymous constant, from which nothing leaks.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use crate::model::{Argument, Flag, Kind, Tool, bare};
use crate::values::{Number, Value, as_string};

/// The constant that submits the tool to the registry.
pub(crate) fn expand(tool: &Tool) -> TokenStream {
    let Tool { attrs, root, name, title, toolsets, output, .. } = tool;
    let rf = private();
    let description = tool.description.to_tokens(&rf);
    let hints = hints(tool, &rf);
    let timeout = option(
        &rf,
        tool.timeout.map(|time| {
            // Longer than any process lives; kept from overflowing all the same.
            let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            quote!(#rf::core::time::Duration::from_millis(#millis))
        }),
    );
    let concurrency = option(&rf, tool.concurrency.map(size));
    let max_output = option(&rf, tool.max_output.map(size));
    let defaults = tool.arguments().filter_map(|(index, ty, argument)| {
        let default = default_value(&rf, argument.default.as_ref()?);
        let function = default_fn(index);
        Some(quote! {
            fn #function() -> #ty {
                #default
            }
        })
    });
    let input = input(tool, &rf);
    let state = tool.params.iter().filter(|param| matches!(param.kind, Kind::Injected)).map(|param| {
        let ty = referent(&param.ty);
        quote_spanned!(ty.span()=> #rf::state_need::<#ty>())
    });
    let handler = handler(tool, &rf);
    let schema = quote_spanned!(output.span()=> <#output as #rf::IntoOutput>::schema);
    quote! {
        #(#attrs)*
        #[allow(deprecated)]
        const _: () = {
            use #root::__private as #rf;
            #(#defaults)*
            #rf::submit! {
                #rf::Linked(#rf::ToolDef {
                    name: #name,
                    title: #title,
                    description: #description,
                    toolsets: &[#(#toolsets),*],
                    hints: #hints,
                    timeout: #timeout,
                    concurrency: #concurrency,
                    max_output: #max_output,
                    input: #input,
                    output: #schema,
                    state: &[#(#state),*],
                    handler: #handler,
                    location: #rf::Location {
                        file: #rf::core::file!(),
                        line: #rf::core::line!(),
                        module: #rf::core::module_path!(),
                    },
                })
            }
        };
    }
}

impl Tool {
    /// The arguments that are parameters of their own, with the parameter's place and type.
    fn arguments(&self) -> impl Iterator<Item = (usize, &syn::Type, &Argument)> {
        self.params.iter().enumerate().filter_map(|(index, param)| match &param.kind {
            Kind::Argument(argument) => Some((index, &param.ty, &**argument)),
            _ => None,
        })
    }
}

fn hints(tool: &Tool, rf: &TokenStream) -> TokenStream {
    let read_only = tool.read_only.value().unwrap_or(false);
    let said = |flag: &Flag| option(rf, flag.value().map(ToTokens::into_token_stream));
    let destructive = said(&tool.destructive);
    let idempotent = said(&tool.idempotent);
    let open_world = said(&tool.open_world);
    quote! {
        #rf::Hints {
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
        }
    }
}

fn input(tool: &Tool, rf: &TokenStream) -> TokenStream {
    for param in &tool.params {
        if let Kind::Whole { verbatim } = param.kind {
            let ty = &param.ty;
            let kind = if verbatim { format_ident!("Verbatim") } else { format_ident!("Whole") };
            let schema = quote_spanned!(ty.span()=> #rf::whole_schema::<#ty>);
            return quote!(#rf::Input::#kind(#schema));
        }
    }
    let args = tool.arguments().map(|(index, ty, argument)| arg(rf, index, ty, argument));
    quote!(#rf::Input::Args(&[#(#args),*]))
}

fn arg(rf: &TokenStream, index: usize, ty: &syn::Type, argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let description = argument.description.to_tokens(rf);
    let default = option(
        rf,
        argument.default.as_ref().map(|_| {
            let function = default_fn(index);
            quote_spanned!(ty.span()=> || #rf::json::<#ty>(&#function()))
        }),
    );
    let rules = rules(rf, argument);
    let schema = quote_spanned!(ty.span()=> #rf::argument_schema::<#ty>);
    quote! {
        #rf::Arg {
            name: #name,
            description: #description,
            schema: #schema,
            default: #default,
            rules: &[#(#rules),*],
        }
    }
}

fn rules(rf: &TokenStream, argument: &Argument) -> Vec<TokenStream> {
    let mut rules = Vec::new();
    if let Some(min) = &argument.min {
        let number = number(rf, min);
        rules.push(quote!(#rf::Rule::Min(#number)));
    }
    if let Some(max) = &argument.max {
        let number = number(rf, max);
        rules.push(quote!(#rf::Rule::Max(#number)));
    }
    if let Some(length) = argument.min_len {
        rules.push(quote!(#rf::Rule::MinLen(#length)));
    }
    if let Some(length) = argument.max_len {
        rules.push(quote!(#rf::Rule::MaxLen(#length)));
    }
    if let Some(pattern) = &argument.pattern {
        rules.push(quote!(#rf::Rule::Pattern(#pattern)));
    }
    if !argument.examples.is_empty() {
        let examples =
            argument.examples.iter().map(|example| quote_spanned!(example.span()=> #rf::json(&#example)));
        rules.push(quote!(#rf::Rule::Examples(|| #rf::Vec::from([#(#examples),*]))));
    }
    rules
}

fn number(rf: &TokenStream, number: &Number) -> TokenStream {
    let tokens = &number.tokens;
    match number.value {
        Value::Integer(_) => quote!(#rf::Number::Integer(#tokens)),
        Value::Float(_) => quote!(#rf::Number::Float(#tokens)),
    }
}

fn handler(tool: &Tool, rf: &TokenStream) -> TokenStream {
    let (context, arguments) = (local("context"), local("arguments"));
    let takes: Vec<TokenStream> = tool
        .params
        .iter()
        .enumerate()
        .filter_map(|(index, param)| {
            let (value, ty) = (local(&format!("_{index}")), &param.ty);
            let taken = match &param.kind {
                Kind::Injected => return None,
                Kind::Whole { .. } => quote_spanned!(ty.span()=> #rf::whole::<#ty>(#arguments)?),
                Kind::Argument(argument) => {
                    let name = &argument.name;
                    if argument.default.is_some() {
                        let default = default_fn(index);
                        quote_spanned!(ty.span()=> #rf::take_or::<#ty>(&mut #arguments, #name, #default)?)
                    } else {
                        quote_spanned!(ty.span()=> #rf::take::<#ty>(&mut #arguments, #name)?)
                    }
                }
            };
            Some(quote!(let #value = #taken;))
        })
        .collect();
    let values = tool.params.iter().enumerate().map(|(index, param)| match param.kind {
        Kind::Injected => {
            let ty = referent(&param.ty);
            quote_spanned!(ty.span()=> #rf::inject::<#ty>(&#context)?)
        }
        _ => local(&format!("_{index}")).into_token_stream(),
    });
    let (function, output) = (&tool.function, &tool.output);
    let wait = tool.is_async.then(|| quote!(.await));
    let into_output = quote_spanned!(output.span()=> <#output as #rf::IntoOutput>::into_output);
    let body = quote! {
        #(#takes)*
        #into_output(#function(#(#values),*) #wait)
    };
    let any = |kind: fn(&Kind) -> bool| tool.params.iter().any(|param| kind(&param.kind));
    let arguments = if any(|kind| matches!(kind, Kind::Argument(_))) {
        quote!(mut #arguments)
    } else if any(|kind| matches!(kind, Kind::Whole { .. })) {
        quote!(#arguments)
    } else {
        quote!(_)
    };
    // A future that is not `Send` is reported at the function's name.
    let at = function.span();
    if tool.is_async || tool.inline.set().is_some() {
        let run = quote_spanned!(at=> #rf::must_be_send(async move { #body }));
        quote!(|#context, #arguments| #run)
    } else {
        quote!(|#context, #arguments| #rf::blocking(#context, move |#context| { #body }))
    }
}

/// A string literal is turned into the parameter's type: `default = "x"` for a `String`.
fn default_value(rf: &TokenStream, default: &Expr) -> TokenStream {
    if as_string(default).is_some() {
        quote_spanned!(default.span()=> #rf::From::from(#default))
    } else {
        default.to_token_stream()
    }
}

/// What a reference refers to.
fn referent(ty: &syn::Type) -> &syn::Type {
    match bare(ty) {
        syn::Type::Reference(reference) => &reference.elem,
        other => other,
    }
}

fn private() -> TokenStream {
    quote!(__reelforge)
}

fn local(name: &str) -> Ident {
    Ident::new(&format!("__{name}"), Span::mixed_site())
}

fn default_fn(index: usize) -> Ident {
    format_ident!("__default{index}")
}

fn size(value: u64) -> TokenStream {
    let literal = proc_macro2::Literal::u64_unsuffixed(value);
    literal.into_token_stream()
}

fn option(rf: &TokenStream, value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(#rf::Some(#value)),
        None => quote!(#rf::None),
    }
}
