//! An in-memory client: a tool is tested through the real dispatcher in three lines.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::App;
use crate::protocol::{Dispatcher, Peer, SessionRef, Sink, Step};
use crate::registry::{Limits, Registry, RegistryError, Selection};
use crate::tool::Transport;

/// A client in the same process.
///
/// ```standalone_crate
/// # use reelforge::tool;
/// /// Says hello.
/// #[tool]
/// async fn hello(name: String) -> String {
///     format!("Hello, {name}!")
/// }
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let client = reelforge::testing::Client::new(reelforge::app!()).unwrap();
/// let reply = client.call("hello", serde_json::json!({ "name": "Ada" })).await;
/// assert_eq!(reply.text(), "Hello, Ada!");
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    dispatcher: Arc<Dispatcher>,
    selection: Arc<Selection>,
}

/// What a call was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The structured result.
    pub result: Option<Value>,
    /// The blocks of content as the protocol writes them.
    pub content: Vec<Value>,
    /// The code of the problem, if the tool reported one.
    pub error: Option<String>,
    /// What the problem holds for programs.
    pub data: Option<Value>,
    /// The progress notifications that came before the answer: `[progress, total, message]`.
    pub progress: Vec<Value>,
}

impl Reply {
    /// The blocks of text, a line break between them.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.content.iter().filter_map(|block| block["text"].as_str()).collect();
        texts.join("\n")
    }

    /// The structured result.
    ///
    /// # Panics
    ///
    /// With the reply's text, where there is no result.
    #[track_caller]
    pub fn result(&self) -> &Value {
        match &self.result {
            Some(result) if self.error.is_none() => result,
            _ => panic!("no structured result but: {}", self.text()),
        }
    }
}

impl Client {
    /// A client of that program.
    pub fn new(app: App) -> Result<Self, RegistryError> {
        Ok(Self::of(app.dispatcher(Limits::default())?))
    }

    /// A client of the tools of `registry`.
    pub fn with(registry: Arc<Registry>) -> Self {
        let identity = crate::protocol::Identity::new("testing", "0.0.0");
        Self::of(Arc::new(Dispatcher::new(registry, identity, crate::protocol::Options::default())))
    }

    /// A client of that dispatcher.
    pub fn of(dispatcher: Arc<Dispatcher>) -> Self {
        let selection = dispatcher.registry().all();
        Self { dispatcher, selection }
    }

    /// The tools, as `tools/list` shows them.
    pub async fn tools(&self) -> Vec<Value> {
        let reply = self.send(&request("tools/list", json!({}))).await.unwrap_or_default();
        reply["result"]["tools"].as_array().cloned().unwrap_or_default()
    }

    /// Calls a tool with an object of arguments. A protocol error, such as for an unknown tool, is a reply with
    /// the code `protocol`.
    pub async fn call(&self, tool: &str, arguments: Value) -> Reply {
        let mut message = request("tools/call", json!({ "name": tool, "arguments": arguments }));
        message["params"]["_meta"]["progressToken"] = 1.into();
        let seen = Arc::new(Seen::default());
        let answer = self.exchange(&message, &seen).await.unwrap_or_default();
        let result = &answer["result"];
        let progress = std::mem::take(&mut *seen.0.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(error) = answer.get("error") {
            let content = vec![json!({ "type": "text", "text": error["message"] })];
            return Reply { result: None, content, error: Some("protocol".to_owned()), data: None, progress };
        }
        let problem = &result["_meta"]["dev.reelforge/error"];
        Reply {
            result: result.get("structuredContent").cloned(),
            content: result["content"].as_array().cloned().unwrap_or_default(),
            error: problem["code"].as_str().map(str::to_owned),
            data: problem.get("data").cloned(),
            progress,
        }
    }

    /// Sends one message as it is; gives the answer, if it has one.
    pub async fn send(&self, message: &Value) -> Option<Value> {
        self.exchange(message, &Arc::default()).await
    }

    async fn exchange(&self, message: &Value, seen: &Arc<Seen>) -> Option<Value> {
        let mut out = Vec::new();
        let step = {
            let sink: Arc<dyn Sink> = seen.clone();
            let peer = Peer {
                transport: Transport::Testing,
                session: SessionRef::NotOpened,
                selection: &self.selection,
                headers: None,
                in_flight: None,
                sink: Some(&sink),
            };
            self.dispatcher.receive(message.to_string().as_bytes(), &peer, &mut out)
        };
        if let Step::Call(call) = step {
            out = call.await.0;
        }
        serde_json::from_slice(&out).ok()
    }
}

/// The notifications that came meanwhile.
#[derive(Default)]
struct Seen(Mutex<Vec<Value>>);

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seen")
    }
}

impl Sink for Seen {
    fn send(&self, message: Vec<u8>) {
        let message: Value = serde_json::from_slice(&message).unwrap_or_default();
        let params = &message["params"];
        let told = json!([params["progress"], params["total"], params["message"]]);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(told);
    }
}

fn request(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}
