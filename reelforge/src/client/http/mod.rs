//! Streamable HTTP, in both eras.
//!
//! The SDK has a transport of this kind, which does more than it may here: it would repeat what was under way when a
//! session ended. This one asks for a token before every request, shares one refresh among requests that are refused
//! together, follows no redirect to another host, and holds every answer to a size.

mod answer;
mod events;
mod fields;
mod link;
mod requests;
mod tls;

#[cfg(test)]
pub(super) use events::Events;
pub(super) use fields::Repeated;
pub(super) use link::HttpLink;
