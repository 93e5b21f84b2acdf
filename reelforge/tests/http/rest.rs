//! REST: calls, listings, and every status.

use reelforge::protocol::Options;
use reelforge::registry::Limits;
use serde_json::{Value, json};

use crate::client::{Connection, ask, call, get};
use crate::server::{start, start_as, start_with};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn health_says_who_serves() {
    let server = start();
    let reply = get(server.addr, "/api/v1/health");
    let mut health = reply.json();
    let tools = get(server.addr, "/api/v1/tools").json()["tools"].as_array().unwrap().len();
    assert!(health["uptime_s"].take().as_u64().is_some());
    assert_eq!(
        health,
        json!({ "ok": true, "name": "test-server", "version": "1.2.3", "tools": tools, "uptime_s": null })
    );
}

#[test]
fn a_call_answers_its_result() {
    let server = start();
    let echo = call(server.addr, "echo", &json!({ "text": "hi \"ä\"\n" }));
    assert_eq!((echo.status, echo.header("content-type")), (200, Some("application/json")));
    assert_eq!(echo.json(), json!({ "ok": true, "result": { "text": "hi \"ä\"\n" }, "text": "" }));
    // No body is no arguments, whatever its type.
    for headers in [&[][..], &[JSON], &[("Content-Type", "text/plain")]] {
        let reply = ask(server.addr, "POST", "/api/v1/tools/clear", headers, b"");
        assert_eq!(reply.json(), json!({ "ok": true, "result": null, "text": "gone" }));
    }
    assert_eq!(
        call(server.addr, "nothing", &json!({})).json(),
        json!({ "ok": true, "result": null, "text": "" })
    );
    assert_eq!(
        call(server.addr, "mixed", &json!({})).json(),
        json!({
            "ok": true,
            "result": null,
            "text": "first\nsecond",
            "images": [{ "mime_type": "image/png", "data": "AQID" }],
            "audio": [{ "mime_type": "audio/wav", "data": "BAU=" }],
            "resources": [{ "uri": "test://file", "mime_type": "text/plain", "text": "inside" }],
            "links": [
                { "uri": "test://there", "name": "There" },
                { "uri": "test://more", "name": "More", "mime_type": "text/plain", "description": "All\nof it." },
            ],
        })
    );
}

#[test]
fn must_19_what_a_tool_reports_is_an_answer() {
    let server = start();
    let failed = call(server.addr, "fail", &json!({}));
    assert_eq!(failed.status, 200);
    let error = json!({ "code": "out_of_luck", "message": "it did not work", "hint": "try `echo`" });
    assert_eq!(failed.json(), json!({ "ok": false, "error": error }));

    let panicked = call(server.addr, "panic_now", &json!({}));
    assert_eq!((panicked.status, panicked.rest_error().as_str()), (200, "internal"));
    assert!(!panicked.text().contains("on purpose"), "the panic's text is for the log");

    let wrong = call(server.addr, "add", &json!({ "a": [], "c": 1 }));
    assert_eq!((wrong.status, wrong.rest_error().as_str()), (200, "invalid_arguments"));
    let problems = wrong.json()["error"]["problems"].clone();
    assert_eq!(problems.as_array().map(Vec::len), Some(2), "{problems}");
    assert!(problems.as_array().unwrap().iter().all(|problem| problem["path"].is_string()));
    assert_eq!(call(server.addr, "add", &json!({ "a": 1 })).json()["result"], json!({ "sum": 2 }));
}

#[test]
fn http_errors_are_problems_of_the_transport() {
    let server = start();
    let post = |path: &str, headers: &[(&str, &str)], body: &str| {
        let reply = ask(server.addr, "POST", path, headers, body.as_bytes());
        (reply.status, reply.rest_error())
    };
    let is = |status: u16, code: &str| (status, code.to_owned());
    for body in ["[1]", "5", "\"text\"", "null", "true", "{", "{\"a\":NaN}", "{\"a\":1}x", "\u{feff}{}"] {
        assert_eq!(post("/api/v1/tools/echo", &[JSON], body), is(400, "not_an_object"), "{body}");
        let told = ask(server.addr, "POST", "/api/v1/tools/echo", &[JSON], body.as_bytes()).json();
        assert!(told["error"]["hint"].as_str().is_some_and(|hint| hint.contains("one object")), "{told}");
    }
    let deep = format!("{{\"text\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    assert_eq!(post("/api/v1/tools/echo", &[JSON], &deep).0, 400);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let kind = [("Content-Type", kind)];
        assert_eq!(post("/api/v1/tools/echo", &kind, "{}"), is(415, "unsupported_media_type"));
    }
    assert_eq!(post("/api/v1/tools/nope", &[JSON], "{}"), is(404, "unknown_tool"));
    assert_eq!(post("/api/v1/tools/echo?x=1", &[JSON], "{}"), is(400, "bad_query"));
    assert_eq!(post("/api/v1/tools/echo?images=both", &[JSON], "{}"), is(400, "bad_query"));
    let near = get(server.addr, "/api/v1/tools/ehco");
    assert_eq!((near.status, near.rest_error().as_str()), (404, "unknown_tool"));
    assert_eq!(near.json()["error"]["hint"], "did you mean `echo`?");
    let near = call(server.addr, "Echo", &json!({}));
    assert!(near.json()["error"]["hint"].as_str().unwrap().contains("`echo`"));
    let long = get(server.addr, &format!("/api/v1/tools/{}", "x".repeat(5000)));
    assert!(long.status == 404 && long.body.len() < 1000);
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = start_with(|config| config.body_time = std::time::Duration::from_millis(50));
    for path in ["/mcp", "/api/v1/tools/echo"] {
        let mut connection = Connection::open(server.addr);
        connection.send("POST", path, &[JSON, ("Content-Length", "20")], b"{\"text\":");
        assert_eq!(connection.reply(false).status, 408, "{path}");
        assert!(connection.is_closed());
    }
    // Nor is a head.
    let server = start_with(|config| config.header_time = std::time::Duration::from_millis(50));
    let mut connection = Connection::open(server.addr);
    connection.write(b"GET /api/v1/health HTTP/1.1\r\nHost:");
    assert!(connection.is_closed());
}

#[test]
fn a_head_may_not_be_endless() {
    let server = start();
    let mut connection = Connection::open(server.addr);
    let long = "x".repeat(200_000);
    connection.send("GET", "/api/v1/health", &[("X-Long", &long)], b"");
    assert_eq!(connection.head().status, 431);
}

#[test]
fn too_many_calls_at_once_are_told_to_come_back() {
    let server = start_as(Limits::new(1), Options::default(), |_| {});
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/api/v1/tools/wait", &[], b"");
    server.gate.expect("started");
    let busy = call(server.addr, "echo", &json!({ "text": "" }));
    assert_eq!((busy.status, busy.rest_error().as_str()), (429, "busy"));
    assert!(busy.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    server.gate.open();
    assert_eq!(connection.reply(false).json()["text"], "waited");
    assert_eq!(call(server.addr, "echo", &json!({ "text": "" })).status, 200);
}

#[test]
fn a_lost_connection_cancels_a_call() {
    let server = start();
    let mut connection = Connection::open(server.addr);
    connection.send("POST", "/api/v1/tools/wait", &[], b"");
    server.gate.expect("started");
    drop(connection);
    server.gate.expect("dropped");
}

#[test]
fn tools_are_listed_by_name_and_by_toolset() {
    let server = start();
    let names = |path: &str| -> Vec<String> {
        let reply = get(server.addr, path);
        assert_eq!(reply.status, 200, "{}", reply.text());
        let tools = reply.json()["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = names("/api/v1/tools");
    assert!(all.is_sorted());
    assert_eq!(names("/api/v1/tools?toolsets=math,danger"), ["add", "clear"]);
    assert_eq!(names("/api/v1/tools?toolsets=math%2Cdanger"), ["add", "clear"]);
    assert_eq!(names("/api/v1/tools?toolsets=all"), all);
    assert_eq!(names("/api/v1/tools?tools=echo,add"), ["add", "echo"]);
    for path in ["/api/v1/tools", "/api/v1/openapi.json"] {
        let unknown = get(server.addr, &format!("{path}?toolsets=maths"));
        assert_eq!((unknown.status, unknown.rest_error().as_str()), (400, "bad_query"));
        assert!(unknown.text().contains("all, basic, danger, math"), "{}", unknown.text());
        for query in [
            "toolset=math",
            "toolsets=math&toolsets=basic",
            "tools=none",
            "format=xml",
            "strict=yes",
            "strict=true",
        ] {
            assert_eq!(get(server.addr, &format!("{path}?{query}")).status, 400, "{path}?{query}");
        }
    }
    let one = get(server.addr, "/api/v1/tools/add").json();
    assert_eq!(
        (&one["title"], &one["toolsets"], &one["annotations"]),
        (&json!("Add"), &json!(["math"]), &json!({ "title": "Add", "readOnlyHint": true }))
    );
    assert_eq!(one["input_schema"]["properties"]["b"]["default"], 1);
    assert!(one["output_schema"]["properties"]["sum"].is_object());
    // A tool that was not chosen cannot be called.
    assert_eq!(ask(server.addr, "POST", "/api/v1/tools/clear?toolsets=math", &[], b"").status, 404);
}

#[test]
fn what_one_address_takes_is_not_taken_by_another_because_of_it() {
    let server = start();
    assert_eq!(get(server.addr, "/api/v1/openapi.json?tools=add").status, 200);
    let json = [("Content-Type", "application/json")];
    let refused = ask(server.addr, "POST", "/mcp?tools=add", &json, b"{}");
    assert!(
        refused.status == 400 && refused.text().contains("unknown query parameter"),
        "{}",
        refused.text()
    );
    assert_eq!(get(server.addr, "/api/v1/tools/add?tools=add").status, 400);
}

#[test]
fn a_query_never_reaches_beyond_what_is_served() {
    let server = start_with(|config| {
        let (dispatcher, _gate) = crate::server::dispatcher(Limits::default(), Options::default());
        config.served = dispatcher.registry().select(&["math", "basic"], None, true).unwrap().into();
    });
    for query in ["", "?toolsets=all", "?toolsets=danger,math,basic", "?tools=clear,add,fail,echo"] {
        let reply = get(server.addr, &format!("/api/v1/tools{query}"));
        let text = reply.text();
        assert!(!text.contains("\"clear\"") && !text.contains("\"fail\""), "{query}: {text}");
        assert!(text.contains("\"add\""), "{query}");
        let refused = ask(server.addr, "POST", &format!("/api/v1/tools/clear{query}"), &[], b"").status;
        assert!(matches!(refused, 400 | 404), "{query}: {refused}");
    }
    assert_eq!(call(server.addr, "clear", &json!({})).status, 404);
    assert_eq!(get(server.addr, "/api/v1/tools/clear").status, 404);
}

#[test]
fn tools_are_listed_as_functions_for_openai() {
    let server = start();
    let list = |query: &str| {
        get(server.addr, &format!("/api/v1/tools?{query}")).json()["tools"].as_array().unwrap().clone()
    };
    for tool in list("format=openai") {
        assert_eq!(
            (&tool["type"], &tool["function"]["strict"]),
            (&json!("function"), &json!(false)),
            "{tool}"
        );
    }
    for tool in list("format=openai-responses") {
        assert_eq!((&tool["type"], &tool["strict"]), (&json!("function"), &json!(false)), "{tool}");
        assert!(tool["parameters"].is_object() && tool["name"].is_string());
    }
    let strict = list("format=openai&strict=true");
    let add = strict.iter().find(|tool| tool["function"]["name"] == "add").unwrap();
    assert_eq!(add["function"]["strict"], true);
    assert_eq!(add["function"]["parameters"]["required"], json!(["a", "b"]));
    assert_eq!(list("format=openai-responses&strict=true").len(), strict.len());
}

#[test]
fn pictures_can_be_links() {
    let server = start();
    let path = "/api/v1/tools/mixed?images=url";
    let image = ask(server.addr, "POST", path, &[], b"").json()["images"][0].clone();
    assert_eq!((&image["mime_type"], image.get("data")), (&json!("image/png"), None));
    let url = image["url"].as_str().unwrap();
    let path = url.strip_prefix(&format!("http://{}", server.addr)).expect("the address of this server");
    let picture = get(server.addr, path);
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    assert_eq!(picture.body, [1, 2, 3]);
    assert_eq!(picture.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(get(server.addr, "/api/v1/images/0").status, 404);
    let inline = ask(server.addr, "POST", "/api/v1/tools/mixed?images=data", &[], b"").json();
    assert_eq!(inline["images"][0]["data"], "AQID");
}

#[test]
fn large_results_arrive_whole() {
    let server = start();
    let reply = call(server.addr, "big", &json!({ "kib": 1000 }));
    assert_eq!(reply.json()["text"].as_str().map(str::len), Some(1000 << 10));
    assert_eq!(reply.json()["result"], Value::Null);
}
