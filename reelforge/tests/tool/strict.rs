//! Under the lints that careful crates turn on, and without a prelude.
#![no_implicit_prelude]
#![deny(missing_docs, missing_debug_implementations, unused, unreachable_pub)]
#![deny(elided_lifetimes_in_paths, unused_qualifications, let_underscore_drop, unused_results)]
#![deny(single_use_lifetimes, trivial_casts, trivial_numeric_casts, variant_size_differences)]

use crate::arguments::Point as Input;
use ::reelforge::{Context, Json, ToolError, tool};
use ::std::result::Result::{self, Ok};
use ::std::string::String;

/// Gives back all arguments.
#[tool(read_only, idempotent, toolsets = ["strict"])]
async fn whole(#[args] input: Input, cx: &Context) -> Result<Json<Input>, ToolError> {
    cx.progress(1.0, 2.0, ::std::option::Option::None);
    Ok(Json(input))
}

/// Gives back one argument.
#[tool(timeout = "1m", concurrency = 1, max_output = 4096)]
fn single(
    /// The text.
    #[arg(default = "x", min_len = 1, examples = ["y"])]
    text: String,
    #[arg(default = 1, min = 1, max = 2)] count: u8,
    state: &String,
) -> Result<String, ToolError> {
    let _ = (count, state);
    Ok(text)
}

/// Does nothing.
#[tool(inline)]
fn nothing() {}

#[test]
fn they_compile_and_are_found() {
    ::std::assert_eq!(crate::names(::std::module_path!()), ["nothing", "single", "whole"]);
}
