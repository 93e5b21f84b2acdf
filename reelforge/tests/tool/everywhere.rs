//! Tools in private modules, in bodies of functions, of one function name, with raw identifiers, and beside
//! items whose names the expansion might be thought to use.

use reelforge::tool;

mod a {
    use reelforge::tool;

    /// A.
    #[tool(name = "a_open")]
    pub(crate) async fn open() {}

    mod nothing_else {
        /// A.
        #[reelforge::tool(name = "a_inner_open")]
        fn open() {}
    }
}

mod b {
    use reelforge::tool as annotated;

    /// B.
    #[annotated(name = "b_open")]
    pub(crate) fn open(#[arg(default = 1)] a: i64) {
        let _ = a;
    }
}

/// A.
#[tool]
fn r#type(r#match: i64, r#fn: &reelforge::Context) {
    let _ = (r#match, r#fn);
}

/// A.
#[tool]
async fn handler(context: i64, arguments: i64, handler: i64, input: i64, schema: i64) {
    let _ = (context, arguments, handler, input, schema);
}

#[allow(
    dead_code,
    non_camel_case_types,
    reason = "these names exist only to shadow those that the macro must not rely on"
)]
mod shadows {
    struct Option;
    struct Result;
    struct String;
    struct Vec;
    struct Some;
    fn drop() {}
    mod core {}
    mod std {}
    mod reelforge {}
    struct i64;

    /// A.
    #[::reelforge::tool]
    async fn shadowed(#[arg(default = 1)] a: ::core::primitive::i64) {
        let _ = a;
    }
}

#[test]
fn bodies_hold_tools() {
    struct Local;

    impl Local {
        fn text(&self) -> String {
            /// A.
            #[tool]
            fn in_a_method(#[arg(default = "x")] a: String) -> String {
                a
            }
            in_a_method("y".to_owned())
        }
    }

    /// A.
    #[tool]
    fn in_a_body() {}

    in_a_body();
    assert_eq!(Local.text(), "y");
}

#[test]
fn all_of_them_are_found() {
    b::open(1);
    assert_eq!(
        crate::names(module_path!()),
        ["a_inner_open", "a_open", "b_open", "handler", "in_a_body", "in_a_method", "shadowed", "type"]
    );
}
