//! The constant that `#[tool]` submits to the registry.

use std::any::TypeId;
use std::pin::Pin;
use std::time::Duration;

use schemars::{Schema, SchemaGenerator};

use super::schema::Arg;
use super::{Arguments, Context, Output, ToolError};

/// A call under way: ends with what the tool returned.
pub type CallFuture = Pin<Box<dyn Future<Output = Result<Output, ToolError>> + Send>>;

/// One tool as its function's annotation states it: only constants and function pointers, so that a
/// `static` can hold it and nothing runs before it is needed.
#[derive(Debug)]
pub struct ToolDef {
    /// The stable name, `^[A-Za-z0-9_-]{1,64}$`.
    pub name: &'static str,
    /// The name shown to people.
    pub title: &'static str,
    /// What the tool does, shown to the model. Paragraphs are kept.
    pub description: &'static str,
    /// The toolsets that the tool belongs to, besides `all`.
    pub toolsets: &'static [&'static str],
    /// What the tool does to the world.
    pub hints: Hints,
    /// How long a call may take; the server's limit where absent.
    pub timeout: Option<Duration>,
    /// How many calls of this tool run at once; the server's limit where absent.
    pub concurrency: Option<usize>,
    /// How many bytes of text a call may return; the server's limit where absent.
    pub max_output: Option<usize>,
    /// The arguments.
    pub input: Input,
    /// The schema of the structured result, if the tool returns one.
    pub output: fn(&mut SchemaGenerator) -> Option<Schema>,
    /// The shared state that the tool is given.
    pub state: &'static [StateNeed],
    /// Starts a call.
    pub handler: fn(Context, Arguments) -> CallFuture,
    /// Where the function stands.
    pub location: Location,
}

/// What a tool does to the world, in the protocol's terms. A client must not rely on it for safety.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The tool changes nothing.
    pub read_only: bool,
    /// The tool may destroy something. Unsaid counts as yes for a tool that is not read-only.
    pub destructive: Option<bool>,
    /// Calling it twice is the same as calling it once.
    pub idempotent: Option<bool>,
    /// The tool reaches beyond this machine's own data.
    pub open_world: Option<bool>,
}

/// How a tool states its arguments.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// One parameter of the function each.
    Args(&'static [Arg]),
    /// One struct is the whole argument object.
    Whole(fn(&mut SchemaGenerator) -> Schema),
    /// The same, its schema published as the type states it: not made portable, and checked only by the
    /// type's own deserialisation.
    Verbatim(fn(&mut SchemaGenerator) -> Schema),
}

/// Shared state that a tool is given by reference.
#[derive(Clone, Copy, Debug)]
pub struct StateNeed {
    /// The identity of the type.
    pub id: fn() -> TypeId,
    /// The name of the type.
    pub name: fn() -> &'static str,
}

/// A place in source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The path of the module; its first segment is the crate.
    pub module: &'static str,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
