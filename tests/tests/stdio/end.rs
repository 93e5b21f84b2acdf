//! How the process ends, and what is left of its calls.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reelforge_tests::stdio::Server;
use serde_json::{Value, json};

use super::{PROGRAM, start};

/// Waits until the file has that content.
#[track_caller]
pub(crate) fn wait_for(file: &Path, content: &str) {
    let begin = Instant::now();
    while std::fs::read_to_string(file).ok().as_deref() != Some(content) {
        assert!(begin.elapsed() < Duration::from_secs(40), "{} never said {content}", file.display());
        std::thread::yield_now();
    }
}

#[test]
fn without_input_the_process_ends_at_once() {
    let status = Command::new(PROGRAM).arg("mcp").stdin(Stdio::null()).output().unwrap();
    assert_eq!(status.status.code(), Some(0));
    assert_eq!(status.stdout, b"");
}

#[test]
fn no_task_and_no_call_keeps_the_process_alive() {
    let mut server = start();
    server.call(&json!("tasks"), "leave_tasks", json!({}));
    server.answer(&json!("tasks"));
    for (id, tool) in [(1, "wait"), (2, "block"), (3, "block")] {
        server.call_with_progress(&json!(id), tool, json!({}));
        server.progress(&json!(id));
    }
    let ended = server.end();
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    assert_eq!(ended.rest, [Value::Null; 0]);
}

#[test]
fn answers_that_wait_for_the_client_at_the_end_of_input_all_arrive() {
    const CALLS: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let (mut server, output) = Server::unread(Command::new(PROGRAM).arg("mcp"));
    for id in 0..CALLS {
        server.call(&json!(id), "large", json!({ "size": 64 << 10, "count": count }));
    }
    wait_for(&count, &".".repeat(CALLS));
    server.close_input();
    server.read(output);
    let ended = server.wait();
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.rest.len(), CALLS);
}

#[test]
fn a_last_line_without_its_end_is_served() {
    let mut server = Server::run(Command::new("sh").args([
        "-c",
        r#"printf '{"jsonrpc":"2.0","id":1,"method":"ping"}' | "$0" mcp"#,
        PROGRAM,
    ]));
    assert_eq!(server.next_message()["id"], 1);
    assert_eq!(server.wait().code, Some(0));
}

#[test]
fn a_call_is_dropped_on_timeout_and_at_the_end_of_input() {
    let folder = tempfile::tempdir().unwrap();
    let [timeout, end] = ["timeout", "end"].map(|name| folder.path().join(name));
    let mut server = start();
    server.call(&json!(1), "wait_briefly", json!({ "file": timeout }));
    let result = server.answer(&json!(1))["result"].clone();
    assert_eq!(result["isError"], true);
    assert!(result["content"][0]["text"].as_str().unwrap().contains("`wait_briefly`"), "{result}");
    assert_eq!(std::fs::read_to_string(&timeout).unwrap(), "dropped");
    server.call_with_progress(&json!(2), "wait", json!({ "file": end }));
    server.progress(&json!(2));
    assert_eq!(server.end().code, Some(0));
    assert_eq!(std::fs::read_to_string(&end).unwrap(), "dropped", "before the process has ended");
}

#[test]
fn a_call_ends_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let mut server = start();
    server.call_with_progress(&json!(1), "wait_with_child", json!({ "file": file }));
    server.progress(&json!(1));
    let child = std::fs::read_to_string(&file).unwrap();
    assert_eq!(server.end().code, Some(0));
    let alive = Command::new("kill").args(["-0", &child]).stderr(Stdio::null()).status().unwrap().success();
    assert!(!alive, "the child {child} outlives the server");
}

#[test]
fn a_shielded_section_finishes_at_the_end_of_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shielded");
    let mut server = start();
    server.call_with_progress(&json!(1), "shielded", json!({ "file": file }));
    server.progress(&json!(1));
    server.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 },
    }));
    assert_eq!(server.end().code, Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "finished");
}

#[test]
fn a_closed_output_ends_the_process_while_its_input_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("closed");
    let (mut server, output) = Server::unread(Command::new(PROGRAM).arg("mcp"));
    server.call(&json!(1), "wait", json!({ "file": file }));
    drop(output);
    assert_eq!(server.wait_with_open_input(), Some(0));
}

#[test]
fn a_signal_ends_the_process_and_its_calls() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT"] {
        let file = folder.path().join(signal);
        let mut server = start();
        server.call_with_progress(&json!(1), "wait", json!({ "file": file }));
        server.progress(&json!(1));
        let pid = server.pid().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        assert_eq!(server.wait_with_open_input(), Some(0), "{signal}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "dropped", "{signal}");
    }
}
