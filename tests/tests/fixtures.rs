//! Crates as users write them, in `fixtures/`, built and run by cargo. They are built below the target folder
//! of the workspace, with the versions of its lock file, so that nothing is fetched.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `cargo run` of a fixture, with `arguments` for cargo.
fn cargo_run(fixture: &str, arguments: &[&str], input: &str) -> Output {
    // The lock file of one must not change under another; cargo builds one after another anyway.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = root().join("fixtures").join(fixture);
    std::fs::copy(root().join("../Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file is copied");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("../target"), PathBuf::from);
    let mut child = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--offline", "--color", "never"])
        .args(arguments)
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", target.join("fixtures"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let written = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("cargo ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{fixture} {arguments:?}: {errors}");
    written.expect("the program reads its input");
    output
}

/// The answers of a fixture that serves MCP over stdio, by the id of the request.
fn speak(fixture: &str, requests: &[(&str, Value)]) -> Vec<Value> {
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "0" },
    });
    let message = |id: usize, method: &str, params: &Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let mut lines = vec![
        message(0, "initialize", &hello),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
    ];
    lines.extend(requests.iter().zip(1..).map(|((method, params), id)| message(id, method, params)));
    let output = cargo_run(fixture, &[], &(lines.join("\n") + "\n"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("--> src/"), "the compiler has something to say about it: {said}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON alone on stdout")).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers.len(), requests.len() + 1, "{text}");
    answers
}

fn call(tool: &str, arguments: &Value) -> (&'static str, Value) {
    ("tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// The tools `add` and `hello` of a fixture answer, and nothing else is there.
fn adds_and_greets(fixture: &str) -> Vec<Value> {
    let answers = speak(
        fixture,
        &[("tools/list", json!({})), call("add", &json!({ "a": 1 })), call("hello", &json!({}))],
    );
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], fixture);
    assert_eq!(answers[0]["result"]["serverInfo"]["version"], "1.2.3");
    let tools = answers[1]["result"]["tools"].as_array().expect("tools");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["add", "hello"]);
    let text = answers[2]["result"]["content"][0]["text"].as_str().expect("text");
    assert!(text.contains('2'), "{text}");
    assert_eq!(answers[3]["result"]["content"][0]["text"], "Hello, you!");
    answers
}

#[test]
fn a_crate_needs_nothing_but_reelforge() {
    let answers = adds_and_greets("only-reelforge");
    assert_eq!(answers[1]["result"]["tools"][0]["inputSchema"]["properties"]["b"]["default"], 1);
    assert_eq!(answers[2]["result"]["structuredContent"], json!({ "sum": 2 }));
}

#[test]
fn the_dependency_may_be_renamed() {
    adds_and_greets("renamed");
}

#[test]
fn a_strict_crate_of_an_older_edition_compiles_without_a_warning() {
    adds_and_greets("strict");
}

/// What a program of the workspace `link` prints.
fn linked(program: &str, profile: &str) -> Vec<String> {
    let output = cargo_run("link", &["--bin", program, "--profile", profile], "");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn crates_that_are_named_are_linked_in_every_profile() {
    for profile in ["dev", "release", "thin", "fat"] {
        assert_eq!(linked("both", profile), ["a_inner", "a_root", "b_inner", "b_root"], "{profile}");
    }
}

#[test]
fn a_crate_that_is_not_named_is_left_out() {
    assert_eq!(linked("one", "dev"), ["a_inner", "a_root"]);
}

#[test]
fn a_program_without_tools_says_how_to_link_them() {
    let said = linked("unnamed", "dev").join("\n");
    assert!(said.contains("no tools") && said.contains("reelforge::link!("), "{said}");
}
