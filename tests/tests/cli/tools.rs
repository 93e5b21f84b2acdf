//! `tools`: the list in every form, and the contract.

use std::process::Command;

use reelforge_tests::stdio::{Server, request};
use serde_json::{Value, json};

use super::{PROGRAM, run, run_with};

fn names(list: &Value) -> Vec<&str> {
    list["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[test]
fn the_same_tools_are_listed_here_and_served_there() {
    for (line, environment) in [
        (&[][..], &[][..]),
        (&["--toolsets", "math"], &[]),
        (&["--toolsets", "math,text", "--read-only"], &[]),
        (&["--read-only"], &[]),
        (&["--toolsets", "all"], &[]),
        (&[], &[("REELFORGE_TOOLSETS", "math,text"), ("REELFORGE_READ_ONLY", "1")]),
        (&["--toolsets", "math"], &[("REELFORGE_TOOLSETS", "text"), ("REELFORGE_READ_ONLY", "false")]),
    ] {
        let listed = Command::new(PROGRAM)
            .args(["tools", "--format", "json"])
            .args(line)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        let mut server =
            Server::run(Command::new(PROGRAM).arg("mcp").args(line).envs(environment.iter().copied()));
        let answer = server.ask(&request(&json!(1), "tools/list", json!({})));
        let offered = &answer["result"];
        assert_eq!(names(&listed), names(offered), "{line:?} {environment:?}");
        assert!(!names(&listed).is_empty());
        // What is hidden cannot be called.
        let hidden = run_with(
            Command::new(PROGRAM).args(["call"]).args(line).arg("fail").envs(environment.iter().copied()),
            "",
        );
        server.call(&json!(2), "fail", json!({}));
        let answer = server.answer(&json!(2));
        assert_eq!(hidden.code == Some(1), names(offered).contains(&"fail"), "{hidden:?}");
        assert_eq!(answer.get("error").is_none(), names(offered).contains(&"fail"), "{answer}");
    }
}

#[test]
fn the_table_has_a_line_for_each_tool() {
    let table = run(&["tools"]).out;
    let list = run(&["tools", "--format", "json"]).json();
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('(')).collect();
    assert_eq!(lines.len(), names(&list).len());
    assert!(
        lines[0].starts_with("add*") && lines[0].contains("math") && lines[0].ends_with("Adds two numbers.")
    );
}

#[test]
fn the_forms_for_openai_say_whether_they_are_strict() {
    let chat = run(&["tools", "--format", "openai", "--toolsets", "math"]).json();
    assert_eq!(chat["tools"][0]["type"], "function");
    assert_eq!(chat["tools"][0]["function"]["name"], "add");
    assert_eq!(chat["tools"][0]["function"]["strict"], false);
    let responses = run(&["tools", "--format", "openai-responses", "--strict", "--toolsets", "math"]).json();
    assert_eq!(responses["tools"][0]["name"], "add");
    assert_eq!(responses["tools"][0]["strict"], true);
    assert_eq!(responses["tools"][0]["parameters"]["required"], json!(["a", "b"]));
}

#[test]
fn the_openapi_document_has_an_operation_for_each_tool() {
    let document = run(&["tools", "--format", "openapi"]).json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["paths"]["/api/v1/tools/add"]["post"]["operationId"], "add");
}

#[test]
fn a_contract_is_kept_broken_or_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tools.lock.json");
    let at = |command: &str| {
        run_with(Command::new(PROGRAM).args(["tools", command]).current_dir(folder.path()), "")
    };
    let done = at("check");
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("tools.lock.json") && done.err.contains("tools lock"), "{}", done.err);

    assert_eq!(at("lock").code, Some(0));
    let locked = std::fs::read_to_string(&file).unwrap();
    let done = at("check");
    assert_eq!((done.code, done.out.as_str()), (Some(0), "the tools keep the contract\n"));
    assert_eq!(at("lock").code, Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), locked, "the same tools give the same file");

    let mut contract: Value = serde_json::from_str(&locked).unwrap();
    let write = |contract: &Value| std::fs::write(&file, contract.to_string()).unwrap();
    contract["tools"]["add"]["arguments"]["properties"].as_object_mut().unwrap().remove("b");
    write(&contract);
    let done = at("check");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.out.contains("`tools lock`"), "{}", done.out);

    contract["tools"]["add"]["arguments"]["properties"]["c"] = json!({ "type": "string" });
    contract["tools"]["echoes"] = contract["tools"]["echo"].clone();
    contract["tools"].as_object_mut().unwrap().remove("echo");
    write(&contract);
    let done = at("check");
    assert_eq!(done.code, Some(1));
    assert_eq!(
        done.err,
        "add: arguments.c: was removed\nechoes: the tool was removed, or renamed to `echo`\n"
    );

    std::fs::write(&file, "not json").unwrap();
    assert!(at("check").err.contains("expected a contract in JSON"));
}
