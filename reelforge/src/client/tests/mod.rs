//! The client against servers that do as they are told, for better or worse.

mod bad_servers;
mod http;
mod http_server;
mod properties;
mod scripted;
mod socket;
#[cfg(target_os = "linux")] // It looks at processes that are not its own.
mod stdio;
mod translation;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::watch;

use super::{Connection, Options, Recipe};
use crate::registry::Source;
use crate::tool::{Caller, Content, Context, LogLevel, Notify, Output, ToolError, Transport};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection with short limits: what a test waits for in vain, it does not wait for long.
fn connection(recipe: impl Into<Recipe>) -> Connection {
    Connection::new(recipe, options()).unwrap()
}

fn options() -> Options {
    Options {
        connect_timeout: Duration::from_secs(20),
        list_timeout: Duration::from_secs(10),
        call_timeout: Duration::from_secs(10),
        ..Options::default()
    }
}

async fn names(connection: &Connection) -> Vec<String> {
    connection.list().await.unwrap().tools.into_iter().map(|tool| tool.name).collect()
}

async fn call(connection: &Connection, tool: &str) -> Result<Output, ToolError> {
    connection.call_tool(tool, Map::new()).await
}

fn text(output: &Output) -> String {
    let texts = output.content().iter().map(|block| match block {
        Content::Text(text) => text.clone(),
        other => format!("{other:?}"),
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[allow(clippy::needless_pass_by_value)] // It is written where it is used.
fn arguments(json: Value) -> Map<String, Value> {
    json.as_object().unwrap().clone()
}

/// A tool as a server declares it.
fn tool(name: &str) -> Value {
    json!({ "name": name, "description": format!("Does {name}."), "inputSchema": { "type": "object" } })
}

/// Waits for what must happen.
async fn happens<T>(what: &str, event: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(PATIENCE, event).await;
    happened.unwrap_or_else(|_| panic!("never: {what}"))
}

/// Waits until what is watched is so.
async fn until<T>(what: &str, mut watched: watch::Receiver<T>, so: impl FnMut(&T) -> bool) {
    let became = happens(what, watched.wait_for(so)).await;
    assert!(became.is_ok(), "never, and it is gone: {what}");
}

/// A context that keeps what it hears of progress.
#[derive(Debug, Default)]
struct Heard(Mutex<Vec<Step>>);

/// How far, of how much, and what was said of it.
type Step = (f64, Option<f64>, Option<String>);

impl Heard {
    fn context(self: &Arc<Self>) -> Context {
        let caller = Caller { transport: Transport::Testing, capabilities: None, notify: Some(self.clone()) };
        Context::new(Arc::default(), Arc::default(), caller)
    }

    fn all(&self) -> Vec<Step> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Notify for Heard {
    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        self.0.lock().unwrap().push((progress, total, message.map(str::to_owned)));
    }

    fn log(&self, _level: LogLevel, _data: &Value) {}
}
