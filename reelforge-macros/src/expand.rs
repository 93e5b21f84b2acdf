//! Meaning to tokens: one anonymous constant, from which nothing leaks. What it uses is all below
//! `__reelforge`, its own name for `reelforge::__private`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use crate::model::{Argument, Flag, Kind, Tool, bare};
use crate::values::{Number, Value, as_string};

/// The constant that submits the tool to the registry.
pub(crate) fn expand(tool: &Tool) -> TokenStream {
    let Tool { attrs, root, name, title, description, toolsets, output, .. } = tool;
    let hints = hints(tool);
    let timeout = option(tool.timeout.map(|time| {
        // Longer than any process lives; kept from overflowing all the same.
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        quote!(__reelforge::core::time::Duration::from_millis(#millis))
    }));
    let concurrency = option(tool.concurrency.map(size));
    let max_output = option(tool.max_output.map(size));
    let defaults = tool.arguments().filter_map(|(index, ty, argument)| {
        let default = default_value(argument.default.as_ref()?);
        let function = default_fn(index);
        Some(quote! {
            fn #function() -> #ty {
                #default
            }
        })
    });
    let input = input(tool);
    let state = tool.params.iter().filter(|param| matches!(param.kind, Kind::Injected)).map(|param| {
        let ty = referent(&param.ty);
        quote_spanned!(ty.span()=> __reelforge::state_need::<#ty>())
    });
    let handler = handler(tool);
    let schema = quote_spanned!(output.span()=> <#output as __reelforge::IntoOutput>::schema);
    quote! {
        #(#attrs)*
        #[allow(deprecated)]
        const _: () = {
            use #root::__private as __reelforge;
            #(#defaults)*
            __reelforge::submit! {
                __reelforge::Linked(__reelforge::ToolDef {
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
                    location: __reelforge::Location {
                        file: __reelforge::core::file!(),
                        line: __reelforge::core::line!(),
                        module: __reelforge::core::module_path!(),
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

fn hints(tool: &Tool) -> TokenStream {
    let read_only = tool.read_only.value().unwrap_or(false);
    let said = |flag: &Flag| option(flag.value().map(ToTokens::into_token_stream));
    let destructive = said(&tool.destructive);
    let idempotent = said(&tool.idempotent);
    let open_world = said(&tool.open_world);
    quote! {
        __reelforge::Hints {
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
        }
    }
}

fn input(tool: &Tool) -> TokenStream {
    for param in &tool.params {
        if let Kind::Whole { verbatim } = param.kind {
            let ty = &param.ty;
            let kind = if verbatim { format_ident!("Verbatim") } else { format_ident!("Whole") };
            let schema = quote_spanned!(ty.span()=> __reelforge::whole_schema::<#ty>);
            return quote!(__reelforge::Input::#kind(#schema));
        }
    }
    let args = tool.arguments().map(|(index, ty, argument)| arg(index, ty, argument));
    quote!(__reelforge::Input::Args(&[#(#args),*]))
}

fn arg(index: usize, ty: &syn::Type, argument: &Argument) -> TokenStream {
    let Argument { name, description, .. } = argument;
    let default = option(argument.default.as_ref().map(|_| {
        let function = default_fn(index);
        quote_spanned!(ty.span()=> || __reelforge::json::<#ty>(&#function()))
    }));
    let rules = rules(argument);
    let schema = quote_spanned!(ty.span()=> __reelforge::argument_schema::<#ty>);
    quote! {
        __reelforge::Arg {
            name: #name,
            description: #description,
            schema: #schema,
            default: #default,
            rules: &[#(#rules),*],
        }
    }
}

fn rules(argument: &Argument) -> Vec<TokenStream> {
    let mut rules = Vec::new();
    if let Some(min) = &argument.min {
        let number = number(min);
        rules.push(quote!(__reelforge::Rule::Min(#number)));
    }
    if let Some(max) = &argument.max {
        let number = number(max);
        rules.push(quote!(__reelforge::Rule::Max(#number)));
    }
    if let Some(length) = argument.min_len {
        rules.push(quote!(__reelforge::Rule::MinLen(#length)));
    }
    if let Some(length) = argument.max_len {
        rules.push(quote!(__reelforge::Rule::MaxLen(#length)));
    }
    if let Some(pattern) = &argument.pattern {
        rules.push(quote!(__reelforge::Rule::Pattern(#pattern)));
    }
    if !argument.examples.is_empty() {
        let examples = argument
            .examples
            .iter()
            .map(|example| quote_spanned!(example.span()=> __reelforge::json(&#example)));
        rules.push(quote!(__reelforge::Rule::Examples(|| __reelforge::list([#(#examples),*]))));
    }
    rules
}

fn number(number: &Number) -> TokenStream {
    let tokens = &number.tokens;
    match number.value {
        Value::Integer(_) => quote!(__reelforge::Number::Integer(#tokens)),
        Value::Float(_) => quote!(__reelforge::Number::Float(#tokens)),
    }
}

fn handler(tool: &Tool) -> TokenStream {
    let (context, arguments) = (local("context"), local("arguments"));
    let takes: Vec<TokenStream> = tool
        .params
        .iter()
        .enumerate()
        .filter_map(|(index, param)| {
            let (value, ty) = (local(&format!("arg{index}")), &param.ty);
            let taken = match &param.kind {
                Kind::Injected => return None,
                Kind::Whole { .. } => quote_spanned!(ty.span()=> __reelforge::whole::<#ty>(#arguments)?),
                Kind::Argument(argument) => {
                    let name = &argument.name;
                    if argument.default.is_some() {
                        let default = default_fn(index);
                        quote_spanned!(ty.span()=> __reelforge::take_or::<#ty>(&mut #arguments, #name, #default)?)
                    } else {
                        quote_spanned!(ty.span()=> __reelforge::take::<#ty>(&mut #arguments, #name)?)
                    }
                }
            };
            Some(quote!(let #value = #taken;))
        })
        .collect();
    let values = tool.params.iter().enumerate().map(|(index, param)| match param.kind {
        Kind::Injected => {
            let ty = referent(&param.ty);
            quote_spanned!(ty.span()=> __reelforge::inject::<#ty>(&#context)?)
        }
        _ => local(&format!("arg{index}")).into_token_stream(),
    });
    let (function, output) = (&tool.function, &tool.output);
    let wait = tool.is_async.then(|| quote!(.await));
    let into_output = quote_spanned!(output.span()=> <#output as __reelforge::IntoOutput>::into_output);
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
        let run = quote_spanned!(at=> __reelforge::must_be_send(async move { #body }));
        quote!(|#context, #arguments| #run)
    } else {
        quote!(|#context, #arguments| __reelforge::blocking(#context, move |#context| { #body }))
    }
}

/// A string literal is turned into the parameter's type: `default = "x"` for a `String`.
fn default_value(default: &Expr) -> TokenStream {
    if as_string(default).is_some() {
        quote_spanned!(default.span()=> __reelforge::From::from(#default))
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

fn local(name: &str) -> Ident {
    Ident::new(&format!("__{name}"), Span::mixed_site())
}

fn default_fn(index: usize) -> Ident {
    format_ident!("__default{index}")
}

fn size(value: u64) -> TokenStream {
    Literal::u64_unsuffixed(value).into_token_stream()
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(__reelforge::None), |value| quote!(__reelforge::Some(#value)))
}
