//! An answer as a stream of events: what a call says meanwhile, then its answer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::body::Frame;
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};

use crate::protocol::Sink;

/// How many messages may wait for a client that does not read before further ones are left out.
const WAITING: usize = 64;
/// How often something is sent, so that nobody between takes the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The messages about one call.
#[derive(Debug)]
pub(super) struct Events(mpsc::Receiver<Vec<u8>>);

impl Events {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[derive(Debug)]
struct Queue(mpsc::Sender<Vec<u8>>);

impl Sink for Queue {
    fn send(&self, message: Vec<u8>) {
        // A full queue: the client does not read.
        let _ = self.0.try_send(message);
    }
}

/// A way for messages, and its two ends.
pub(super) fn channel() -> (Arc<dyn Sink>, Events) {
    let (sender, receiver) = mpsc::channel(WAITING);
    (Arc::new(Queue(sender)), Events(receiver))
}

/// Answers with the messages about a call, then with its answer, if it has one. The call ends with the answer's
/// body.
pub(super) fn answer(
    events: Events,
    call: impl Future<Output = Option<(Vec<u8>, u16)>> + Send + 'static,
) -> Response<Body> {
    let stream = Stream {
        events: events.0,
        call: Some(Box::pin(call)),
        heartbeat: Box::pin(tokio::time::sleep(HEARTBEAT)),
    };
    let mut response = Response::new(Body::new(stream));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

type Call = Pin<Box<dyn Future<Output = Option<(Vec<u8>, u16)>> + Send>>;

struct Stream {
    events: mpsc::Receiver<Vec<u8>>,
    call: Option<Call>,
    heartbeat: Pin<Box<Sleep>>,
}

impl HttpBody for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        let Some(call) = &mut this.call else { return Poll::Ready(None) };
        let mut out = Vec::new();
        let answer = call.as_mut().poll(cx);
        // What the call said goes before its answer.
        while let Poll::Ready(Some(message)) = this.events.poll_recv(cx) {
            event(&mut out, &message);
        }
        if let Poll::Ready(answer) = answer {
            this.call = None;
            if let Some((answer, _)) = answer {
                event(&mut out, &answer);
            }
            return Poll::Ready((!out.is_empty()).then(|| Ok(Frame::data(out.into()))));
        }
        if out.is_empty() {
            if this.heartbeat.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            out.extend_from_slice(b": waiting\n\n");
        }
        this.heartbeat.as_mut().reset(Instant::now() + HEARTBEAT);
        Poll::Ready(Some(Ok(Frame::data(out.into()))))
    }
}

fn event(out: &mut Vec<u8>, message: &[u8]) {
    // Every message is JSON on one line, as stdio needs it.
    out.extend_from_slice(b"event: message\ndata: ");
    out.extend_from_slice(message);
    out.extend_from_slice(b"\n\n");
}
