//! One annotated function is a tool over MCP, REST, OpenAPI and the shell.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod app;
pub mod protocol;
pub mod registry;
mod running;
pub mod testing;
pub mod tool;
pub mod transport;
#[cfg(feature = "video")]
pub mod video;

pub use app::App;
pub use schemars;
pub use serde;
pub use serde_json;
pub use tool::{Content, Context, Image, Json, LogLevel, Output, ToolError};
