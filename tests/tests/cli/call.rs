//! `call`: one tool, with flags that come from its schema.

use std::process::Command;

use reelforge_tests::stdio::Server;
use serde_json::json;

use super::{PROGRAM, run, run_with};

#[test]
fn flags_become_arguments_of_the_right_type() {
    for (line, expected) in [
        (&["--title-text", "5", "--count", "3"][..], json!({ "title_text": "5", "count": "3" })),
        (&["--title_text=a b"], json!({ "title_text": "a b" })),
        (&["--title-text=-x", "--ratio", "-2.5"], json!({ "title_text": "-x", "ratio": "-2.5" })),
        (&["--loud"], json!({ "loud": "true" })),
        (&["--loud=false", "--count=7"], json!({ "loud": "false", "count": "7" })),
        (&["--tags", "a", "--tags", "b,c"], json!({ "tags": "a+b,c" })),
        (&["--tags", r#"["a","b"]"#], json!({ "tags": "a+b" })),
        (&["--tags", "only"], json!({ "tags": "only" })),
        (&["--times", "1", "--times", "-2.5"], json!({ "times": "[1.0, -2.5]" })),
        (&["--extra", r#"{"a":1}"#], json!({ "extra": r#"{"a": 1}"# })),
        (&["--json", r#"{"count":3,"tags":["x"]}"#], json!({ "count": "3", "tags": "x" })),
        // The tool's own argument, not the flag of `call`.
        (&["--output", "out.txt"], json!({ "output": "out.txt" })),
        (&[], json!({})),
    ] {
        let done = run(&[&["call", "everything"], line].concat());
        assert_eq!(done.code, Some(0), "{line:?}: {}", done.err);
        assert_eq!(done.json(), expected, "{line:?}");
    }
}

#[test]
fn arguments_may_come_from_standard_input() {
    let done = run_with(Command::new(PROGRAM).args(["call", "add", "--json", "-"]), r#"{"a":2,"b":3}"#);
    assert_eq!(done.json(), json!({ "sum": 5 }));
    let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(4000));
    let line = ["call", "--message-size", "1KiB", "echo", "--json", "-"];
    let done = run_with(Command::new(PROGRAM).args(line), &long);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("--message-size"), "{}", done.err);
}

#[test]
fn a_wrong_line_ends_with_2_and_names_what_was_meant() {
    for (line, said) in [
        (&["call"][..], "everything"),
        (&["call", "ad"], "unknown tool `ad`; did you mean `add`?"),
        (&["call", "add", "--aa", "1"], "--a"),
        (&["call", "add", "--a"], "--a <INTEGER>"),
        (&["call", "add", "--a", "1", "--a", "2"], "multiple"),
        (&["call", "add", "--a", "1", "--json", "{}"], "not both"),
        (&["call", "add", "--json", "[]"], "one JSON object"),
        (&["call", "add", "--json", "{"], "one JSON object"),
        (&["call", "everything", "--extra", "{a:1}"], "extra: expected JSON: key must be a string"),
        (&["call", "--toolsets", "text", "add", "--a", "1"], "unknown tool `add`"),
        (&["call", "--read-only", "fail"], "unknown tool `fail`"),
    ] {
        let done = run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line:?}");
        assert!(done.err.contains(said), "{line:?}: expected {said} in: {}", done.err);
    }
}

#[test]
fn wrong_arguments_are_told_in_the_words_of_every_other_way_in() {
    let mut server = Server::start(PROGRAM, &[]);
    for (line, tool, arguments) in [
        (&["call", "add"][..], "add", json!({})),
        (&["call", "add", "--a", "x", "--b", "1.5"], "add", json!({ "a": "x", "b": 1.5 })),
        (&["call", "everything", "--count", "300"], "everything", json!({ "count": 300 })),
        (&["call", "add", "--json", r#"{"a":1,"bb":2}"#], "add", json!({ "a": 1, "bb": 2 })),
    ] {
        let done = run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(1), ""), "{line:?}");
        server.call(&json!(1), tool, arguments);
        let answer = server.answer(&json!(1));
        assert_eq!(done.err.trim_end(), answer["result"]["content"][0]["text"], "{line:?}");
    }
}

#[test]
fn a_problem_of_the_tool_ends_with_1() {
    let done = run(&["call", "fail"]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert_eq!(done.err, "it went wrong\nhint: try another\n");
    let done = run(&["call", "fail", "--output", "json"]);
    assert_eq!(done.code, Some(1));
    assert_eq!(
        done.json(),
        json!({ "ok": false, "error": { "code": "no_luck", "message": "it went wrong", "hint": "try another" } })
    );
    let done = run(&["call", "explode"]);
    assert_eq!(done.code, Some(1));
    let done = run(&["call", "--call-time", "50ms", "wait"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("`wait` was stopped after 0.05 s"), "{}", done.err);
}

#[test]
fn results_are_printed_as_text_or_as_json() {
    let done = run(&["call", "echo", "--text", "as it is"]);
    assert_eq!(done.out, "as it is\n");
    for line in [
        &["call", "--output", "json", "echo", "--text", "x"][..],
        &["call", "echo", "--text", "x", "--output", "json"],
    ] {
        assert_eq!(run(line).json(), json!({ "ok": true, "result": null, "text": "x" }));
    }
    let done = run(&["call", "add", "--a", "1", "--output=json"]);
    assert_eq!(done.json(), json!({ "ok": true, "result": { "sum": 2 }, "text": "" }));
}

#[test]
fn pictures_are_described_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let images = folder.path().join("new/folder");
    let path = images.to_str().unwrap();
    let done = run(&["call", "picture"]);
    assert!(done.out.contains("image/png, 1 bytes"), "{}", done.out);
    let done = run(&["call", "picture", "--images", path]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.out.contains(path), "{}", done.out);
    assert_eq!(std::fs::read(images.join("picture-2.png")).unwrap(), [7]);
    let image = &run(&["call", "picture", "--output", "json"]).json()["images"][0];
    assert_eq!(*image, json!({ "mime_type": "image/png", "data": "Bw==" }));
}

#[test]
fn what_a_tool_prints_is_no_part_of_the_result() {
    let done = run(&["call", "print_everywhere"]);
    assert_eq!(done.out, "printed\n");
    assert!(done.err.contains("from a child"), "{}", done.err);
}

#[test]
fn the_help_of_a_tool_comes_from_its_schema() {
    let done = run(&["call", "add", "--help"]);
    assert_eq!(done.code, Some(0));
    for words in
        ["They may be negative.", "--a <INTEGER>", "The first addend.", "required", "default: 1", "--json"]
    {
        assert!(done.out.contains(words), "expected {words} in: {}", done.out);
    }
}

#[test]
fn a_call_that_is_interrupted_drops_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let child = folder.path().join("child");
    let line = ["call", "wait_with_child", "--file", child.to_str().unwrap()];
    let mut call = Command::new(PROGRAM).args(line).spawn().unwrap();
    while std::fs::read_to_string(&child).unwrap_or_default().is_empty() {
        assert!(call.try_wait().unwrap().is_none(), "the call has ended");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-s", "INT", &call.id().to_string()]).status().unwrap().success());
    assert_eq!(call.wait().unwrap().code(), Some(130));
    let child = std::fs::read_to_string(&child).unwrap();
    assert!(!Command::new("kill").args(["-0", &child]).status().unwrap().success(), "{child} is alive");
}
