//! A request that is not served: a status, and a body that says why and what to do.

use axum::body::Body;
use axum::http::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use serde_json::json;

use crate::registry::clip;

/// Why a request is not served.
#[derive(Debug)]
pub(super) struct Refusal(Box<Parts>);

#[derive(Debug)]
struct Parts {
    status: StatusCode,
    code: &'static str,
    message: String,
    hint: Option<String>,
    header: Option<(HeaderName, HeaderValue)>,
    close: bool,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(Parts { status, code, message, hint: None, header: None, close: false }))
    }

    /// Adds what to do about it.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds a header to the answer.
    pub(super) fn header(mut self, name: HeaderName, value: &'static str) -> Self {
        self.0.header = Some((name, HeaderValue::from_static(value)));
        self
    }

    /// Nothing more is read from the connection.
    pub(super) fn close(mut self) -> Self {
        self.0.close = true;
        self
    }

    pub(super) fn not_found(path: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is nothing at `{}`", clip(path)))
            .hint("`/llms.txt` says what there is; MCP is served at `/mcp`, REST below `/api/v1`")
    }

    pub(super) fn method(allow: &'static str) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", format!("expected {allow}"))
            .header(ALLOW, allow)
    }

    /// The answer, in the form that clients of `path` read.
    pub(super) fn at(self, path: &str) -> Response<Body> {
        if path == "/mcp" { self.rpc() } else { self.rest() }
    }

    /// The answer to a client of REST.
    pub(super) fn rest(self) -> Response<Body> {
        let mut error = json!({ "code": self.0.code, "message": self.0.message });
        if let Some(hint) = &self.0.hint {
            error["hint"] = hint.as_str().into();
        }
        self.answer(&json!({ "ok": false, "error": error }))
    }

    /// The answer to a client of MCP.
    pub(super) fn rpc(self) -> Response<Body> {
        let message = match &self.0.hint {
            None => self.0.message.clone(),
            Some(hint) => format!("{}; {hint}", self.0.message),
        };
        let error = json!({ "code": -32600, "message": message, "data": { "code": self.0.code } });
        self.answer(&json!({ "jsonrpc": "2.0", "id": null, "error": error }))
    }

    fn answer(self, body: &serde_json::Value) -> Response<Body> {
        let mut response = Response::new(Body::from(body.to_string()));
        *response.status_mut() = self.0.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.extend(self.0.header);
        if self.0.close {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
