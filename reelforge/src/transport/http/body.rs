//! Reads a request's body, within a size and a time.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::header::EXPECT;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;

use super::refusal::Refusal;

/// How much of a refused body is read and thrown away, so that its sender gets to read the refusal, and for how
/// long.
const DRAINED: u64 = 16 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// A body on its way in.
pub(super) trait Incoming: HttpBody<Data = Bytes> + Unpin {}

impl<B: HttpBody<Data = Bytes> + Unpin> Incoming for B {}

/// Reads the whole body of at most `limit` bytes, which must come within `time`.
pub(super) async fn read<B: Incoming>(
    headers: &HeaderMap,
    mut body: B,
    limit: usize,
    time: Duration,
) -> Result<Bytes, Refusal> {
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(headers, body, limit).await);
    }
    // Most bodies are here as soon as they are asked for: no timer is armed for these.
    let begun = match first(&mut body).await {
        None => Vec::new(),
        Some(None) => return Ok(Bytes::new()),
        Some(Some(Err(_))) => return Err(broken()),
        Some(Some(Ok(frame))) => match frame.into_data() {
            Ok(data) if body.is_end_stream() && data.len() <= limit => return Ok(data),
            Ok(data) => data.into(),
            Err(_) => Vec::new(),
        },
    };
    match tokio::time::timeout(time, rest(&mut body, begun, limit)).await {
        Ok(Ok(Some(whole))) => Ok(whole.into()),
        Ok(Ok(None)) => Err(too_large(headers, body, limit).await),
        Ok(Err(())) => Err(broken()),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "timeout",
            format!("the body did not arrive within {} s", time.as_secs_f64()),
        )
        .close()),
    }
}

type Frame<B> = Result<hyper::body::Frame<Bytes>, <B as HttpBody>::Error>;

/// The first part of the body; `None` if it takes its time.
async fn first<B: Incoming>(body: &mut B) -> Option<Option<Frame<B>>> {
    let mut asked = false;
    poll_fn(|cx| match Pin::new(&mut *body).poll_frame(cx) {
        Poll::Ready(frame) => Poll::Ready(Some(frame)),
        // The first question makes the connection pass on what it has.
        Poll::Pending if !asked => {
            asked = true;
            cx.waker().wake_by_ref();
            Poll::Pending
        }
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// The whole body, or `None` if it is too large.
async fn rest<B: Incoming>(body: &mut B, mut whole: Vec<u8>, limit: usize) -> Result<Option<Vec<u8>>, ()> {
    while whole.len() <= limit {
        match body.frame().await {
            None => return Ok(Some(whole)),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    whole.extend_from_slice(&data);
                }
            }
            Some(Err(_)) => return Err(()),
        }
    }
    Ok(None)
}

/// Reads what is left of a body that nobody wants. Without this the connection would be reset under a client that
/// still sends, and the answer lost. What is very large is not read; the connection is closed then.
pub(super) async fn drain<B: Incoming>(headers: &HeaderMap, mut body: B) {
    // A client that waits for leave to send has not sent anything.
    if body.is_end_stream() || body.size_hint().lower() > DRAINED || headers.contains_key(EXPECT) {
        return;
    }
    let read = async {
        let mut read = 0;
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len) as u64;
            if read > DRAINED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(DRAIN_TIME, read).await;
}

async fn too_large<B: Incoming>(headers: &HeaderMap, body: B, limit: usize) -> Refusal {
    drain(headers, body).await;
    Refusal::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        format!("the body has more than {limit} bytes, which is the limit"),
    )
    .hint("send less at once, or raise the limit with `--body-limit`")
}

fn broken() -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "broken_body", "the body could not be read to its end").close()
}
