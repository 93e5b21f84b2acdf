//! Who may send a request at all: by host, origin and token. It comes before everything else, on every route.

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, HOST, HeaderValue, ORIGIN, VARY, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use subtle::ConstantTimeEq;

use super::refusal::Refusal;
use crate::registry::clip;

/// The headers that a page of an allowed origin may send and read.
const SENT: &str = "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, \
                    Mcp-Method, Mcp-Name, Mcp-Session-Id";
const READ: &str = "Mcp-Session-Id, MCP-Protocol-Version, ETag, Retry-After, WWW-Authenticate";

/// The hosts, origins and the token that are let in.
#[derive(Debug)]
pub(super) struct Guard {
    hosts: Vec<(String, Option<u16>)>,
    origins: Vec<String>,
    token: Option<String>,
    port: u16,
}

/// What the guard says of a request.
pub(super) enum Verdict {
    /// It may pass; a page of this origin may read the answer.
    Pass(Option<HeaderValue>),
    /// A browser asked whether it may send a request.
    Preflight(Response<Body>),
    /// It may not pass.
    Refuse(Refusal),
}

impl Guard {
    /// Lets in loopback names, `own` (the address that the server listens on) and `hosts`.
    pub(super) fn new(
        own: std::net::SocketAddr,
        hosts: &[String],
        origins: &[String],
        token: Option<String>,
    ) -> Self {
        let mut all: Vec<_> = ["localhost", "127.0.0.1", "[::1]"].map(|name| (name.to_owned(), None)).into();
        if !own.ip().is_unspecified() && !own.ip().is_loopback() {
            let own = if own.is_ipv6() { format!("[{}]", own.ip()) } else { own.ip().to_string() };
            all.push((own, None));
        }
        all.extend(hosts.iter().map(|host| {
            let (name, port) = authority(host.trim()).unwrap_or((host.trim(), None));
            (name.to_ascii_lowercase(), port)
        }));
        let origins = origins.iter().map(|origin| origin.trim().trim_end_matches('/').to_owned()).collect();
        Self { hosts: all, origins, token, port: own.port() }
    }

    /// Whether a token is needed.
    pub(super) fn has_token(&self) -> bool {
        self.token.is_some()
    }

    pub(super) fn check(&self, request: &Request<Incoming>) -> Verdict {
        let headers = request.headers();
        let host = match self.check_host(request) {
            Ok(host) => host,
            Err(refusal) => return Verdict::Refuse(refusal),
        };
        // Of several the foreign one decides.
        let sent = headers.get_all(ORIGIN);
        let foreign = sent.iter().find(|origin| !self.origin_allowed(origin, host));
        let origin = foreign.or_else(|| sent.iter().next());
        let preflight =
            request.method() == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let mut reader = None;
        if let Some(origin) = origin {
            let public = is_public(request.uri().path());
            if public && preflight {
                return Verdict::Preflight(public_preflight());
            }
            if self.origin_allowed(origin, host) {
                reader = Some(origin.clone());
            } else if !(public && matches!(*request.method(), Method::GET | Method::HEAD)) {
                return Verdict::Refuse(foreign_origin(origin));
            }
            if preflight {
                return Verdict::Preflight(preflight_answer(origin, headers));
            }
        }
        match self.check_token(headers) {
            Ok(()) => Verdict::Pass(reader),
            Err(refusal) => Verdict::Refuse(refusal),
        }
    }

    /// The host that the request names, if it is one of ours.
    fn check_host<'a>(&self, request: &'a Request<Incoming>) -> Result<&'a str, Refusal> {
        let mut sent = request.headers().get_all(HOST).iter();
        let (host, again) = (sent.next(), sent.next());
        let Some(host) = host.and_then(|host| host.to_str().ok()).filter(|_| again.is_none()) else {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "no_host",
                "expected one header `Host` that names this server",
            )
            .close());
        };
        let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
        for host in [Some(host), named].into_iter().flatten() {
            if !self.host_allowed(host) {
                return Err(Refusal::new(
                    StatusCode::FORBIDDEN,
                    "host_not_allowed",
                    format!("the header `Host` says `{}`, which is no name of this server", clip(host)),
                )
                .hint("start the server with `--allow-host NAME` to allow it"));
            }
        }
        Ok(host)
    }

    fn host_allowed(&self, host: &str) -> bool {
        let Some((name, port)) = authority(host) else { return false };
        self.hosts.iter().any(|(allowed, at)| {
            name.eq_ignore_ascii_case(allowed) && (at.is_none() || *at == Some(port.unwrap_or(80)))
        })
    }

    /// Whether a page of that origin may call: this server's own pages, and what `--allow-origin` adds.
    fn origin_allowed(&self, origin: &HeaderValue, host: &str) -> bool {
        let Ok(origin) = origin.to_str() else { return false };
        if self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let Some((default, rest)) = origin
            .strip_prefix("http://")
            .map(|rest| (80, rest))
            .or_else(|| origin.strip_prefix("https://").map(|rest| (443, rest)))
        else {
            return false;
        };
        let (Some((name, port)), Some((own, own_port))) = (authority(rest), authority(host)) else {
            return false;
        };
        let port = port.unwrap_or(default);
        let same = name.eq_ignore_ascii_case(own) && port == own_port.unwrap_or(default);
        let loopback = ["localhost", "127.0.0.1", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own));
        same || (loopback && port == self.port)
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let sent = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let bearer = sent.and_then(|sent| {
            let (scheme, token) = sent.split_at_checked(7)?;
            scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token.trim_ascii())
        });
        if bearer.is_some_and(|sent| sent.ct_eq(token.as_bytes()).into()) {
            return Ok(());
        }
        let what = match (sent, bearer) {
            (None, _) => "the header `Authorization` is absent",
            (Some(_), None) => "the header `Authorization` does not say `Bearer` and a token",
            (Some(_), Some(_)) => "the token in the header `Authorization` is not the server's",
        };
        Err(Refusal::new(StatusCode::UNAUTHORIZED, "unauthorized", what)
            .hint(
                "send `Authorization: Bearer TOKEN` with the token that the server was given by `--token` or \
                 `REELFORGE_TOKEN`",
            )
            .header(WWW_AUTHENTICATE, "Bearer"))
    }
}

/// Documents that describe the server and hold no secrets: pages of any origin may read them.
pub(super) fn is_public(path: &str) -> bool {
    path == "/mcp/server-card" || path.starts_with("/.well-known/") || path.starts_with("/llms")
}

/// Lets a page of an allowed origin read an answer.
pub(super) fn readable(headers: &mut HeaderMap, origin: HeaderValue) {
    if !headers.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
}

/// A host and its port, out of `name`, `name:port`, `[ipv6]` or `[ipv6]:port`.
fn authority(text: &str) -> Option<(&str, Option<u16>)> {
    let end = if text.starts_with('[') { text.find(']')? + 1 } else { text.find(':').unwrap_or(text.len()) };
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    match rest.strip_prefix(':') {
        None if rest.is_empty() => Some((name, None)),
        None => None,
        Some(port) => Some((name, Some(port.parse().ok()?))),
    }
}

fn foreign_origin(origin: &HeaderValue) -> Refusal {
    let origin = clip(&String::from_utf8_lossy(origin.as_bytes()));
    Refusal::new(
        StatusCode::FORBIDDEN,
        "origin_not_allowed",
        format!("the header `Origin` says `{origin}`, and its pages may not call this server"),
    )
    .hint("start the server with `--allow-origin ORIGIN` to allow it")
}

fn preflight_answer(origin: &HeaderValue, asked: &HeaderMap) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE"),
    );
    // What the page wants to send is its own business: its origin is trusted. This covers `Mcp-Param-…` too.
    let sent = asked.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, sent.unwrap_or(HeaderValue::from_static(SENT)));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    readable(headers, origin.clone());
    response
}

fn public_preflight() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET"));
    headers.insert(
        ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static("Content-Type, If-None-Match, Authorization"),
    );
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    response
}
