#![doc = include_str!("../../docs/http.md")]

mod answer;
mod body;
mod brief;
mod config;
mod discovery;
mod document;
mod guard;
mod images;
mod llms;
mod mcp;
mod openapi;
mod query;
mod refusal;
mod rest;
mod serve;
mod sessions;
mod shared;
mod skills;
mod sse;
mod tools;

pub use config::{Config, Guide};
#[cfg(feature = "cli")]
pub(crate) use openapi::document as openapi_document;
pub use serve::Server;
#[cfg(feature = "studio")]
pub(crate) use shared::base;
