//! MCP over HTTP: `POST /mcp`, and `DELETE /mcp` at the end of a session.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, AsHeaderName, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::routing::delete;
use hyper::body::Incoming;
use tokio::task::JoinSet;

use super::refusal::Refusal;
use super::shared::{Shared, is_json, not_json};
use super::sse::{self, Events};
use super::{answer, body};
use crate::protocol::{Headers, InFlight, Peer, Pending, Registered, Session, SessionRef, Step};
use crate::tool::Transport;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
static KNOWN: [HeaderName; 3] = [
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
];

/// How many calls of sessions may wait or run. Their connections may be gone, so that these do not bound them.
const DETACHED: usize = 1024;

pub(super) fn routes() -> Router<Arc<Shared>> {
    // What is posted does not come here: it is received directly.
    let endpoint = delete(end).fallback(|| async { Refusal::method("POST, DELETE").rpc() });
    Router::new().route("/mcp", endpoint)
}

/// Whether a request is for [`receive`].
pub(super) fn is_message<B>(request: &axum::http::Request<B>) -> bool {
    request.method() == Method::POST && request.uri().path() == "/mcp"
}

/// Takes what is posted to the endpoint.
pub(super) async fn receive(shared: Arc<Shared>, request: axum::http::Request<Incoming>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let headers = &parts.headers;
    let accepted = Accepted::of(headers);
    let refusal = if !is_json(headers) {
        Some(not_json(headers))
    } else if accepted.json {
        None
    } else {
        Some(
            Refusal::new(
                StatusCode::NOT_ACCEPTABLE,
                "not_acceptable",
                "the header `Accept` excludes the answer",
            )
            .hint("send `Accept: application/json, text/event-stream`"),
        )
    };
    if let Some(refusal) = refusal {
        body::drain(headers, body).await;
        return refusal.rpc();
    }
    let selection = match shared.select(&parts.uri, &["toolsets"]) {
        Ok(selection) => selection,
        Err(refusal) => {
            body::drain(headers, body).await;
            return refusal.rpc();
        }
    };
    let message = match body::read(headers, body, shared.config.body_limit, shared.config.body_time).await {
        Ok(message) => message,
        Err(refusal) => return refusal.rpc(),
    };
    let sent = Sent(headers);
    let session = match sent.one(&SESSION) {
        Ok(None) => None,
        Ok(Some(id)) => Some(shared.sessions.find(id, Instant::now())),
        Err(_) => Some(None),
    };
    let streams = shared.config.http_progress && accepted.events;
    let (sink, events) = streams.then(sse::channel).unzip();
    let mut out = Vec::with_capacity(512);
    let step = {
        let peer = Peer {
            transport: Transport::Http,
            session: match &session {
                None => SessionRef::Missing,
                Some(None) => SessionRef::Unknown,
                Some(Some(session)) => SessionRef::Open(session),
            },
            selection: &selection,
            headers: Some(&sent),
            in_flight: None,
            sink: sink.as_ref(),
        };
        shared.dispatcher.receive(&message, &peer, &mut out)
    };
    drop(sink);
    match step {
        Step::Accepted => answer::empty(StatusCode::ACCEPTED),
        Step::Answered(status) => answered(status, out),
        Step::Opened(session) => opened(&shared, session, out),
        Step::Call(call) => run(&shared, call, session.flatten(), events, out).await,
        Step::Batch { ready, calls } => {
            let in_flight = session.flatten().map(|session| session.in_flight().clone()).unwrap_or_default();
            batch(&shared, ready, calls, &in_flight).await
        }
    }
}

async fn end(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    body::drain(&parts.headers, body).await;
    match Sent(&parts.headers).one(&SESSION) {
        Ok(Some(id)) if shared.sessions.end(id, Instant::now()) => answer::empty(StatusCode::NO_CONTENT),
        Ok(None) => Refusal::new(
            StatusCode::BAD_REQUEST,
            "no_session",
            "expected the header `Mcp-Session-Id` with the session to end",
        )
        .rpc(),
        Ok(Some(_)) | Err(_) => Refusal::new(
            StatusCode::NOT_FOUND,
            "unknown_session",
            "the session is unknown, expired or ended already",
        )
        .rpc(),
    }
}

fn answered(status: u16, out: Vec<u8>) -> Response<Body> {
    answer::json(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), out)
}

fn opened(shared: &Shared, session: Session, out: Vec<u8>) -> Response<Body> {
    let id = shared
        .sessions
        .open(session, Instant::now())
        .and_then(|id| HeaderValue::try_from(&*id).map_err(std::io::Error::other));
    match id {
        Ok(id) => {
            let mut response = answer::json(StatusCode::OK, out);
            response.headers_mut().insert(SESSION, id);
            response
        }
        Err(error) => Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "no_randomness",
            format!("the system gives no random bytes for a session: {error}"),
        )
        .rpc(),
    }
}

/// Runs a call to its answer.
async fn run(
    shared: &Shared,
    mut call: Pending,
    session: Option<Arc<Session>>,
    events: Option<Events>,
    mut out: Vec<u8>,
) -> Response<Body> {
    let events = events.filter(|_| call.notifies());
    // A stateless call ends with its connection. One of a session does not: only its client can cancel it, from the
    // moment at which it begins.
    let entry =
        session.filter(|_| !call.is_stateless()).map(|session| session.in_flight().register(call.id()));
    let now = call.run_now(&mut out);
    match (now, entry, events) {
        (Some(status), _, None) => answered(status, out),
        (Some(status), _, Some(events)) if events.is_empty() => answered(status, out),
        (Some(status), _, Some(events)) => sse::answer(events, std::future::ready(Some((out, status)))),
        (None, None, None) => {
            let (out, status) = call.await;
            answered(status, out)
        }
        (None, None, Some(events)) => sse::answer(events, attach(call)),
        (None, Some(_), _) if shared.detached.count() >= DETACHED => busy(),
        (None, Some(entry), None) => match detach(shared, call, entry).await {
            Some((out, status)) => answered(status, out),
            // A cancelled request is not answered, but HTTP needs a status.
            None => answer::empty(StatusCode::ACCEPTED),
        },
        (None, Some(entry), Some(events)) => sse::answer(events, detach(shared, call, entry)),
    }
}

async fn batch(
    shared: &Shared,
    mut ready: Vec<Vec<u8>>,
    calls: Vec<Pending>,
    in_flight: &Arc<InFlight>,
) -> Response<Body> {
    if shared.detached.count() + calls.len() > DETACHED {
        return busy();
    }
    let detach = |call: Pending| {
        let entry = in_flight.register(call.id());
        detach(shared, call, entry)
    };
    let calls: Vec<_> = calls.into_iter().map(detach).collect();
    for call in calls {
        ready.extend(call.await.map(|(answer, _)| answer));
    }
    if ready.is_empty() {
        return answer::empty(StatusCode::ACCEPTED);
    }
    answer::json(StatusCode::OK, [b"[", ready.join(&b","[..]).as_slice(), b"]"].concat())
}

fn busy() -> Response<Body> {
    let message = "too many calls of sessions are waiting or running";
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, "busy", message).header(RETRY_AFTER, "1").rpc()
}

/// Runs a call beside its connection, so that a client that does not read cannot hold it up, and ends it with the
/// connection.
async fn attach(call: Pending) -> Option<(Vec<u8>, u16)> {
    // Its tasks end when it is dropped.
    let mut tasks = JoinSet::new();
    tasks.spawn(call);
    tasks.join_next().await?.ok()
}

/// Runs a call apart from its connection. Gives its answer, or nothing if it was cancelled.
fn detach(
    shared: &Shared,
    call: Pending,
    entry: Registered,
) -> impl Future<Output = Option<(Vec<u8>, u16)>> + Send + 'static {
    let running = shared.detached.enter();
    let task = tokio::spawn(async move {
        let answer = entry.run(call).await;
        drop(running);
        answer
    });
    async move { task.await.ok().flatten() }
}

/// What the header `Accept` takes.
#[derive(Clone, Copy, Default)]
struct Accepted {
    json: bool,
    events: bool,
}

impl Accepted {
    fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(ACCEPT).iter().peekable();
        if values.peek().is_none() {
            return Self { json: true, events: false };
        }
        // What nearly every client sends.
        if values.peek().is_some_and(|value| *value == "application/json, text/event-stream") {
            return Self { json: true, events: true };
        }
        let mut accepted = Self::default();
        for range in values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')) {
            let mut parts = range.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
            let media = parts.next().unwrap_or_default();
            if parts.any(|part| matches!(part, b"q=0" | b"q=0.0" | b"q=0.00" | b"q=0.000")) {
                continue;
            }
            let is = |name: &[u8]| media.eq_ignore_ascii_case(name);
            accepted.json |= is(b"application/json") || is(b"*/*") || is(b"application/*");
            accepted.events |= is(b"text/event-stream");
        }
        accepted
    }
}

/// A request's headers, as the protocol reads them.
#[derive(Debug)]
struct Sent<'a>(&'a HeaderMap);

impl Sent<'_> {
    /// The value of a header that comes once at most.
    fn one<N: AsHeaderName + std::fmt::Display + Copy>(&self, name: N) -> Result<Option<&str>, String> {
        let mut values = self.0.get_all(name).iter();
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => match value.to_str() {
                Ok(text) => Ok(Some(text.trim_ascii())),
                Err(_) => Err(format!("the header `{name}` holds something else than visible ASCII")),
            },
            (Some(_), Some(_)) => Err(format!("the header `{name}` is given twice")),
        }
    }
}

impl Headers for Sent<'_> {
    fn get(&self, name: &str) -> Result<Option<&str>, String> {
        // Those of every request are looked up by names that need not be parsed.
        match KNOWN.iter().find(|known| known.as_str() == name) {
            Some(known) => self.one(known),
            None => self.one(name),
        }
    }
}
