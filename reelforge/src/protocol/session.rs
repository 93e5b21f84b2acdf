//! A legacy session, and a call on its way to an answer.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::encode::Encoding;
use super::id::Id;
use super::{InFlight, Revision, notify};
use crate::registry::{Selection, Started, Tool};
use crate::tool::{LogLevel, Output, ToolError};

/// What the handshake of a legacy client settled.
#[derive(Debug)]
pub struct Session {
    pub(super) revision: Revision,
    pub(super) capabilities: Arc<str>,
    pub(super) selection: Arc<Selection>,
    log_level: AtomicU8,
    in_flight: Arc<InFlight>,
}

impl Session {
    pub(super) fn new(revision: Revision, capabilities: Arc<str>, selection: Arc<Selection>) -> Self {
        let log_level = AtomicU8::new(LogLevel::Debug as u8);
        Self { revision, capabilities, selection, log_level, in_flight: Arc::default() }
    }

    /// The same session with other tools, as a client that was told of the change expects them.
    pub(crate) fn with(&self, selection: Arc<Selection>) -> Self {
        Self {
            revision: self.revision,
            capabilities: self.capabilities.clone(),
            selection,
            log_level: AtomicU8::new(self.log_level.load(Ordering::Relaxed)),
            in_flight: self.in_flight.clone(),
        }
    }

    /// The tools that were there when the session was opened.
    pub fn selection(&self) -> &Arc<Selection> {
        &self.selection
    }

    /// The revision that both sides speak.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The calls of this session, where it spans connections.
    pub fn in_flight(&self) -> &Arc<InFlight> {
        &self.in_flight
    }

    pub(super) fn log_level(&self) -> LogLevel {
        notify::numbered(self.log_level.load(Ordering::Relaxed))
    }

    pub(super) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }
}

/// A call that was started and has not been answered.
pub struct Pending {
    pub(super) id: Id,
    pub(super) call: Started,
    pub(super) encoding: Encoding,
    pub(super) notifies: bool,
    pub(super) tool: Arc<Tool>,
    pub(super) started: bool,
}

/// A tool whose calls keep their thread for longer than this before they first wait is started on a worker from
/// then on, so that it does not hold up the messages behind it.
const LONG: Duration = Duration::from_millis(5);

impl Pending {
    /// The request's id, as JSON text.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// Whether messages about the call may be sent before its answer.
    pub fn notifies(&self) -> bool {
        self.notifies
    }

    /// Whether the call belongs to no session.
    pub fn is_stateless(&self) -> bool {
        self.encoding.revision.is_modern()
    }

    /// Whether the tool is known to hold up the thread that starts it.
    pub fn blocks(&self) -> bool {
        self.tool.blocks()
    }

    /// Lets the call run until it has to wait for something, and appends its answer if it got to its end:
    /// gives the HTTP status of the answer then.
    pub fn run_now(&mut self, out: &mut Vec<u8>) -> Option<u16> {
        match self.step(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => None,
            Poll::Ready(result) => Some(self.encoding.answer(self.id.as_str(), result, out)),
        }
    }

    /// Appends an answer with that problem, instead of the call's own; gives its HTTP status.
    pub fn refuse(self, problem: ToolError, out: &mut Vec<u8>) -> u16 {
        self.encoding.answer(self.id.as_str(), Err(problem), out)
    }

    fn step(&mut self, cx: &mut Context<'_>) -> Poll<Result<Output, ToolError>> {
        if self.started {
            return Pin::new(&mut self.call).poll(cx);
        }
        self.started = true;
        let begin = Instant::now();
        let result = Pin::new(&mut self.call).poll(cx);
        self.tool.started(begin.elapsed() > LONG);
        result
    }
}

impl Future for Pending {
    type Output = (Vec<u8>, u16);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.step(cx).map(|result| {
            let mut out = Vec::with_capacity(512);
            let status = self.encoding.answer(self.id.as_str(), result, &mut out);
            (out, status)
        })
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("id", &self.id()).finish_non_exhaustive()
    }
}
