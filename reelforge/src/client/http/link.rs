//! A connection over Streamable HTTP: each message is a request of its own, and brings its answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode};
use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetExtensions, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use super::answer::{self, Kind};
use super::events::Events;
use super::fields::{self, REVISION, Repeated, SESSION};
use super::requests::{Requests, failed, retry_after};
use crate::client::problem::Problem;
use crate::client::recipe::HttpRecipe;
use crate::client::wire::{Inbox, Outgoing, Wire};

/// How long the server may take to hear that a session ends.
const GOODBYE: Duration = Duration::from_millis(500);
/// How often a stream is taken up again without that anything comes.
const RESUMES: usize = 5;
/// How long a stream stands that was not opened in vain.
const LASTING: Duration = Duration::from_secs(10);
/// How many answers to what the server asks may be on their way.
const REPLIES: usize = 16;
/// How much of an answer is read that only says what went wrong.
const REFUSAL: usize = 64 << 10;

/// A connection over Streamable HTTP.
#[derive(Debug)]
pub(in crate::client) struct HttpLink {
    shared: Arc<Shared>,
    messages: mpsc::Receiver<ServerJsonRpcMessage>,
}

#[derive(Debug)]
struct Shared {
    requests: Requests,
    inbox: Inbox,
    session: Mutex<Option<HeaderValue>>,
    /// What is under way, and how to end it.
    running: Mutex<HashMap<RequestId, oneshot::Sender<()>>>,
    /// Places for answers to what the server asks.
    replies: Arc<Semaphore>,
    /// What listens to a legacy server.
    listener: Mutex<Option<AbortHandle>>,
    limit: usize,
    probe: Duration,
}

impl HttpLink {
    /// `limit` is what one answer may hold, `probe` how long the question for the modern era may stay unanswered.
    pub(in crate::client) fn new(
        recipe: &HttpRecipe,
        wire: &Arc<Wire>,
        limit: usize,
        probe: Duration,
    ) -> Result<Self, Problem> {
        let (inbox, messages) = wire.inbox();
        let shared = Shared {
            requests: Requests::new(recipe)?,
            inbox,
            session: Mutex::default(),
            running: Mutex::default(),
            replies: Arc::new(Semaphore::new(REPLIES)),
            listener: Mutex::default(),
            limit,
            probe,
        };
        Ok(Self { shared: Arc::new(shared), messages })
    }
}

impl Transport<RoleClient> for HttpLink {
    type Error = Problem;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Problem>> + Send + 'static {
        let shared = self.shared.clone();
        let outgoing = shared.inbox.wire.outgoing(&message);
        let repeated = match message {
            JsonRpcMessage::Request(request) => match &request.request {
                ClientRequest::CallToolRequest(call) => call.extensions().get::<Repeated>().cloned(),
                _ => None,
            },
            _ => None,
        };
        // Entered now, so that a cancellation which comes next finds it.
        let ended = outgoing.as_ref().ok().and_then(|outgoing| {
            let (end, ended) = oneshot::channel();
            shared.running().insert(outgoing.id.clone()?, end);
            Some(ended)
        });
        async move {
            let outgoing = outgoing?;
            let Some(ended) = ended else { return shared.tell(&outgoing).await };
            let repeated = repeated.unwrap_or_default();
            let result = tokio::select! {
                result = shared.ask(&outgoing, &repeated) => result,
                _ = ended => Ok(()),
            };
            if let Some(id) = &outgoing.id {
                shared.running().remove(id);
            }
            if let Err(Problem::SessionLost) = &result {
                shared.inbox.wire.lose(Problem::SessionLost);
            }
            result
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> Result<(), Problem> {
        // Dropping their ends ends what is under way.
        self.shared.running().clear();
        self.shared.stop_listening();
        self.shared.say_goodbye().await;
        Ok(())
    }
}

impl Drop for HttpLink {
    fn drop(&mut self) {
        self.shared.stop_listening();
    }
}

impl Shared {
    fn running(&self) -> MutexGuard<'_, HashMap<RequestId, oneshot::Sender<()>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> MutexGuard<'_, Option<HeaderValue>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The headers of a message.
    fn headers(&self, message: &Value, repeated: &Repeated) -> HeaderMap {
        let mut headers = fields::common();
        self.add_session(&mut headers);
        fields::modern(message, repeated, &mut headers);
        headers
    }

    /// The session, and the revision that was agreed on for it.
    fn add_session(&self, headers: &mut HeaderMap) {
        let wire = &self.inbox.wire;
        if let Some(revision) = wire.revision().and_then(|revision| revision.as_str().parse().ok()) {
            headers.insert(REVISION, revision);
        }
        if let Some(session) = self.session().clone() {
            headers.insert(SESSION, session);
        }
    }

    /// Sends what has no answer.
    async fn tell(self: &Arc<Self>, outgoing: &Outgoing) -> Result<(), Problem> {
        if let Some(id) = &outgoing.cancels {
            self.running().remove(id);
            if self.inbox.wire.is_modern() {
                // The end of the stream has said it.
                return Ok(());
            }
        }
        let headers = self.headers(&outgoing.message, &Repeated::default());
        let response = self.requests.send(&Method::POST, &headers, &body(&outgoing.message)).await?;
        match response.status() {
            status if status.is_success() => {
                if outgoing.message["method"] == "notifications/initialized" {
                    self.start_listening();
                }
                Ok(())
            }
            _ => Err(self.refusal(response, headers.contains_key(SESSION)).await),
        }
    }

    /// Sends a request, and takes its answer.
    async fn ask(self: &Arc<Self>, outgoing: &Outgoing, repeated: &Repeated) -> Result<(), Problem> {
        let Some(id) = &outgoing.id else { return Ok(()) };
        if !outgoing.probes {
            return self.answered(outgoing, id, repeated).await;
        }
        let why = match timeout(self.probe, self.answered(outgoing, id, repeated)).await {
            Ok(Err(Problem::Status(status, said)))
                if status.is_client_error() && status != StatusCode::FORBIDDEN =>
            {
                format!("HTTP {status}{said}")
            }
            Ok(Err(problem @ (Problem::ContentType(_) | Problem::Protocol(_)))) => problem.to_string(),
            Ok(outcome) => return outcome,
            Err(_) => "it does not answer".to_owned(),
        };
        // A server that does not know the question is asked in the old way.
        self.inbox.answered(id.clone(), Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, why, None))).await;
        Ok(())
    }

    async fn answered(
        self: &Arc<Self>,
        outgoing: &Outgoing,
        id: &RequestId,
        repeated: &Repeated,
    ) -> Result<(), Problem> {
        let headers = self.headers(&outgoing.message, repeated);
        let response = self.requests.send(&Method::POST, &headers, &body(&outgoing.message)).await?;
        let status = response.status();
        if !status.is_success() {
            return self.refused(response, id, headers.contains_key(SESSION)).await;
        }
        if outgoing.message["method"] == "initialize" {
            *self.session() = response.headers().get(SESSION).cloned();
        }
        match answer::kind(&response) {
            Kind::Json => {
                let body = answer::whole(response, self.limit).await?;
                let mut reply = |_| {};
                if answer::messages(&body, &self.inbox, Some(id), &mut reply).await {
                    Ok(())
                } else {
                    Err(Problem::Protocol("its answer is not the answer to what was asked".to_owned()))
                }
            }
            Kind::Events => self.stream(response, id).await,
            Kind::Other(_) if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) => {
                Err(Problem::Protocol(format!("it took the request and gave no answer (HTTP {status})")))
            }
            Kind::Other(kind) => Err(Problem::ContentType(kind)),
        }
    }

    /// Takes an answer that comes as a stream; takes the stream up again where it breaks and can be.
    async fn stream(self: &Arc<Self>, response: Response<Incoming>, id: &RequestId) -> Result<(), Problem> {
        let mut events = Events::new(self.limit);
        let mut response = response;
        for _ in 0..=RESUMES {
            let taken = self.take(response, &mut events, Some(id)).await;
            if let Ok(true) | Err(Problem::TooLarge(_)) = taken {
                return taken.map(drop);
            }
            let ended =
                taken.err().unwrap_or_else(|| Problem::Lost("the stream ended before the answer".to_owned()));
            let Some(last) = events.last_id.clone().filter(|_| !self.inbox.wire.is_modern()) else {
                return Err(ended);
            };
            tokio::time::sleep(events.wait()).await;
            response = self.listen(Some(&last)).await?.ok_or(ended)?;
            events.begin_again();
        }
        Err(Problem::Lost("the stream ended again and again before the answer".to_owned()))
    }

    async fn take(
        self: &Arc<Self>,
        response: Response<Incoming>,
        events: &mut Events,
        until: Option<&RequestId>,
    ) -> Result<bool, Problem> {
        let reply = |message: Value| {
            // A server that asks faster than it takes the answers goes without some.
            let Ok(place) = self.replies.clone().try_acquire_owned() else { return };
            let shared = self.clone();
            tokio::spawn(async move {
                let _place = place;
                let outgoing = Outgoing { message, id: None, cancels: None, probes: false };
                if let Err(problem) = shared.tell(&outgoing).await {
                    tracing::debug!(%problem, server = %shared.inbox.wire.label, "an answer did not reach it");
                }
            });
        };
        answer::stream(response, events, &self.inbox, until, self.limit, reply).await
    }

    /// Asks for the stream on which a legacy server says what belongs to no request, or for the rest of one that
    /// broke. None if it offers none.
    async fn listen(&self, after: Option<&str>) -> Result<Option<Response<Incoming>>, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.add_session(&mut headers);
        if let Some(after) = after.and_then(|after| HeaderValue::from_str(after).ok()) {
            headers.insert(HeaderName::from_static("last-event-id"), after);
        }
        let response = self.requests.send(&Method::GET, &headers, &Bytes::new()).await?;
        if response.status() == StatusCode::NOT_FOUND && headers.contains_key(SESSION) {
            return Err(Problem::SessionLost);
        }
        let is_stream = response.status().is_success() && answer::kind(&response) == Kind::Events;
        Ok(is_stream.then_some(response))
    }

    /// Listens to what a legacy server says that belongs to no request, if it offers that: its list changed. A server
    /// that was restarted meanwhile is found out here, before the next call would fail.
    fn start_listening(self: &Arc<Self>) {
        let shared = self.clone();
        let task = tokio::spawn(async move {
            let mut events = Events::new(shared.limit);
            let (mut heard, mut in_vain) = (false, 0);
            while in_vain < RESUMES {
                let (begun, last) = (Instant::now(), events.last_id.clone());
                match shared.listen(last.as_deref()).await {
                    Ok(Some(response)) => {
                        heard = true;
                        events.begin_again();
                        let _ = shared.take(response, &mut events, None).await;
                    }
                    Err(Problem::SessionLost) if heard => {
                        return shared.inbox.wire.lose(Problem::SessionLost);
                    }
                    Err(_) if heard => {}
                    _ => return,
                }
                let lasted = begun.elapsed() > LASTING || events.last_id != last;
                in_vain = if lasted { 0 } else { in_vain + 1 };
                tokio::time::sleep(events.wait()).await;
            }
        });
        let before = self.listener().replace(task.abort_handle());
        if let Some(before) = before {
            before.abort();
        }
    }

    fn stop_listening(&self) {
        if let Some(listener) = self.listener().take() {
            listener.abort();
        }
    }

    fn listener(&self) -> MutexGuard<'_, Option<AbortHandle>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the error of a refusal to who asked, if there is one in it.
    async fn refused(
        &self,
        response: Response<Incoming>,
        id: &RequestId,
        session: bool,
    ) -> Result<(), Problem> {
        let status = response.status();
        let (later, json) = (retry_after(&response), answer::kind(&response) == Kind::Json);
        let body = answer::whole(response, if json { self.limit } else { REFUSAL }).await.unwrap_or_default();
        if session && forgot_session(status, &body) {
            return Err(Problem::SessionLost);
        }
        if status.is_client_error()
            && status != StatusCode::FORBIDDEN
            && let Ok(mut error) = serde_json::from_slice::<Value>(&body)
            && error["error"]["code"].is_i64()
        {
            error["id"] = id.clone().into_json_value();
            let _ = self.inbox.take(error).await;
            return Ok(());
        }
        Err(failed(status, later.as_deref(), &body))
    }

    async fn refusal(&self, response: Response<Incoming>, session: bool) -> Problem {
        let (status, later) = (response.status(), retry_after(&response));
        let body = answer::whole(response, REFUSAL).await.unwrap_or_default();
        if session && forgot_session(status, &body) {
            return Problem::SessionLost;
        }
        failed(status, later.as_deref(), &body)
    }

    /// Ends the session at the server.
    async fn say_goodbye(&self) {
        let known = self.session().is_some() && !matches!(self.inbox.wire.why(), Problem::SessionLost);
        if known {
            let mut headers = HeaderMap::new();
            self.add_session(&mut headers);
            *self.session() = None;
            let _ = timeout(GOODBYE, self.requests.send(&Method::DELETE, &headers, &Bytes::new())).await;
        }
    }
}

/// Whether a server says that it does not know a session: with 404, as the protocol asks for, or with 400 in words.
fn forgot_session(status: StatusCode, body: &[u8]) -> bool {
    let in_words =
        || String::from_utf8_lossy(&body[..body.len().min(1000)]).to_lowercase().contains("session");
    status == StatusCode::NOT_FOUND || status == StatusCode::BAD_REQUEST && in_words()
}

fn body(message: &Value) -> Bytes {
    Bytes::from(message.to_string())
}
