//! E1.18 to E1.20, and what an HTTP server can do wrong.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, Response};
use serde_json::{Map, Value, json};
use tokio::sync::{Barrier, watch};

use super::http_server::{self, HttpServer, Seen, events, status, typed};
use super::scripted::said;
use super::{Heard, arguments, call, connection, happens, names, options, text, until};
use crate::client::{Auth, AuthFuture, Connection, HttpRecipe, Options};
use crate::registry::Source;
use crate::tool::ToolError;

#[tokio::test]
async fn e1_18_a_fixed_header_goes_with_every_request_and_a_second_client_can_begin() {
    for server in [HttpServer::start().await, HttpServer::legacy().await] {
        let recipe = HttpRecipe::new(&format!("{}?key=secret", server.url())).unwrap();
        let recipe = recipe.header("Authorization", "Bearer fixed").unwrap();
        for _ in 0..2 {
            let connection = connection(recipe.clone());
            assert_eq!(connection.label(), server.url());
            assert_eq!(connection.recipe().kind(), "http");
            assert_eq!(names(&connection).await, ["echo", "look"]);
            call(&connection, "echo").await.unwrap();
            connection.close().await;
            assert!(!format!("{connection:?}").contains("secret"));
        }
        let seen = server.all_seen();
        assert!(seen.iter().all(|seen| seen.header("authorization") == Some("Bearer fixed")));
        assert!(seen.iter().any(|seen| seen.method == Method::POST));
    }
}

#[tokio::test]
async fn the_modern_era_has_its_headers_and_no_session() {
    let server = HttpServer::start().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    call(&connection, "echo").await.unwrap();
    connection.close().await;
    assert_eq!(connection.connects(), 1);
    let called = &server.seen("tools/call")[0];
    assert_eq!(called.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(called.header("mcp-method"), Some("tools/call"));
    assert_eq!(called.header("mcp-name"), Some("echo"));
    assert_eq!(called.header("accept"), Some("application/json, text/event-stream"));
    for seen in server.all_seen() {
        assert_eq!(seen.method, Method::POST);
        assert!(seen.header("mcp-session-id").is_none());
    }
}

#[tokio::test]
async fn arguments_that_a_schema_marks_are_repeated_in_headers() {
    let server = HttpServer::start().await;
    let marked = |name: &str, property: Value| json!({ "name": name, "inputSchema": { "type": "object", "properties": { "region": property } } });
    server.set_tools(vec![
        marked("good", json!({ "type": "string", "x-mcp-header": "Region" })),
        marked("bad_name", json!({ "type": "string", "x-mcp-header": "my region" })),
        marked("bad_type", json!({ "type": "array", "x-mcp-header": "Region" })),
    ]);
    let connection = connection(server.recipe());
    let listing = connection.list().await.unwrap();
    assert_eq!(listing.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["good"]);
    assert_eq!(
        listing.refused.iter().map(|it| format!("{}: {}", it.name, it.why)).collect::<Vec<_>>(),
        [
            "bad_name: the x-mcp-header of `region` is no name of a header",
            "bad_type: `region` has an x-mcp-header, and is no string, integer or boolean",
        ]
    );
    connection.call_tool("good", arguments(json!({ "region": "südwest" }))).await.unwrap();
    connection.call_tool("good", arguments(json!({}))).await.unwrap();
    let called = server.seen("tools/call");
    assert_eq!(called[0].header("mcp-param-region"), Some("=?base64?c8O8ZHdlc3Q=?="));
    assert_eq!(called[1].header("mcp-param-region"), None);
}

#[tokio::test]
async fn a_session_is_kept_and_ended() {
    let server = HttpServer::legacy().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    names(&connection).await;
    assert_eq!(connection.revision().as_deref(), Some("2025-11-25"));
    connection.close().await;
    let listed = &server.seen("tools/list")[1];
    assert_eq!(listed.header("mcp-session-id"), Some("session-1"));
    assert_eq!(listed.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(server.seen("initialize").len(), 1, "a warm call does no handshake");
    let ended = server.all_seen().into_iter().find(|seen| seen.method == Method::DELETE).unwrap();
    assert_eq!(ended.header("mcp-session-id"), Some("session-1"));
}

#[tokio::test]
async fn g16_a_session_that_the_server_forgot_is_made_anew_for_the_next_need() {
    let server = HttpServer::legacy().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    server.forget();
    // What may change something is not sent twice, although nothing was done.
    let error = call(&connection, "echo").await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.get_hint().unwrap().starts_with("nothing was done"), "{error:?}");
    assert_eq!(server.seen("tools/call").len(), 1);
    call(&connection, "echo").await.unwrap();
    assert_eq!((server.seen("initialize").len(), connection.connects()), (2, 2));
    // What changes nothing is, once.
    server.forget();
    call(&connection, "look").await.unwrap();
    assert_eq!((server.seen("initialize").len(), connection.connects()), (3, 3));
    server.forget();
    assert_eq!(names(&connection).await, ["echo", "look"]);
    assert_eq!(server.seen("initialize").len(), 4);
}

#[tokio::test]
async fn a_server_that_says_in_words_that_it_forgot_the_session_is_understood() {
    let server = HttpServer::legacy().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    server.script(|seen| {
        let error = json!({ "code": -32000, "message": "Bad Request: No valid session ID provided" });
        let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        (seen.header("mcp-session-id") == Some("session-1")).then(|| typed(400, "application/json", body))
    });
    server.forget();
    call(&connection, "look").await.unwrap();
    assert_eq!(connection.connects(), 2);
}

/// Tokens that are numbered; each refresh gives the next.
#[derive(Debug, Default)]
struct Tokens {
    asked: AtomicUsize,
    refreshed: AtomicUsize,
    /// How many requests were refused, and how many must have been before a refresh comes to its end.
    refused: watch::Sender<usize>,
    enough: usize,
}

#[derive(Debug, Clone)]
struct Numbered(Arc<Tokens>);

impl Auth for Numbered {
    fn token(&self) -> AuthFuture<'_, Option<String>> {
        self.0.asked.fetch_add(1, Ordering::Relaxed);
        let number = self.0.refreshed.load(Ordering::Relaxed);
        Box::pin(async move { Ok(Some(format!("token-{number}"))) })
    }

    fn refresh(&self) -> AuthFuture<'_, bool> {
        Box::pin(async {
            let refused = self.0.refused.subscribe();
            until("enough are refused", refused, |refused| *refused >= self.0.enough).await;
            self.0.refreshed.fetch_add(1, Ordering::Relaxed);
            Ok(true)
        })
    }
}

fn only(token: &'static str) -> impl Fn(&Seen) -> Option<Response<Body>> {
    move |seen| (seen.header("authorization") != Some(token)).then(|| status(401))
}

#[tokio::test]
async fn e1_19_a_token_is_asked_for_each_time_and_refreshed_once_unnoticed() {
    let server = HttpServer::start().await;
    let tokens = Arc::new(Tokens::default());
    let connection = connection(server.recipe().auth(Numbered(tokens.clone())).unwrap());
    server.script(only("Bearer token-0"));
    names(&connection).await;
    assert_eq!(tokens.asked.load(Ordering::Relaxed), server.all_seen().len());
    server.script(only("Bearer token-1"));
    let output = call(&connection, "echo").await.unwrap();
    assert!(text(&output).contains("echo"));
    assert_eq!(tokens.refreshed.load(Ordering::Relaxed), 1);
    // Refused again after the refresh: an error, and no further try.
    server.script(|_| Some(status(401)));
    let before = server.all_seen().len();
    let error = call(&connection, "echo").await.unwrap_err();
    assert_eq!(error.code(), "unauthorized");
    assert_eq!(server.all_seen().len(), before + 2);
}

#[tokio::test]
async fn g17_requests_that_are_refused_together_share_one_refresh() {
    let server = HttpServer::start().await;
    let tokens = Arc::new(Tokens { enough: 20, ..Tokens::default() });
    let connection = connection(server.recipe().auth(Numbered(tokens.clone())).unwrap());
    names(&connection).await;
    let (refuses, refused) = (only("Bearer token-1"), tokens.clone());
    server
        .script(move |seen| refuses(seen).inspect(|_| refused.refused.send_modify(|refused| *refused += 1)));
    let calls = (0..20).map(|_| {
        let connection = connection.clone();
        tokio::spawn(async move { call(&connection, "echo").await.unwrap() })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    assert_eq!(tokens.refreshed.load(Ordering::Relaxed), 1);
}

#[derive(Debug)]
struct Failing(Arc<AtomicUsize>);

impl Auth for Failing {
    fn token(&self) -> AuthFuture<'_, Option<String>> {
        Box::pin(async { Ok(None) })
    }

    fn refresh(&self) -> AuthFuture<'_, bool> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(async { Err(ToolError::failed("the vault is locked")) })
    }
}

#[tokio::test]
async fn a_refresh_that_fails_fails_the_request_with_its_reason() {
    let server = HttpServer::start().await;
    server.script(|_| Some(status(401)));
    let count = Arc::new(AtomicUsize::new(0));
    let connection = connection(server.recipe().auth(Failing(count.clone())).unwrap());
    let error = connection.list().await.unwrap_err();
    assert_eq!(error.code(), "unauthorized");
    assert!(error.message().contains("the vault is locked"), "{error}");
    assert_eq!(count.load(Ordering::Relaxed), 1);
    assert!(
        server.all_seen().iter().all(|seen| seen.header("authorization").is_none()),
        "no token, no header"
    );
}

/// A token that nobody renews; or none that can be had.
#[derive(Debug)]
struct Fixed(Result<&'static str, &'static str>);

impl Auth for Fixed {
    fn token(&self) -> AuthFuture<'_, Option<String>> {
        Box::pin(async { self.0.map(|token| Some(token.to_owned())).map_err(ToolError::failed) })
    }
}

#[tokio::test]
async fn d5_a_token_that_nobody_renews_or_that_cannot_be_had_fails_the_request_at_once() {
    let server = HttpServer::start().await;
    server.script(|_| Some(status(401)));
    let error = connection(server.recipe().auth(Fixed(Ok("old"))).unwrap()).list().await.unwrap_err();
    assert_eq!((error.code(), server.all_seen().len()), ("unauthorized", 1), "it is not sent again");
    let error = connection(server.recipe().auth(Fixed(Err("no vault"))).unwrap()).list().await.unwrap_err();
    assert_eq!((error.code(), server.all_seen().len()), ("unauthorized", 1), "it is not sent at all");
    assert!(error.message().ends_with("its token cannot be had: no vault"), "{error}");
    let error = connection(server.recipe().auth(Fixed(Ok("a\nb"))).unwrap()).list().await.unwrap_err();
    assert!(error.message().contains("such as a line break") && !error.message().contains("a\nb"), "{error}");
}

#[test]
fn e1_20_a_token_and_a_header_for_it_exclude_each_other() {
    let recipe = || HttpRecipe::new("https://example.com/mcp").unwrap();
    let auth = || Failing(Arc::default());
    for name in ["Authorization", "authorization", "AUTHORIZATION"] {
        let one = recipe().header(name, "x").unwrap().auth(auth()).unwrap_err();
        let other = recipe().auth(auth()).unwrap().header(name, "x").unwrap_err();
        assert_eq!(one, other);
        assert_eq!(one.message(), "a server has both `auth` and a header `Authorization`");
    }
    recipe().auth(auth()).unwrap().header("X-Api-Key", "x").unwrap();
}

#[test]
fn addresses_and_headers_that_cannot_be_used_are_refused_without_repeating_them() {
    for (url, why) in [
        ("example.com/mcp", "is none"),
        ("example.com", "neither http:// nor https://"),
        ("ftp://example.com", "neither http:// nor https://"),
        ("https://user:secret@example.com/mcp", "holds a user or a password"),
        ("https://", "is none"),
        ("http://exa mple/secret", "is none"),
    ] {
        let error = HttpRecipe::new(url).unwrap_err();
        assert_eq!(error.code(), "invalid_url");
        assert!(error.message().contains(why), "{url}: {error}");
        assert!(!error.text().contains("secret"), "{error}");
    }
    let recipe = HttpRecipe::new("http://example.com:8080/a/b?key=secret#x").unwrap();
    assert_eq!(crate::client::Recipe::from(recipe.clone()).label(), "http://example.com:8080/a/b");
    for (name, value) in [("bad name", "x"), ("x", "line\nbreak"), ("Mcp-Session-Id", "x"), ("Host", "x")] {
        assert_eq!(recipe.clone().header(name, value).unwrap_err().code(), "invalid_header");
    }
}

/// What a call is answered when the server answers it so.
async fn answered(script: impl Fn(&Seen) -> Response<Body> + Send + Sync + 'static) -> ToolError {
    let server = HttpServer::start().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    server.script(move |seen| Some(script(seen)));
    let error = call(&connection, "echo").await.unwrap_err();
    assert!(error.message().starts_with(&server.url()), "{error}");
    error
}

#[tokio::test]
async fn statuses_that_are_no_success_say_what_is_wrong() {
    for (code, expected, says) in [
        (401, "unauthorized", "does not accept the credentials (HTTP 401)"),
        (403, "forbidden", "it answered HTTP 403 Forbidden"),
        (404, "unavailable", "it answered HTTP 404 Not Found"),
        (429, "unavailable", "it answered HTTP 429 Too Many Requests"),
        (500, "unavailable", "it answered HTTP 500 Internal Server Error"),
        (503, "unavailable", "it answered HTTP 503 Service Unavailable"),
    ] {
        let error = answered(move |_| typed(code, "text/html", "<html>long page</html>")).await;
        assert_eq!(error.code(), expected, "{code}");
        assert!(error.message().contains(says), "{error}");
        assert!(!error.message().contains("long page") && error.get_hint().is_some(), "{error:?}");
    }
    let error = answered(|_| typed(502, "text/plain", "the database\n is away")).await;
    assert!(error.message().ends_with("HTTP 502 Bad Gateway: the database is away"), "{error}");
    let error = answered(|seen| {
        let error = json!({ "code": -32602, "message": "Unknown tool: echo" });
        typed(
            400,
            "application/json",
            json!({ "jsonrpc": "2.0", "id": seen.body["id"], "error": error }).to_string(),
        )
    })
    .await;
    assert_eq!(error.code(), "tool_failed");
    assert!(error.message().ends_with("refused: Unknown tool: echo"), "{error}");
}

#[tokio::test]
async fn statuses_at_the_start_say_what_is_wrong_too() {
    for code in [401, 403, 404, 500] {
        let server = HttpServer::start().await;
        server.script(move |_| Some(status(code)));
        let error = connection(server.recipe()).list().await.unwrap_err();
        assert!(error.message().contains(&format!("HTTP {code}")), "{error}");
    }
}

#[tokio::test]
async fn answers_of_another_type_and_answers_that_are_none_are_refused() {
    let error = answered(|_| typed(200, "text/html; charset=utf-8", "<html>")).await;
    assert_eq!(error.code(), "bad_answer");
    assert!(error.message().contains("it answered with text/html, not with application/json"), "{error}");
    let error = answered(|_| status(202)).await;
    assert!(error.message().contains("gave no answer (HTTP 202 Accepted)"), "{error}");
    for body in ["", "{", "{}", r#"{"jsonrpc":"2.0","id":9999,"result":{}}"#] {
        let error = answered(move |_| typed(200, "application/json", body)).await;
        assert_eq!(
            (error.code(), error.message().contains("not the answer to what was asked")),
            ("bad_answer", true)
        );
    }
}

#[tokio::test]
async fn redirects_to_other_hosts_are_refused_and_those_on_the_host_followed() {
    let to = |code: u16, to: &str| {
        let to = to.to_owned();
        move |_: &Seen| Response::builder().status(code).header("location", &to).body(Body::empty()).unwrap()
    };
    for target in ["https://evil.example/mcp?token=x", "http://127.0.0.1:1/mcp", "//evil.example/mcp"] {
        let error = answered(to(307, target)).await;
        assert_eq!(error.code(), "unavailable");
        assert!(error.message().contains("it redirects to") && !error.message().contains("token"), "{error}");
    }
    assert!(answered(to(302, "/elsewhere")).await.message().contains("/elsewhere, which is not followed"));
    assert!(answered(to(307, "/mcp")).await.message().contains("one address after the other"));

    let server = HttpServer::start().await;
    server.script(|seen| {
        let moved = seen.path != "/mcp/";
        moved
            .then(|| Response::builder().status(308).header("location", "/mcp/").body(Body::empty()).unwrap())
    });
    let recipe = server.recipe().header("X-Api-Key", "k").unwrap();
    assert_eq!(names(&connection(recipe)).await, ["echo", "look"]);
    let last = server.seen("tools/list").pop().unwrap();
    assert_eq!((last.path.as_str(), last.header("x-api-key")), ("/mcp/", Some("k")));
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_not_read_to_its_end() {
    let endless = |kind: &'static str, start: &'static str| {
        move |_: &Seen| {
            let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(1);
            tokio::spawn(async move {
                let _ = sender.send(Bytes::from_static(start.as_bytes())).await;
                while sender.send(Bytes::from(vec![b'x'; 1 << 20])).await.is_ok() {}
            });
            typed(200, kind, Body::new(Chunks(receiver)))
        }
    };
    for script in [endless("application/json", "\""), endless("text/event-stream", "data: ")] {
        assert_eq!(answered(script).await.code(), "too_large");
    }
}

/// A body that comes in pieces.
struct Chunks(tokio::sync::mpsc::Receiver<Bytes>);

impl hyper::body::Body for Chunks {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(cx).map(|chunk| chunk.map(|chunk| Ok(hyper::body::Frame::data(chunk))))
    }
}

#[tokio::test]
async fn an_answer_as_a_stream_brings_progress_and_what_is_asked_meanwhile_is_refused() {
    for server in [HttpServer::start().await, HttpServer::legacy().await] {
        let connection = connection(server.recipe());
        names(&connection).await;
        server.script(|seen| {
            (seen.body["method"] == "tools/call").then(|| {
                let token = &seen.body["params"]["_meta"]["progressToken"];
                events(&[
                    json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": { "progressToken": token, "progress": 1 } }),
                    json!({ "jsonrpc": "2.0", "id": 900, "method": "roots/list" }),
                    json!({ "jsonrpc": "2.0", "id": seen.body["id"], "result": said("done") }),
                ])
            })
        });
        let heard = Arc::new(Heard::default());
        let output = connection.call("echo", Map::default(), heard.context()).await.unwrap();
        assert_eq!(text(&output), "done");
        assert_eq!(heard.all(), [(1.0, None, None)]);
        let refuses = |seen: &Seen| seen.body["id"] == 900;
        server.sees_one("the question is refused", refuses).await;
        assert_eq!(server.all_seen().into_iter().find(refuses).unwrap().body["error"]["code"], -32601);
    }
}

#[tokio::test]
async fn a_stream_that_breaks_is_taken_up_again_where_the_server_offers_that() {
    let server = HttpServer::legacy().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    let asked = Arc::new(Mutex::new(Value::Null));
    server.script(move |seen| {
        if seen.body["method"] == "tools/call" {
            *asked.lock().unwrap() = seen.body["id"].clone();
            return Some(typed(200, "text/event-stream", "id: e-1\nretry: 20\ndata:\n\n"));
        }
        (seen.header("last-event-id") == Some("e-1")).then(|| {
            events(&[json!({ "jsonrpc": "2.0", "id": *asked.lock().unwrap(), "result": said("resumed") })])
        })
    });
    assert_eq!(text(&call(&connection, "echo").await.unwrap()), "resumed");
    assert_eq!(server.seen("tools/call").len(), 1, "the call itself is not repeated");
}

#[tokio::test]
async fn a_stream_that_ends_without_the_answer_fails_the_call() {
    let error =
        answered(|_| events(&[json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": {} })]))
            .await;
    assert_eq!(error.code(), "unavailable");
    assert!(error.message().contains("the stream ended before the answer"), "{error}");
}

#[tokio::test]
async fn a_legacy_server_says_on_its_own_stream_that_its_list_changed() {
    let server = HttpServer::legacy().await;
    server.script(|seen| {
        (seen.method == Method::GET)
            .then(|| events(&[json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" })]))
    });
    let connection = connection(server.recipe());
    let changes = connection.changes();
    names(&connection).await;
    until("the change is heard", changes, |count| *count > 0).await;
    connection.close().await;
}

#[tokio::test]
async fn a_legacy_server_that_was_restarted_is_found_out_before_the_next_call() {
    let server = HttpServer::legacy().await;
    let (cut, until_cut) = watch::channel(false);
    server.script(move |seen| {
        if seen.method != Method::GET {
            return None;
        }
        if *until_cut.borrow() {
            return Some(status(404));
        }
        let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(1);
        let mut until_cut = until_cut.clone();
        tokio::spawn(async move {
            let _ = sender.send(Bytes::from_static(b"retry: 20\n\n")).await;
            let _ = until_cut.wait_for(|cut| *cut).await;
        });
        Some(typed(200, "text/event-stream", Body::new(Chunks(receiver))))
    });
    let connection = connection(server.recipe());
    names(&connection).await;
    server.sees_one("it listens", |seen| seen.method == Method::GET).await;
    server.forget();
    cut.send(true).unwrap();
    happens("the loss is seen", connection.loss()).await;
    call(&connection, "echo").await.unwrap();
    assert_eq!((server.seen("tools/call").len(), connection.connects()), (1, 2));
    connection.close().await;
}

#[tokio::test]
async fn a_modern_server_says_on_the_stream_that_was_asked_for_that_its_list_changed() {
    let server = HttpServer::start().await;
    server.script(|seen| {
        let listened = seen.body["method"] == "subscriptions/listen";
        if seen.body["method"] == "server/discover" {
            return Some(http_server::result(seen, super::scripted::discovered()));
        }
        let acknowledged = "notifications/subscriptions/acknowledged";
        listened.then(|| {
            events(&[
                json!({ "jsonrpc": "2.0", "method": acknowledged, "params": {} }),
                json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" }),
            ])
        })
    });
    let connection = connection(server.recipe());
    let changes = connection.changes();
    names(&connection).await;
    until("the change is heard", changes, |count| *count > 0).await;
    connection.close().await;
}

#[tokio::test]
async fn dropping_a_call_ends_its_stream_and_tells_a_legacy_server() {
    for (server, told) in [(HttpServer::start().await, 0), (HttpServer::legacy().await, 1)] {
        let connection = connection(server.recipe());
        names(&connection).await;
        let (dropped, drops) = watch::channel(false);
        let dropped = Arc::new(dropped);
        server.script(move |seen| {
            (seen.body["method"] == "tools/call").then(|| {
                let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(1);
                let dropped = dropped.clone();
                tokio::spawn(async move {
                    let _ = sender.send(Bytes::from_static(b": open\n\n")).await;
                    sender.closed().await;
                    dropped.send_replace(true);
                });
                typed(200, "text/event-stream", Body::new(Chunks(receiver)))
            })
        });
        let task = tokio::spawn({
            let connection = connection.clone();
            async move { call(&connection, "echo").await }
        });
        server.sees("tools/call", 1).await;
        task.abort();
        until("the stream ends", drops, |dropped| *dropped).await;
        server.sees("notifications/cancelled", told).await;
        assert_eq!(server.seen("notifications/cancelled").len(), told);
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_or_hangs_is_said_to_be() {
    let gone = HttpServer::start().await;
    let recipe = gone.recipe();
    drop(gone);
    let error = connection(recipe).list().await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.message().contains("it cannot be reached"), "{error}");

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let options = Options { connect_timeout: Duration::from_millis(400), ..options() };
    let silent = Connection::new(HttpRecipe::new(&url).unwrap(), options).unwrap();
    assert_eq!(silent.list().await.unwrap_err().code(), "timeout");
}

#[tokio::test]
async fn nothing_is_sent_to_an_https_address_before_tls_stands() {
    // A server that speaks no TLS.
    let server = HttpServer::start().await;
    let recipe = HttpRecipe::new(&server.url().replacen("http", "https", 1)).unwrap();
    let error = connection(recipe).list().await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(server.all_seen().is_empty());
}

#[tokio::test]
async fn many_calls_at_once_are_under_way_together() {
    let server = HttpServer::start().await;
    let connection = connection(server.recipe());
    names(&connection).await;
    let together = Arc::new(Barrier::new(10));
    server.script(move |seen| {
        (seen.body["method"] == "tools/call").then(|| {
            let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(1);
            let (together, id) = (together.clone(), seen.body["id"].clone());
            tokio::spawn(async move {
                together.wait().await;
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": said("together") });
                let _ = sender.send(Bytes::from(answer.to_string())).await;
            });
            typed(200, "application/json", Body::new(Chunks(receiver)))
        })
    });
    let calls = (0..10).map(|_| {
        let connection = connection.clone();
        tokio::spawn(async move { text(&call(&connection, "echo").await.unwrap()) })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), "together");
    }
}
