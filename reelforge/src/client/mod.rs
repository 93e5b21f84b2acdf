//! Speaks to other MCP servers, whose tools are then a [`Source`](crate::registry::Source) of the registry.
//!
//! ```no_run
//! use reelforge::client::{Connection, Options, StdioRecipe};
//! use reelforge::registry::Source;
//!
//! # async fn run() -> Result<(), reelforge::ToolError> {
//! let recipe = StdioRecipe::new("npx").args(["-y", "@modelcontextprotocol/server-everything"]);
//! let server = Connection::new(recipe, Options::default())?;
//! for tool in server.list().await?.tools {
//!     println!("{}", tool.name);
//! }
//! server.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! A [`Recipe`] says how to reach a server; a [`Connection`] connects by it when it is first needed, and again when
//! the connection was lost: one attempt for each need, none in the background. A call that was under way when the
//! connection was lost fails, and is never repeated; one that a server refused because it forgot the session did not
//! run, and is sent once more if its tool says that it is read-only or idempotent.
//!
//! Both eras of the protocol are spoken: 2026-07-28, which has no sessions, is asked for first, and what does not
//! know it is asked in the way of its predecessors. Sampling, roots and elicitation are refused.
//!
//! # What is underneath
//!
//! The official SDK, `rmcp`: its model of the messages, the negotiation of the era, the numbers of requests, who
//! waits for which answer, cancellation. Its transports are not used. They cannot end what a server itself has
//! started; over HTTP they repeat what was under way when a session was lost, follow redirects, and know tokens only
//! as a complete OAuth. The transports here are our own, over `tokio` and `hyper`. Results do not go through the
//! SDK's types, which would refuse a whole list for one odd declaration.
//!
//! # Processes
//!
//! A server's process ends with its connection, and with it everything that it started: when the connection is closed
//! or dropped, when connecting takes too long or fails, and when this process is killed. On Unix that holds for all
//! that stays in the process group of the server. What leaves it on purpose, and what another program keeps for it (a
//! container), is only told that its input has ended. On other systems that is so for everything but the server
//! itself.

mod auth;
mod connection;
mod http;
mod link;
mod live;
pub mod names;
mod options;
mod problem;
mod recipe;
mod risk;
mod source;
#[cfg(test)]
mod tests;
mod translate;
mod wire;

pub use auth::{Auth, AuthFuture};
pub use connection::Connection;
pub use options::Options;
pub use recipe::{CustomRecipe, HttpRecipe, Recipe, Stderr, StdioRecipe, Streams};
pub use risk::Risk;
