#![doc = include_str!("docs/crate.md")]

// `#[tool]` names this crate by its name, here as anywhere else.
extern crate self as reelforge;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod app;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod protocol;
pub mod registry;
mod running;
#[cfg(feature = "studio")]
pub mod studio;
pub mod testing;
pub mod tool;
pub mod transport;
#[cfg(any(feature = "cli", feature = "client"))]
mod units;
#[cfg(feature = "video")]
pub mod video;

pub use app::App;
#[doc = include_str!("docs/tool.md")]
pub use reelforge_macros::tool;
pub use schemars;
pub use serde;
pub use serde_json;
pub use tool::{Content, Context, Image, Json, Link, LogLevel, Output, ToolError};

/// The examples of the README are tested, too.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
