//! Whatever comes in, what goes out is JSON, one message a line, and not much longer than what came in.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use super::{Dispatcher, Identity, InFlight, Options, Peer, SessionRef, Sink, Step};
use crate::registry::Registry;
use crate::tool;
use crate::tool::Transport;

/// Says back what it is given.
#[tool]
#[allow(clippy::unused_async)] // It ends at once, yet through the path of those that wait.
async fn say(text: String, #[arg(default = 1)] times: u8) -> String {
    text.repeat(times.into())
}

#[derive(Debug)]
struct Nowhere;

impl Sink for Nowhere {
    fn send(&self, message: Vec<u8>) {
        one_line(&message);
    }
}

/// Calls have a time limit, which needs a clock.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().build().unwrap());

fn dispatcher() -> Dispatcher {
    let registry = Registry::builder().linked_where(|tool| tool.location.module == module_path!()).build();
    Dispatcher::new(
        registry.unwrap(),
        Identity::new("test", "0"),
        Options { logging: true, ..Options::default() },
    )
}

#[test]
fn servers_of_the_same_tools_each_introduce_themselves() {
    let registry = dispatcher().registry().clone();
    for name in ["one", "other"] {
        let dispatcher = Dispatcher::new(registry.clone(), Identity::new(name, "1"), Options::default());
        let selection = registry.all();
        let peer = Peer {
            transport: Transport::Testing,
            session: SessionRef::NotOpened,
            selection: &selection,
            headers: None,
            in_flight: None,
            sink: None,
        };
        let meta = serde_json::json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        for method in ["tools/list", "server/discover"] {
            let request =
                serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}});
            let mut out = Vec::new();
            dispatcher.receive(request.to_string().as_bytes(), &peer, &mut out);
            let answer: Value = serde_json::from_slice(&out).unwrap();
            let said = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"];
            assert_eq!(said, name, "{method}: {answer}");
        }
    }
}

/// Gives the dispatcher one line, and looks at all that comes out.
fn serve(dispatcher: &Dispatcher, line: &[u8], version: Option<&str>) {
    let _context = RUNTIME.enter();
    let selection = dispatcher.registry().all();
    let (calls, sink): (Arc<InFlight>, Arc<dyn Sink>) = (Arc::default(), Arc::new(Nowhere));
    let mut peer = Peer {
        transport: Transport::Testing,
        session: SessionRef::NotOpened,
        selection: &selection,
        headers: None,
        in_flight: Some(&calls),
        sink: Some(&sink),
    };
    let session = version.and_then(|version| {
        let open = format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}"}}}}"#
        );
        match dispatcher.receive(open.as_bytes(), &peer, &mut Vec::new()) {
            Step::Opened(session) => Some(Arc::new(session)),
            _ => None,
        }
    });
    if let Some(session) = &session {
        peer.session = SessionRef::Open(session);
    }
    let mut out = Vec::new();
    let mut calls = match dispatcher.receive(line, &peer, &mut out) {
        Step::Accepted => {
            assert!(out.is_empty(), "{}", String::from_utf8_lossy(&out));
            return;
        }
        Step::Answered(_) | Step::Opened(_) => vec![],
        Step::Call(call) => vec![call],
        Step::Batch { ready, calls } => {
            for answer in &ready {
                one_line(answer);
            }
            calls
        }
    };
    if !out.is_empty() {
        one_line(&out);
    }
    for call in &mut calls {
        out.clear();
        if call.run_now(&mut out).is_some() {
            one_line(&out);
        }
    }
    // A list is as long as it is; all else says back no more than a part of what came.
    assert!(out.len() <= line.len() + 4096 || line.len() < 1000, "{} of {}", out.len(), line.len());
}

fn one_line(message: &[u8]) {
    assert!(!message.contains(&b'\n'));
    let message: Value = serde_json::from_slice(message).unwrap();
    assert_eq!(message["jsonrpc"], "2.0");
    assert_ne!(message.get("result").is_some(), message.get("error").is_some(), "{message}");
}

/// JSON of any shape, with the words of the protocol in likely places.
fn json() -> impl Strategy<Value = Value> {
    let words = [
        "2.0",
        "ping",
        "initialize",
        "tools/list",
        "tools/call",
        "server/discover",
        "notifications/cancelled",
        "logging/setLevel",
        "say",
        "2026-07-28",
        "2025-03-26",
        "debug",
        "",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    let keys = [
        "jsonrpc",
        "id",
        "method",
        "params",
        "name",
        "arguments",
        "text",
        "times",
        "_meta",
        "result",
        "error",
        "progressToken",
        "requestId",
        "cursor",
        "level",
        "protocolVersion",
        "capabilities",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/logLevel",
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((proptest::sample::select(keys.to_vec()), inner), 0..7).prop_map(
                |members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            ),
        ]
    })
}

/// A request with any parameters.
fn request() -> impl Strategy<Value = Value> {
    let methods =
        ["ping", "initialize", "tools/list", "tools/call", "server/discover", "logging/setLevel", "x"];
    (proptest::sample::select(methods.to_vec()), json(), json()).prop_map(|(method, id, params)| {
        serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    })
}

const CALL: &[u8] = br#"{"jsonrpc":"2.0","id":"\u00e9\n","method":"tools/call","params":{"name":"say","arguments":{"text":"\"x\"","times":2},"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}}}"#;

proptest! {
    #[test]
    fn any_bytes_are_survived(line in proptest::collection::vec(any::<u8>(), 0..2000)) {
        serve(&dispatcher(), &line, None);
        serve(&dispatcher(), &line, Some("2025-03-26"));
    }

    #[test]
    fn any_json_is_survived(message in prop_oneof![json(), request()], batch in proptest::collection::vec(request(), 0..4)) {
        for version in [None, Some("2025-03-26"), Some("2025-11-25")] {
            serve(&dispatcher(), message.to_string().as_bytes(), version);
            serve(&dispatcher(), Value::from(batch.clone()).to_string().as_bytes(), version);
        }
    }

    #[test]
    fn a_damaged_call_is_survived(damage in proptest::collection::vec((0..CALL.len(), any::<u8>(), 0..3u8), 1..6)) {
        let mut line = CALL.to_vec();
        for (at, byte, kind) in damage {
            let at = at.min(line.len() - 1);
            match kind {
                0 => line[at] = byte,
                1 => line.insert(at, byte),
                _ => { line.remove(at); }
            }
        }
        serve(&dispatcher(), &line, None);
        serve(&dispatcher(), &line, Some("2025-06-18"));
    }
}

/// Long names, ids and values in the wrong place are not said back whole, but for an id.
#[test]
fn a_long_message_has_a_short_refusal() {
    let long = "x".repeat(1 << 20);
    for message in [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{long}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":"{long}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{long}"}}}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"say","arguments":"{long}"}}}}"#
        ),
        format!(r#"{{"jsonrpc":"2.0","id":1,"{long}":1,"{long}":2}}"#),
        format!(r#"{{"{long}":1}}"#),
        format!(r#"["{long}"]"#),
        long.clone(),
    ] {
        let dispatcher = dispatcher();
        let selection = dispatcher.registry().all();
        let peer = Peer {
            transport: Transport::Testing,
            session: SessionRef::NotOpened,
            selection: &selection,
            headers: None,
            in_flight: None,
            sink: None,
        };
        let mut out = Vec::new();
        dispatcher.receive(message.as_bytes(), &peer, &mut out);
        assert!(out.len() < 2000, "{}…: {} bytes", &message[..80], out.len());
        assert!(out.is_empty() || serde_json::from_slice::<Value>(&out).is_ok());
    }
}
