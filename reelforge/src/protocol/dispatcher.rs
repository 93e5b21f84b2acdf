//! Takes one message, and answers it or starts the call that it asks for.

use std::sync::Arc;

use serde_json::{Value, json};

use super::encode::{self, Encoding, encoded_reply, error_reply};
use super::id::Id;
use super::message::{ErrorCode, Message, Meta, Params, RpcError, string, valid_id};
use super::modern::{self, Headers};
use super::notify::{self, Log, Notifier, Sink};
use super::{Identity, InFlight, Pending, Revision, Session};
use crate::registry::{Call, Registry, Selection, clip};
use crate::tool::{Caller, Transport};

/// The most messages that one batch may hold.
const BATCH: usize = 100;
/// How long a modern client may keep a listing, in milliseconds.
const TTL_MS: u64 = 60_000;

/// What the server does beside calling tools.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Declares the logging capability, which is deprecated.
    pub logging: bool,
    /// Speaks the revisions with a handshake only.
    pub legacy_only: bool,
    /// Declares that clients are told when the list of tools changes. The transport has to tell them.
    pub announce_changes: bool,
}

/// What the transport knows of the sender of a message.
#[derive(Debug)]
pub struct Peer<'a> {
    /// The way in.
    pub transport: Transport,
    /// The legacy session.
    pub session: SessionRef<'a>,
    /// The tools that the sender may see, where no session says so.
    pub selection: &'a Arc<Selection>,
    /// The request's headers, over HTTP.
    pub headers: Option<&'a dyn Headers>,
    /// The calls that the sender can cancel, where no session holds them.
    pub in_flight: Option<&'a Arc<InFlight>>,
    /// Where messages about a running call go, if they can be sent at all.
    pub sink: Option<&'a Arc<dyn Sink>>,
}

/// The legacy session of a message's sender.
#[derive(Clone, Copy, Debug)]
pub enum SessionRef<'a> {
    /// The transport has one session at most, and none was opened yet.
    NotOpened,
    /// The transport needs to be told the session, and was not.
    Missing,
    /// There is no such session.
    Unknown,
    /// This one.
    Open(&'a Arc<Session>),
}

/// What became of a message.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // A box would cost every call an allocation.
pub enum Step {
    /// Nothing is to be sent.
    Accepted,
    /// An answer was appended, with this HTTP status.
    Answered(u16),
    /// The same, and a session was opened.
    Opened(Session),
    /// A call was started.
    Call(Pending),
    /// Several answers were appended as one array, or nothing if only notifications came; these calls are
    /// still to be answered.
    Batch {
        /// The answers that are ready.
        ready: Vec<Vec<u8>>,
        /// The calls that were started.
        calls: Vec<Pending>,
    },
}

/// Serves the messages of every client.
#[derive(Debug)]
pub struct Dispatcher {
    registry: Arc<Registry>,
    identity: Identity,
    options: Options,
    modern_tail: Arc<str>,
    discovery: String,
}

/// A request after its era was settled.
struct Settled<'a> {
    encoding: Encoding,
    selection: &'a Arc<Selection>,
    session: Option<&'a Arc<Session>>,
    capabilities: Option<Arc<str>>,
}

impl Dispatcher {
    /// A dispatcher for all tools of `registry`.
    pub fn new(registry: Arc<Registry>, identity: Identity, options: Options) -> Self {
        let server = identity.json();
        let modern_tail: Arc<str> = format!(
            r#","resultType":"complete","_meta":{{"io.modelcontextprotocol/serverInfo":{}}}"#,
            server.get()
        )
        .into();
        let mut discovery = json!({
            "supportedVersions": [Revision::MODERN.date()],
            // A stateless client is told by `ttlMs` when to ask again.
            "capabilities": capabilities(Options { announce_changes: false, ..options }),
            "ttlMs": TTL_MS,
            "cacheScope": "public",
        });
        if let Some(instructions) = &identity.instructions {
            discovery["instructions"] = instructions.as_str().into();
        }
        Self { registry, identity, options, modern_tail, discovery: discovery.to_string() }
    }

    /// The tools that are served.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Whether clients are told when the list of tools changes.
    pub(crate) fn announces_changes(&self) -> bool {
        self.options.announce_changes
    }

    /// How the server introduces itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The revisions that are spoken, newest first.
    pub fn revisions(&self) -> impl Iterator<Item = Revision> {
        let legacy_only = self.options.legacy_only;
        Revision::ALL.into_iter().filter(move |revision| !(legacy_only && revision.is_modern()))
    }

    /// Takes one message, or one batch of them.
    pub fn receive(&self, message: &[u8], peer: &Peer<'_>, out: &mut Vec<u8>) -> Step {
        match super::message::parse(message) {
            Err((id, error)) => Step::Answered(error_reply(id, &error, out)),
            Ok(Message::Batch(batch)) => self.batch(&batch, peer, out),
            Ok(message) => self.single(message, peer, out),
        }
    }

    /// Answers a message that was not read because it is longer than `limit` bytes.
    pub fn too_long(&self, limit: usize, out: &mut Vec<u8>) {
        let message = format!("the message is longer than {limit} bytes, which is the limit");
        error_reply(None, &RpcError::invalid_request(message), out);
    }

    fn single(&self, message: Message<'_>, peer: &Peer<'_>, out: &mut Vec<u8>) -> Step {
        match message {
            Message::Request { id, method, mut params } => {
                match self.request(id, &method, &mut params, peer, out) {
                    Ok(step) => step,
                    Err(error) => Step::Answered(error_reply(Some(id), &error, out)),
                }
            }
            Message::Notification { method, params } => {
                match self.notification(&method, &params, peer) {
                    // Only HTTP can say so: over stdio a notification is never answered.
                    Err(error) if peer.headers.is_some() => Step::Answered(error_reply(None, &error, out)),
                    Ok(()) | Err(_) => Step::Accepted,
                }
            }
            // A stateless client is never asked anything.
            Message::Response if matches!(version_header(peer), Ok(Some(date)) if date == Revision::MODERN.date()) =>
            {
                let error =
                    RpcError::invalid_request("expected a request; nothing was asked that this answers");
                Step::Answered(error_reply(None, &error, out))
            }
            Message::Response => match self.settle("", &Params::default(), peer) {
                Err(error) if peer.headers.is_some() => Step::Answered(error_reply(None, &error, out)),
                _ => Step::Accepted,
            },
            Message::Batch(_) => {
                let error = RpcError::invalid_request("a batch cannot hold another");
                Step::Answered(error_reply(None, &error, out))
            }
        }
    }

    fn batch(&self, batch: &[&serde_json::value::RawValue], peer: &Peer<'_>, out: &mut Vec<u8>) -> Step {
        let refuse = |message: String, out: &mut Vec<u8>| {
            Step::Answered(error_reply(None, &RpcError::invalid_request(message), out))
        };
        match peer.session {
            SessionRef::Open(session) if session.revision.has_batches() => {}
            SessionRef::Unknown => return Step::Answered(error_reply(None, &unknown_session(), out)),
            _ => {
                return refuse("batches belong to sessions of 2025-03-26; send one message".to_owned(), out);
            }
        }
        if batch.is_empty() || batch.len() > BATCH {
            return refuse(format!("expected 1 to {BATCH} messages in a batch, got {}", batch.len()), out);
        }
        let parsed: Vec<_> = batch.iter().map(|message| super::message::parse_text(message.get())).collect();
        let initializes = |message: &Message<'_>| matches!(message, Message::Request { method, .. } if method == "initialize");
        if parsed.iter().any(|message| message.as_ref().is_ok_and(initializes)) {
            return refuse("`initialize` cannot be part of a batch".to_owned(), out);
        }
        let (mut ready, mut calls) = (Vec::new(), Vec::new());
        for message in parsed {
            let mut answer = Vec::new();
            let step = match message {
                Ok(message) => self.single(message, peer, &mut answer),
                Err((id, error)) => Step::Answered(error_reply(id, &error, &mut answer)),
            };
            if let Step::Call(call) = step {
                calls.push(call);
            }
            if !answer.is_empty() {
                ready.push(answer);
            }
        }
        Step::Batch { ready, calls }
    }

    /// Settles which era a message belongs to, and that it may be served.
    fn settle<'a>(
        &self,
        method: &str,
        params: &Params<'_>,
        peer: &'a Peer<'_>,
    ) -> Result<Settled<'a>, RpcError> {
        let named = params.meta.as_ref().is_some_and(|meta| meta.version.is_some());
        let header = version_header(peer)?;
        let in_header = header == Some(Revision::MODERN.date()) && method != "initialize";
        if !self.options.legacy_only && (named || in_header || method == "server/discover") {
            let capabilities = modern::check(method, params, peer.headers)?;
            return Ok(Settled {
                encoding: Encoding { revision: Revision::MODERN, tail: self.modern_tail.clone() },
                selection: peer.selection,
                session: None,
                capabilities,
            });
        }
        if let Some(date) = header {
            self.check_version_header(date)?;
        }
        let session = match peer.session {
            // These two open a session or need none; without one there is nothing to look up.
            _ if method == "initialize" => None,
            _ if method == "server/discover" => None,
            SessionRef::NotOpened => None,
            SessionRef::Open(session) => Some(session),
            SessionRef::Unknown => return Err(unknown_session()),
            SessionRef::Missing => {
                return Err(RpcError::invalid_request(
                    "expected the header `Mcp-Session-Id` that the answer to `initialize` carried, or \
                     `_meta` with `io.modelcontextprotocol/protocolVersion`",
                ));
            }
        };
        let revision = session.map_or(Revision::LEGACY, |session| session.revision);
        Ok(Settled {
            encoding: Encoding { revision, tail: self.modern_tail.clone() },
            selection: session.map_or(peer.selection, |session| &session.selection),
            session,
            capabilities: session.map(|session| session.capabilities.clone()),
        })
    }

    fn check_version_header(&self, date: &str) -> Result<(), RpcError> {
        if self.revisions().any(|revision| revision.date() == date) {
            return Ok(());
        }
        let supported: Vec<&str> = self.revisions().map(Revision::date).collect();
        Err(RpcError::invalid_request(format!(
            "the header `MCP-Protocol-Version` says `{}`; expected one of {}",
            clip(date),
            supported.join(", ")
        )))
    }

    fn request(
        &self,
        id: &str,
        method: &str,
        params: &mut Params<'_>,
        peer: &Peer<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Step, RpcError> {
        let settled = self.settle(method, params, peer)?;
        let modern = settled.encoding.revision.is_modern();
        match method {
            "tools/call" => return self.call(id, params, peer, settled).map(Step::Call),
            "tools/list" => {
                if params.cursor.is_some() {
                    return Err(RpcError::invalid_params("unknown `cursor`: the list has one page"));
                }
                let listing = listing(settled.selection, modern);
                if modern { self.modern_reply(id, listing, out) } else { encoded_reply(id, &[listing], out) }
            }
            "server/discover" if modern => self.modern_reply(id, &self.discovery, out),
            "initialize" if !modern => return Ok(self.initialize(id, params, peer, out)),
            "ping" if !modern => encoded_reply(id, &["{}"], out),
            "logging/setLevel" if !modern && self.options.logging => {
                let level = params.level.and_then(string).and_then(|name| notify::level(&name)).ok_or_else(
                    || RpcError::invalid_params("expected a `level`: debug, info, notice, warning, error, critical, alert or emergency"),
                )?;
                if let Some(session) = settled.session {
                    session.set_log_level(level);
                }
                encoded_reply(id, &["{}"], out);
            }
            _ => {
                let message = format!("there is no method `{}`", clip(method));
                let status = if modern { 404 } else { 200 };
                return Err(RpcError::new(ErrorCode::MethodNotFound, message, status));
            }
        }
        Ok(Step::Answered(200))
    }

    fn notification(&self, method: &str, params: &Params<'_>, peer: &Peer<'_>) -> Result<(), RpcError> {
        let settled = self.settle(method, params, peer)?;
        if method == "notifications/cancelled" {
            let in_flight = settled.session.map(|session| session.in_flight());
            let in_flight = peer.in_flight.or(in_flight);
            if let (Some(calls), Some(id)) = (in_flight, params.request_id.and_then(valid_id)) {
                calls.cancel(id);
            }
        }
        Ok(())
    }

    fn initialize(&self, id: &str, params: &Params<'_>, peer: &Peer<'_>, out: &mut Vec<u8>) -> Step {
        let asked = params.protocol_version.and_then(string);
        let revision = asked
            .and_then(|date| Revision::parse(&date))
            .filter(|revision| !revision.is_modern())
            .unwrap_or(Revision::LEGACY);
        let mut result = json!({
            "protocolVersion": revision.date(),
            "capabilities": capabilities(self.options),
            "serverInfo": self.identity,
        });
        if let Some(instructions) = &self.identity.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        encoded_reply(id, &[&result.to_string()], out);
        let declared = params.capabilities.map_or("{}", |raw| raw.get()).into();
        Step::Opened(Session::new(revision, declared, peer.selection.clone()))
    }

    fn call(
        &self,
        id: &str,
        params: &mut Params<'_>,
        peer: &Peer<'_>,
        settled: Settled<'_>,
    ) -> Result<Pending, RpcError> {
        let name = params
            .name
            .and_then(string)
            .ok_or_else(|| RpcError::invalid_params("expected `name`: the name of a tool, a string"))?;
        let tool = settled
            .selection
            .get(&name)
            .ok_or_else(|| RpcError::invalid_params(unknown_tool(settled.selection, &name)))?;
        let arguments = params.arguments.take().unwrap_or_default();
        if let (true, Some(headers)) = (settled.encoding.revision.is_modern(), peer.headers) {
            modern::check_arguments(tool, &arguments, headers)?;
        }
        let caller = Caller {
            transport: peer.transport,
            capabilities: settled.capabilities,
            notify: self
                .notifier(params.meta.as_ref(), peer, settled.session)
                .map(|notifier| Arc::new(notifier) as _),
        };
        let notifies = caller.notify.is_some();
        Ok(Pending {
            id: Id::new(id),
            tool: tool.clone(),
            started: false,
            call: self.registry.call(Call { tool, arguments, caller }),
            encoding: settled.encoding,
            notifies,
        })
    }

    /// What a call may say to its client meanwhile, if the client asked for anything.
    fn notifier(
        &self,
        meta: Option<&Meta<'_>>,
        peer: &Peer<'_>,
        session: Option<&Arc<Session>>,
    ) -> Option<Notifier> {
        let sink = peer.sink?;
        let token = meta
            .and_then(|meta| meta.progress_token)
            .filter(|raw| valid_id(raw).is_some())
            .and_then(|raw| serde_json::from_str(raw.get()).ok());
        let log = match session {
            _ if !self.options.logging => Log::Off,
            Some(session) => Log::Session(session.clone()),
            None => meta
                .and_then(|meta| meta.log_level)
                .and_then(string)
                .and_then(|name| notify::level(&name))
                .map_or(Log::Off, Log::From),
        };
        if token.is_none() && matches!(log, Log::Off) {
            return None;
        }
        Some(Notifier { sink: sink.clone(), token, log })
    }

    /// Appends a result that was encoded before, with what ends every modern one.
    fn modern_reply(&self, id: &str, result: &str, out: &mut Vec<u8>) {
        let open = result.strip_suffix('}').unwrap_or(result);
        encoded_reply(id, &[open, &self.modern_tail, "}"], out);
    }
}

/// The encoded result of `tools/list`. It is the same for every server of these tools: what a server says of itself is
/// no part of it.
fn listing(selection: &Selection, modern: bool) -> &str {
    selection.listings[usize::from(modern)].get_or_init(|| {
        let tools: Vec<Value> = selection.tools().iter().map(|tool| encode::tool(tool, modern)).collect();
        let result = if modern {
            json!({ "tools": tools, "ttlMs": TTL_MS, "cacheScope": "public" })
        } else {
            json!({ "tools": tools })
        };
        result.to_string().into()
    })
}

fn version_header<'a>(peer: &'a Peer<'_>) -> Result<Option<&'a str>, RpcError> {
    peer.headers
        .map_or(Ok(None), |headers| headers.get("mcp-protocol-version"))
        .map_err(RpcError::invalid_request)
}

fn capabilities(options: Options) -> Value {
    let tools = if options.announce_changes { json!({ "listChanged": true }) } else { json!({}) };
    if options.logging { json!({ "tools": tools, "logging": {} }) } else { json!({ "tools": tools }) }
}

fn unknown_session() -> RpcError {
    RpcError::new(
        ErrorCode::UnknownSession,
        "the session is unknown, expired or ended; send `initialize` to open another",
        404,
    )
}

/// What to say of a tool that is not there.
pub(crate) fn unknown_tool(selection: &Selection, name: &str) -> String {
    match selection.near(name).as_slice() {
        [] => format!("unknown tool `{}`; `tools/list` names them all", clip(name)),
        near => format!("unknown tool `{}`; did you mean `{}`?", clip(name), near.join("` or `")),
    }
}
