//! What can go wrong between this client and a server, and how a caller reads it.

use std::fmt;
use std::time::Duration;

use hyper::StatusCode;

use crate::tool::ToolError;

/// What can go wrong between this client and a server.
#[derive(Clone, Debug)]
pub(super) enum Problem {
    /// The program could not be started.
    Start(String),
    /// Nobody answers at the address.
    Unreachable(String),
    /// The connection ended.
    Lost(String),
    /// The server does not know the session any more: what was sent did not run.
    SessionLost,
    /// The server wants a token, or another one. With what the server says.
    Unauthorized(String),
    Status(StatusCode, String),
    /// The server sends us somewhere else.
    Redirect(String),
    /// The answer is neither JSON nor a stream of events.
    ContentType(String),
    /// The answer is larger than allowed.
    TooLarge(usize),
    /// The answer is not what the protocol says.
    Protocol(String),
    /// The server answered with an error of JSON-RPC.
    Refused {
        code: i32,
        message: String,
    },
    /// What gives the tokens failed.
    Auth(ToolError),
    /// Connecting, listing or calling took too long.
    Timeout {
        doing: &'static str,
        limit: Duration,
        option: &'static str,
    },
    /// The connection was closed by this side, for good.
    Closed,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => write!(f, "it cannot be started: {why}"),
            Self::Unreachable(why) => write!(f, "it cannot be reached: {why}"),
            Self::Lost(why) => write!(f, "the connection was lost: {why}"),
            Self::SessionLost => f.write_str("it does not know this session any more"),
            Self::Unauthorized(said) => write!(f, "it does not accept the credentials (HTTP 401){said}"),
            Self::Status(status, said) => write!(f, "it answered HTTP {status}{said}"),
            Self::Redirect(to) => write!(f, "it redirects to {to}, which is not followed"),
            Self::ContentType(kind) => {
                write!(f, "it answered with {kind}, not with application/json or text/event-stream")
            }
            Self::TooLarge(limit) => write!(f, "its answer is larger than {limit} bytes"),
            Self::Protocol(what) | Self::Refused { message: what, .. } => f.write_str(what),
            Self::Auth(error) => write!(f, "its token cannot be had: {}", error.message()),
            Self::Timeout { doing, limit, .. } => write!(f, "{doing} took longer than {limit:?}"),
            Self::Closed => f.write_str("the connection was closed"),
        }
    }
}

impl std::error::Error for Problem {}

impl Problem {
    fn code(&self) -> &'static str {
        match self {
            Self::Unauthorized(_) | Self::Auth(_) => "unauthorized",
            Self::Status(StatusCode::FORBIDDEN, _) => "forbidden",
            Self::ContentType(_) | Self::Protocol(_) => "bad_answer",
            Self::TooLarge(_) => "too_large",
            Self::Refused { .. } => "tool_failed",
            Self::Timeout { .. } => "timeout",
            Self::Start(_)
            | Self::Unreachable(_)
            | Self::Lost(_)
            | Self::SessionLost
            | Self::Status(..)
            | Self::Redirect(_)
            | Self::Closed => "unavailable",
        }
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Start(_) => {
                "check the command, its arguments and its environment, and that it is on the PATH".to_owned()
            }
            Self::Unreachable(_) => "check the address, and that the server runs".to_owned(),
            Self::Lost(_) => "what was under way may have happened; the next call connects again".to_owned(),
            Self::SessionLost => "nothing was done; call again, which connects with a new session".to_owned(),
            Self::Unauthorized(_) => "set a valid token for this server".to_owned(),
            Self::Status(StatusCode::FORBIDDEN, _) => {
                "the credentials do not allow this; set others for this server".to_owned()
            }
            Self::Status(StatusCode::NOT_FOUND, _) | Self::ContentType(_) => {
                "check the path of the address; many servers answer below /mcp".to_owned()
            }
            Self::Status(StatusCode::METHOD_NOT_ALLOWED, _) => {
                "the address may be one of the old HTTP+SSE transport; give that of Streamable HTTP, often /mcp"
                    .to_owned()
            }
            Self::Status(status, _) if status.is_server_error() || status.as_u16() == 429 => {
                "try again later".to_owned()
            }
            Self::Redirect(_) => "set that address for this server, if you trust it".to_owned(),
            Self::TooLarge(_) => "ask for less; a program can raise `Options::answer_size`".to_owned(),
            Self::Timeout { option: "call_timeout", .. } => {
                "ask for less, or raise `timeout` in the file of servers (in a program `Options::call_timeout`)".to_owned()
            }
            Self::Timeout { option, .. } => {
                format!("look at why the server is slow; a program can raise `Options::{option}`")
            }
            Self::Status(..) | Self::Protocol(_) | Self::Refused { .. } | Self::Auth(_) | Self::Closed => {
                return None;
            }
        })
    }

    /// The problem as a caller reads it, with the name of the server.
    pub(super) fn of(&self, label: &str) -> ToolError {
        let mut error = match self {
            // The tool's own words matter more than where it runs.
            Self::Refused { code, message } => {
                let data = serde_json::json!({ "json_rpc_code": code });
                ToolError::new(self.code(), format!("{label} refused: {message}")).data(data)
            }
            _ => ToolError::new(self.code(), format!("{label}: {self}")),
        };
        if let Some(hint) = self.hint() {
            error = error.hint(hint);
        }
        error
    }
}

/// What a server says, as a part of a message: one line, and not much of it.
pub(super) fn said(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(200) {
        None if text.is_empty() => String::new(),
        None => format!(": {text}"),
        Some((end, _)) => format!(": {} …", &text[..end]),
    }
}
