//! What a tool is: its definition, arguments, context, output and error.

mod arguments;
mod context;
mod definition;
mod error;
mod output;
mod run;
pub mod schema;
mod state;

pub use arguments::Arguments;
pub use context::{Context, LogLevel, Transport};
pub use definition::{CallFuture, Hints, Input, Location, StateNeed, ToolDef};
pub use error::ToolError;
pub use output::{Content, Image, IntoOutput, IntoToolError, Json, Link, Output, Structured};
pub use run::blocking;
pub use state::State;

pub(crate) use context::{Caller, EndOnDrop, Notify};
pub(crate) use run::caught;
