//! The ways in: the same call over each gives what it said in one form.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use reelforge::studio::{Studio, app};
use reelforge::testing::Client;
use serde_json::{Value, json};

use super::http::{Reply, post};
use super::program::{Serving, Speaking, reelforge};

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

/// What a call was answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// The structured result.
    Result(Value),
    /// The tool's problem: its code, its message with the hint below, and its data where the way tells them.
    Problem { code: String, text: String, data: Option<Value> },
}

/// One way to call a tool.
pub(crate) trait Way: Send {
    fn name(&self) -> &'static str;
    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome;
}

/// Every way in, to tools on that root.
pub(crate) fn all(root: &Path) -> Vec<Box<dyn Way>> {
    let mut legacy = Speaking::start(root);
    legacy.ask(&request("initialize", &initialize()));
    legacy.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let server = || Serving::start("serve", root);
    let session = server();
    let opened = post(&session.address, "/mcp", &[], &request("initialize", &initialize()));
    let id = opened.header("Mcp-Session-Id").unwrap().to_owned();
    vec![
        Box::new(Memory::new(root)),
        Box::new(OverStdio { process: legacy, modern: false }),
        Box::new(OverStdio { process: Speaking::start(root), modern: true }),
        Box::new(HttpLegacy { server: session, session: id }),
        Box::new(HttpModern(server())),
        Box::new(Rest(server())),
        Box::new(Shell(root.to_owned())),
    ]
}

fn initialize() -> Value {
    json!({ "protocolVersion": LEGACY, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } })
}

fn request(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// The message of a call.
pub(crate) fn call(tool: &str, arguments: &Value, modern: bool) -> Value {
    let mut params = json!({ "name": tool, "arguments": arguments });
    if modern {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    request("tools/call", &params)
}

/// Calls a tool over HTTP without a session.
pub(crate) fn post_modern(address: &str, tool: &str, arguments: &Value) -> Reply {
    let headers = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/call"), ("Mcp-Name", tool)];
    post(address, "/mcp", &headers, &call(tool, arguments, true))
}

/// What an answer over MCP says.
#[track_caller]
fn over_mcp(answer: &Value) -> Outcome {
    let result = answer.get("result").unwrap_or_else(|| panic!("no result: {answer}"));
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    if result["isError"] != true {
        let structured = result["structuredContent"].clone();
        // A client that knows no structured results reads the same as text.
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), structured);
        return Outcome::Result(structured);
    }
    let problem = &result["_meta"]["dev.reelforge/error"];
    Outcome::Problem {
        code: problem["code"].as_str().unwrap().to_owned(),
        text: text.to_owned(),
        data: Some(problem["data"].clone()),
    }
}

/// What an answer in the form of REST says.
#[track_caller]
fn over_rest(answer: &Value) -> Outcome {
    if answer["ok"] == true {
        return Outcome::Result(answer["result"].clone());
    }
    let error = &answer["error"];
    let message = error["message"].as_str().unwrap_or_else(|| panic!("no message: {answer}"));
    let hint = error["hint"].as_str().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    let data = match &error["problems"] {
        Value::Null => error["data"].clone(),
        problems => json!({ "problems": problems }),
    };
    let code = error["code"].as_str().unwrap().to_owned();
    Outcome::Problem { code, text: format!("{message}{hint}"), data: Some(data) }
}

/// The testing client.
struct Memory {
    client: Client,
    runtime: tokio::runtime::Runtime,
}

impl Memory {
    fn new(root: &Path) -> Self {
        let client = Client::new(app().state(Studio::open(root).unwrap())).unwrap();
        Self { client, runtime: tokio::runtime::Runtime::new().unwrap() }
    }
}

impl Way for Memory {
    fn name(&self) -> &'static str {
        "testing client"
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        let reply = self.runtime.block_on(self.client.call(tool, arguments.clone()));
        match &reply.error {
            None => Outcome::Result(reply.result().clone()),
            Some(code) => Outcome::Problem { code: code.clone(), text: reply.text(), data: None },
        }
    }
}

struct OverStdio {
    process: Speaking,
    modern: bool,
}

impl Way for OverStdio {
    fn name(&self) -> &'static str {
        if self.modern { "stdio, modern" } else { "stdio, legacy" }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        over_mcp(&self.process.ask(&call(tool, arguments, self.modern)))
    }
}

struct HttpLegacy {
    server: Serving,
    session: String,
}

impl Way for HttpLegacy {
    fn name(&self) -> &'static str {
        "HTTP, legacy"
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        let headers = [("Mcp-Session-Id", self.session.as_str()), ("MCP-Protocol-Version", LEGACY)];
        let reply = post(&self.server.address, "/mcp", &headers, &call(tool, arguments, false));
        over_mcp(&served(&reply))
    }
}

struct HttpModern(Serving);

impl Way for HttpModern {
    fn name(&self) -> &'static str {
        "HTTP, modern"
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        over_mcp(&served(&post_modern(&self.0.address, tool, arguments)))
    }
}

struct Rest(Serving);

impl Way for Rest {
    fn name(&self) -> &'static str {
        "REST"
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        over_rest(&served(&post(&self.0.address, &format!("/api/v1/tools/{tool}"), &[], arguments)))
    }
}

/// The tool's own problem is no problem of the transport.
#[track_caller]
fn served(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

struct Shell(PathBuf);

impl Way for Shell {
    fn name(&self) -> &'static str {
        "shell"
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        let mut command = reelforge(&self.0);
        command.args(["call", tool, "--output", "json", "--json", "-"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(arguments.to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let answer = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {:?} {said}", output.stdout));
        let outcome = over_rest(&answer);
        let (code, text) = match &outcome {
            Outcome::Result(_) => (0, ""),
            Outcome::Problem { text, .. } => (1, text.as_str()),
        };
        // People read the same on standard error.
        assert_eq!((output.status.code(), said.trim_end()), (Some(code), text.trim_end()));
        outcome
    }
}
