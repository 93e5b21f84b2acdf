//! Whole expansions, and what must hold for every one of them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Item, ItemFn};

use crate::tool_tokens;

/// The items of an expansion.
fn items(expansion: TokenStream) -> Vec<Item> {
    syn::parse2::<syn::File>(expansion).expect("items").items
}

/// The expansion as `rustfmt` would write it, with the call of `submit!` read as well.
fn pretty(expansion: TokenStream) -> String {
    let mut items = items(expansion);
    for item in &mut items {
        if let Item::Const(constant) = item {
            let submitted = submitted(&constant.expr);
            let value: TokenStream =
                syn::parse2::<syn::Expr>(submitted).expect("a value").into_token_stream();
            let syn::Expr::Block(block) = &mut *constant.expr else { panic!("no block") };
            block.block.stmts.pop();
            block.block.stmts.push(syn::parse_quote!(let submit = #value;));
        }
    }
    prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items })
}

/// What is given to `submit!`, the last statement.
fn submitted(constant: &syn::Expr) -> TokenStream {
    let syn::Expr::Block(block) = constant else { panic!("no block") };
    match block.block.stmts.last() {
        Some(syn::Stmt::Macro(call)) => call.mac.tokens.clone(),
        Some(syn::Stmt::Item(Item::Macro(call))) => call.mac.tokens.clone(),
        other => panic!("no call of `submit!`: {}", other.to_token_stream()),
    }
}

macro_rules! assert_golden {
    ($text:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($text);
        })
    };
}

#[test]
fn async_with_default_and_context() {
    assert_golden!(pretty(tool_tokens(
        quote!(toolsets = ["math"], read_only, timeout = "30s"),
        &quote! {
            /// Adds two numbers.
            pub async fn add(
                /// The first addend.
                a: i64,
                /// The second addend.
                #[arg(default = 1, min = 0, max = 8.5)]
                b: i64,
                cx: &Context,
            ) -> Json<Sum> {
                Json(Sum { sum: a + b })
            }
        },
    )));
}

#[test]
fn sync_with_state() {
    assert_golden!(pretty(tool_tokens(
        quote!(name = "greet", destructive = false, idempotent, concurrency = 2, max_output = "64KiB"),
        &quote! {
            /// Says hello.
            ///
            /// - in any language
            #[cfg(feature = "greet")]
            #[expect(clippy::needless_pass_by_value)]
            fn r#fn(
                #[arg(default = "you", rename = "who", min_len = 1, max_len = 80, pattern = "^[a-z]+$",
                    examples = ["ada"])]
                r#type: String,
                db: &crate::Db,
            ) -> Result<String, ToolError> {
                db.greet(&r#type)
            }
        },
    )));
}

#[test]
fn inline_without_arguments() {
    assert_golden!(pretty(tool_tokens(
        quote!(inline, description = "Does nothing.", crate = "forge::reelforge"),
        &quote!(
            fn nothing() {}
        ),
    )));
}

#[test]
fn one_struct_is_all_arguments() {
    assert_golden!(pretty(tool_tokens(
        quote!(),
        &quote! {
            #[doc = concat!("Draws ", "a shape.")]
            async fn draw(cx: &Context, #[args(verbatim)] shape: Shape) -> Image {
                shape.draw(cx).await
            }
        },
    )));
}

const FUNCTIONS: &[&str] = &[
    "/// D.\nfn f() {}",
    "/// D.\npub async fn f(a: i64, #[arg(default = 1)] b: i64, cx: &Context) -> String { body }",
    "/// D.\n#[deprecated] #[must_use] pub(crate) fn f(mut a: Vec<String>, db: &Db) -> Json<i64> { body }",
    "/// D.\n#[cfg(unix)] fn f(#[args] input: Input) {}",
];

#[test]
fn nothing_leaks_out_of_the_anonymous_constant() {
    for function in FUNCTIONS {
        let items = items(tool_tokens(quote!(), &function.parse().expect("tokens")));
        let [Item::Fn(_), Item::Const(constant)] = &items[..] else {
            panic!("not a function and a constant: {}", quote!(#(#items)*))
        };
        assert_eq!(constant.ident, "_");
    }
}

#[test]
fn what_an_expansion_uses_comes_from_one_module() {
    for function in FUNCTIONS {
        let items = items(tool_tokens(quote!(), &function.parse().expect("tokens")));
        let text = items[1].to_token_stream().to_string();
        for (at, _) in text.match_indices(":: ") {
            let before =
                text[..at].trim_end().rsplit([' ', '(', '{', '<', '[', ',']).next().unwrap_or_default();
            let rooted = ["std", "serde_json", "schemars", "serde", "inventory", "alloc"];
            assert!(!rooted.contains(&before), "`{before}::` in {text}");
        }
    }
}

#[test]
fn the_function_is_emitted_as_it_was() {
    for function in FUNCTIONS {
        let expansion = tool_tokens(quote!(), &function.parse().expect("tokens"));
        let Some(Item::Fn(emitted)) = items(expansion).into_iter().next() else { panic!("no function") };
        let mut written: ItemFn = syn::parse_str(function).expect("a function");
        if !written.sig.inputs.is_empty() {
            let allow = syn::parse_quote! {
                #[allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
            };
            written.attrs.insert(0, allow);
        }
        for input in &mut written.sig.inputs {
            if let syn::FnArg::Typed(param) = input {
                param.attrs.clear();
            }
        }
        assert_eq!(emitted.to_token_stream().to_string(), written.to_token_stream().to_string());
    }
}

#[test]
fn the_function_is_emitted_when_the_attribute_is_wrong() {
    let function = quote!(
        fn f<T>(#[arg(nonsense)] a: T) -> T {
            a
        }
    );
    let expansion = tool_tokens(quote!(nonsense, name = 1), &function);
    let items = items(expansion);
    assert!(
        matches!(&items[0], Item::Fn(f) if f.sig.ident == "f" && f.to_token_stream().to_string().contains("(a : T)"))
    );
    let errors = items[1..].iter().filter(|item| matches!(item, Item::Macro(_))).count();
    // Two unknown keys, a name of the wrong type, no description, a type parameter.
    assert_eq!((errors, items.len()), (5, 6));
}

#[test]
fn a_body_that_is_being_typed_is_emitted_as_it_is() {
    let body = quote!({
        let x = self.;
        match x { Some( ) => , }
        foo(
            a b c
        )
    });
    let expansion = tool_tokens(
        quote!(),
        &quote! {
            /// Types.
            async fn f(a: i64) -> String #body
        },
    );
    let text = expansion.to_string();
    assert!(text.contains(&body.to_string()), "{text}");
    assert!(text.contains("submit !") && !text.contains("compile_error"), "{text}");
}

#[test]
fn what_is_no_function_is_emitted_with_a_report() {
    for item in ["struct S;", "mod m { fn f() {} }", "impl S { fn f() {} }", "const X: u8 = 1;"] {
        let text = tool_tokens(quote!(), &item.parse().expect("tokens")).to_string();
        assert!(text.starts_with(&item.parse::<TokenStream>().expect("tokens").to_string()), "{text}");
        assert_eq!(text.matches("compile_error").count(), 1, "{text}");
    }
}
