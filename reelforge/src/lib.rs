//! One annotated function is a tool over MCP, REST, OpenAPI and the shell.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod registry;
pub mod tool;

pub use schemars;
pub use serde;
pub use serde_json;
pub use tool::{Content, Context, Image, Json, LogLevel, Output, ToolError};
