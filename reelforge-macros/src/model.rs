//! Syntax to meaning: the tool that an annotated function states. Whether it may state that is for `check`.

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, FnArg, Ident, LitStr, Meta, Pat, PatType, Path, ReturnType, Type};

use crate::docs::{self, Text};
use crate::errors::Errors;
use crate::keys::{self, Key};
use crate::parse::{Function, list_tokens};
use crate::values::Number;

/// A tool, as its function states it.
pub(crate) struct Tool {
    pub(crate) function: Ident,
    /// The attributes that what is generated needs too: `cfg` and `allow`.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) root: Path,
    pub(crate) name: LitStr,
    pub(crate) title: String,
    pub(crate) description: Text,
    pub(crate) toolsets: Vec<LitStr>,
    pub(crate) read_only: Flag,
    pub(crate) destructive: Flag,
    pub(crate) idempotent: Flag,
    pub(crate) open_world: Flag,
    pub(crate) timeout: Option<Duration>,
    pub(crate) concurrency: Option<u64>,
    pub(crate) max_output: Option<u64>,
    pub(crate) is_async: bool,
    pub(crate) inline: Flag,
    pub(crate) params: Vec<Param>,
    pub(crate) output: Type,
}

/// A flag with the key that sets it; `None` where nothing is said.
#[derive(Default)]
pub(crate) struct Flag(pub(crate) Option<(Ident, bool)>);

impl Flag {
    pub(crate) fn value(&self) -> Option<bool> {
        self.0.as_ref().map(|(_, value)| *value)
    }

    /// The key, if it says yes.
    pub(crate) fn set(&self) -> Option<&Ident> {
        self.0.as_ref().filter(|(_, value)| *value).map(|(key, _)| key)
    }
}

/// One parameter of the function.
pub(crate) struct Param {
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    pub(crate) kind: Kind,
    /// Attributes that mean nothing here.
    pub(crate) misplaced: Vec<(Attribute, &'static str)>,
}

/// What a parameter is: by value an argument, by reference injected.
pub(crate) enum Kind {
    Argument(Box<Argument>),
    Whole { verbatim: bool },
    Injected,
}

/// One argument.
pub(crate) struct Argument {
    pub(crate) name: LitStr,
    pub(crate) description: Text,
    pub(crate) default: Option<Expr>,
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    pub(crate) min_len: Option<u64>,
    pub(crate) max_len: Option<u64>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) examples: Vec<Expr>,
}

const TOOL_KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "toolsets",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "timeout",
    "concurrency",
    "inline",
    "max_output",
    "crate",
];

const ARG_KEYS: &[&str] = &["default", "rename", "min", "max", "min_len", "max_len", "pattern", "examples"];

impl Tool {
    pub(crate) fn read(attribute: TokenStream, function: &Function, errors: &mut Errors) -> Self {
        let ident = function.sig.ident.clone();
        let mut tool = Self {
            attrs: function.attrs.iter().filter_map(for_generated).collect(),
            root: syn::parse_quote!(::reelforge),
            name: LitStr::new(&ident.unraw().to_string(), ident.span()),
            function: ident,
            title: String::new(),
            description: docs::doc_comment(&function.attrs),
            toolsets: Vec::new(),
            read_only: Flag::default(),
            destructive: Flag::default(),
            idempotent: Flag::default(),
            open_world: Flag::default(),
            timeout: None,
            concurrency: None,
            max_output: None,
            is_async: function.sig.asyncness.is_some(),
            inline: Flag::default(),
            params: function.sig.inputs.iter().filter_map(|input| param(input, errors)).collect(),
            output: match &function.sig.output {
                ReturnType::Default => syn::parse_quote!(()),
                ReturnType::Type(_, ty) => (**ty).clone(),
            },
        };
        for key in keys::read(attribute, TOOL_KEYS, errors) {
            tool.set(&key, errors);
        }
        if tool.title.is_empty() {
            tool.title = docs::title(&tool.name.value());
        }
        tool
    }

    fn set(&mut self, key: &Key, errors: &mut Errors) {
        let mut flag = || Flag(key.flag(errors).map(|value| (key.name.clone(), value)));
        match &*key.name.to_string() {
            "read_only" => self.read_only = flag(),
            "destructive" => self.destructive = flag(),
            "idempotent" => self.idempotent = flag(),
            "open_world" => self.open_world = flag(),
            "inline" => self.inline = flag(),
            "name" => self.name = key.string("name = \"add\"", errors).unwrap_or(self.name.clone()),
            "title" => {
                self.title =
                    key.string("title = \"Add numbers\"", errors).map_or(String::new(), |t| t.value());
            }
            "description" => {
                let text = key.string("description = \"Adds two numbers.\"", errors);
                self.description = text.map_or(Text::Built(Vec::new()), |text| Text::Known(text.value()));
            }
            "toolsets" => self.toolsets = key.strings("toolsets = [\"basic\"]", errors),
            "timeout" => self.timeout = key.duration(errors),
            "concurrency" => self.concurrency = key.positive("concurrency = 2", errors),
            "max_output" => self.max_output = key.bytes(errors),
            "crate" => {
                self.root = key.path("crate = \"forge\"", errors).unwrap_or(self.root.clone());
            }
            _ => unreachable!("`keys::read` lets only `TOOL_KEYS` pass"),
        }
    }
}

fn param(input: &FnArg, errors: &mut Errors) -> Option<Param> {
    // `self` is no parameter of a tool; `check` says so.
    let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else { return None };
    let arg = attrs.iter().find(|attr| attr.path().is_ident("arg"));
    let args = attrs.iter().find(|attr| attr.path().is_ident("args"));
    let mut misplaced: Vec<(Attribute, &'static str)> = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
        .map(|attr| {
            (attr.clone(), "a tool has the same parameters everywhere: put the `cfg` on two functions")
        })
        .collect();
    for ours in ["arg", "args"] {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident(ours)).skip(1) {
            misplaced.push((attr.clone(), "a parameter has one such attribute: join the two"));
        }
    }
    let kind = if matches!(bare(ty), Type::Reference(_)) {
        let ours = arg.into_iter().chain(args);
        misplaced.extend(ours.map(|attr| {
            (attr.clone(), "a parameter taken by reference is injected: it has no argument to describe")
        }));
        Kind::Injected
    } else if let Some(args) = args {
        if let Some(arg) = arg {
            misplaced.push((arg.clone(), "`#[args]` is all arguments at once: describe them in its type"));
        }
        Kind::Whole { verbatim: verbatim(args, errors) }
    } else {
        Kind::Argument(Box::new(argument(pat, docs::doc_comment(attrs), arg, errors)))
    };
    Some(Param { pat: (**pat).clone(), ty: (**ty).clone(), kind, misplaced })
}

fn argument(pat: &Pat, description: Text, attr: Option<&Attribute>, errors: &mut Errors) -> Argument {
    let ident = match pat {
        Pat::Ident(pat) => pat.ident.clone(),
        // `check` refuses other patterns; this name is never seen.
        _ => format_ident!("argument"),
    };
    let mut argument = Argument {
        name: LitStr::new(&ident.unraw().to_string(), ident.span()),
        description,
        default: None,
        min: None,
        max: None,
        min_len: None,
        max_len: None,
        pattern: None,
        examples: Vec::new(),
    };
    let tokens = attr.map(list_tokens).transpose().unwrap_or_else(|error| {
        errors.add(error);
        None
    });
    for key in keys::read(tokens.unwrap_or_default(), ARG_KEYS, errors) {
        argument.set(&key, errors);
    }
    argument
}

impl Argument {
    fn set(&mut self, key: &Key, errors: &mut Errors) {
        match &*key.name.to_string() {
            "default" => self.default = key.expression("default = 1", errors),
            "rename" => self.name = key.string("rename = \"x\"", errors).unwrap_or(self.name.clone()),
            "min" => self.min = key.number("min = 1", errors),
            "max" => self.max = key.number("max = 8", errors),
            "min_len" => self.min_len = key.count("min_len = 1", errors),
            "max_len" => self.max_len = key.count("max_len = 80", errors),
            "pattern" => self.pattern = key.string("pattern = \"^[a-z]+$\"", errors),
            "examples" => self.examples = key.expressions("examples = [1, 2]", errors),
            _ => unreachable!("`keys::read` lets only `ARG_KEYS` pass"),
        }
    }
}

/// Whether `#[args]` says `verbatim`, the only thing that it can say.
fn verbatim(attr: &Attribute, errors: &mut Errors) -> bool {
    let tokens = list_tokens(attr).unwrap_or_else(|error| {
        errors.add(error);
        TokenStream::new()
    });
    keys::read(tokens, &["verbatim"], errors).iter().any(|key| key.flag(errors) == Some(true))
}

/// The part of an attribute of the function that what is generated needs too: under the same `cfg`, and with
/// the same lints allowed.
fn for_generated(attr: &Attribute) -> Option<Attribute> {
    let path = attr.path();
    if path.is_ident("cfg") || path.is_ident("allow") {
        return Some(attr.clone());
    }
    if path.is_ident("expect") {
        // The function meets the expectation; what is generated need not.
        let mut allow = attr.clone();
        if let Meta::List(list) = &mut allow.meta {
            list.path = Ident::new("allow", Span::call_site()).into();
        }
        return Some(allow);
    }
    if !path.is_ident("cfg_attr") {
        return None;
    }
    let parts =
        attr.parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated).ok()?;
    let mut parts = parts.into_iter();
    let condition = parts.next()?;
    let kept: Vec<Meta> =
        parts.filter(|meta| meta.path().is_ident("cfg") || meta.path().is_ident("allow")).collect();
    (!kept.is_empty()).then(|| syn::parse_quote!(#[cfg_attr(#condition, #(#kept),*)]))
}

/// The type inside parentheses and the invisible groups that `macro_rules!` puts around `$t:ty`.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}
