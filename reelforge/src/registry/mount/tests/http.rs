//! A gateway: mounted tools over MCP, REST and the documents of one server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::super::Catalogue;
use super::{Fake, PATIENCE, World, base, becomes, declared};
use crate::protocol::{Dispatcher, Identity, Options};
use crate::transport::http::{Config, Server};

struct Gateway {
    addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    ended: tokio::task::JoinHandle<()>,
}

impl Gateway {
    async fn start(catalogue: &Arc<Catalogue>) -> Self {
        let dispatcher = Arc::new(Dispatcher::new(base(), Identity::new("gateway", "1"), Options::default()));
        let mut config = Config::new(catalogue.served(&[], false).unwrap());
        config.port = 0;
        let server = Server::bind(dispatcher, config).await.unwrap();
        let addr = server.addr();
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move { server.run(stopped).await.unwrap() });
        Self { addr, stop: Some(stop), ended }
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> (String, Value) {
        let body = body.map_or(String::new(), |body| body.to_string());
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            self.addr,
            body.len()
        );
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        text.push_str(&body);
        let addr = self.addr;
        let exchange = tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(addr).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        });
        let answer = exchange.await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap_or_else(|_| body.into()))
    }

    async fn get(&self, path: &str) -> Value {
        self.send("GET", path, &[], None).await.1
    }

    async fn rest(&self, tool: &str, arguments: Value) -> Value {
        self.send("POST", &format!("/api/v1/tools/{tool}"), &[], Some(arguments)).await.1
    }

    /// A legacy message, in a session if one is given.
    async fn legacy(&self, session: Option<&str>, method: &str, params: Value) -> (Option<String>, Value) {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let headers: Vec<(&str, &str)> = session.map(|id| ("Mcp-Session-Id", id)).into_iter().collect();
        let (head, answer) = self.send("POST", "/mcp", &headers, Some(message)).await;
        let id = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("mcp-session-id").then(|| value.to_owned())
        });
        (id, answer)
    }

    async fn modern_list(&self) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } });
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list")];
        self.send("POST", "/mcp", &headers, Some(message)).await.1["result"].clone()
    }

    async fn end(mut self) {
        let _ = self.stop.take().unwrap().send(());
        tokio::time::timeout(PATIENCE, self.ended).await.unwrap().unwrap();
    }
}

fn listed(answer: &Value) -> Vec<&str> {
    answer["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn mounted_tools_are_on_every_way_in() {
    let fake = Fake::new(vec![declared("read.file")]);
    let world = World::new(&[("files", &fake)]);
    let catalogue = world.opened().await;
    let gateway = Gateway::start(&catalogue).await;

    let called = gateway.rest("read_file", json!({ "text": "x" })).await;
    assert_eq!(called["result"], json!({ "called": "read.file", "arguments": { "text": "x" } }));
    let tools = gateway.get("/api/v1/tools?toolsets=files").await;
    assert_eq!(listed(&tools), ["read_file"]);
    assert_eq!(tools["tools"][0]["input_schema"], json!(declared("x").input_schema));
    assert_eq!(tools["tools"][0]["toolsets"], json!(["files"]));
    let one = gateway.get("/api/v1/tools/read_file").await;
    assert_eq!(one, tools["tools"][0]);
    let functions = gateway.get("/api/v1/tools?format=openai").await;
    assert_eq!(functions["tools"][1]["function"]["name"], "read_file");
    let document = gateway.get("/api/v1/openapi.json").await;
    assert_eq!(document["paths"]["/api/v1/tools/read_file"]["post"]["tags"], json!(["files"]));
    for path in ["/llms.txt", "/llms-full.txt"] {
        assert!(gateway.get(path).await.as_str().unwrap().contains("read_file"), "{path}");
    }
    assert_eq!(listed(&gateway.modern_list().await), ["local_echo", "read_file"]);
    let health = gateway.get("/api/v1/health").await;
    assert_eq!(health["tools"], 2);
    assert_eq!(
        health["mounts"]["servers"][0],
        json!({ "server": "files", "state": "listed", "tools": 1, "quarantined": 0 })
    );
    gateway.end().await;
    assert!(*fake.closed.borrow(), "no server is left behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn e1_9_a_session_keeps_its_tools_and_the_next_one_sees_what_changed() {
    let fake = Fake::new(vec![declared("old")]);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    let gateway = Gateway::start(&catalogue).await;
    let (session, answer) =
        gateway.legacy(None, "initialize", json!({ "protocolVersion": "2025-11-25" })).await;
    let session = session.unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(
        answer["result"]["capabilities"],
        json!({ "tools": {} }),
        "nothing is announced that nobody sends"
    );
    assert!(gateway.get("/api/v1/openapi.json?toolsets=s").await.to_string().contains("/old"));

    fake.has(vec![declared("new")]);
    becomes(&catalogue, |now| now.registry.get("new").is_some()).await;
    let (_, answer) = gateway.legacy(Some(&session), "tools/list", json!({})).await;
    assert_eq!(listed(&answer["result"]), ["local_echo", "old"]);
    let (_, answer) = gateway.legacy(Some(&session), "tools/call", json!({ "name": "new" })).await;
    assert_eq!(answer["error"]["code"], -32602);
    let (_, answer) =
        gateway.legacy(Some(&session), "tools/call", json!({ "name": "old", "arguments": {} })).await;
    assert_eq!(answer["result"]["structuredContent"]["called"], "old");

    let (next, _) = gateway.legacy(None, "initialize", json!({ "protocolVersion": "2025-11-25" })).await;
    let (_, answer) = gateway.legacy(next.as_deref(), "tools/list", json!({})).await;
    assert_eq!(listed(&answer["result"]), ["local_echo", "new"]);
    let modern = gateway.modern_list().await;
    assert_eq!(listed(&modern), ["local_echo", "new"]);
    assert!(modern["ttlMs"].as_u64().is_some_and(|ms| ms > 0), "a stateless client knows when to ask again");
    // What was kept of the old tools is kept no longer.
    assert!(!gateway.get("/api/v1/openapi.json?toolsets=s").await.to_string().contains("/old"));
    assert_eq!(gateway.rest("old", json!({})).await["error"]["code"], "unknown_tool");
    gateway.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn peers_40_a_tool_that_is_not_selected_cannot_be_called() {
    let fake = Fake::new(vec![declared("read")]);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    let dispatcher = Arc::new(Dispatcher::new(base(), Identity::new("gateway", "1"), Options::default()));
    let mut config = Config::new(catalogue.served(&[], true).unwrap());
    config.port = 0;
    let server = Server::bind(dispatcher, config).await.unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let addr = server.addr();
    let ended = tokio::spawn(async move { server.run(stopped).await.unwrap() });
    let gateway = Gateway { addr, stop: Some(stop), ended };
    assert_eq!(listed(&gateway.get("/api/v1/tools").await), ["local_echo"]);
    for path in ["read", "read?toolsets=s"] {
        assert_eq!(gateway.rest(path, json!({})).await["error"]["code"], "unknown_tool");
    }
    gateway.end().await;
}
