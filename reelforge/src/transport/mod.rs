//! The ways in.

#[cfg(feature = "http")]
pub mod http;
pub mod stdio;
