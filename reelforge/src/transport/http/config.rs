//! What a server is told at its start.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;

use crate::registry::Served;

/// How HTTP is served: where, to whom, and within which limits. Every limit has a default and is never absent; those
/// of the calls themselves stand in [`Limits`](crate::registry::Limits).
#[derive(Clone)]
pub struct Config {
    /// The address to listen on. `127.0.0.1`; any that other machines can reach needs a token.
    pub host: String,
    /// The port to listen on; 0 takes a free one. 8787.
    pub port: u16,
    /// Further values of the header `Host` that are let in, `name` or `name:port`. Names of the loopback interface,
    /// and the address that the server listens on, always are.
    pub allow_hosts: Vec<String>,
    /// Further values of the header `Origin` that are let in, such as `https://app.example.com`. The server's own
    /// pages always are.
    pub allow_origins: Vec<String>,
    /// What every request must send as `Authorization: Bearer`, if anything.
    pub token: Option<String>,
    /// Listens beyond this machine without a token.
    pub insecure_no_token: bool,
    /// How many bytes a request's body may have. 4 MiB. A program's own pages have limits of their own.
    pub body_limit: usize,
    /// How long a request's head may take to arrive, and how long a connection may be idle. 60 s.
    pub header_time: Duration,
    /// How long a request's body may take to arrive. 30 s.
    pub body_time: Duration,
    /// How many sessions may be open; the one that was idle for longest goes first. 10,000.
    pub max_sessions: usize,
    /// How long a session may be idle before it expires. One hour.
    pub session_idle: Duration,
    /// How long calls may go on after the server was told to stop. 10 s.
    pub grace: Duration,
    /// Whether a call that can report progress is answered with a stream of events, if its client takes one.
    pub http_progress: bool,
    /// The tools that are served.
    pub served: Served,
    /// The guides that are served beside the tools.
    pub guides: Arc<dyn Fn() -> Vec<Guide> + Send + Sync>,
    /// The program's own pages. They are guarded like everything else.
    pub pages: Option<Router>,
}

impl Config {
    /// The defaults, for these tools.
    pub fn new(served: impl Into<Served>) -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 8787,
            allow_hosts: Vec::new(),
            allow_origins: Vec::new(),
            token: None,
            insecure_no_token: false,
            body_limit: 4 << 20,
            header_time: Duration::from_mins(1),
            body_time: Duration::from_secs(30),
            max_sessions: 10_000,
            session_idle: Duration::from_hours(1),
            grace: Duration::from_secs(10),
            http_progress: false,
            served: served.into(),
            guides: Arc::new(Vec::new),
            pages: None,
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token stays out of logs.
        f.debug_struct("Config").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// A text that explains how to work with the tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    /// Its name: lower-case words joined by hyphens.
    pub name: String,
    /// What it explains and when to read it, in one or two sentences.
    pub description: String,
    /// The text, in Markdown.
    pub text: String,
}
