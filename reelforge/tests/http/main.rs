//! HTTP through real sockets: MCP in both eras, REST, the documents, the guard, and the end of a server.
#![cfg(feature = "http")]

mod client;
mod documents;
mod guard;
mod legacy;
mod lifecycle;
mod modern;
mod openapi;
mod progress;
mod rest;
mod server;
mod tools;
