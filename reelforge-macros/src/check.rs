//! Every rule that a tool must keep, one function each.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Pat, Safety, Type, TypeReference};

use crate::errors::Errors;
use crate::model::{Argument, Kind, Param, Tool, bare};
use crate::parse::Function;

pub(crate) fn check(function: &Function, tool: &Tool, errors: &mut Errors) {
    signature(function, errors);
    name(tool, errors);
    description(tool, errors);
    toolsets(tool, errors);
    hints(tool, errors);
    inline(tool, errors);
    output(tool, errors);
    for param in &tool.params {
        misplaced(param, errors);
        pattern(param, errors);
        match &param.kind {
            Kind::Injected => injected(&param.ty, errors),
            Kind::Whole { .. } => owned(&param.ty, errors),
            Kind::Argument(argument) => {
                owned(&param.ty, errors);
                argument_name(argument, errors);
                bounds(argument, errors);
            }
        }
    }
    distinct_arguments(tool, errors);
    whole_alone(tool, errors);
}

// `const fn`, `unsafe fn`, `extern "C" fn`, `fn f<T>()`, `fn f(&self)`, `fn f(...)`: whoever calls a tool by
// its name cannot give what these ask for.
fn signature(function: &Function, errors: &mut Errors) {
    let sig = &function.sig;
    if let Some(constness) = &sig.constness {
        errors.push(constness, "a tool runs when it is called: remove `const`");
    }
    if let Safety::Unsafe(unsafety) = &sig.safety {
        errors.push(unsafety, "a tool must be safe to call with any arguments: remove `unsafe`");
    }
    if let Some(abi) = &sig.abi {
        errors.push(abi, "a tool is an ordinary Rust function: remove `extern`");
    }
    if !sig.generics.params.is_empty() {
        errors.push(
            &sig.generics.params,
            "a tool cannot be generic: its arguments have one schema, so name the types",
        );
    } else if let Some(clause) = &sig.generics.where_clause {
        errors.push(clause, "a tool cannot be generic: remove the `where` clause");
    }
    if let Some(receiver) = sig.receiver() {
        errors.push(
            receiver,
            "a tool is a free function: move it out of the `impl`, and take shared state as `state: &T`",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.push(variadic.dots, "a tool cannot be variadic: take a `Vec<T>`");
    }
}

// `#[tool(name = "no spaces")]`
fn name(tool: &Tool, errors: &mut Errors) {
    let name = tool.name.value();
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || name.len() > 64 || !name.chars().all(legal) {
        errors.push(
            &tool.name,
            format!("`{name}` is no tool name: expected 1 to 64 of A-Z, a-z, 0-9, `_` and `-`, as in `name = \"add\"`"),
        );
    }
}

// Neither a doc comment nor `description = "…"`: the model would have to guess.
fn description(tool: &Tool, errors: &mut Errors) {
    if tool.description.is_empty() {
        errors.push(
            &tool.function,
            "a tool needs a description for the model: write a doc comment, or `description = \"…\"`",
        );
    }
}

// `#[tool(toolsets = ["All", "basic", "basic"])]`
fn toolsets(tool: &Tool, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for set in &tool.toolsets {
        let value = set.value();
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if value == "all" {
            errors.push(set, "`all` is reserved: every tool is in it");
        } else if !value.starts_with(|c: char| c.is_ascii_lowercase())
            || value.len() > 64
            || !value.chars().all(legal)
        {
            errors.push(set, format!("`{value}` is no toolset: expected a lower-case word such as `basic`"));
        } else if !seen.insert(value) {
            errors.push(set, format!("`{}` is listed twice", set.value()));
        }
    }
}

// `#[tool(read_only, destructive)]`
fn hints(tool: &Tool, errors: &mut Errors) {
    if let (Some(_), Some(key)) = (tool.read_only.set(), tool.destructive.set()) {
        errors.push(key, "a tool cannot be both `read_only` and `destructive`: one of them is wrong");
    }
}

// `#[tool(inline)] async fn f()`
fn inline(tool: &Tool, errors: &mut Errors) {
    if let (Some(key), true) = (tool.inline.set(), tool.is_async) {
        errors.push(
            key,
            "`inline` is for functions that are not `async`: an async one runs on the worker anyway",
        );
    }
}

// `fn f() -> impl Display`, `fn f() -> &str`, `fn f() -> !`
fn output(tool: &Tool, errors: &mut Errors) {
    let ty = bare(&tool.output);
    match ty {
        Type::ImplTrait(_) => {
            errors.push(ty, "a tool returns a named type: `Json<T>`, `String`, `Image`, `Output`, `()`, or a `Result` of one");
        }
        Type::Never(_) => errors.push(ty, "a tool must return: it is called again and again"),
        _ => {
            if let Some(found) = find(ty, true) {
                let message = match found {
                    Found::Borrowed(_) => "a result is owned: use `String` or `&'static str`",
                    Found::ImplTrait(_) => "a tool returns a named type: `impl Trait` has no schema",
                };
                errors.push(found.tokens(), message);
            }
        }
    }
}

// `#[cfg(x)] a: i64`, `#[arg(…)] cx: &Context`
fn misplaced(param: &Param, errors: &mut Errors) {
    for (attr, why) in &param.misplaced {
        errors.push(attr, why);
    }
}

// `(a, b): (i64, i64)`, `_: i64`, `ref a: i64`
fn pattern(param: &Param, errors: &mut Errors) {
    match &param.pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {}
        other => errors.push(other, "a parameter is a plain name: it is the argument's name"),
    }
}

// `name: &str`, `list: &[T]`, `db: &mut Db`, `db: &'static Db`, `db: &dyn Store`
fn injected(ty: &Type, errors: &mut Errors) {
    let Type::Reference(TypeReference { lifetime, mutability, elem, .. }) = bare(ty) else { return };
    match bare(elem) {
        Type::Path(path) if path.path.is_ident("str") => {
            return errors.push(ty, "arguments are owned: use `String`");
        }
        Type::Slice(_) => return errors.push(ty, "arguments are owned: use `Vec<T>`"),
        Type::TraitObject(_) => {
            return errors.push(
                ty,
                "shared state is found by its type: register an `Arc<dyn Trait>` and take `&Arc<dyn Trait>`",
            );
        }
        Type::ImplTrait(_) => {
            return errors.push(ty, "shared state is found by its type: name it instead of `impl Trait`");
        }
        _ => {}
    }
    if let Some(mutability) = mutability {
        errors.push(
            mutability,
            "shared state is shared: take `&T`, with a `Mutex` inside if it changes; arguments are taken by value",
        );
    }
    if let Some(lifetime) = lifetime.as_ref().filter(|lifetime| lifetime.ident != "_") {
        errors.push(lifetime, "what is injected lives as long as the call: remove the lifetime");
    }
}

// `name: Option<&str>`, `name: Cow<'_, str>`, `n: impl Into<f64>`
fn owned(ty: &Type, errors: &mut Errors) {
    if let Some(found) = find(ty, false) {
        let message = match found {
            Found::Borrowed(_) => {
                "arguments are owned: use `String`, `Vec<T>` or another type that borrows nothing"
            }
            Found::ImplTrait(_) => "an argument has one schema: name its type instead of `impl Trait`",
        };
        errors.push(found.tokens(), message);
    }
}

// `#[arg(rename = "no spaces")]`, `größe: f64`
fn argument_name(argument: &Argument, errors: &mut Errors) {
    let name = argument.name.value();
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() || name.len() > 64 || !name.chars().all(legal) {
        errors.push(
            &argument.name,
            format!("`{name}` is no argument name: expected 1 to 64 of A-Z, a-z, 0-9, `_`, `-` and `.`; `#[arg(rename = \"…\")]` gives another"),
        );
    }
}

// `#[arg(min = 8, max = 1)]`
fn bounds(argument: &Argument, errors: &mut Errors) {
    if let (Some(min), Some(max)) = (&argument.min, &argument.max)
        && min.is_above(max)
    {
        errors.push(&max.tokens, "`max` is below `min`: no value fits");
    }
    if let (Some(min), Some(max)) = (argument.min_len, argument.max_len)
        && min > max
    {
        errors.push(&argument.name, "`max_len` is below `min_len`: no value fits");
    }
}

// `#[arg(rename = "b")] a: i64, b: i64`
fn distinct_arguments(tool: &Tool, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for param in &tool.params {
        if let Kind::Argument(argument) = &param.kind
            && !seen.insert(argument.name.value())
        {
            errors.push(&argument.name, format!("two arguments are named `{}`", argument.name.value()));
        }
    }
}

// `#[args] input: T, b: i64`
fn whole_alone(tool: &Tool, errors: &mut Errors) {
    let is_whole = |param: &&Param| matches!(param.kind, Kind::Whole { .. });
    if !tool.params.iter().any(|param| is_whole(&param)) {
        return;
    }
    for param in tool.params.iter().filter(is_whole).skip(1) {
        errors.push(&param.pat, "`#[args]` is all arguments: there can be only one");
    }
    for param in tool.params.iter().filter(|param| matches!(param.kind, Kind::Argument(_))) {
        errors.push(
            &param.pat,
            "`#[args]` is all arguments: make this a field of its type, or take it by reference if it is shared state",
        );
    }
}

/// What makes a type unfit for values that cross a wire.
enum Found<'a> {
    Borrowed(&'a dyn quote::ToTokens),
    ImplTrait(&'a dyn quote::ToTokens),
}

impl<'a> Found<'a> {
    fn tokens(&self) -> &'a dyn quote::ToTokens {
        match self {
            Self::Borrowed(tokens) | Self::ImplTrait(tokens) => *tokens,
        }
    }
}

/// The first borrow or `impl Trait` in a type.
fn find(ty: &Type, allow_static: bool) -> Option<Found<'_>> {
    let mut finder = Finder { allow_static, found: None };
    finder.visit_type(ty);
    finder.found
}

struct Finder<'a> {
    allow_static: bool,
    found: Option<Found<'a>>,
}

impl<'a> Visit<'a> for Finder<'a> {
    fn visit_type_reference(&mut self, ty: &'a TypeReference) {
        let is_static = ty.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
        if self.allow_static && is_static {
            visit::visit_type(self, &ty.elem);
        } else {
            self.found.get_or_insert(Found::Borrowed(ty));
        }
    }

    fn visit_lifetime(&mut self, lifetime: &'a syn::Lifetime) {
        if lifetime.ident != "static" {
            self.found.get_or_insert(Found::Borrowed(lifetime));
        }
    }

    fn visit_type_impl_trait(&mut self, ty: &'a syn::TypeImplTrait) {
        self.found.get_or_insert(Found::ImplTrait(ty));
    }

    // What a function pointer or a `dyn Fn` borrows is its own business.
    fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}
}
