//! Input that nobody should send, and tools that nobody should write.

use reelforge_tests::stdio::{Server, request};
use serde_json::{Value, json};

use super::{PROGRAM, start};

#[test]
fn what_tools_print_goes_to_standard_error() {
    let mut server = start();
    server.call(&json!(1), "print_everywhere", json!({}));
    assert_eq!(server.next_message()["result"]["content"][0]["text"], "printed");
    let ended = server.end();
    for text in ["from println", "from a raw write", "from a child"] {
        assert!(ended.errors.contains(text), "{text} is missing in: {}", ended.errors);
    }
}

#[test]
fn a_child_of_a_tool_does_not_read_the_messages() {
    let mut server = start();
    server.call(&json!(1), "read_stdin", json!({}));
    server.call(&json!(2), "echo", json!({ "text": "not for the child" }));
    assert_eq!(server.answer(&json!(1))["result"]["content"][0]["text"], "");
    assert_eq!(server.answer(&json!(2))["result"]["content"][0]["text"], "not for the child");
}

#[test]
fn a_line_over_the_limit_is_refused_and_the_next_is_served() {
    let mut server = Server::start(PROGRAM, &["--message-size", "64KiB"]);
    let long = |size: usize| request(&json!(1), "tools/call", json!({ "name": "x".repeat(size) }));
    for size in [64 << 10, 1 << 20, 20 << 20] {
        server.send(&long(size));
        let answer = server.next_message();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &Value::Null));
        assert!(answer["error"]["message"].as_str().unwrap().contains("65536"), "{answer}");
        server.is_silent();
    }
    server.call(&json!(2), "echo", json!({ "text": "y".repeat(60 << 10) }));
    assert_eq!(server.next_message()["result"]["content"][0]["text"].as_str().map(str::len), Some(60 << 10));
}

#[test]
fn lines_that_are_no_messages_are_refused_one_by_one() {
    let mut server = start();
    let parse_errors: [&[u8]; 8] = [
        b"\xff\xfe\x00",
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"#,
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xffing\"}",
        b"\0",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\0\"method\":\"ping\"}",
        br#"{"jsonrpc":"2.0","id":1,"method":"ping"}{}"#,
        br#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
        b"[{]",
    ];
    for line in parse_errors {
        server.send_bytes(line);
        let answer = server.next_message();
        assert_eq!(answer["error"]["code"], -32700, "{}", String::from_utf8_lossy(line));
    }
    let invalid: [&[u8]; 8] = [
        b"1",
        b"null",
        br#""ping""#,
        b"{}",
        br#"{"id":1,"method":"ping"}"#,
        br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
    ];
    for line in invalid {
        server.send_bytes(line);
        let answer = server.next_message();
        assert_eq!(answer["error"]["code"], -32600, "{}: {answer}", String::from_utf8_lossy(line));
    }
    for line in [&b""[..], b"   ", b"\t\r"] {
        server.send_bytes(line);
    }
    server.send_bytes(b"\r\n {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} \r");
    assert_eq!(server.next_message()["result"], json!({}));
    server.is_silent();
}

#[test]
fn json_that_is_too_deep_is_refused_wherever_it_stands() {
    let mut server = start();
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    for depth in [129, 100_000] {
        let deep = deep(depth);
        let arguments = format!(r#"{{"name":"echo","arguments":{{"text":{deep}}},{meta}}}"#);
        server.send_bytes(
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{arguments}}}"#).as_bytes(),
        );
        let answer = server.next_message();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&json!(1), &json!(-32602)),
            "{depth}: {answer}"
        );
        server.send_bytes(
            format!(r#"{{"jsonrpc":"2.0","id":2,"method":"ping","params":{{"x":{deep}}}}}"#).as_bytes(),
        );
        assert_eq!(server.next_message()["id"], 2);
        server.send_bytes(deep.as_bytes());
        assert_eq!(server.next_message()["error"]["code"], -32600);
        server.send_bytes(format!(r#"{{"jsonrpc":"2.0","id":{deep},"method":"ping"}}"#).as_bytes());
        assert_eq!(server.next_message()["error"]["code"], -32600);
    }
    server.is_silent();
}

#[test]
fn a_panic_is_a_problem_of_one_call() {
    let mut server = start();
    for id in 0..3 {
        server.call(&json!(id), "explode", json!({}));
        let result = &server.answer(&json!(id))["result"];
        assert_eq!(result["isError"], true);
        server.call(&json!("next"), "echo", json!({ "text": "still here" }));
        assert_eq!(server.answer(&json!("next"))["result"]["content"][0]["text"], "still here");
    }
    for tool in ["explode_when_dropped", "explode_on_a_thread"] {
        server.call(&json!(tool), tool, json!({}));
        assert_eq!(server.answer(&json!(tool))["result"]["isError"], true, "{tool}");
    }
    server.is_silent();
}
