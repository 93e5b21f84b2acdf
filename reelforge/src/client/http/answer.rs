//! The body of an answer: one JSON message, or a stream of them.

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::Response;
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_TYPE;
use rmcp::model::RequestId;
use serde_json::Value;

use super::events::Events;
use crate::client::problem::Problem;
use crate::client::wire::{Inbox, request_id};

/// What an answer says it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Events,
    Other(String),
}

pub(super) fn kind(response: &Response<Incoming>) -> Kind {
    let Some(value) = response.headers().get(CONTENT_TYPE) else {
        return Kind::Other("no content type".to_owned());
    };
    let value = String::from_utf8_lossy(value.as_bytes());
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "application/json" => Kind::Json,
        "text/event-stream" => Kind::Events,
        _ => Kind::Other(essence.chars().take(80).collect()),
    }
}

/// The whole body, if it is not larger than allowed.
pub(super) async fn whole(response: Response<Incoming>, limit: usize) -> Result<Bytes, Problem> {
    match Limited::new(response.into_body(), limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::TooLarge(limit)),
        Err(error) => Err(Problem::Lost(error.to_string())),
    }
}

/// Takes the messages of a stream, until the answer to the request `until` was among them; gives whether it was. What
/// the server asks meanwhile is answered by `reply`.
pub(super) async fn stream(
    response: Response<Incoming>,
    events: &mut Events,
    inbox: &Inbox,
    until: Option<&RequestId>,
    limit: usize,
    mut reply: impl FnMut(Value),
) -> Result<bool, Problem> {
    let mut body = response.into_body();
    let mut found = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::Lost(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        events.feed(&data, &mut found).map_err(|_| Problem::TooLarge(limit))?;
        for event in found.drain(..) {
            if event.trim_ascii().is_empty() {
                continue;
            }
            let answered = messages(&event, inbox, until, &mut reply).await;
            if answered {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Takes one message or a batch; gives whether the answer to the request `until` was among them.
pub(super) async fn messages(
    text: &[u8],
    inbox: &Inbox,
    until: Option<&RequestId>,
    reply: &mut impl FnMut(Value),
) -> bool {
    let messages = match serde_json::from_slice(text) {
        Ok(Value::Array(batch)) => batch,
        Ok(message) => vec![message],
        Err(_) => {
            inbox.wire.warn_of_garbage(text);
            return false;
        }
    };
    let mut answered = false;
    for message in messages {
        let is_answer = message.get("method").is_none();
        let id = message.get("id").and_then(request_id);
        answered |= is_answer && until.is_some() && id.as_ref() == until;
        match inbox.take(message).await {
            Ok(Some(answer)) => reply(answer),
            Ok(None) => {}
            Err(_) => inbox.wire.warn_of_garbage(text),
        }
    }
    answered
}
