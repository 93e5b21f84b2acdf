//! JSON Schemas of tools: made portable, checked against, and exported.
//!
//! A schema is written once, as a Rust type. From it come
//!
//! - the schema that clients see: [`arguments`], [`whole`] and [`output`], in the dialect of [`portable()`];
//! - the check of every call against that same schema: [`Checker`];
//! - its forms for others: [`openai`] and [`openapi`].
//!
//! # The portable dialect
//!
//! It is the part of JSON Schema 2020-12 that every client, model provider and strict validator takes:
//!
//! - The root is `type: object`, with `properties`, `required` and `additionalProperties` and no combinator.
//! - Every schema says its one `type`, except one that takes any value, which has only a description.
//! - Choices of plain values are one `enum`; other choices are one `anyOf`. An enum with a tag is an `anyOf` of
//!   closed objects, in each of which the tag is an `enum` of one value.
//! - Nothing is null. `Option<T>` is plain `T` and not required.
//! - `$ref` appears only where a type contains itself, and points into the `$defs` of the root.
//! - Argument objects are closed. Maps and results are open.

pub mod check;
pub mod openai;
pub mod openapi;

mod arguments;
mod defs;
#[cfg(feature = "client")]
pub(crate) mod foreign;
mod keywords;
mod portable;
mod union;

#[cfg(test)]
mod tests;

pub use arguments::{Arg, Number, Rule, argument, arguments, of, output, verbatim, whole};
pub use check::{Checker, Problem, report};
pub(crate) use keywords::type_of;
pub use portable::{Role, portable};

use std::fmt;

/// A reason why a schema cannot be made portable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unportable {
    /// Where: names joined by dots, `[]` for the items of a list, `{}` for the values of a map; empty for the root.
    pub path: String,
    /// What stands there, and what to write instead.
    pub message: String,
}

impl fmt::Display for Unportable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "`{}`: {}", self.path, self.message)
    }
}

impl std::error::Error for Unportable {}
