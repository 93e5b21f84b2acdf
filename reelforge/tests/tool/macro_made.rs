//! Tools that `macro_rules!` makes, of every kind of fragment.

use reelforge::tool;

macro_rules! getter {
    ($(#[$meta:meta])* $vis:vis $name:ident, $text:expr, $arg:ident: $ty:ty = $default:expr, $least:literal) => {
        $(#[$meta])*
        #[doc = $text]
        #[tool(toolsets = [$text, "made"], timeout = "1s")]
        $vis fn $name(
            /// How many.
            #[arg(default = $default, min = $least)]
            $arg: $ty,
            hidden: Option<String>,
            context: &reelforge::Context,
        ) -> String {
            let arguments = hidden.unwrap_or_default();
            format!("{}{arguments}{}", $arg, context.is_cancelled())
        }
    };
}

getter!(
    /// First.
    pub(crate) one, "one", count: u8 = 1 + 1, 0
);
getter!(two, "two", number: f64 = 0.5, -0.5);

macro_rules! whole_function {
    ($($function:item)*) => { $(
        /// Made.
        #[tool]
        $function
    )* };
}

whole_function! {
    fn three(a: i64) -> String { a.to_string() }
    async fn four(a: i64) -> String { a.to_string() }
}

macro_rules! documented {
    ($($name:ident)*) => { $(
        #[doc = concat!("Gets the ", stringify!($name), ".")]
        ///
        /// Always.
        #[tool]
        fn $name() {}
    )* };
}

documented!(width height);

#[test]
fn macros_make_tools_like_any_other() {
    assert_eq!(crate::names(module_path!()), ["four", "height", "one", "three", "two", "width"]);
    let registry = crate::builder(module_path!()).build().expect("a registry");
    let tool = |name| registry.get(name).expect("the tool");
    assert_eq!(tool("one").description(), "First.\none");
    assert_eq!(tool("one").toolsets(), ["one", "made"]);
    assert_eq!(tool("one").input_schema()["properties"]["count"]["default"], 2);
    assert_eq!(tool("width").description(), "Gets the width.\n\nAlways.");
}
