//! E1.1 to E1.17: one connection, over streams in memory.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, json};

use super::scripted::{HANG_UP, Server, error, result, said};
use super::{Heard, arguments, call, connection, happens, names, options, text, tool, until};
use crate::client::{Connection, Options, Risk, names as naming};
use crate::registry::Source;

#[tokio::test]
async fn e1_1_nothing_connects_before_it_is_needed_and_later_needs_reuse_the_connection() {
    let server = Server::new();
    let connection = connection(server.recipe());
    assert_eq!(connection.label(), "fixture");
    assert_eq!((server.connects(), connection.is_connected()), (0, false));
    for _ in 0..3 {
        assert_eq!(names(&connection).await, ["echo", "fail"]);
        call(&connection, "echo").await.unwrap();
    }
    assert_eq!((server.connects(), connection.connects()), (1, 1));
    assert_eq!(server.seen("server/discover").len(), 1, "a warm call does no handshake");
}

#[tokio::test]
async fn needs_at_the_same_time_share_one_attempt() {
    let server = Server::new();
    let connection = connection(server.recipe());
    let calls = (0..20).map(|_| {
        let connection = connection.clone();
        tokio::spawn(async move { call(&connection, "echo").await.unwrap() })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    assert_eq!(server.connects(), 1);
}

#[tokio::test]
async fn e1_2_declarations_keep_name_description_and_schema_in_the_order_of_the_server() {
    let server = Server::new();
    let schema = json!({ "type": "object", "properties": { "z": { "$ref": "#/$defs/z" } }, "x-own": [1] });
    let tools = ["zebra", "apple", "mango", "banana"]
        .map(|name| json!({ "name": name, "description": format!("About {name}."), "inputSchema": schema }));
    server.set_tools(tools.to_vec());
    let listing = connection(server.recipe()).list().await.unwrap();
    assert!(listing.refused.is_empty());
    let found: Vec<_> = listing.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(found, ["zebra", "apple", "mango", "banana"]);
    for tool in &listing.tools {
        assert_eq!(tool.description, Some(format!("About {}.", tool.name)));
        assert_eq!(json!(tool.input_schema), schema);
    }
}

#[tokio::test]
async fn e1_3_hints_become_a_risk_and_whether_somebody_is_asked() {
    let server = Server::new();
    let with = |name: &str, hints| {
        let mut tool = tool(name);
        tool["annotations"] = hints;
        tool
    };
    server.set_tools(vec![
        with("read", json!({ "readOnlyHint": true })),
        with("wipe", json!({ "destructiveHint": true })),
        tool("plain"),
    ]);
    let tools = connection(server.recipe()).list().await.unwrap().tools;
    let risks: Vec<_> = tools.iter().map(|tool| Risk::of(&tool.hints)).collect();
    assert_eq!(risks, [Risk::Low, Risk::High, Risk::Medium]);
    assert_eq!(risks.iter().map(|risk| risk.needs_approval()).collect::<Vec<_>>(), [false, true, false]);
}

#[tokio::test]
async fn e1_4_calls_use_the_servers_own_name_whatever_a_model_sees() {
    let server = Server::new();
    server.set_tools(vec![tool("files.read")]);
    let connection = connection(server.recipe());
    let listed = names(&connection).await;
    let named = naming::bind("fx_", listed.iter().map(String::as_str), |_| false);
    assert_eq!(named[0].name, "fx_files_read");
    assert_eq!(named[0].renamed, Some(naming::Renamed::Cleaned));
    call(&connection, &named[0].original).await.unwrap();
    assert_eq!(server.seen("tools/call")[0]["params"]["name"], "files.read");
}

#[tokio::test]
async fn e1_5_results_errors_of_tools_and_unknown_tools_reach_the_caller() {
    let server = Server::new();
    let connection = connection(server.recipe());
    names(&connection).await;
    let output = connection.call_tool("echo", arguments(json!({ "a": 1 }))).await.unwrap();
    assert_eq!(text(&output), r#"echo {"a":1}"#);
    assert_eq!(
        text(&call(&connection, "echo").await.unwrap()),
        "echo {}",
        "no arguments are an empty object"
    );
    let failed = call(&connection, "fail").await.unwrap_err();
    assert_eq!((failed.code(), failed.message()), ("tool_failed", "fail {}"));
    server.set_tools(vec![]);
    let gone = call(&connection, "echo").await.unwrap_err();
    assert_eq!(gone.code(), "tool_failed");
    assert!(gone.message().contains("Unknown tool: echo"), "{}", gone.message());
    assert_eq!(gone.get_data().unwrap()["json_rpc_code"], -32602);
}

#[tokio::test]
async fn e1_6_an_image_and_a_link_keep_their_kind_and_order() {
    let server = Server::new();
    server.script(|message, lines| {
        if message["method"] != "tools/call" {
            return false;
        }
        let content = json!([
            { "type": "image", "data": "AQID", "mimeType": "image/png" },
            { "type": "resource_link", "uri": "file:///a", "name": "a file" },
        ]);
        result(lines, message, json!({ "content": content }));
        true
    });
    let output = call(&connection(server.recipe()), "echo").await.unwrap();
    insta::assert_snapshot!(text(&output), @r#"
    Image(Image { data: [1, 2, 3], mime_type: "image/png" })
    Link(Link { uri: "file:///a", name: "a file", mime_type: None, description: None })
    "#);
}

#[tokio::test]
async fn e1_7_a_dead_server_fails_the_call_and_is_connected_to_again_when_it_is_back() {
    let server = Server::new();
    let connection = connection(server.recipe());
    names(&connection).await;
    server.set_reachable(false);
    server.cut();
    happens("the loss is seen", connection.loss()).await;
    let error = call(&connection, "echo").await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.message().contains("nobody is there") && error.message().contains("fixture"), "{error}");
    assert_eq!(server.connects(), 1);
    server.set_reachable(true);
    assert_eq!(names(&connection).await, ["echo", "fail"]);
    assert_eq!(server.connects(), 2);
}

#[tokio::test]
async fn e1_8_a_dropped_connection_is_made_again_for_the_next_call_unnoticed() {
    let server = Server::new();
    let connection = connection(server.recipe());
    names(&connection).await;
    server.cut();
    happens("the loss is seen", connection.loss()).await;
    call(&connection, "echo").await.unwrap();
    assert_eq!(server.connects(), 2);
}

#[tokio::test]
async fn a_call_under_way_when_the_connection_drops_fails_and_is_not_repeated() {
    let server = Server::new();
    server.script(|message, lines| {
        let called = message["method"] == "tools/call";
        if called {
            let _ = lines.send(HANG_UP.to_vec());
        }
        called
    });
    let connection = connection(server.recipe());
    let error = call(&connection, "echo").await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.get_hint().unwrap().contains("the next call connects again"), "{error:?}");
    assert_eq!((server.seen("tools/call").len(), server.connects()), (1, 1));
}

#[tokio::test]
async fn e1_9_a_tool_that_is_added_is_announced_and_in_the_next_list() {
    for server in [Server::new(), Server::legacy()] {
        let connection = connection(server.recipe());
        assert_eq!(names(&connection).await, ["echo", "fail"]);
        let changes = connection.changes();
        assert!(!changes.has_changed().unwrap());
        server.set_tools(vec![tool("echo"), tool("fail"), tool("late")]);
        server.say(&json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" }));
        until("the change is heard", changes, |count| *count == 1).await;
        assert_eq!(server.seen("tools/list").len(), 1, "nothing is listed before somebody asks");
        assert_eq!(names(&connection).await, ["echo", "fail", "late"]);
        // A modern server says so only to who asked for it.
        let modern = connection.revision().as_deref() == Some("2026-07-28");
        let asked = server.seen("subscriptions/listen");
        assert_eq!(asked.len(), usize::from(modern));
        for asked in asked {
            assert_eq!(asked["params"]["notifications"], json!({ "toolsListChanged": true }));
        }
    }
}

#[tokio::test]
async fn e1_10_a_table_that_changed_can_be_told_by_what_is_listed() {
    let server = Server::new();
    let connection = connection(server.recipe());
    let before = connection.list().await.unwrap();
    assert_eq!(connection.list().await.unwrap(), before, "the same list twice is equal");
    let mut changed = tool("echo");
    changed["inputSchema"]["required"] = json!(["a"]);
    server.set_tools(vec![changed, tool("fail")]);
    assert_ne!(connection.list().await.unwrap(), before, "another schema under the same name is a change");
}

#[tokio::test]
async fn e1_11_a_large_result_comes_whole() {
    let server = Server::new();
    server.script(|message, lines| {
        let called = message["method"] == "tools/call";
        if called {
            result(lines, message, said(&"line\n".repeat(200_000)));
        }
        called
    });
    let output = call(&connection(server.recipe()), "echo").await.unwrap();
    assert_eq!(text(&output).len(), 1_000_000);
}

#[tokio::test]
async fn e1_12_an_unreachable_server_says_so_at_the_list() {
    let server = Server::new();
    server.set_reachable(false);
    let error = connection(server.recipe()).list().await.unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        ("unavailable", "fixture: it cannot be reached: nobody is there")
    );
}

#[tokio::test]
async fn e1_13_a_server_that_failed_can_be_asked_again_one_attempt_for_each_need() {
    let server = Server::new();
    server.set_reachable(false);
    let connection = connection(server.recipe());
    for attempt in 1..=3 {
        assert!(connection.list().await.is_err());
        assert_eq!(connection.connects(), attempt);
    }
    server.set_reachable(true);
    assert_eq!(names(&connection).await, ["echo", "fail"]);
}

#[test]
fn e1_14_limits_of_zero_are_refused() {
    let server = Server::new();
    let zero = Duration::ZERO;
    let refused = |options: Options| Connection::new(server.recipe(), options).unwrap_err().text();
    insta::assert_snapshot!(refused(Options { call_timeout: zero, ..options() }), @"
    call_timeout is 0
    hint: give call_timeout a value above 0, or leave it at its default
    ");
    for options in [
        Options { connect_timeout: zero, ..options() },
        Options { list_timeout: zero, ..options() },
        Options { answer_size: 0, ..options() },
        Options { pages: 0, ..options() },
        Options { tools: 0, ..options() },
    ] {
        assert!(refused(options).contains("is 0"));
    }
}

#[tokio::test]
async fn e1_15_disconnecting_while_connecting_leaves_nothing_and_the_next_need_connects() {
    let server = Server::new();
    let (let_go, held) = tokio::sync::watch::channel(false);
    server.script(move |message, lines| {
        if message["method"] != "server/discover" || *held.borrow() {
            return false;
        }
        let (mut held, message, lines) = (held.clone(), message.clone(), lines.clone());
        tokio::spawn(async move {
            held.wait_for(|go| *go).await.unwrap();
            result(&lines, &message, super::scripted::discovered());
        });
        true
    });
    let connection = connection(server.recipe());
    let listing = tokio::spawn({
        let connection = connection.clone();
        async move { connection.list().await }
    });
    server.sees("server/discover", 1).await;
    let closing = tokio::spawn({
        let connection = connection.clone();
        async move { connection.disconnect().await }
    });
    tokio::task::yield_now().await;
    let_go.send(true).unwrap();
    closing.await.unwrap();
    let _ = listing.await.unwrap();
    assert_eq!((connection.is_connected(), server.connects()), (false, 1));
    names(&connection).await;
    assert_eq!(server.connects(), 2);
}

#[tokio::test]
async fn e1_16_disconnecting_while_connecting_fails_does_not_fail() {
    let server = Server::legacy();
    let (let_go, held) = tokio::sync::watch::channel(false);
    server.script(move |message, lines| {
        let (mut held, message, lines) = (held.clone(), message.clone(), lines.clone());
        tokio::spawn(async move {
            held.wait_for(|go| *go).await.unwrap();
            error(&lines, &message, -32000, "not today");
        });
        true
    });
    let connection = connection(server.recipe());
    let listing = tokio::spawn({
        let connection = connection.clone();
        async move { connection.list().await }
    });
    server.sees("server/discover", 1).await;
    let closing = connection.disconnect();
    let_go.send(true).unwrap();
    closing.await;
    let error = listing.await.unwrap().unwrap_err();
    assert!(error.message().contains("not today"), "{error}");
}

#[tokio::test]
async fn e1_17_closing_what_was_never_connected_does_nothing_but_is_for_good() {
    let server = Server::new();
    let connection = connection(server.recipe());
    connection.disconnect().await;
    names(&connection).await;
    connection.close().await;
    connection.close().await;
    let error = connection.list().await.unwrap_err();
    assert_eq!((error.code(), error.message()), ("unavailable", "fixture: the connection was closed"));
    assert!(call(&connection, "echo").await.is_err());
    assert_eq!(server.connects(), 1);
    let never = super::connection(server.recipe());
    never.close().await;
    assert!(never.list().await.is_err());
    assert_eq!(server.connects(), 1);
}

#[tokio::test]
async fn closing_ends_an_attempt_that_hangs() {
    let server = Server::new();
    server.script(|_, _| true);
    let connection = connection(server.recipe());
    let listing = tokio::spawn({
        let connection = connection.clone();
        async move { connection.list().await }
    });
    server.sees("server/discover", 1).await;
    connection.close().await;
    assert_eq!(listing.await.unwrap().unwrap_err().message(), "fixture: the connection was closed");
}

#[tokio::test]
async fn an_attempt_that_nobody_waits_for_any_more_is_given_up() {
    let server = Server::new();
    server.script(|_, _| true);
    let connection = connection(server.recipe());
    let listing = tokio::spawn({
        let connection = connection.clone();
        async move { connection.list().await }
    });
    server.sees("server/discover", 1).await;
    listing.abort();
    server.script(|_, _| false);
    server.is_left(1).await;
    assert_eq!(names(&connection).await, ["echo", "fail"]);
    assert_eq!(server.connects(), 2);
}

#[tokio::test]
async fn both_eras_are_spoken() {
    let modern = Server::new();
    let connection_ = connection(modern.recipe());
    names(&connection_).await;
    assert_eq!(connection_.revision().as_deref(), Some("2026-07-28"));
    assert!(modern.seen("initialize").is_empty());
    let meta = &modern.seen("tools/list")[0]["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "reelforge");

    let legacy = Server::legacy();
    let connection_ = connection(legacy.recipe());
    names(&connection_).await;
    assert_eq!(connection_.revision().as_deref(), Some("2025-11-25"));
    assert_eq!(legacy.seen("notifications/initialized").len(), 1);
    assert_eq!(legacy.connects(), 1, "both questions go over one connection");
    assert!(legacy.seen("tools/list")[0]["params"].get("_meta").is_none());
}

#[tokio::test]
async fn progress_reaches_the_call_in_order_and_is_not_asked_for_in_vain() {
    let server = Server::new();
    server.script(|message, lines| {
        if message["method"] != "tools/call" {
            return false;
        }
        let token = &message["params"]["_meta"]["progressToken"];
        for step in 1..=3 {
            let params = json!({ "progressToken": token, "progress": step, "total": 3, "message": format!("step {step}") });
            super::scripted::send(lines, &json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }));
        }
        result(lines, message, said("done"));
        true
    });
    let connection = connection(server.recipe());
    let heard = Arc::new(Heard::default());
    connection.call("echo", Map::default(), heard.context()).await.unwrap();
    let steps: Vec<_> =
        heard.all().into_iter().map(|(step, total, message)| (step, total, message.unwrap())).collect();
    assert_eq!(
        steps,
        [
            (1.0, Some(3.0), "step 1".into()),
            (2.0, Some(3.0), "step 2".into()),
            (3.0, Some(3.0), "step 3".into())
        ]
    );
    call(&connection, "echo").await.unwrap();
    let last = server.seen("tools/call").pop().unwrap();
    assert!(last["params"]["_meta"].get("progressToken").is_none(), "{last}");
}

#[tokio::test]
async fn dropping_a_call_tells_the_server() {
    let server = Server::new();
    server.script(|message, _| message["method"] == "tools/call");
    let connection = connection(server.recipe());
    let task = tokio::spawn({
        let connection = connection.clone();
        async move { call(&connection, "echo").await }
    });
    server.sees("tools/call", 1).await;
    task.abort();
    server.sees("notifications/cancelled", 1).await;
    let told = &server.seen("notifications/cancelled")[0]["params"]["requestId"];
    assert_eq!(*told, server.seen("tools/call")[0]["id"]);
}

#[tokio::test]
async fn two_hundred_large_answers_at_once_arrive() {
    let server = Server::new();
    server.script(|message, lines| {
        let called = message["method"] == "tools/call";
        if called {
            let mark = message["params"]["arguments"]["mark"].as_u64().unwrap();
            result(lines, message, said(&format!("{mark} {}", "x".repeat(64 << 10))));
        }
        called
    });
    let connection = connection(server.recipe());
    let calls = (0..200).map(|mark| {
        let connection = connection.clone();
        tokio::spawn(async move {
            let output = connection.call_tool("echo", arguments(json!({ "mark": mark }))).await.unwrap();
            assert!(text(&output).starts_with(&format!("{mark} x")));
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
}
