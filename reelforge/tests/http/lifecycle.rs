//! Sessions that come and go, many clients at once, and the end of a server.

use std::net::TcpStream;
use std::time::Duration;

use reelforge::protocol::Options;
use reelforge::registry::Limits;
use serde_json::json;

use crate::client::{Connection, PATIENCE, Session, ask, call, get, message, modern, post};
use crate::server::{start, start_as, start_with};

#[test]
fn the_session_that_was_idle_for_longest_makes_room() {
    let server = start_with(|config| config.max_sessions = 3);
    let open = || Session::open(server.addr, "2025-11-25");
    let ping = |session: &Session| session.request("ping", &json!({})).status;
    let (used, oldest, next) = (open(), open(), open());
    assert_eq!(ping(&used), 200);
    let late = open();
    assert_eq!([&used, &oldest, &next, &late].map(ping), [200, 404, 200, 200]);
    // One with a call under way is not idle.
    let mut connection = Connection::open(server.addr);
    let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", used.id.as_str())];
    connection.send("POST", "/mcp", &headers, message("tools/call", &json!({ "name": "wait" })).as_bytes());
    server.gate.expect("started");
    assert_eq!([&next, &late].map(ping), [200, 200]);
    let last = open();
    assert_eq!([&used, &next, &late, &last].map(ping), [200, 404, 200, 200]);
    server.gate.open();
    assert_eq!(connection.reply(false).status, 200);
}

#[test]
fn a_session_keeps_the_tools_that_it_was_opened_with() {
    let server = start();
    let initialize = message("initialize", &json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    let headers = [("Content-Type", "application/json")];
    let opened = ask(server.addr, "POST", "/mcp?toolsets=math", &headers, initialize.as_bytes());
    let session = Session { addr: server.addr, id: opened.header("mcp-session-id").unwrap().to_owned() };
    let tools = session.request("tools/list", &json!({})).json()["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(1));
    assert_eq!(session.request("tools/call", &json!({ "name": "clear" })).rpc_error(), -32602);
    let unknown = ask(server.addr, "POST", "/mcp?toolsets=nope", &headers, initialize.as_bytes());
    assert_eq!((unknown.status, unknown.rpc_error()), (400, -32600));
    assert!(unknown.text().contains("all, basic, danger, math"), "{}", unknown.text());
    assert_eq!(ask(server.addr, "POST", "/mcp?toolset=math", &headers, initialize.as_bytes()).status, 400);
}

#[test]
fn two_clients_do_not_wait_for_each_other() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let mut slow = Connection::open(server.addr);
    let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", session.id.as_str())];
    slow.send("POST", "/mcp", &headers, message("tools/call", &json!({ "name": "wait" })).as_bytes());
    server.gate.expect("started");
    // The same session, another era and REST all go on.
    assert_eq!(session.call("echo", &json!({ "text": "hi" }))["structuredContent"]["text"], "hi");
    assert_eq!(modern(server.addr, "tools/call", &json!({ "name": "nothing" })).status, 200);
    assert_eq!(call(server.addr, "echo", &json!({ "text": "hi" })).status, 200);
    server.gate.open();
    assert_eq!(slow.reply(false).json()["result"]["content"][0]["text"], "waited");
}

#[test]
fn sixty_four_connections_are_served_at_once() {
    let server = start();
    let mut connections: Vec<Connection> = (0..64).map(|_| Connection::open(server.addr)).collect();
    for round in 0..5 {
        for (at, connection) in connections.iter_mut().enumerate() {
            let body = json!({ "text": format!("{round} {at}") }).to_string();
            connection.send(
                "POST",
                "/api/v1/tools/echo",
                &[("Content-Type", "application/json")],
                body.as_bytes(),
            );
        }
        for (at, connection) in connections.iter_mut().enumerate() {
            assert_eq!(connection.reply(false).json()["result"]["text"], format!("{round} {at}"));
        }
    }
}

#[test]
fn requests_that_come_together_are_answered_in_order() {
    let server = start();
    let mut connection = Connection::open(server.addr);
    let one = |text: &str| {
        let body = json!({ "text": text }).to_string();
        crate::client::request(
            server.addr,
            "POST",
            "/api/v1/tools/echo",
            &[("Content-Type", "application/json")],
            body.as_bytes(),
        )
    };
    connection.write(&[one("a"), one("b"), one("c")].concat());
    for text in ["a", "b", "c"] {
        assert_eq!(connection.reply(false).json()["result"]["text"], text);
    }
    // And one that comes byte by byte is read.
    for byte in one("slow") {
        connection.write(&[byte]);
    }
    assert_eq!(connection.reply(false).json()["result"]["text"], "slow");
}

#[test]
fn a_server_that_stops_lets_calls_finish() {
    let mut server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", session.id.as_str())];
    let (mut rest, mut legacy, mut idle, mut half) = (
        Connection::open(server.addr),
        Connection::open(server.addr),
        Connection::open(server.addr),
        Connection::open(server.addr),
    );
    assert_eq!(idle.exchange("GET", "/api/v1/health", &[], b"").status, 200);
    half.write(b"GET /api/v1/health HTTP/1.1\r\n");
    rest.send("POST", "/api/v1/tools/wait", &[], b"");
    server.gate.expect("started");
    legacy.send("POST", "/mcp", &headers, message("tools/call", &json!({ "name": "wait" })).as_bytes());
    server.gate.expect("started");
    // One whose client is gone, too: a call of a session does not end with its connection.
    let mut lost = Connection::open(server.addr);
    lost.send("POST", "/mcp", &headers, message("tools/call", &json!({ "name": "wait" })).as_bytes());
    server.gate.expect("started");
    drop(lost);

    server.stop();
    assert!(idle.is_closed());
    assert!(TcpStream::connect_timeout(&server.addr, PATIENCE).is_err(), "no further connection");
    // A request that was begun already is refused.
    half.write(b"Host: localhost\r\n\r\n");
    let refused = half.reply(false);
    assert_eq!((refused.status, refused.rest_error().as_str()), (503, "shutting_down"));

    server.gate.open();
    server.gate.open();
    server.gate.open();
    assert_eq!(rest.reply(false).json()["text"], "waited");
    assert_eq!(legacy.reply(false).json()["result"]["content"][0]["text"], "waited");
    server.join();
}

#[test]
fn a_server_that_stops_cancels_what_does_not_finish() {
    let mut server = start_with(|config| config.grace = Duration::ZERO);
    let session = Session::open(server.addr, "2025-11-25");
    let mut rest = Connection::open(server.addr);
    rest.send("POST", "/api/v1/tools/wait", &[], b"");
    server.gate.expect("started");
    let mut legacy = Connection::open(server.addr);
    let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", session.id.as_str())];
    legacy.send("POST", "/mcp", &headers, message("tools/call", &json!({ "name": "wait" })).as_bytes());
    server.gate.expect("started");
    drop(legacy);
    server.stop();
    server.gate.expect("dropped");
    server.gate.expect("dropped");
    assert!(rest.is_closed());
    server.join();
}

#[test]
fn what_is_shielded_ends_before_the_server() {
    let mut server = start_with(|config| config.grace = Duration::ZERO);
    let mut rest = Connection::open(server.addr);
    rest.send("POST", "/api/v1/tools/shielded", &[], b"");
    server.gate.expect("started");
    server.stop();
    assert!(rest.is_closed());
    server.gate.open();
    server.gate.expect("finished");
    server.join();
}

#[test]
fn calls_without_a_connection_are_bounded() {
    let server = start_as(Limits::new(2000), Options::default(), |_| {});
    let session = Session::open(server.addr, "2025-03-26");
    let wait =
        |id: u32| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "wait" } });
    let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", session.id.as_str())];
    for batch in 0..10 {
        let calls: Vec<_> = (0..100).map(|at| wait(batch * 100 + at)).collect();
        let mut lost = Connection::open(server.addr);
        lost.send("POST", "/mcp", &headers, json!(calls).to_string().as_bytes());
        (0..100).for_each(|_| server.gate.expect("started"));
    }
    let more: Vec<_> = (1000..1100).map(wait).collect();
    let refused = session.post(&json!(more).to_string());
    assert_eq!((refused.status, refused.rpc_error()), (429, -32600));
    assert!(refused.header("retry-after").is_some());
    // The client can still do something about it.
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &headers[1..], b"").status, 204);
    (0..1000).for_each(|_| server.gate.expect("dropped"));
}

#[test]
fn a_session_expires_when_nobody_uses_it() {
    let server = start_with(|config| config.session_idle = Duration::ZERO);
    let session = Session::open(server.addr, "2025-11-25");
    let ping = message("ping", &json!({}));
    // The clock has moved on by the time of the next request.
    assert_eq!(post(server.addr, &[("Mcp-Session-Id", &session.id)], &ping).status, 404);
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &[("Mcp-Session-Id", &session.id)], b"").status, 404);
    assert_eq!(get(server.addr, "/api/v1/health").status, 200);
}
