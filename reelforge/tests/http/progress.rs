//! Progress over HTTP: as a stream of events, where that is turned on and asked for.

use serde_json::{Value, json};

use crate::client::{Connection, Reply, Session, modern, post, stateless};
use crate::server::{Server, start, start_as, start_with};

fn streaming() -> Server {
    start_with(|config| config.http_progress = true)
}

fn call(session: &Session, tool: &str, arguments: &Value, token: &Value, accept: &str) -> Reply {
    let mut params = json!({ "name": tool, "arguments": arguments });
    if !token.is_null() {
        params["_meta"] = json!({ "progressToken": token });
    }
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    post(session.addr, &[("Mcp-Session-Id", &session.id), ("Accept", accept)], &message.to_string())
}

/// The messages of a stream.
fn events(text: &str) -> Vec<Value> {
    text.split("\n\n")
        .filter(|event| !event.is_empty() && !event.starts_with(':'))
        .map(|event| {
            let data = event.strip_prefix("event: message\ndata: ").expect("a message on one line");
            serde_json::from_str(data).expect("JSON")
        })
        .collect()
}

const BOTH: &str = "application/json, text/event-stream";

#[test]
fn must_21_progress_comes_before_the_answer_with_the_clients_token() {
    let server = streaming();
    let session = Session::open(server.addr, "2025-11-25");
    for token in [json!(7), json!("seven"), json!("7")] {
        let reply = call(&session, "count", &json!({ "to": 5 }), &token, BOTH);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/event-stream")));
        assert_eq!(reply.header("x-accel-buffering"), Some("no"));
        let events = events(reply.text());
        let (answer, progress) = events.split_last().unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], "counted to 5");
        let steps: Vec<_> = progress
            .iter()
            .map(|event| {
                assert_eq!(event["method"], "notifications/progress");
                assert_eq!(
                    (&event["params"]["progressToken"], &event["params"]["total"]),
                    (&token, &json!(5))
                );
                event["params"]["progress"].as_f64().unwrap()
            })
            .collect();
        assert_eq!(steps, [1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}

#[test]
fn answers_are_json_unless_a_stream_was_asked_for_and_allowed() {
    let server = streaming();
    let session = Session::open(server.addr, "2025-11-25");
    let plain = |reply: Reply| {
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
        assert_eq!(reply.json()["result"]["content"][0]["text"], "counted to 2");
    };
    let to = json!({ "to": 2 });
    plain(call(&session, "count", &to, &Value::Null, BOTH));
    plain(call(&session, "count", &to, &json!(1), "application/json"));
    plain(call(&session, "count", &to, &json!(1.5), BOTH));
    // A tool that has nothing to say is answered with JSON.
    let reply = call(&session, "echo", &json!({ "text": "hi" }), &json!(1), BOTH);
    assert_eq!(reply.header("content-type"), Some("application/json"));

    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    plain(call(&session, "count", &to, &json!(1), BOTH));
}

#[test]
fn a_stream_begins_before_the_call_ends_and_its_loss_cancels_a_stateless_call() {
    let server = streaming();
    let mut connection = Connection::open(server.addr);
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", BOTH),
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "wait"),
    ];
    let params = stateless(&json!({ "name": "wait", "_meta": { "progressToken": "t" } }));
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    connection.send("POST", "/mcp", &headers, body.as_bytes());
    let head = connection.head();
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    let first = String::from_utf8(connection.chunk()).unwrap();
    assert_eq!(events(&first)[0]["params"]["message"], "waiting");
    server.gate.expect("started");
    drop(connection);
    server.gate.expect("dropped");

    // One of a session goes on without its connection.
    let session = Session::open(server.addr, "2025-11-25");
    let headers = [headers[0], headers[1], ("Mcp-Session-Id", session.id.as_str())];
    let params = json!({ "name": "wait", "_meta": { "progressToken": "t" } });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, body.as_bytes());
    connection.head();
    server.gate.expect("started");
    connection.lose();
    server.gate.open();
    server.gate.expect("finished");
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });

    // A cancelled stream ends without an answer.
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, body.as_bytes());
    server.gate.expect("started");
    assert_eq!(session.post(&note.to_string()).status, 202);
    server.gate.expect("dropped");
    let reply = connection.reply(false);
    assert_eq!(events(reply.text()).len(), 1, "{}", reply.text());
}

#[test]
fn a_client_that_does_not_read_holds_no_call_up() {
    let server = streaming();
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", BOTH),
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "flood"),
    ];
    let params = stateless(&json!({ "name": "flood", "_meta": { "progressToken": 1 } }));
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, body.as_bytes());
    server.gate.expect("finished");
    // What could not wait was left out; what is left is in order, and the answer is there.
    let reply = connection.reply(false);
    let events = events(reply.text());
    assert_eq!(events.last().unwrap()["result"]["content"][0]["text"], "said");
    let steps: Vec<f64> = events.iter().filter_map(|event| event["params"]["progress"].as_f64()).collect();
    assert!(steps.is_sorted_by(|a, b| a < b));
}

#[test]
fn log_messages_travel_only_where_logging_is_declared() {
    let options = reelforge::protocol::Options { logging: true, ..Default::default() };
    let server =
        start_as(reelforge::registry::Limits::default(), options, |config| config.http_progress = true);
    let session = Session::open(server.addr, "2025-11-25");
    let reply = call(&session, "speak", &json!({}), &Value::Null, BOTH);
    let levels = |reply: &Reply| -> Vec<String> {
        let of = |event: &Value| event["params"]["level"].as_str().map(str::to_owned);
        events(reply.text()).iter().filter_map(of).collect()
    };
    assert_eq!(levels(&reply), ["info", "error"]);
    assert_eq!(session.request("logging/setLevel", &json!({ "level": "warning" })).status, 200);
    assert_eq!(levels(&call(&session, "speak", &json!({}), &Value::Null, BOTH)), ["error"]);
    assert_eq!(session.request("logging/setLevel", &json!({ "level": "loud" })).rpc_error(), -32602);
    // A stateless client that names no level hears nothing.
    let reply = modern(server.addr, "tools/call", &json!({ "name": "speak" }));
    assert_eq!(reply.header("content-type"), Some("application/json"));
}
