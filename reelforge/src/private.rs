//! What the expansion of `#[tool]` uses. Not public API.
//!
//! The expansion names nothing else, so that it works in a crate that depends on `reelforge` alone, under
//! another name, or without a prelude.

use std::any::{Any, TypeId, type_name};

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::registry::Linked;
pub use crate::tool::schema::{Arg, Number, Rule};
pub use crate::tool::{
    Arguments, CallFuture, Context, Hints, Input, IntoOutput, Location, Output, StateNeed, ToolDef,
    ToolError, blocking,
};
pub use core;
pub use inventory::submit;
pub use schemars::{Schema, SchemaGenerator};
pub use serde_json::Value;
pub use std::convert::From;
pub use std::option::Option::{None, Some};

/// What can be an argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "cannot be read from JSON, or has no schema",
    note = "an argument implements `serde::Deserialize` and `schemars::JsonSchema`, and borrows nothing: derive both",
    note = "shared state and the context are taken by reference: `&{Self}`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// What can stand in a schema as a default or an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in a schema",
    label = "cannot be written as JSON",
    note = "a default and an example stand in the schema: implement `serde::Serialize`"
)]
pub trait Shown: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Shown for T {}

/// What can be shared state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared state",
    label = "is used by many calls at once",
    note = "shared state is `Send + Sync + 'static`: put what is not behind a `Mutex`"
)]
pub trait Shared: Any + Send + Sync {}

#[diagnostic::do_not_recommend]
impl<T: Any + Send + Sync> Shared for T {}

/// The schema of one argument.
pub fn argument_schema<T: Argument>(generator: &mut SchemaGenerator) -> Schema {
    crate::tool::schema::argument::<T>(generator)
}

/// The schema of all arguments.
pub fn whole_schema<T: Argument>(generator: &mut SchemaGenerator) -> Schema {
    crate::tool::schema::of::<T>(generator)
}

/// A default or an example as JSON. One that is no JSON is left out of the schema.
pub fn json<T: Shown>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Examples, as a rule holds them.
pub fn list<const N: usize>(values: [Value; N]) -> Vec<Value> {
    values.into()
}

/// Takes one argument.
pub fn take<T: Argument>(arguments: &mut Arguments, name: &str) -> Result<T, ToolError> {
    arguments.take(name)
}

/// Takes one argument that has a default.
pub fn take_or<T: Argument>(
    arguments: &mut Arguments,
    name: &str,
    default: fn() -> T,
) -> Result<T, ToolError> {
    arguments.take_or(name, default)
}

/// Takes all arguments.
pub fn whole<T: Argument>(arguments: Arguments) -> Result<T, ToolError> {
    arguments.whole()
}

/// What a parameter taken by reference is given: the call's own context, or shared state.
pub fn inject<T: Shared>(context: &Context) -> Result<&T, ToolError> {
    match (context as &dyn Any).downcast_ref() {
        Some(own) => Ok(own),
        None => context.state(),
    }
}

/// What must be registered for [`inject`] to succeed.
pub const fn state_need<T: Shared>() -> StateNeed {
    StateNeed { id: TypeId::of::<T>, name: type_name::<T> }
}

/// Starts the call of a tool on the worker. Workers share the calls, so that its future must be [`Send`].
pub fn must_be_send(call: impl Future<Output = Result<Output, ToolError>> + Send + 'static) -> CallFuture {
    Box::pin(call)
}
