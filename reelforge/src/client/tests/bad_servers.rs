//! Servers that do not answer, answer wrongly, or without end.

use std::time::Duration;

use serde_json::{Value, json};

use super::scripted::{HANG_UP, Lines, Server, error, result, said, send};
use super::{call, connection, names, options, text, tool};
use crate::client::{Connection, CustomRecipe, Options};
use crate::registry::Source;

/// A server whose calls are answered by `answer`.
fn answering(answer: impl Fn(&Value, &Lines) + Send + Sync + 'static) -> Server {
    let server = Server::new();
    server.script(move |message, lines| {
        let called = message["method"] == "tools/call";
        if called {
            answer(message, lines);
        }
        called
    });
    server
}

fn raw(lines: &Lines, line: &str) {
    let _ = lines.send(format!("{line}\n").into_bytes());
}

#[tokio::test]
async fn a_server_that_never_answers_fails_each_need_at_its_limit() {
    let short = Options {
        connect_timeout: Duration::from_secs(2),
        list_timeout: Duration::from_secs(2),
        call_timeout: Duration::from_secs(2),
        ..options()
    };
    let server = Server::new();
    let connection = Connection::new(server.recipe(), short).unwrap();
    names(&connection).await;
    server.script(|message, _| message["method"] != "notifications/cancelled");
    let error = call(&connection, "echo").await.unwrap_err();
    insta::assert_snapshot!(format!("{} {}", error.code(), error.text()), @"
    timeout fixture: the call took longer than 2s
    hint: ask for less, or raise `timeout` in the file of servers (in a program `Options::call_timeout`)
    ");
    let error = connection.list().await.unwrap_err();
    assert_eq!(error.message(), "fixture: listing its tools took longer than 2s");
    server.sees("notifications/cancelled", 2).await;
    connection.disconnect().await;
    let error = connection.list().await.unwrap_err();
    assert_eq!((error.code(), error.message()), ("timeout", "fixture: connecting took longer than 2s"));
}

#[tokio::test]
async fn a_server_that_leaves_the_question_for_the_modern_era_unanswered_is_asked_in_the_old_way() {
    let server = Server::legacy();
    server.script(|message, _| message["method"] == "server/discover");
    let options = Options { connect_timeout: Duration::from_secs(6), ..options() };
    let connection = Connection::new(server.recipe(), options).unwrap();
    assert_eq!(names(&connection).await, ["echo", "fail"]);
    assert_eq!((server.connects(), connection.revision().as_deref()), (1, Some("2025-11-25")));
}

#[tokio::test]
async fn answers_that_come_late_twice_or_to_other_questions_are_left_alone() {
    let server = answering(|message, lines| {
        let id = message["id"].as_i64().unwrap();
        for other in [id + 1000, id - 1] {
            send(lines, &json!({ "jsonrpc": "2.0", "id": other, "result": said("wrong") }));
        }
        send(lines, &json!({ "jsonrpc": "2.0", "id": "no such", "result": said("wrong") }));
        result(lines, message, said("right"));
        result(lines, message, said("again"));
    });
    let connection = connection(server.recipe());
    for _ in 0..10 {
        assert_eq!(text(&call(&connection, "echo").await.unwrap()), "right");
    }
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_not_taken_for_another() {
    let first = std::sync::Mutex::new(None);
    let server = answering(move |message, lines| {
        let mut first = first.lock().unwrap();
        match &*first {
            None => *first = Some(message.clone()),
            Some(first) => {
                result(lines, first, said("late"));
                result(lines, message, said("in time"));
            }
        }
    });
    let options = Options { call_timeout: Duration::from_secs(1), ..options() };
    let connection = Connection::new(server.recipe(), options).unwrap();
    assert_eq!(call(&connection, "echo").await.unwrap_err().code(), "timeout");
    assert_eq!(text(&call(&connection, "echo").await.unwrap()), "in time");
    assert_eq!(server.connects(), 1);
}

#[tokio::test]
async fn a_wrong_number_in_the_handshake_is_not_taken_for_the_answer() {
    let server = Server::new();
    server.script(|message, lines| {
        if message["method"] == "server/discover" {
            send(lines, &json!({ "jsonrpc": "2.0", "id": 77, "result": super::scripted::discovered() }));
            send(lines, &json!({ "jsonrpc": "2.0", "id": 78, "error": { "code": -32601, "message": "no" } }));
        }
        false
    });
    assert_eq!(names(&connection(server.recipe())).await, ["echo", "fail"]);
}

#[tokio::test]
async fn what_is_no_message_is_skipped() {
    let server = answering(|message, lines| {
        for line in [
            "Server started",
            "{}",
            "[]",
            "5",
            "null",
            "{\"jsonrpc\":\"2.0\"}",
            "\u{7f}\u{0}",
            "   ",
            "{\"id\":{}}",
        ] {
            raw(lines, line);
        }
        let _ = lines.send(b"\xff\xfe\n".to_vec());
        raw(
            lines,
            &format!("  {}  \r", json!({ "jsonrpc": "2.0", "id": message["id"], "result": said("ok") })),
        );
    });
    assert_eq!(text(&call(&connection(server.recipe()), "echo").await.unwrap()), "ok");
}

#[tokio::test]
async fn an_answer_in_a_batch_is_taken() {
    let server = answering(|message, lines| {
        let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": said("ok") });
        raw(
            lines,
            &json!([{ "jsonrpc": "2.0", "method": "notifications/message", "params": {} }, answer])
                .to_string(),
        );
    });
    assert_eq!(text(&call(&connection(server.recipe()), "echo").await.unwrap()), "ok");
}

#[tokio::test]
async fn an_answer_of_a_hundred_megabytes_fails_its_call_alone() {
    let server = answering(|message, lines| {
        if message["params"]["arguments"] != json!({}) {
            return result(lines, message, said("small"));
        }
        let (lines, id) = (lines.clone(), message["id"].clone());
        let _ = lines.send(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":""#).into_bytes());
        for _ in 0..100 {
            let _ = lines.send(vec![b'x'; 1 << 20]);
        }
        raw(&lines, "\"}");
    });
    let connection = connection(server.recipe());
    let error = call(&connection, "echo").await.unwrap_err();
    insta::assert_snapshot!(format!("{} {}", error.code(), error.text()), @"
    too_large fixture: its answer is larger than 16777216 bytes
    hint: ask for less; a program can raise `Options::answer_size`
    ");
    let small = super::arguments(json!({ "a": 1 }));
    assert_eq!(text(&connection.call_tool("echo", small).await.unwrap()), "small");
    assert_eq!(server.connects(), 1);
}

#[tokio::test]
async fn an_error_is_repeated_in_part_when_it_is_long() {
    let server = answering(|message, lines| error(lines, message, -32000, &"no ".repeat(3 << 20)));
    let error = call(&connection(server.recipe()), "echo").await.unwrap_err();
    assert_eq!(error.code(), "tool_failed");
    assert!((10_000..20_000).contains(&error.message().len()), "{} bytes", error.message().len());
    assert!(error.message().ends_with('…'));
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_fails_its_call_at_once() {
    let server = answering(|message, lines| {
        let deep = "[".repeat(1000) + &"]".repeat(1000);
        raw(lines, &format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":{deep}}}}}"#, message["id"]));
    });
    let error = call(&connection(server.recipe()), "echo").await.unwrap_err();
    assert_eq!(error.code(), "bad_answer");
    assert!(error.message().starts_with("fixture: its answer cannot be read: recursion limit"), "{error}");
}

#[tokio::test]
async fn a_recipe_that_panics_leaves_nobody_waiting() {
    let recipe = CustomRecipe::new("fixture", || async { panic!("a bug of the recipe") });
    let connection = connection(recipe);
    for _ in 0..2 {
        assert_eq!(connection.list().await.unwrap_err().code(), "unavailable");
    }
}

#[tokio::test]
async fn a_line_without_end_that_is_nobodys_ends_the_connection() {
    let server = answering(|_, lines| {
        for _ in 0..20 {
            let _ = lines.send(vec![b'x'; 1 << 20]);
        }
        raw(lines, "");
    });
    let error = call(&connection(server.recipe()), "echo").await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.message().contains("larger than 16777216 bytes"), "{error}");
}

#[tokio::test]
async fn a_line_that_never_ends_ends_the_connection() {
    let server = answering(|_, lines| {
        let lines = lines.clone();
        tokio::spawn(async move {
            while lines.send(vec![b'x'; 1 << 16]).is_ok() {
                tokio::task::yield_now().await;
            }
        });
    });
    let options = Options { answer_size: 1 << 16, ..options() };
    let connection = Connection::new(server.recipe(), options).unwrap();
    let error = call(&connection, "echo").await.unwrap_err();
    assert_eq!(error.message(), "fixture: the connection was lost: it writes a line without end");
    server.script(|_, _| false);
    call(&connection, "echo").await.unwrap();
    assert_eq!(server.connects(), 2);
}

#[tokio::test]
async fn g32_lists_without_end_are_refused() {
    let listing = |answer: fn(&Value) -> Value| {
        let server = Server::new();
        server.script(move |message, lines| {
            let listed = message["method"] == "tools/list";
            if listed {
                result(lines, message, answer(&message["params"]["cursor"]));
            }
            listed
        });
        async move { connection(server.recipe()).list().await.unwrap_err().message().to_owned() }
    };
    assert_eq!(
        listing(|cursor| {
            let next = cursor.as_str().unwrap_or("0").parse::<usize>().unwrap() + 1;
            json!({ "tools": [tool(&format!("t{next}"))], "nextCursor": next.to_string() })
        })
        .await,
        "fixture: its list of tools has more than 100 pages"
    );
    assert_eq!(
        listing(|_| json!({ "tools": [], "nextCursor": "same" })).await,
        "fixture: its list of tools has no end: a page comes again"
    );
    assert_eq!(
        listing(|_| json!({ "tools": (0..6000).map(|at| tool(&at.to_string())).collect::<Vec<_>>() })).await,
        "fixture: it lists more than 5000 tools"
    );
    assert_eq!(
        listing(|cursor| {
            let next = cursor.as_str().unwrap_or("0").parse::<usize>().unwrap() + 1;
            json!({ "tools": [{ "name": "x", "description": "x".repeat(4 << 20) }], "nextCursor": next.to_string() })
        })
        .await,
        "fixture: its answer is larger than 16777216 bytes"
    );
    assert_eq!(
        listing(|_| json!({ "tools": "none" })).await,
        "fixture: its list of tools is none: there is no array `tools`"
    );
}

#[tokio::test]
async fn pages_are_put_together_and_bad_declarations_named_without_the_rest() {
    let server = Server::new();
    server.script(|message, lines| {
        if message["method"] != "tools/list" {
            return false;
        }
        let page = match message["params"]["cursor"].as_str() {
            None => json!({ "tools": [tool("a"), { "name": "no_schema" }], "nextCursor": "2" }),
            Some("2") => json!({ "tools": [5, tool("b"), tool("a")], "nextCursor": "3" }),
            Some(_) => json!({ "tools": [tool("c"), { "inputSchema": {} }] }),
        };
        result(lines, message, page);
        true
    });
    let listing = connection(server.recipe()).list().await.unwrap();
    assert_eq!(listing.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    let refused: Vec<_> = listing.refused.iter().map(|it| format!("{}: {}", it.name, it.why)).collect();
    assert_eq!(
        refused,
        [
            "no_schema: it has no inputSchema",
            "declaration 3: it is not an object",
            "a: it is declared twice; the first declaration is used",
            "declaration 7: it has no name",
        ]
    );
}

#[tokio::test]
async fn g32_what_a_server_asks_for_is_refused_and_a_ping_is_answered() {
    let server = answering(|message, lines| {
        for (at, method) in
            ["sampling/createMessage", "roots/list", "elicitation/create", "ping", "own/thing"]
                .iter()
                .enumerate()
        {
            let id = format!("ask-{at}");
            send(lines, &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": { "odd": [] } }));
        }
        result(lines, message, said("done"));
    });
    let connection = connection(server.recipe());
    assert_eq!(text(&call(&connection, "echo").await.unwrap()), "done");
    let is_answer = |message: &&Value| message["id"].as_str().is_some_and(|id| id.starts_with("ask-"));
    server.sees_that("five answers", |seen| seen.iter().filter(is_answer).count() == 5).await;
    for answer in server.all_seen().iter().filter(is_answer) {
        if answer["id"] == "ask-3" {
            assert_eq!(answer["result"], json!({}));
        } else {
            assert_eq!(answer["error"]["code"], -32601, "{answer}");
        }
    }
}

#[tokio::test]
async fn a_server_that_dies_in_the_middle_of_an_answer_fails_the_call() {
    let server = answering(|message, lines| {
        let half = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":["#, message["id"]);
        let _ = lines.send(half.into_bytes());
        let _ = lines.send(HANG_UP.to_vec());
    });
    let error = call(&connection(server.recipe()), "echo").await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert_eq!(error.message(), "fixture: the connection was lost: the server ended it");
}

#[tokio::test]
async fn a_revision_that_nobody_knows_and_a_handshake_that_is_none_are_refused() {
    let refused = |answer: Value| {
        let server = Server::legacy();
        server.script(move |message, lines| {
            let begins = message["method"] == "initialize";
            if begins {
                result(lines, message, answer.clone());
            }
            begins
        });
        async move { connection(server.recipe()).list().await.unwrap_err() }
    };
    let error = refused(super::scripted::initialized(&json!("1.0"))).await;
    assert_eq!(error.code(), "bad_answer");
    assert!(error.message().contains("revision 1.0 of MCP, which this client does not know"), "{error}");
    let error = refused(json!({ "hello": 1 })).await;
    assert!(error.message().contains("its answer to `initialize` is not what the protocol says"), "{error}");
}
