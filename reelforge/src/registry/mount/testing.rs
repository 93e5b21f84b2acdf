//! A server in this process, and a folder with a file of servers, for tests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::watch;

use super::catalogue::Snapshot;
use super::{Catalogue, Connect, ServerConfig, Times};
use crate::registry::{Declared, Listing, Registry, Source};
use crate::tool::{CallFuture, Context, Hints, Output, ToolError};

/// How long a test waits for what must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Says what it was given.
#[crate::tool(read_only, inline)]
pub(crate) fn local_echo(text: String) -> String {
    text
}

/// A registry of this module's tool.
pub(crate) fn base() -> Arc<Registry> {
    Registry::builder().linked_where(|tool| tool.location.module == module_path!()).build().unwrap()
}

/// A server in this process.
#[derive(Debug)]
pub(crate) struct Fake {
    label: String,
    /// What it answers when it is asked for its tools; nothing: it never answers.
    pub(crate) answer: Mutex<Option<Result<Listing, ToolError>>>,
    changes: watch::Sender<u64>,
    pub(crate) lists: watch::Sender<usize>,
    pub(crate) calls: watch::Sender<usize>,
    /// How many calls were dropped before their end.
    pub(crate) dropped: Arc<AtomicUsize>,
    pub(crate) down: AtomicBool,
    pub(crate) closed: watch::Sender<bool>,
    /// Calls of a tool whose name begins with `slow` end when this is true.
    pub(crate) go: watch::Sender<bool>,
}

impl Fake {
    pub(crate) fn new(tools: Vec<Declared>) -> Arc<Self> {
        Self::answering(Some(Ok(Listing { tools, refused: Vec::new() })))
    }

    pub(crate) fn answering(answer: Option<Result<Listing, ToolError>>) -> Arc<Self> {
        Arc::new(Self {
            label: "fake".to_owned(),
            answer: Mutex::new(answer),
            changes: watch::Sender::new(0),
            lists: watch::Sender::new(0),
            calls: watch::Sender::new(0),
            dropped: Arc::default(),
            down: AtomicBool::default(),
            closed: watch::Sender::new(false),
            go: watch::Sender::new(false),
        })
    }

    /// Waits until it was called.
    pub(crate) async fn is_called(&self) {
        let mut calls = self.calls.subscribe();
        let called = tokio::time::timeout(PATIENCE, calls.wait_for(|count| *count > 0)).await;
        assert!(called.is_ok(), "no call came");
    }

    /// It has other tools from now on, and says so.
    pub(crate) fn has(&self, tools: Vec<Declared>) {
        self.answers(Ok(Listing { tools, refused: Vec::new() }));
    }

    pub(crate) fn answers(&self, answer: Result<Listing, ToolError>) {
        *self.answer.lock().unwrap() = Some(answer);
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Counts itself when it is dropped before it is done.
struct CountDrop(Arc<AtomicUsize>, bool);

impl CountDrop {
    fn done(mut self) {
        self.1 = true;
    }
}

impl Drop for CountDrop {
    fn drop(&mut self) {
        if !self.1 {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Source for Fake {
    fn label(&self) -> &str {
        &self.label
    }

    fn list(&self) -> Pin<Box<dyn Future<Output = Result<Listing, ToolError>> + Send + '_>> {
        self.lists.send_modify(|count| *count += 1);
        let answer = self.answer.lock().unwrap().clone();
        Box::pin(async move {
            match answer {
                Some(answer) => answer,
                None => std::future::pending().await,
            }
        })
    }

    fn call(&self, name: &str, arguments: Map<String, Value>, _: Context) -> CallFuture {
        self.calls.send_modify(|count| *count += 1);
        if self.down.load(Ordering::SeqCst) {
            let problem = ToolError::new("unavailable", "the server cannot be reached");
            return Box::pin(std::future::ready(Err(problem)));
        }
        let (name, mut go) = (name.to_owned(), self.go.subscribe());
        let guard = CountDrop(self.dropped.clone(), false);
        Box::pin(async move {
            if name.starts_with("slow") {
                let _ = go.wait_for(|go| *go).await;
            }
            guard.done();
            Output::json(&json!({ "called": name, "arguments": arguments }))
        })
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.closed.send_replace(true);
        Box::pin(std::future::ready(()))
    }
}

/// A tool with one argument.
pub(crate) fn declared(name: &str) -> Declared {
    let schema = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    with_schema(name, &schema)
}

pub(crate) fn with_schema(name: &str, schema: &Value) -> Declared {
    Declared {
        name: name.to_owned(),
        description: Some(format!("Does {name}.")),
        input_schema: schema.as_object().unwrap().clone(),
        hints: Hints::default(),
        ..Declared::default()
    }
}

/// What a file says about its only server `s`, beside how it is reached.
pub(crate) fn config(more: &Value) -> ServerConfig {
    let mut server = json!({ "command": "x" });
    server.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let text = json!({ "mcpServers": { "s": server } }).to_string();
    super::parse(&text, Path::new("servers.json"), &|_| None).unwrap().remove(0)
}

/// A folder with a file of servers, and what they are connected to.
pub(crate) struct World {
    pub(crate) folder: tempfile::TempDir,
    fakes: Arc<Mutex<HashMap<String, Arc<Fake>>>>,
    /// The servers that were connected, in order.
    pub(crate) connected: Arc<Mutex<Vec<String>>>,
}

impl World {
    /// Servers of these names, each reached by a command of its name.
    pub(crate) fn new(fakes: &[(&str, &Arc<Fake>)]) -> Self {
        let fakes: HashMap<_, _> =
            fakes.iter().map(|(name, fake)| ((*name).to_owned(), (*fake).clone())).collect();
        let world = Self {
            folder: tempfile::tempdir().unwrap(),
            fakes: Arc::new(Mutex::new(fakes)),
            connected: Arc::default(),
        };
        let mut names: Vec<String> = world.fakes.lock().unwrap().keys().cloned().collect();
        names.sort();
        let servers: Map<String, Value> =
            names.into_iter().map(|name| (name.clone(), json!({ "command": name }))).collect();
        world.write(&Value::Object(servers));
        world
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("servers.json")
    }

    /// Writes the file of servers.
    pub(crate) fn write(&self, servers: &Value) {
        let text = json!({ "mcpServers": servers }).to_string();
        std::fs::write(self.file(), text).unwrap();
    }

    pub(crate) fn connect(&self) -> Connect {
        let (fakes, connected) = (self.fakes.clone(), self.connected.clone());
        Arc::new(move |server: &ServerConfig| {
            connected.lock().unwrap().push(server.name.clone());
            let fake = fakes.lock().unwrap().get(&server.name).cloned();
            let fake = fake.ok_or_else(|| ToolError::new("no_fake", "there is no such fake"))?;
            Ok(fake as Arc<dyn Source>)
        })
    }

    pub(crate) fn open(&self) -> Arc<Catalogue> {
        self.open_with(base())
    }

    pub(crate) fn open_with(&self, base: Arc<Registry>) -> Arc<Catalogue> {
        Catalogue::open(base, &self.file(), self.connect(), quick()).unwrap()
    }

    /// The catalogue after every server has said what it has.
    pub(crate) async fn opened(&self) -> Arc<Catalogue> {
        let catalogue = self.open();
        tokio::time::timeout(PATIENCE, catalogue.settled()).await.unwrap();
        catalogue
    }
}

/// Times in which nobody has to wait.
pub(crate) fn quick() -> Times {
    let short = Duration::from_millis(1);
    Times {
        list: PATIENCE,
        grace: short,
        pause: short,
        refresh: Duration::from_hours(1),
        retry: short,
        longest_retry: short,
        poll: short,
    }
}

/// Waits until the catalogue is as it must become.
#[track_caller]
pub(super) fn becomes(
    catalogue: &Arc<Catalogue>,
    is: impl Fn(&Snapshot) -> bool + Send + 'static,
) -> impl Future<Output = ()> {
    let mut now = catalogue.subscribe();
    let at = std::panic::Location::caller();
    async move {
        let waited = tokio::time::timeout(PATIENCE, now.wait_for(|now| is(now))).await.is_ok();
        assert!(waited, "{at}: it did not come to that: {:#?}", now.borrow().reports);
    }
}

pub(crate) fn names(registry: &Registry) -> Vec<String> {
    registry.tools().iter().map(|tool| tool.name().to_owned()).collect()
}
