#![doc = include_str!("../docs/protocol.md")]

mod dispatcher;
mod encode;
mod id;
mod identity;
mod in_flight;
mod message;
mod modern;
mod notify;
mod place;
mod revision;
mod session;

#[cfg(feature = "cli")]
pub(crate) use dispatcher::unknown_tool;
pub use dispatcher::{Dispatcher, Options, Peer, SessionRef, Step};
pub use identity::Identity;
pub use in_flight::{InFlight, Registered};
pub use message::{ErrorCode, RpcError};
pub use modern::Headers;
pub use notify::Sink;
pub use revision::Revision;
pub use session::{Pending, Session};

#[cfg(test)]
mod tests;
