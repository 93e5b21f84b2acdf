//! What all requests to one server share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, StatusCode, Uri, header::HOST};

use super::config::Config;
use super::document::Documents;
use super::images::Images;
use super::query::{self, Query};
use super::refusal::Refusal;
use super::sessions::Sessions;
use crate::protocol::Dispatcher;
use crate::registry::{Selection, clip};
use crate::running::Running;

/// How many choices of tools are remembered: clients make them, so that there must be an end.
const REMEMBERED: usize = 64;

/// What all requests to one server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) config: Config,
    /// Whether requests need a token.
    pub(super) has_token: bool,
    pub(super) sessions: Sessions,
    pub(super) images: Images,
    pub(super) documents: Documents,
    /// The calls that do not end with their connection.
    pub(super) detached: Arc<Running>,
    pub(super) started: Instant,
    stopping: AtomicBool,
    /// The tools that a query chose.
    chosen: Mutex<Vec<Chosen>>,
}

/// What a query chose.
#[derive(Debug)]
struct Chosen {
    /// The parameters that the address takes.
    known: &'static [&'static str],
    query: Box<str>,
    /// Out of what was chosen.
    served: Arc<Selection>,
    selection: Arc<Selection>,
}

impl Shared {
    pub(super) fn new(dispatcher: Arc<Dispatcher>, config: Config, has_token: bool) -> Self {
        Self {
            dispatcher,
            sessions: Sessions::new(config.max_sessions, config.session_idle),
            images: Images::default(),
            documents: Documents::default(),
            detached: Arc::default(),
            started: Instant::now(),
            stopping: AtomicBool::new(false),
            chosen: Mutex::default(),
            has_token,
            config,
        }
    }

    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub(super) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// The tools that the query of an address that takes `known` parameters chooses.
    pub(super) fn select(
        &self,
        uri: &Uri,
        known: &'static [&'static str],
    ) -> Result<Arc<Selection>, Refusal> {
        let served = self.config.served.now();
        let Some(text) = uri.query() else { return Ok(served) };
        {
            let chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
            let is = |one: &&Chosen| {
                *one.query == *text && one.known == known && Arc::ptr_eq(&one.served, &served)
            };
            if let Some(one) = chosen.iter().find(is) {
                return Ok(one.selection.clone());
            }
        }
        let query = Query::parse(uri, known)?;
        let selection = self.choose(&query)?;
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        // What was chosen out of tools that are not served any more is of no use.
        chosen.retain(|one| Arc::ptr_eq(&one.served, &served));
        if chosen.len() >= REMEMBERED {
            chosen.remove(0);
        }
        chosen.push(Chosen { known, query: text.into(), served, selection: selection.clone() });
        Ok(selection)
    }

    /// The tools that a query chooses, of those that are served at all.
    pub(super) fn choose(&self, query: &Query<'_>) -> Result<Arc<Selection>, Refusal> {
        let (toolsets, tools) = (query.list("toolsets"), query.list("tools"));
        let (registry, served) = self.config.served.now_out_of(self.dispatcher.registry());
        if toolsets.is_none() && tools.is_none() {
            return Ok(served);
        }
        let chosen = registry
            .select(&toolsets.unwrap_or_default(), tools.as_deref(), false)
            .map_err(|error| query::bad(error.to_string()))?;
        if served.tools().len() == registry.tools().len() {
            return Ok(chosen);
        }
        let names: Vec<&str> =
            chosen.tools().iter().map(|tool| tool.name()).filter(|name| served.get(name).is_some()).collect();
        registry.select(&[], Some(&names), false).map_err(|error| query::bad(error.to_string()))
    }
}

/// The address by which the client reached this server, such as `http://127.0.0.1:8787`. The guard has let the host
/// in; a proxy in front says so if it speaks TLS.
pub(crate) fn base(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let tls = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    format!("{}://{}", if tls { "https" } else { "http" }, host.to_ascii_lowercase())
}

/// Whether the header `Content-Type` says JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let Some(said) = headers.get(axum::http::header::CONTENT_TYPE) else { return false };
    let media = said.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    media.trim_ascii().eq_ignore_ascii_case(b"application/json")
}

/// What to say to a body of another kind.
pub(super) fn not_json(headers: &HeaderMap) -> Refusal {
    let said = headers
        .get(axum::http::header::CONTENT_TYPE)
        .map_or("nothing".into(), |said| format!("`{}`", clip(&String::from_utf8_lossy(said.as_bytes()))));
    Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "unsupported_media_type",
        format!("the header `Content-Type` says {said}; expected `application/json`"),
    )
}
