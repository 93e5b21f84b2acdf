//! A server in the same process, which does as it is told.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{tool, until};
use crate::client::{CustomRecipe, Streams};

/// Writes lines to the client: those of the server's connection to it.
pub(super) type Lines = UnboundedSender<Vec<u8>>;

/// Answers a message in the place of the server; gives whether it did.
type Script = Box<dyn Fn(&Value, &Lines) -> bool + Send + Sync>;

/// A server, and what it saw.
#[derive(Clone)]
pub(super) struct Server(Arc<Inner>);

struct Inner {
    modern: AtomicBool,
    reachable: AtomicBool,
    connects: AtomicUsize,
    tools: Mutex<Vec<Value>>,
    seen: watch::Sender<Vec<Value>>,
    /// How many connections clients have ended.
    ended: watch::Sender<usize>,
    script: Mutex<Script>,
    connections: Mutex<Vec<(Lines, JoinHandle<()>)>>,
}

impl Server {
    /// A server of the tools `echo` and `fail` that speaks both eras.
    pub(super) fn new() -> Self {
        Self(Arc::new(Inner {
            modern: AtomicBool::new(true),
            reachable: AtomicBool::new(true),
            connects: AtomicUsize::new(0),
            tools: Mutex::new(vec![tool("echo"), tool("fail")]),
            seen: watch::Sender::default(),
            ended: watch::Sender::default(),
            script: Mutex::new(Box::new(|_, _| false)),
            connections: Mutex::default(),
        }))
    }

    /// One that knows only `initialize`.
    pub(super) fn legacy() -> Self {
        let server = Self::new();
        server.0.modern.store(false, Ordering::Relaxed);
        server
    }

    pub(super) fn recipe(&self) -> CustomRecipe {
        let server = self.clone();
        CustomRecipe::new("fixture", move || {
            let server = server.clone();
            async move { server.connect() }
        })
    }

    pub(super) fn set_tools(&self, tools: Vec<Value>) {
        *self.0.tools.lock().unwrap() = tools;
    }

    /// Has messages answered by `script`, those that it says it answered.
    pub(super) fn script(&self, script: impl Fn(&Value, &Lines) -> bool + Send + Sync + 'static) {
        *self.0.script.lock().unwrap() = Box::new(script);
    }

    pub(super) fn set_reachable(&self, reachable: bool) {
        self.0.reachable.store(reachable, Ordering::Relaxed);
    }

    /// Cuts every connection.
    pub(super) fn cut(&self) {
        for (_, task) in self.0.connections.lock().unwrap().drain(..) {
            task.abort();
        }
    }

    /// Says something to every client.
    pub(super) fn say(&self, message: &Value) {
        for (lines, _) in self.0.connections.lock().unwrap().iter() {
            send(lines, message);
        }
    }

    pub(super) fn connects(&self) -> usize {
        self.0.connects.load(Ordering::Relaxed)
    }

    /// The messages with that method which came so far.
    pub(super) fn seen(&self, method: &str) -> Vec<Value> {
        let seen = self.0.seen.borrow();
        seen.iter().filter(|message| message["method"] == method).cloned().collect()
    }

    /// Everything that came so far.
    pub(super) fn all_seen(&self) -> Vec<Value> {
        self.0.seen.borrow().clone()
    }

    /// Waits until so many messages with that method came.
    pub(super) async fn sees(&self, method: &str, count: usize) {
        let so = |message: &&Value| message["method"] == method;
        until(method, self.0.seen.subscribe(), |seen| seen.iter().filter(so).count() >= count).await;
    }

    /// Waits until what came is so.
    pub(super) async fn sees_that(&self, what: &str, so: impl Fn(&[Value]) -> bool) {
        until(what, self.0.seen.subscribe(), |seen| so(seen)).await;
    }

    /// Waits until clients have ended so many connections.
    pub(super) async fn is_left(&self, times: usize) {
        until("the client goes", self.0.ended.subscribe(), |ended| *ended >= times).await;
    }

    fn connect(&self) -> std::io::Result<Streams> {
        if !self.0.reachable.load(Ordering::Relaxed) {
            return Err(std::io::Error::other("nobody is there"));
        }
        self.0.connects.fetch_add(1, Ordering::Relaxed);
        let (to_server, from_client) = tokio::io::duplex(1 << 16);
        let (to_client, from_server) = tokio::io::duplex(1 << 16);
        let (lines, mut waiting) = unbounded_channel::<Vec<u8>>();
        let (server, answers) = (self.clone(), lines.clone());
        let task = tokio::spawn(async move {
            let mut to_client = to_client;
            let read = server.read(from_client, answers);
            let write = async {
                while let Some(line) = waiting.recv().await {
                    if line == HANG_UP || to_client.write_all(&line).await.is_err() {
                        return;
                    }
                }
            };
            tokio::select! {
                () = read => server.0.ended.send_modify(|ended| *ended += 1),
                () = write => {}
            }
        });
        self.0.connections.lock().unwrap().push((lines, task));
        Ok((Box::new(from_server), Box::new(to_server)))
    }

    async fn read(&self, from_client: DuplexStream, answers: Lines) {
        let mut lines = BufReader::new(from_client).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).expect("the client writes JSON");
            self.0.seen.send_modify(|seen| seen.push(message.clone()));
            if !(self.0.script.lock().unwrap())(&message, &answers) {
                self.answer(&message, &answers);
            }
        }
    }

    fn answer(&self, message: &Value, lines: &Lines) {
        let modern = self.0.modern.load(Ordering::Relaxed);
        if message.get("id").is_none() || message.get("method").is_none() {
            return;
        }
        match message["method"].as_str().unwrap() {
            "server/discover" if modern => result(lines, message, discovered()),
            "initialize" => result(lines, message, initialized(&message["params"]["protocolVersion"])),
            "tools/list" => {
                let tools = self.0.tools.lock().unwrap().clone();
                result(lines, message, json!({ "tools": tools }));
            }
            "tools/call" => self.called(message, lines),
            method => error(lines, message, -32601, &format!("no such method: {method}")),
        }
    }

    fn called(&self, message: &Value, lines: &Lines) {
        let name = message["params"]["name"].as_str().unwrap();
        if !self.0.tools.lock().unwrap().iter().any(|tool| tool["name"] == name) {
            return error(lines, message, -32602, &format!("Unknown tool: {name}"));
        }
        let arguments = message["params"]["arguments"].to_string();
        let failed = name == "fail";
        let content = json!([{ "type": "text", "text": format!("{name} {arguments}") }]);
        result(lines, message, json!({ "content": content, "isError": failed }));
    }
}

/// Written by a script to end the connection.
pub(super) const HANG_UP: &[u8] = b"hang up";

pub(super) fn discovered() -> Value {
    json!({
        "resultType": "complete", "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": { "listChanged": true } }, "ttlMs": 0, "cacheScope": "private",
    })
}

pub(super) fn initialized(revision: &Value) -> Value {
    json!({
        "protocolVersion": revision, "capabilities": { "tools": { "listChanged": true } },
        "serverInfo": { "name": "fixture", "version": "1.0.0" },
    })
}

pub(super) fn send(lines: &Lines, message: &Value) {
    let _ = lines.send(format!("{message}\n").into_bytes());
}

#[allow(clippy::needless_pass_by_value)] // It is written where it is used.
pub(super) fn result(lines: &Lines, request: &Value, result: Value) {
    send(lines, &json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
}

pub(super) fn error(lines: &Lines, request: &Value, code: i64, message: &str) {
    let error = json!({ "code": code, "message": message });
    send(lines, &json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }));
}

pub(super) fn said(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}
