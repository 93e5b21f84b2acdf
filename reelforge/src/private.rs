//! What the expansion of `#[tool]` uses. Not public API.

pub use crate::registry::Linked;
pub use crate::tool::schema::{Arg, Rule};
pub use crate::tool::{
    Arguments, CallFuture, Context, Hints, Input, IntoOutput, Location, Output, StateNeed, ToolDef,
    ToolError, blocking,
};
pub use inventory::submit;
pub use schemars::{JsonSchema, Schema, SchemaGenerator};
pub use serde_json::{Value, to_value};
pub use {core, std};
