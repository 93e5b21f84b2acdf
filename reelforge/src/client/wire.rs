//! Messages between the SDK's model and the wire.
//!
//! The SDK negotiates the era, numbers requests and finds who waits for an answer. What it would read into its own
//! types, it never sees: results stay the JSON that they are, so that one odd tool does not take a whole list with
//! it; progress goes to its call in order; and what a server asks of us is refused here.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, CustomResult, DiscoverResult, ErrorCode, ErrorData, GetExtensions,
    InitializeResult, JsonRpcMessage, ProtocolVersion, RequestId, ServerJsonRpcMessage, ServerResult,
};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::problem::{Problem, said};
use crate::tool::Context;

/// The revisions that begin with `initialize`. The first of all is spoken by old servers of one SDK.
const LEGACY: [&str; 5] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/// How much of a server's error message is kept, in bytes.
const MESSAGE: usize = 16 << 10;

/// How many answers may wait for the SDK.
const WAITING: usize = 64;

/// Travels with a call from where it is made to where it is written: who hears of its progress.
#[derive(Clone, Debug)]
pub(super) struct Progress(pub(super) Context);

/// What both ends of one connection share.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) label: Arc<str>,
    changes: watch::Sender<u64>,
    state: Mutex<State>,
    /// Why nothing more can be asked, once that is so.
    lost: watch::Sender<Option<Problem>>,
    warned: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    handshake: Option<(RequestId, Handshake)>,
    revision: Option<ProtocolVersion>,
    progress: HashMap<i64, (RequestId, Context)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handshake {
    Discover,
    Initialize,
}

/// A message to the server, as JSON.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) message: Value,
    /// The number of the request, if it is one.
    pub(super) id: Option<RequestId>,
    /// The request that the message cancels, if it does that.
    pub(super) cancels: Option<RequestId>,
    /// Whether it is the question for the modern era.
    pub(super) probes: bool,
}

/// Where messages of the server come in.
#[derive(Clone, Debug)]
pub(super) struct Inbox {
    pub(super) wire: Arc<Wire>,
    sender: mpsc::Sender<ServerJsonRpcMessage>,
}

/// A message of the server that is none.
#[derive(Debug)]
pub(super) struct Garbage;

impl Wire {
    pub(super) fn new(label: Arc<str>, changes: watch::Sender<u64>) -> Arc<Self> {
        Arc::new(Self {
            label,
            changes,
            state: Mutex::default(),
            lost: watch::Sender::new(None),
            warned: AtomicBool::new(false),
        })
    }

    /// The way in, and its other end.
    pub(super) fn inbox(self: &Arc<Self>) -> (Inbox, mpsc::Receiver<ServerJsonRpcMessage>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Inbox { wire: self.clone(), sender }, receiver)
    }

    /// The revision that was agreed on.
    pub(super) fn revision(&self) -> Option<ProtocolVersion> {
        self.state().revision.clone()
    }

    /// Whether the server speaks the revision without sessions.
    pub(super) fn is_modern(&self) -> bool {
        self.state().revision.as_ref().is_some_and(|revision| !revision.has_initialize())
    }

    /// Says that nothing more can be asked over this connection, and why.
    pub(super) fn lose(&self, why: Problem) {
        self.lost.send_if_modified(|lost| {
            let first = lost.is_none();
            lost.get_or_insert(why);
            first
        });
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost.borrow().is_some()
    }

    /// Waits until nothing more can be asked.
    pub(super) async fn loss(&self) {
        let _ = self.lost.subscribe().wait_for(Option::is_some).await;
    }

    pub(super) fn why(&self) -> Problem {
        self.lost.borrow().clone().unwrap_or_else(|| Problem::Lost("it was closed".to_owned()))
    }

    /// Warns once of what is no message.
    pub(super) fn warn_of_garbage(&self, text: &[u8]) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            let text = String::from_utf8_lossy(&text[..text.len().min(400)]);
            tracing::warn!(server = %self.label, "it sends what is no message of MCP, which is skipped{}", said(&text));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a message of the SDK.
    pub(super) fn outgoing(&self, message: &ClientJsonRpcMessage) -> Result<Outgoing, Problem> {
        let mut json = serde_json::to_value(message)
            .map_err(|error| Problem::Protocol(format!("the message cannot be written: {error}")))?;
        let mut outgoing = Outgoing { message: Value::Null, id: None, cancels: None, probes: false };
        match message {
            JsonRpcMessage::Request(request) => {
                let handshake = match &request.request {
                    ClientRequest::DiscoverRequest(_) => Some(Handshake::Discover),
                    ClientRequest::InitializeRequest(_) => Some(Handshake::Initialize),
                    _ => None,
                };
                outgoing.probes = handshake == Some(Handshake::Discover);
                outgoing.id = Some(request.id.clone());
                let token = json["params"]["_meta"]["progressToken"].as_i64();
                let progress = match &request.request {
                    ClientRequest::CallToolRequest(call) => call.extensions().get::<Progress>(),
                    _ => None,
                };
                let mut state = self.state();
                if let Some(handshake) = handshake {
                    state.handshake = Some((request.id.clone(), handshake));
                }
                match (progress, token) {
                    (Some(progress), Some(token)) => {
                        state.progress.insert(token, (request.id.clone(), progress.0.clone()));
                    }
                    _ => without_token(&mut json),
                }
            }
            JsonRpcMessage::Notification(_) if json["method"] == "notifications/cancelled" => {
                let id: Option<RequestId> = serde_json::from_value(json["params"]["requestId"].clone()).ok();
                if let Some(id) = &id {
                    self.state().progress.retain(|_, (of, _)| of != id);
                }
                outgoing.cancels = id;
            }
            _ => {}
        }
        outgoing.message = json;
        Ok(outgoing)
    }

    /// Takes the answer to a request: typed if it belongs to the handshake, as it is otherwise. None if it is the
    /// answer to a question that nobody waits for any more.
    fn answer(&self, id: RequestId, answer: Result<Value, ErrorData>) -> Option<ServerJsonRpcMessage> {
        let mut state = self.state();
        state.progress.retain(|_, (of, _)| *of != id);
        let Some((expected, handshake)) = state.handshake.clone() else {
            return Some(match answer {
                Ok(result) => {
                    ServerJsonRpcMessage::response(ServerResult::CustomResult(CustomResult(result)), id)
                }
                Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
            });
        };
        if expected != id {
            return None;
        }
        state.handshake = None;
        let (result, revision) = match handshake {
            Handshake::Discover => discovered(answer),
            Handshake::Initialize => initialized(answer),
        };
        state.revision = revision;
        Some(match result {
            Ok(result) => ServerJsonRpcMessage::response(result, id),
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        })
    }

    fn notified(&self, method: &str, params: &Value) {
        match method {
            "notifications/tools/list_changed" => self.changes.send_modify(|count| *count += 1),
            "notifications/progress" => {
                let token = &params["progressToken"];
                let token = token.as_i64().or_else(|| token.as_str()?.parse().ok());
                let context = token.and_then(|token| Some(self.state().progress.get(&token)?.1.clone()));
                if let (Some(context), Some(progress)) = (context, params["progress"].as_f64()) {
                    context.progress(progress, params["total"].as_f64(), params["message"].as_str());
                }
            }
            _ => {}
        }
    }
}

impl Inbox {
    /// Takes a message of the server; gives what to send back, if it asked for something.
    pub(super) async fn take(&self, message: Value) -> Result<Option<Value>, Garbage> {
        let Value::Object(mut message) = message else { return Err(Garbage) };
        let id = message.get("id").and_then(request_id);
        if let Some(method) = message.get("method").and_then(Value::as_str) {
            let Some(id) = id else {
                self.wire.notified(method, message.get("params").unwrap_or(&Value::Null));
                return Ok(None);
            };
            return Ok(Some(refused(&id, method)));
        }
        let answer = if let Some(error) = message.remove("error") {
            Err(error_data(&error))
        } else {
            Ok(message.remove("result").ok_or(Garbage)?)
        };
        // An error without a number can only be the answer to what is asked alone: the handshake.
        let id = match (id, &answer) {
            (Some(id), _) => id,
            (None, Err(_)) => match &self.wire.state().handshake {
                Some((id, _)) => id.clone(),
                None => return Err(Garbage),
            },
            (None, Ok(_)) => return Err(Garbage),
        };
        self.answered(id, answer).await;
        Ok(None)
    }

    /// A way in that does not keep the connection open.
    pub(super) fn downgrade(&self) -> mpsc::WeakSender<ServerJsonRpcMessage> {
        self.sender.downgrade()
    }

    /// Answers a request in the place of the server.
    pub(super) async fn answered(&self, id: RequestId, answer: Result<Value, ErrorData>) {
        if let Some(message) = self.wire.answer(id, answer) {
            // The receiver is gone where the connection ends just now.
            let _ = self.sender.send(message).await;
        }
    }

    /// Answers for a server that leaves the question for the modern era unanswered: old ones may.
    pub(super) fn answer_probe_after(
        time: Duration,
        id: RequestId,
        wire: Arc<Wire>,
        sender: mpsc::WeakSender<ServerJsonRpcMessage>,
    ) {
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            let waits = matches!(&wire.state().handshake, Some((waiting, _)) if *waiting == id);
            if let (true, Some(sender)) = (waits, sender.upgrade()) {
                Self { wire, sender }.answered(id, Err(legacy("it does not answer"))).await;
            }
        });
    }
}

/// What `server/discover` gave. Whatever it is, other than a revision that we share: the server is asked in the old
/// way, and what it answers then is what counts. Only one that refuses the revision, and names it as one that it
/// speaks, is asked for it again by the SDK.
fn discovered(
    answer: Result<Value, ErrorData>,
) -> (Result<ServerResult, ErrorData>, Option<ProtocolVersion>) {
    let modern = ProtocolVersion::V_2026_07_28;
    if let Err(error) = &answer
        && error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        && error.data.as_ref().is_some_and(|data| data["supported"].to_string().contains(modern.as_str()))
    {
        return (answer.map(|_| ServerResult::empty(())), None);
    }
    let found = answer.map_err(|error| error.message.into_owned()).and_then(|result| {
        let result: DiscoverResult = serde_json::from_value(result).map_err(|error| error.to_string())?;
        if result.supported_versions.contains(&modern) { Ok(result) } else { Err(String::new()) }
    });
    match found {
        Ok(result) => (Ok(ServerResult::DiscoverResult(result)), Some(modern)),
        Err(why) => (Err(legacy(&why)), None),
    }
}

fn legacy(why: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, why.to_owned(), None)
}

fn initialized(
    answer: Result<Value, ErrorData>,
) -> (Result<ServerResult, ErrorData>, Option<ProtocolVersion>) {
    let wrong = |why: String| (Err(ErrorData::new(ErrorCode::INTERNAL_ERROR, why, None)), None);
    let result = match answer {
        Ok(result) => result,
        Err(error) => return (Err(error), None),
    };
    match serde_json::from_value::<InitializeResult>(result) {
        Err(error) => wrong(format!("its answer to `initialize` is not what the protocol says: {error}")),
        Ok(result) => {
            let revision = result.protocol_version.clone();
            if revision.has_initialize() && !LEGACY.contains(&revision.as_str()) {
                return wrong(format!(
                    "it speaks revision {revision} of MCP, which this client does not know; it knows 2026-07-28, {}",
                    LEGACY.join(", ")
                ));
            }
            (Ok(ServerResult::InitializeResult(result)), Some(revision))
        }
    }
}

/// The answer to what a server asks of its client: all that we offer is to be pinged.
fn refused(id: &RequestId, method: &str) -> Value {
    let id = id.clone().into_json_value();
    if method == "ping" {
        return json!({ "jsonrpc": "2.0", "id": id, "result": {} });
    }
    let message = format!("this client does not offer {method}");
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": message } })
}

fn error_data(error: &Value) -> ErrorData {
    let code = error["code"].as_i64().and_then(|code| i32::try_from(code).ok()).unwrap_or(-32603);
    let whole = error["message"].as_str().unwrap_or("an error without a message");
    let mut message = whole[..whole.floor_char_boundary(MESSAGE)].to_owned();
    if message.len() < whole.len() {
        message.push('…');
    }
    ErrorData::new(ErrorCode(code), message, error.get("data").cloned())
}

/// A number or a text; what else stands there is no id.
pub(super) fn request_id(id: &Value) -> Option<RequestId> {
    match id {
        Value::Number(number) => number.as_i64().map(RequestId::Number),
        Value::String(text) => Some(RequestId::String(text.as_str().into())),
        _ => None,
    }
}

/// The SDK asks for progress with every request. A server that is asked may answer in a costlier way.
fn without_token(message: &mut Value) {
    let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) else { return };
    let Some(meta) = params.get_mut("_meta").and_then(Value::as_object_mut) else { return };
    meta.shift_remove("progressToken");
    if meta.is_empty() {
        params.shift_remove("_meta");
    }
}
