//! One connection that stands: asks, and waits for the answer.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
    ClientCapabilities, ClientConfig, ClientRequest, CustomResult, GetExtensions, Implementation,
    ListToolsRequest, Notification, PaginatedRequestParams, ProtocolVersion, RequestId, ServerResult,
    SubscriptionFilter, SubscriptionsListenRequest, SubscriptionsListenRequestParams,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, Peer, PeerRequestOptions, RunningService,
    ServiceError,
};
use rmcp::transport::{DynamicTransportError, Transport};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, watch};
use tokio::time::timeout;

use super::http::HttpLink;
use super::link::{Lines, reader};
use super::problem::Problem;
use super::wire::{Progress, Wire};
use super::{Options, Recipe};
use crate::tool::Context;

/// How long closing may take, that of the process included.
const CLOSING: Duration = Duration::from_secs(2);

/// How long to wait before a server is asked again to say when its list changes.
const AGAIN: Duration = Duration::from_secs(5);

/// One connection that stands.
#[derive(Debug)]
pub(super) struct Live {
    peer: Peer<RoleClient>,
    service: Mutex<Option<RunningService<RoleClient, ClientConfig>>>,
    wire: Arc<Wire>,
    http: bool,
}

/// In which eras a server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eras {
    /// The modern one first, in one connection with the legacy one.
    Both,
    /// Only the one with `initialize`: the server hung up when it was asked for the other.
    Legacy,
}

impl Live {
    /// Connects once.
    pub(super) async fn connect(
        recipe: &Recipe,
        options: &Options,
        changes: &watch::Sender<u64>,
        eras: Eras,
    ) -> Result<Self, Problem> {
        let wire = Wire::new(recipe.label().into(), changes.clone());
        // Old servers may leave what they do not know unanswered; there must be time left to ask them otherwise.
        let probe = Duration::from_secs(8).min(options.connect_timeout / 3);
        let limit = options.answer_size;
        let http = matches!(recipe, Recipe::Http(_));
        let service = match recipe {
            Recipe::Stdio(recipe) => {
                serve(Lines::start(recipe, &wire, limit, probe)?, options, eras, &wire).await
            }
            Recipe::Custom(recipe) => {
                let streams =
                    recipe.connect().await.map_err(|error| Problem::Unreachable(error.to_string()))?;
                serve(Lines::over(streams, &wire, limit, probe, None), options, eras, &wire).await
            }
            Recipe::Http(recipe) => {
                serve(HttpLink::new(recipe, &wire, limit, probe)?, options, eras, &wire).await
            }
        }?;
        let live = Self { peer: service.peer().clone(), service: Mutex::new(Some(service)), wire, http };
        live.hear_of_changes();
        Ok(live)
    }

    /// Whether something can still be asked.
    pub(super) fn is_usable(&self) -> bool {
        !self.wire.is_lost() && !self.peer.is_transport_closed()
    }

    /// Waits until nothing more can be asked.
    #[cfg(test)]
    pub(super) async fn loss(&self) {
        self.wire.loss().await;
    }

    pub(super) fn revision(&self) -> Option<String> {
        self.wire.revision().map(|revision| revision.to_string())
    }

    /// Whether arguments are repeated in headers.
    pub(super) fn uses_headers(&self) -> bool {
        self.http && self.wire.is_modern()
    }

    /// Asks for one page of the list.
    pub(super) async fn page(&self, cursor: Option<String>) -> Result<Value, Problem> {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        self.ask(ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params))).await
    }

    /// Calls a tool. Dropping the future tells the server.
    pub(super) async fn call(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        headers: Vec<(String, String)>,
        context: &Context,
    ) -> Result<Value, Problem> {
        let params = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
        let mut request = CallToolRequest::new(params);
        if context.wants_progress() {
            request.extensions_mut().insert(Progress(context.clone()));
        }
        request.extensions_mut().insert(super::http::Repeated(headers));
        self.ask(ClientRequest::CallToolRequest(request)).await
    }

    async fn ask(&self, request: ClientRequest) -> Result<Value, Problem> {
        let options = PeerRequestOptions::no_options();
        let mut handle = self
            .peer
            .send_request_with_option(request, options)
            .await
            .map_err(|error| self.problem(&error))?;
        let mut told = TellOnDrop { peer: &self.peer, id: Some(handle.id.clone()) };
        let answer = (&mut handle.rx).await;
        told.id = None;
        match answer {
            Ok(Ok(ServerResult::CustomResult(CustomResult(result)))) => Ok(result),
            Ok(Ok(_)) => Err(Problem::Protocol("an answer came twice".to_owned())),
            Ok(Err(error)) => Err(self.problem(&error)),
            Err(_) => Err(self.wire.why()),
        }
    }

    /// Has a modern server say when its list changes, if it can. What it says comes in by itself; the request stays
    /// open as long as the connection, and is made again where it was cut.
    fn hear_of_changes(&self) {
        let info = self.peer.peer_info();
        let tells = info.and_then(|info| info.capabilities.tools.as_ref()?.list_changed).unwrap_or(false);
        if !tells || !self.wire.is_modern() {
            return;
        }
        let (peer, wire) = (self.peer.clone(), self.wire.clone());
        tokio::spawn(async move {
            loop {
                let filter = SubscriptionFilter::builder().tools_list_changed().build();
                let request =
                    SubscriptionsListenRequest::new(SubscriptionsListenRequestParams::new(filter)).into();
                let asked = peer.send_request_with_option(request, PeerRequestOptions::no_options()).await;
                let Ok(handle) = asked else { return };
                match handle.rx.await {
                    Ok(Ok(_) | Err(ServiceError::TransportSend(_))) => {}
                    _ => return,
                }
                if timeout(AGAIN, wire.loss()).await.is_ok() {
                    return;
                }
            }
        });
    }

    /// Closes the connection, and ends the server's process if it has one.
    pub(super) async fn close(&self) {
        self.wire.lose(Problem::Closed);
        if let Some(mut service) = self.service.lock().await.take() {
            let _ = service.close_with_timeout(CLOSING).await;
        }
    }

    fn problem(&self, error: &ServiceError) -> Problem {
        match error {
            ServiceError::McpError(error) if error.code == reader::TOO_LARGE => {
                let limit = error.data.as_ref().and_then(Value::as_u64);
                Problem::TooLarge(limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or_default())
            }
            ServiceError::McpError(error) if error.code == reader::UNREADABLE => {
                Problem::Protocol(error.message.to_string())
            }
            ServiceError::McpError(error) => {
                Problem::Refused { code: error.code.0, message: error.message.to_string() }
            }
            ServiceError::TransportSend(error) => of_transport(error),
            ServiceError::TransportClosed => self.wire.why(),
            other => Problem::Protocol(other.to_string()),
        }
    }
}

/// Tells the server that nobody waits for the answer any more.
struct TellOnDrop<'p> {
    peer: &'p Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for TellOnDrop<'_> {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.id.take(), tokio::runtime::Handle::try_current()) else { return };
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let reason = Some("the caller does not wait any more".to_owned());
            let params = CancelledNotificationParam::new(Some(id), reason);
            let notification: CancelledNotification = Notification::new(params);
            let _ = peer.send_notification(notification.into()).await;
        });
    }
}

/// The handshake, in whatever era the server speaks.
async fn serve<T>(
    transport: T,
    options: &Options,
    eras: Eras,
    wire: &Wire,
) -> Result<RunningService<RoleClient, ClientConfig>, Problem>
where
    T: Transport<RoleClient, Error = Problem> + 'static,
{
    let identity = Implementation::new(&options.client_name, &options.client_version);
    let legacy = ProtocolVersion::LATEST_WITH_INITIALIZE;
    let config =
        ClientConfig::new(ClientCapabilities::default(), identity).with_protocol_version(legacy.clone());
    let lifecycle = match eras {
        Eras::Both => ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(legacy),
        },
        Eras::Legacy => ClientLifecycleMode::Initialize,
    };
    config.serve_with_lifecycle(transport, lifecycle).await.map_err(|error| of_handshake(error, wire))
}

fn of_handshake(error: ClientInitializeError, wire: &Wire) -> Problem {
    match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => of_handshake(*fallback, wire),
        ClientInitializeError::TransportError { error, .. } => of_transport(&error),
        ClientInitializeError::ConnectionClosed(_) => wire.why(),
        ClientInitializeError::JsonRpcError(error) => {
            Problem::Protocol(format!("it does not connect: {}", error.message))
        }
        other => Problem::Protocol(format!("it does not connect: {other}")),
    }
}

fn of_transport(error: &DynamicTransportError) -> Problem {
    error.error.downcast_ref::<Problem>().cloned().unwrap_or_else(|| Problem::Lost(error.error.to_string()))
}
