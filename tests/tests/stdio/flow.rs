//! Many calls at once, and clients that are slow.

use std::io::{BufRead, BufReader};
use std::process::Command;

use reelforge_tests::stdio::{Server, legacy, request};
use serde_json::{Value, json};

use super::{PROGRAM, start};

#[test]
fn two_hundred_large_answers_all_arrive() {
    let mut server = start();
    for id in 0..200 {
        server.call(&json!(id), "large", json!({ "size": (64 << 10) + id }));
    }
    for id in 0..200 {
        let answer = server.answer(&json!(id));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.len(), (64 << 10) + id);
    }
    server.is_silent();
}

#[test]
fn the_first_message_may_be_a_call_that_reports_progress() {
    let mut server = start();
    server.call_with_progress(&json!("first"), "steps", json!({}));
    assert_eq!(server.next_message()["params"]["progress"], 1);
    assert_eq!(server.next_message()["params"]["progress"], 2);
    assert_eq!(server.next_message()["id"], "first");
}

#[test]
fn a_cancel_overtakes_the_call_and_everything_behind_it_is_served() {
    let mut server = start();
    server.call_with_progress(&json!(1), "wait", json!({}));
    server.progress(&json!(1));
    server.call(&json!(2), "echo", json!({ "text": "past it" }));
    assert_eq!(server.next_message()["id"], 2);
    server.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 },
    }));
    server.is_silent();
    assert_eq!(server.end().rest, [Value::Null; 0]);
}

#[test]
fn calls_of_one_batch_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("opened");
    let mut server = start();
    server.initialize("2025-03-26");
    let call = |id: i64, name: &str| {
        legacy(&json!(id), "tools/call", json!({ "name": name, "arguments": { "file": file } }))
    };
    // The first waits for what the second does.
    server.send(&json!([call(1, "wait_for_file"), call(2, "make_file")]));
    let answers = server.next_message();
    assert_eq!(answers.as_array().map(Vec::len), Some(2), "{answers}");
}

#[test]
fn an_async_tool_that_blocks_holds_up_others_twice_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start();
    let until = |name: &str| folder.path().join(name);
    // One long start may be chance; two show that the tool blocks.
    for id in [0, 1] {
        let file = until(&id.to_string());
        server.call_with_progress(&json!(id), "block_async", json!({ "until": file }));
        server.progress(&json!(id));
        std::fs::write(file, "").unwrap();
        server.answer(&json!(id));
    }
    // From then on it blocks nobody else: what comes behind it is answered while it still blocks.
    for id in [2, 3] {
        let file = until(&id.to_string());
        server.call_with_progress(&json!(id), "block_async", json!({ "until": file }));
        server.progress(&json!(id));
        server.is_silent();
        server.call(&json!("echo"), "echo", json!({ "text": "past it" }));
        server.answer(&json!("echo"));
        assert!(!file.exists());
        std::fs::write(file, "").unwrap();
        server.answer(&json!(id));
    }
}

#[test]
fn a_client_that_reads_late_loses_nothing() {
    const CALLS: usize = 400;
    let (mut server, output) = Server::unread(Command::new(PROGRAM).arg("mcp"));
    // More than the pipe and the server's own patience hold: the server stops reading, so the requests are written
    // by another thread.
    let mut requests = Vec::new();
    for id in 0..CALLS {
        let call = json!({ "name": "large", "arguments": { "size": 64 << 10 } });
        requests.extend_from_slice(request(&json!(id), "tools/call", call).to_string().as_bytes());
        requests.push(b'\n');
    }
    let writer = std::thread::spawn(move || {
        server.send_bytes(&requests);
        server
    });
    let mut answers = BufReader::new(output).lines();
    let mut ids: Vec<u64> = Vec::new();
    while ids.len() < CALLS {
        let line = answers.next().expect("the output stays open").unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["result"]["content"][0]["text"].as_str().map(str::len), Some(64 << 10));
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert!(ids.iter().copied().eq(0..CALLS as u64), "each call is answered once");
    assert_eq!(writer.join().unwrap().end().code, Some(0));
}

#[test]
fn a_client_that_waits_for_nothing_is_refused_before_it_fills_the_memory() {
    let mut server = start();
    // What the calls hold until they end: a megabyte each.
    let marked =
        request(&json!("ID"), "tools/call", json!({ "name": "wait", "arguments": { "file": "FILE" } }));
    let marked = marked.to_string().replace("FILE", &"x".repeat(1 << 20));
    let call = |server: &mut Server, id: &Value| {
        server.send_bytes(marked.replacen("\"ID\"", &id.to_string(), 1).as_bytes());
    };
    let calls = 70;
    for id in 0..calls {
        call(&mut server, &json!(id));
    }
    call(&mut server, &json!("last"));
    let refused = server.answer(&json!("last"));
    assert_eq!(refused["result"]["isError"], true);
    assert!(
        refused["result"]["content"][0]["text"].as_str().unwrap().contains("too many calls"),
        "{refused}"
    );
    // Small messages are still served, and a call that ends makes room.
    server.call(&json!("small"), "echo", json!({ "text": "small" }));
    server.answer(&json!("small"));
    for id in 0..calls {
        server.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        }));
    }
    // Until a cancelled call is dropped, its room is taken.
    for attempt in 0.. {
        let id = json!(format!("attempt {attempt}"));
        call(&mut server, &id);
        server.call(&json!("behind"), "echo", json!({ "text": "behind" }));
        server.answer(&json!("behind"));
        if !server.has_answered(&id) {
            break;
        }
    }
}
