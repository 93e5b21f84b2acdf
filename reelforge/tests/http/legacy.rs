//! MCP with a handshake, row by row.

use serde_json::{Value, json};

use crate::client::{Connection, Session, ask, initialize, message, modern, post};
use crate::server::{start, start_as, start_with};

const NONE: Value = Value::Null;

#[test]
fn must_03_notifications_are_accepted_without_a_body() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    for method in
        ["notifications/initialized", "notifications/cancelled", "notifications/unheard_of", "made/up"]
    {
        let reply = session.post(&json!({ "jsonrpc": "2.0", "method": method }).to_string());
        assert_eq!((reply.status, reply.text()), (202, ""), "{method}");
    }
    // So are answers to what the server never asked.
    for answer in [json!({ "result": {} }), json!({ "error": { "code": 1, "message": "no" } })] {
        let mut answer = answer;
        answer["jsonrpc"] = "2.0".into();
        answer["id"] = 7.into();
        let reply = session.post(&answer.to_string());
        assert_eq!((reply.status, reply.text()), (202, ""), "{answer}");
    }
}

#[test]
fn must_04_ids_come_back_as_they_were_sent() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    for id in [json!(1), json!("1"), json!(""), json!(-5), json!("ä\"\n"), json!(9_007_199_254_740_993_i64)]
    {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        assert_eq!(session.post(&request.to_string()).json()["id"], id);
    }
    for id in ["null", "1.5", "1e3", "true", "[1]", "{}"] {
        let reply = session.post(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert_eq!((reply.status, reply.rpc_error()), (400, -32600), "{id}");
    }
}

#[test]
fn must_05_initialize_echoes_each_revision_and_answers_others_with_2025_11_25() {
    let server = start();
    for date in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(initialize(server.addr, date).json()["result"]["protocolVersion"], date);
    }
    for date in ["2026-07-28", "1900-01-01", "", "latest"] {
        assert_eq!(initialize(server.addr, date).json()["result"]["protocolVersion"], "2025-11-25", "{date}");
    }
    let result = initialize(server.addr, "2025-11-25").json()["result"].clone();
    assert_eq!(result["serverInfo"]["name"], "test-server");
    assert_eq!(result["serverInfo"]["version"], "1.2.3");
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    // Clients also send the header with their first message, or a session that is none.
    let body = message("initialize", &json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    for headers in [[("MCP-Protocol-Version", "2025-11-25")], [("Mcp-Session-Id", "stale")]] {
        assert_eq!(post(server.addr, &headers, &body).status, 200, "{headers:?}");
    }
}

#[test]
fn blocks_are_sent_as_each_revision_knows_them() {
    let server = start();
    let link = json!({ "type": "resource_link", "uri": "test://more", "name": "More", "mimeType": "text/plain", "description": "All\nof it." });
    for (date, sound, last) in [
        (
            "2024-11-05",
            "text",
            json!({ "type": "text", "text": "More: test://more (text/plain) All of it." }),
        ),
        (
            "2025-03-26",
            "audio",
            json!({ "type": "text", "text": "More: test://more (text/plain) All of it." }),
        ),
        ("2025-06-18", "audio", link.clone()),
        ("2025-11-25", "audio", link),
    ] {
        let result = Session::open(server.addr, date).call("mixed", &json!({}));
        let content = result["content"].as_array().unwrap_or_else(|| panic!("{date}: {result}"));
        assert_eq!((&content[3]["type"], content.last()), (&json!(sound), Some(&last)), "{date}");
    }
}

#[test]
fn must_09_unknown_methods_are_answered_and_ping_is_empty() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    for method in
        ["unknown/method", "prompts/list", "resources/list", "logging/setLevel", "completion/complete"]
    {
        let reply = session.request(method, &json!({}));
        assert_eq!((reply.status, reply.rpc_error()), (200, -32601), "{method}");
    }
    let reply = session.request("ping", &json!({}));
    assert_eq!((reply.status, &reply.json()["result"]), (200, &json!({})));
    assert_eq!(reply.header("content-type"), Some("application/json"));
}

#[test]
fn must_10_every_session_has_a_fresh_id_that_cannot_be_guessed() {
    let server = start();
    let ids: Vec<String> = (0..50).map(|_| Session::open(server.addr, "2025-11-25").id).collect();
    for (at, id) in ids.iter().enumerate() {
        assert!(id.len() >= 32 && id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)), "{id}");
        assert!(!ids[..at].contains(id));
    }
    // Each of 128 bits is set in some ids and not in others.
    let bits: Vec<u128> = ids.iter().map(|id| u128::from_str_radix(id, 16).unwrap()).collect();
    assert_eq!(bits.iter().fold(0, |all, id| all | id), u128::MAX);
    assert_eq!(bits.iter().fold(u128::MAX, |all, id| all & id), 0);
    for method in ["tools/list", "server/discover"] {
        assert_eq!(modern(server.addr, method, &json!({})).header("mcp-session-id"), None);
    }
}

#[test]
fn must_11_sessions_are_demanded_and_end() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let list = message("tools/list", &json!({}));
    let missing = post(server.addr, &[], &list);
    assert_eq!((missing.status, missing.rpc_error()), (400, -32600));
    let unknown = post(server.addr, &[("Mcp-Session-Id", "0123")], &list);
    assert_eq!((unknown.status, unknown.rpc_error()), (404, -32001));
    let twice = post(server.addr, &[("Mcp-Session-Id", &session.id), ("mcp-session-id", &session.id)], &list);
    assert_eq!(twice.status, 404);
    // A notification needs its session too.
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string();
    assert_eq!(post(server.addr, &[], &note).status, 400);
    assert_eq!(post(server.addr, &[("Mcp-Session-Id", "0123")], &note).status, 404);

    let own = [("Mcp-Session-Id", session.id.as_str())];
    assert_eq!(session.post(&list).status, 200);
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &[], b"").status, 400);
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &[("Mcp-Session-Id", "0123")], b"").status, 404);
    let ended = ask(server.addr, "DELETE", "/mcp", &own, b"");
    assert_eq!((ended.status, ended.text()), (204, ""));
    assert_eq!(session.post(&list).status, 404);
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &own, b"").status, 404);
}

#[test]
fn must_12_the_version_header_is_checked_when_it_is_sent() {
    let server = start();
    let session = Session::open(server.addr, "2025-06-18");
    let list = message("tools/list", &json!({}));
    let with = |version: &str| {
        post(server.addr, &[("Mcp-Session-Id", &session.id), ("MCP-Protocol-Version", version)], &list)
    };
    for version in ["2025-06-18", "2025-11-25", "2024-11-05", ""] {
        assert_eq!(with(version).status, 200, "{version}");
    }
    for version in ["1900-01-01", "2025-6-18", "x"] {
        let reply = with(version);
        assert_eq!((reply.status, reply.rpc_error()), (400, -32600), "{version}");
        assert!(reply.text().contains("2025-11-25"), "the valid ones are named: {}", reply.text());
    }
}

#[test]
fn must_13_get_is_refused_at_once() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let all: [&[(&str, &str)]; 4] = [
        &[],
        &[("Accept", "text/event-stream")],
        &[("Accept", "text/event-stream"), ("Mcp-Session-Id", &session.id)],
        &[("Accept", "text/event-stream"), ("Mcp-Session-Id", "none"), ("Last-Event-ID", "3")],
    ];
    for headers in all {
        for method in ["GET", "HEAD", "PUT", "PATCH", "OPTIONS", "TRACE"] {
            let reply = ask(server.addr, method, "/mcp", headers, b"");
            assert_eq!(
                (reply.status, reply.header("allow")),
                (405, Some("POST, DELETE")),
                "{method} {headers:?}"
            );
        }
    }
}

#[test]
fn must_16_batches_belong_to_2025_03_26() {
    let server = start();
    let session = Session::open(server.addr, "2025-03-26");
    let ping = |id: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let call = |id: Value, tool: &str| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": { "name": tool, "arguments": { "text": "hi", "a": 2 } } })
    };

    let batch = json!([ping(json!(1)), note, call(json!("b"), "add"), { "jsonrpc": "2.0", "id": 3 }, 5]);
    let reply = session.post(&batch.to_string());
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answers = reply.json().as_array().unwrap().clone();
    let of = |id: Value| answers.iter().filter(|answer| answer["id"] == id).cloned().collect::<Vec<_>>();
    assert_eq!(answers.len(), 4);
    assert_eq!(of(json!(1))[0]["result"], json!({}));
    assert!(of(json!("b"))[0].get("result").is_some());
    assert_eq!(of(json!(3))[0]["error"]["code"], -32600);
    assert_eq!(of(NONE)[0]["error"]["code"], -32600);

    let notes = session.post(&json!([note, note]).to_string());
    assert_eq!((notes.status, notes.text()), (202, ""));
    let empty = session.post("[]");
    assert_eq!((empty.status, empty.rpc_error()), (400, -32600));
    let init = json!([{ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }, ping(json!(2))]);
    let init = session.post(&init.to_string());
    assert_eq!((init.status, init.rpc_error()), (400, -32600));
    let many: Vec<Value> = (0..1000).map(|id| ping(json!(id))).collect();
    assert_eq!(session.post(&json!(many).to_string()).status, 400);

    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let reply = Session::open(server.addr, revision).post(&json!([ping(json!(1))]).to_string());
        assert_eq!((reply.status, reply.rpc_error()), (400, -32600), "{revision}");
    }
    // Without a session, and as a stateless request.
    for headers in [&[][..], &[("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "ping")]] {
        let reply = post(server.addr, headers, &json!([ping(json!(1))]).to_string());
        assert_eq!((reply.status, reply.rpc_error()), (400, -32600));
    }
}

#[test]
fn the_calls_of_a_batch_run_together() {
    let server = start();
    let session = Session::open(server.addr, "2025-03-26");
    let wait =
        |id: u32| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "wait" } });
    let mut connection = Connection::open(server.addr);
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json"),
        ("Mcp-Session-Id", session.id.as_str()),
    ];
    connection.send("POST", "/mcp", &headers, json!([wait(1), wait(2)]).to_string().as_bytes());
    server.gate.expect("started");
    server.gate.expect("started");
    server.gate.open();
    server.gate.open();
    assert_eq!(connection.reply(false).json().as_array().map(Vec::len), Some(2));
}

#[test]
fn must_17_wrong_messages_have_a_status_each() {
    let server = start_with(|config| config.body_limit = 64 << 10);
    let session = Session::open(server.addr, "2025-11-25");
    let ping = message("ping", &json!({}));
    for body in ["", "{", "nonsense", "{\"jsonrpc\":\"2.0\",", "\u{0}", "[1,"] {
        let reply = session.post(body);
        assert_eq!((reply.status, reply.rpc_error()), (400, -32700), "{body:?}");
        assert_eq!(reply.json()["id"], NONE);
    }
    for body in [
        "5",
        "\"text\"",
        "null",
        "{}",
        r#"{"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
    ] {
        let reply = session.post(body);
        assert_eq!((reply.status, reply.rpc_error()), (400, -32600), "{body:?}");
    }
    let deep = "[".repeat(100_000 / 2);
    assert_eq!(session.post(&deep).status, 400);

    let own = ("Mcp-Session-Id", session.id.as_str());
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json-seq", ""]
    {
        let reply = post(server.addr, &[own, ("Content-Type", kind)], &ping);
        assert_eq!((reply.status, reply.rpc_error()), (415, -32600), "{kind}");
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=\"UTF-8\""]
    {
        assert_eq!(post(server.addr, &[own, ("Content-Type", kind)], &ping).status, 200, "{kind}");
    }
    for accept in ["text/event-stream", "text/html", "application/json;q=0", "text/*, image/*"] {
        assert_eq!(post(server.addr, &[own, ("Accept", accept)], &ping).status, 406, "{accept}");
    }
    for accept in ["application/json", "*/*", "application/*", "", "text/html, application/json;q=0.5"] {
        assert_eq!(post(server.addr, &[own, ("Accept", accept)], &ping).status, 200, "{accept}");
    }
}

#[test]
fn must_17_large_bodies_are_refused_and_the_connection_stays_good() {
    let server = start_with(|config| config.body_limit = 1000);
    let mut connection = Connection::open(server.addr);
    let json = ("Content-Type", "application/json");
    let large = vec![b' '; 3_000_000];
    let reply = connection.exchange("POST", "/mcp", &[json], &large);
    assert_eq!((reply.status, reply.rpc_error()), (413, -32600));
    let chunked = [format!("{:x}\r\n", large.len()).as_bytes(), &large, b"\r\n0\r\n\r\n"].concat();
    let reply = connection.exchange(
        "POST",
        "/api/v1/tools/echo",
        &[json, ("Transfer-Encoding", "chunked")],
        &chunked,
    );
    assert_eq!((reply.status, reply.rest_error().as_str()), (413, "too_large"));
    // The next request on the same connection is read from its beginning.
    assert_eq!(connection.exchange("GET", "/api/v1/health", &[], b"").status, 200);
    // What is far too large is not read at all.
    connection.send("POST", "/mcp", &[json, ("Content-Length", "999999999999")], b"");
    assert_eq!(connection.reply(false).status, 413);
    assert!(connection.is_closed());
    // A body of exactly the limit is read.
    let text = "x".repeat(1000 - r#"{"text":""}"#.len());
    let body = json!({ "text": text }).to_string();
    assert_eq!(body.len(), 1000);
    assert_eq!(ask(server.addr, "POST", "/api/v1/tools/echo", &[json], body.as_bytes()).status, 200);
    assert_eq!(
        ask(server.addr, "POST", "/api/v1/tools/echo", &[json], format!("{body} ").as_bytes()).status,
        413
    );
}

#[test]
fn a_client_that_asks_before_it_sends_is_told_no_in_time() {
    let server = start_with(|config| config.body_limit = 1000);
    let mut connection = Connection::open(server.addr);
    let headers =
        [("Content-Type", "application/json"), ("Expect", "100-continue"), ("Content-Length", "2000")];
    connection.send("POST", "/mcp", &headers, b"");
    assert_eq!(connection.reply(false).status, 413);
    let mut connection = Connection::open(server.addr);
    let body = br#"{"text":"hi"}"#;
    let length = body.len().to_string();
    let headers =
        [("Content-Type", "application/json"), ("Expect", "100-continue"), ("Content-Length", &length)];
    connection.send("POST", "/api/v1/tools/echo", &headers, b"");
    assert_eq!(connection.head().status, 100);
    connection.write(body);
    assert_eq!(connection.reply(false).json()["result"]["text"], "hi");
}

#[test]
fn must_19_problems_of_tools_are_results_and_unknown_tools_are_errors() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let cases = [
        ("fail", json!({}), "it did not work\nhint: try `echo`"),
        ("panic_now", json!({}), "panic_now"),
        ("add", json!({ "a": "much" }), "a"),
        ("echo", json!({}), "text"),
        ("echo", json!({ "txet": "hi" }), "txet"),
    ];
    for (tool, arguments, said) in cases {
        let result = session.call(tool, &arguments);
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(said), "{tool} {arguments}: {text}");
    }
    assert_eq!(
        session.call("echo", &json!({ "text": "still here" }))["structuredContent"]["text"],
        "still here"
    );

    let unknown = session.request("tools/call", &json!({ "name": "ehco" }));
    assert_eq!((unknown.status, unknown.rpc_error()), (200, -32602));
    assert!(unknown.text().contains("`echo`"), "the nearest name is told: {}", unknown.text());
    for params in [json!({}), json!({ "name": 5 }), json!({ "name": "echo", "arguments": [] }), json!([])] {
        let reply = session.request("tools/call", &params);
        assert_eq!(reply.rpc_error(), -32602, "{params}");
    }
    assert_eq!(session.request("tools/list", &json!({ "cursor": "x" })).rpc_error(), -32602);
}

#[test]
fn must_20_structured_results_are_also_text() {
    let server = start();
    let session = Session::open(server.addr, "2025-06-18");
    let result = session.call("add", &json!({ "a": 2, "b": 3 }));
    assert_eq!(result["structuredContent"], json!({ "sum": 5 }));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), json!({ "sum": 5 }));
    assert_eq!(result.get("resultType"), None, "only stateless results say their type");
}

#[test]
fn must_22_a_session_cancels_its_calls_and_keeps_them_when_the_connection_is_lost() {
    let server = start();
    let session = Session::open(server.addr, "2025-11-25");
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json"),
        ("Mcp-Session-Id", session.id.as_str()),
    ];
    let wait = |id: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "wait" } })
            .to_string()
    };
    let cancel = |id: Value| {
        let note =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
        assert_eq!(session.post(&note.to_string()).status, 202);
    };

    // The connection is lost: the call goes on, and ends.
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, wait(json!(1)).as_bytes());
    server.gate.expect("started");
    connection.lose();
    server.gate.open();
    server.gate.expect("finished");
    // It is cancelled by another connection; `1` and `"1"` are different ids, and unknown ones are ignored.
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, wait(json!(1)).as_bytes());
    server.gate.expect("started");
    connection.lose();
    cancel(json!("1"));
    cancel(json!(99));
    cancel(json!(1));
    server.gate.expect("dropped");

    // A cancelled call has no answer.
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/mcp", &headers, wait(json!("a")).as_bytes());
    server.gate.expect("started");
    cancel(json!("a"));
    server.gate.expect("dropped");
    let reply = connection.reply(false);
    assert_eq!((reply.status, reply.text()), (202, ""));
    // The connection is as good as before.
    connection.send("POST", "/mcp", &headers, wait(json!(2)).as_bytes());
    server.gate.expect("started");
    server.gate.open();
    server.gate.expect("finished");
    assert_eq!(connection.reply(false).json()["result"]["content"][0]["text"], "waited");

    // The end of a session is the end of its calls, and of nobody else's.
    let other = Session::open(server.addr, "2025-11-25");
    connection.send("POST", "/mcp", &headers, wait(json!(3)).as_bytes());
    server.gate.expect("started");
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 3 } });
    assert_eq!(other.post(&note.to_string()).status, 202);
    assert_eq!(ask(server.addr, "DELETE", "/mcp", &headers[2..], b"").status, 204);
    server.gate.expect("dropped");
}

#[test]
fn must_23_a_legacy_server_sends_newer_clients_to_initialize() {
    let options = reelforge::protocol::Options { legacy_only: true, ..Default::default() };
    let server = start_as(reelforge::registry::Limits::default(), options, |_| {});
    let reply = modern(server.addr, "server/discover", &json!({}));
    assert!(matches!(reply.status, 400 | 404), "{}", reply.status);
    assert!(![-32020, -32021, -32022].contains(&reply.rpc_error()), "{}", reply.text());
    let bare = post(server.addr, &[], &message("server/discover", &json!({})));
    assert!(matches!(bare.status, 200 | 400 | 404));
    assert_eq!(bare.rpc_error(), -32601);
    assert_eq!(initialize(server.addr, "2026-07-28").json()["result"]["protocolVersion"], "2025-11-25");
}
