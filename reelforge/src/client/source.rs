//! A connection as a source of tools.

use std::pin::Pin;

use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::time::timeout;

use super::Connection;
use super::connection::{Inner, Known};
use super::problem::Problem;
use super::translate;
use crate::registry::{Listing, Source};
use crate::tool::{CallFuture, Context, Output, ToolError};

impl Source for Connection {
    fn label(&self) -> &str {
        &self.0.label
    }

    fn list(&self) -> Pin<Box<dyn Future<Output = Result<Listing, ToolError>> + Send + '_>> {
        Box::pin(async move {
            let inner = &self.0;
            let listing = match list(inner).await {
                // The server forgot the session: nothing was done, and asking for a list does nothing.
                Err(Problem::SessionLost) => list(inner).await,
                listing => listing,
            };
            listing.map_err(|problem| problem.of(&inner.label))
        })
    }

    fn call(&self, name: &str, arguments: Map<String, Value>, context: Context) -> CallFuture {
        let (inner, name) = (self.0.clone(), name.to_owned());
        Box::pin(async move {
            let known = inner.known(&name);
            let again = known.repeatable.then(|| arguments.clone());
            let result = match (call(&inner, &name, arguments, &known, &context).await, again) {
                (Err(Problem::SessionLost), Some(arguments)) => {
                    call(&inner, &name, arguments, &known, &context).await
                }
                (result, _) => result,
            };
            match result {
                Ok(result) => translate::output(result, &inner.label),
                Err(problem) => Err(problem.of(&inner.label)),
            }
        })
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.end())
    }
}

impl Connection {
    /// Calls a tool for nobody in particular: without state, progress and a log.
    pub async fn call_tool(&self, name: &str, arguments: Map<String, Value>) -> Result<Output, ToolError> {
        self.call(name, arguments, Context::detached()).await
    }
}

async fn list(inner: &std::sync::Arc<Inner>) -> Result<Listing, Problem> {
    let live = inner.need().await?;
    let limit = inner.options.list_timeout;
    let (listing, known) = timeout(limit, translate::list(&live, &inner.options))
        .await
        .unwrap_or(Err(Problem::Timeout { doing: "listing its tools", limit, option: "list_timeout" }))?;
    *inner.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = known;
    Ok(listing)
}

async fn call(
    inner: &std::sync::Arc<Inner>,
    name: &str,
    arguments: Map<String, Value>,
    known: &Known,
    context: &Context,
) -> Result<Value, Problem> {
    let live = inner.need().await?;
    let limit = inner.options.call_timeout;
    let headers =
        if live.uses_headers() { translate::in_headers(&known.repeats, &arguments) } else { Vec::new() };
    timeout(limit, live.call(name, arguments, headers, context)).await.unwrap_or(Err(Problem::Timeout {
        doing: "the call",
        limit,
        option: "call_timeout",
    }))
}
