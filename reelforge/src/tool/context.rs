//! What a call can reach: state, progress, cancellation, its caller.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::{State, ToolError};
use crate::running::Running;

/// The context of one call. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Context(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Arc<State>,
    shields: Arc<Running>,
    caller: Caller,
    cancelled: AtomicBool,
    /// The last progress that was told; infinite once the call has ended, so that nothing follows its answer.
    last_progress: Mutex<f64>,
}

/// Where messages about a running call go, if its client asked for them.
pub(crate) trait Notify: Send + Sync + fmt::Debug {
    /// The call got to `progress` of `total`.
    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>);
    /// The call has something to say to the client's log.
    fn log(&self, level: LogLevel, data: &Value);
}

/// The way in that a call took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// MCP over standard input and output.
    Stdio,
    /// MCP over HTTP.
    Http,
    /// REST.
    Rest,
    /// A command line.
    Shell,
    /// The in-memory client.
    #[default]
    Testing,
}

impl Transport {
    /// The name in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Rest => "rest",
            Self::Shell => "shell",
            Self::Testing => "testing",
        }
    }
}

/// How grave a message to the client's log is, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are syslog's (RFC 5424) and say all there is.
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

/// Who calls, and how to tell them something meanwhile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    pub(crate) transport: Transport,
    /// What the client declared it can do: a JSON object, unread because hardly any tool asks.
    pub(crate) capabilities: Option<Arc<str>>,
    pub(crate) notify: Option<Arc<dyn Notify>>,
}

impl Context {
    pub(crate) fn new(state: Arc<State>, shields: Arc<Running>, caller: Caller) -> Self {
        Self(Arc::new(Inner {
            state,
            shields,
            caller,
            cancelled: AtomicBool::new(false),
            last_progress: Mutex::new(f64::NEG_INFINITY),
        }))
    }

    /// The shared state of type `T`.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<&T, ToolError> {
        self.0.state.get()
    }

    /// The way in that this call took.
    pub fn transport(&self) -> Transport {
        self.0.caller.transport
    }

    /// Tells the client how far the call got: `progress` of `total`, in any unit. It must grow; a value that
    /// does not is left out, and so is everything when the client did not ask.
    pub fn progress(&self, progress: f64, total: impl Into<Option<f64>>, message: Option<&str>) {
        let Some(notify) = &self.0.caller.notify else { return };
        let mut last = self.0.last_progress.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.is_finite() && progress > *last {
            *last = progress;
            notify.progress(progress, total.into().filter(|total| total.is_finite()), message);
        }
    }

    /// Says something to the client's log, if the server has that turned on and the client wants it.
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        let Some(notify) = &self.0.caller.notify else { return };
        let last = self.0.last_progress.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_infinite() && *last > 0.0 {
            return;
        }
        notify.log(level, &data.into());
    }

    /// Whether the client declared the capability `name`, such as `sampling`.
    pub fn client_can(&self, name: &str) -> bool {
        let declared = self.0.caller.capabilities.as_deref();
        let declared = declared.and_then(|json| serde_json::from_str::<Value>(json).ok());
        declared.is_some_and(|all| all.get(name).is_some())
    }

    /// The context of a call that nobody watches.
    #[cfg(feature = "client")]
    pub(crate) fn detached() -> Self {
        Self::new(Arc::default(), Arc::default(), Caller::default())
    }

    /// Whether anybody hears of progress.
    #[cfg(feature = "client")]
    pub(crate) fn wants_progress(&self) -> bool {
        self.0.caller.notify.is_some()
    }

    /// Whether the call was cancelled or ran out of time. An async function need not ask, it is dropped; one
    /// that blocks should look now and then.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Runs `future` to its end even if the call is cancelled meanwhile; the server waits for it when it
    /// stops.
    pub async fn shield<F>(&self, future: F) -> F::Output
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        let guard = self.0.shields.enter();
        let task = tokio::spawn(async move {
            let _guard = guard;
            future.await
        });
        match task.await {
            Ok(output) => output,
            // Nobody aborts the task, so that it can only have panicked.
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }

    /// Ends the call when the guard is dropped: as cancelled, unless it was told that the call is done.
    pub(crate) fn end_on_drop(&self) -> EndOnDrop {
        EndOnDrop { context: self.clone(), done: false }
    }
}

/// Tells what outlives the call that nobody waits for it any more.
pub(crate) struct EndOnDrop {
    context: Context,
    done: bool,
}

impl EndOnDrop {
    pub(crate) fn done(mut self) {
        self.done = true;
    }
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        let call = &self.context.0;
        call.cancelled.store(!self.done, Ordering::Relaxed);
        if call.caller.notify.is_some() {
            *call.last_progress.lock().unwrap_or_else(PoisonError::into_inner) = f64::INFINITY;
        }
    }
}
