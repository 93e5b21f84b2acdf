//! A source while it is mounted, and until its last call after that.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value};
use tokio::sync::{Notify, Semaphore, watch};

use super::super::{Listing, PLACES, Source};
use super::config::BusinessErrors;
use crate::running::Running;
use crate::tool::{CallFuture, Context, ToolError};

/// The code of an error that says that a server cannot be reached.
pub(super) const UNAVAILABLE: &str = "unavailable";

/// A source that counts its calls. Sessions may keep its tools for long after it was unmounted: calls that come then are
/// refused, so that it can be closed.
#[derive(Debug)]
pub(super) struct Held {
    server: String,
    inner: Arc<dyn Source>,
    rule: Option<BusinessErrors>,
    pub(super) places: Arc<Semaphore>,
    running: Arc<Running>,
    let_go: Arc<AtomicBool>,
    /// A call found the server unavailable.
    pub(super) failed: Arc<Notify>,
}

impl Held {
    pub(super) fn new(server: &str, inner: Arc<dyn Source>, rule: Option<BusinessErrors>) -> Self {
        Self {
            server: server.to_owned(),
            inner,
            rule,
            places: Arc::new(Semaphore::new(PLACES)),
            running: Arc::default(),
            let_go: Arc::default(),
            failed: Arc::default(),
        }
    }

    /// The same connection under another rule.
    pub(super) fn under(&self, rule: Option<BusinessErrors>) -> Self {
        Self {
            server: self.server.clone(),
            inner: self.inner.clone(),
            rule,
            places: self.places.clone(),
            running: self.running.clone(),
            let_go: self.let_go.clone(),
            failed: self.failed.clone(),
        }
    }

    pub(super) fn rule(&self) -> Option<&BusinessErrors> {
        self.rule.as_ref()
    }

    /// Refuses new calls from now on, waits for those that run, and closes the source.
    pub(super) async fn let_go(&self) {
        self.let_go.store(true, Ordering::SeqCst);
        self.running.all_ended().await;
        self.inner.close().await;
    }

    /// Refuses new calls from now on, and closes the source whatever runs.
    pub(super) async fn end(&self) {
        self.let_go.store(true, Ordering::SeqCst);
        self.inner.close().await;
    }
}

impl Source for Held {
    fn label(&self) -> &str {
        self.inner.label()
    }

    fn list(&self) -> Pin<Box<dyn Future<Output = Result<Listing, ToolError>> + Send + '_>> {
        self.inner.list()
    }

    fn call(&self, name: &str, arguments: Map<String, Value>, context: Context) -> CallFuture {
        // Counted first, asked then: so `let_go` sees every call that it does not stop.
        let counted = self.running.enter();
        if self.let_go.load(Ordering::SeqCst) {
            let message = format!("the server `{}` is not mounted any more", self.server);
            let problem = ToolError::new(UNAVAILABLE, message).hint("list the tools again, in a new session");
            return Box::pin(std::future::ready(Err(problem)));
        }
        let call = self.inner.call(name, arguments, context);
        let (server, rule, failed) = (self.server.clone(), self.rule.clone(), self.failed.clone());
        Box::pin(async move {
            let _counted = counted;
            let output = call.await.inspect_err(|problem| {
                if problem.code() == UNAVAILABLE {
                    failed.notify_one();
                }
            })?;
            match &rule {
                Some(rule) => rule.judge(&server, output),
                None => Ok(output),
            }
        })
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.end())
    }
}
