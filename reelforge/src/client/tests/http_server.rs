//! An HTTP server that does as it is told.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::scripted::{discovered, initialized, said};
use super::{tool, until};
use crate::client::HttpRecipe;

/// A request that came.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

type Script = Box<dyn Fn(&Seen) -> Option<Response<Body>> + Send + Sync>;

/// A server, which ends when it is dropped.
pub(super) struct HttpServer {
    inner: Arc<Inner>,
    pub(super) address: SocketAddr,
    task: JoinHandle<()>,
}

struct Inner {
    modern: AtomicBool,
    session: AtomicUsize,
    seen: watch::Sender<Vec<Seen>>,
    tools: Mutex<Vec<Value>>,
    script: Mutex<Script>,
}

impl HttpServer {
    /// A server of the tools `echo` and `look` (which is read-only) that speaks both eras.
    pub(super) async fn start() -> Self {
        let mut look = tool("look");
        look["annotations"] = json!({ "readOnlyHint": true });
        let inner = Arc::new(Inner {
            modern: AtomicBool::new(true),
            session: AtomicUsize::new(1),
            seen: watch::Sender::default(),
            tools: Mutex::new(vec![tool("echo"), look]),
            script: Mutex::new(Box::new(|_| None)),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().fallback(handle).with_state(inner.clone());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { inner, address, task }
    }

    /// One with sessions only.
    pub(super) async fn legacy() -> Self {
        let server = Self::start().await;
        server.inner.modern.store(false, Ordering::Relaxed);
        server
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    pub(super) fn recipe(&self) -> HttpRecipe {
        HttpRecipe::new(&self.url()).unwrap()
    }

    pub(super) fn set_tools(&self, tools: Vec<Value>) {
        *self.inner.tools.lock().unwrap() = tools;
    }

    pub(super) fn script(&self, script: impl Fn(&Seen) -> Option<Response<Body>> + Send + Sync + 'static) {
        *self.inner.script.lock().unwrap() = Box::new(script);
    }

    /// Forgets every session, as a restart does.
    pub(super) fn forget(&self) {
        self.inner.session.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn all_seen(&self) -> Vec<Seen> {
        self.inner.seen.borrow().clone()
    }

    /// The messages with that method which came so far.
    pub(super) fn seen(&self, method: &str) -> Vec<Seen> {
        self.all_seen().into_iter().filter(|seen| seen.body["method"] == method).collect()
    }

    /// Waits until so many messages with that method came.
    pub(super) async fn sees(&self, method: &str, count: usize) {
        let so = |seen: &&Seen| seen.body["method"] == method;
        until(method, self.inner.seen.subscribe(), |seen| seen.iter().filter(so).count() >= count).await;
    }

    /// Waits until a request like that came.
    pub(super) async fn sees_one(&self, what: &str, so: impl Fn(&Seen) -> bool) {
        until(what, self.inner.seen.subscribe(), |seen| seen.iter().any(&so)).await;
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn handle(State(inner): State<Arc<Inner>>, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let path = parts.uri.path().to_owned();
    let seen = Seen { method: parts.method, path, headers: parts.headers, body };
    inner.seen.send_modify(|all| all.push(seen.clone()));
    let scripted = (inner.script.lock().unwrap())(&seen);
    scripted.unwrap_or_else(|| inner.answer(&seen))
}

impl Inner {
    fn answer(&self, seen: &Seen) -> Response<Body> {
        let session = format!("session-{}", self.session.load(Ordering::Relaxed));
        if seen.method == Method::DELETE {
            return status(204);
        }
        if seen.method != Method::POST {
            return status(405);
        }
        let modern = self.modern.load(Ordering::Relaxed)
            && seen.body["params"]["_meta"].get("io.modelcontextprotocol/protocolVersion").is_some();
        let method = seen.body["method"].as_str().unwrap_or_default();
        if method == "initialize" {
            let mut response = result(seen, initialized(&seen.body["params"]["protocolVersion"]));
            response.headers_mut().insert("mcp-session-id", session.parse().unwrap());
            return response;
        }
        if !modern {
            match seen.header("mcp-session-id") {
                None => return status(400),
                Some(sent) if sent != session => return status(404),
                Some(_) => {}
            }
        }
        match method {
            "server/discover" if modern => {
                let mut discovered = discovered();
                discovered["capabilities"] = json!({ "tools": {} });
                result(seen, discovered)
            }
            "tools/list" => result(seen, json!({ "tools": *self.tools.lock().unwrap() })),
            "tools/call" => result(seen, said(&seen.body["params"].to_string())),
            _ if seen.body.get("id").is_none() => status(202),
            _ => status(400),
        }
    }
}

pub(super) fn status(status: u16) -> Response<Body> {
    Response::builder().status(status).body(Body::empty()).unwrap()
}

pub(super) fn typed(code: u16, kind: &str, body: impl Into<Body>) -> Response<Body> {
    Response::builder().status(code).header("content-type", kind).body(body.into()).unwrap()
}

#[allow(clippy::needless_pass_by_value)] // It is written where it is used.
pub(super) fn result(seen: &Seen, result: Value) -> Response<Body> {
    let answer = json!({ "jsonrpc": "2.0", "id": seen.body["id"], "result": result });
    typed(200, "application/json", answer.to_string())
}

/// A stream of those messages, which then ends.
pub(super) fn events(messages: &[Value]) -> Response<Body> {
    let text = messages.iter().map(|message| format!("event: message\ndata: {message}\n\n"));
    typed(200, "text/event-stream", format!(": hello\n\n{}", text.collect::<String>()))
}
