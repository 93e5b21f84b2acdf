//! What the protocol demands, one test a demand.

use reelforge_tests::stdio::{Server, legacy, request};
use serde_json::{Value, json};

use super::{PROGRAM, start};

const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const PARSE_ERROR: i64 = -32700;
const UNSUPPORTED_VERSION: i64 = -32022;

#[test]
fn must_01_standard_output_has_only_messages() {
    let mut server = Server::start(PROGRAM, &["--log", "debug"]);
    server.initialize("2025-11-25");
    server.call(&json!(1), "explode", json!({}));
    server.call(&json!(2), "print_everywhere", json!({}));
    server.send_bytes(b"not json");
    for id in [json!(1), json!(2), Value::Null] {
        server.answer(&id);
    }
    // That every line is a message was asserted as it came.
    let ended = server.end();
    assert_eq!(ended.rest, [Value::Null; 0]);
    assert!(ended.errors.contains("with a secret"), "the log has the panic: {}", ended.errors);
}

#[test]
fn must_02_a_malformed_line_gets_one_error_and_the_end_of_input_ends_the_process() {
    let mut server = start();
    server.send_bytes(br#"{"jsonrpc":"2.0","id":1,"method""#);
    let answer = server.next_message();
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(PARSE_ERROR), &Value::Null));
    server.is_silent();
    server.call_with_progress(&json!(2), "wait", json!({}));
    server.progress(&json!(2));
    let ended = server.end();
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.rest, [Value::Null; 0], "a call that was stopped has no answer");
}

#[test]
fn must_03_notifications_are_never_answered() {
    let mut server = start();
    let none = json!({});
    let call = json!({ "name": "echo", "arguments": { "text": "x" } });
    let modern = request(&json!(0), "tools/call", call.clone())["params"].clone();
    for (method, params) in [
        ("notifications/initialized", &none),
        ("notifications/cancelled", &json!({ "requestId": "nobody" })),
        ("notifications/cancelled", &none),
        ("notifications/never/heard/of", &none),
        ("no/such/method", &none),
        ("tools/call", &call),
        ("tools/call", &modern),
        ("tools/call", &json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "1999-01-01" } })),
        ("initialize", &json!("not an object")),
    ] {
        if params.is_object() {
            server.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        }
    }
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    server.is_silent();
}

#[test]
fn must_04_an_answer_has_the_id_of_its_request() {
    let mut server = start();
    let ids = [
        "1",
        r#""1""#,
        "0",
        "-5",
        "9007199254740993",
        "123456789012345678901234567890",
        r#""""#,
        r#""a\"b\u00e9\n""#,
        "\"\u{1f3ac}\"",
    ];
    for id in ids {
        server.send_bytes(format!(r#"{{"jsonrpc":"2.0","method":"ping","id":{id}}}"#).as_bytes());
        let expected: Value = serde_json::from_str(id).unwrap();
        assert_eq!(server.next_message()["id"], expected);
    }
    for id in ["null", "1.5", "1.0", "1e3", "true", "[1]", "{}"] {
        server.send_bytes(format!(r#"{{"jsonrpc":"2.0","method":"ping","id":{id}}}"#).as_bytes());
        let answer = server.next_message();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(INVALID_REQUEST), &Value::Null),
            "{id}"
        );
    }
}

#[test]
fn must_05_initialize_settles_on_a_version() {
    let newest = "2025-11-25";
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", newest),
        ("2026-07-28", newest),
        ("1900-01-01", newest),
        ("", newest),
    ] {
        let answer = start().initialize(asked);
        assert_eq!(answer["result"]["protocolVersion"], given, "{asked}");
        assert_eq!(answer["result"]["serverInfo"]["name"], "reelforge-tests");
        assert_eq!(answer["result"]["instructions"], "Call a tool.");
    }
    let answer = start().ask(&legacy(&json!(1), "initialize", json!({})));
    assert_eq!(answer["result"]["protocolVersion"], newest, "none asked for");
}

#[test]
fn must_06_stateless_requests_need_no_handshake() {
    let mut server = start();
    for round in ["before", "after"] {
        let ask =
            |server: &mut Server, method: &str, params| server.ask(&request(&json!(round), method, params));
        let discovery = ask(&mut server, "server/discover", json!({}));
        assert_eq!(discovery["result"]["supportedVersions"], json!(["2026-07-28"]), "{round}");
        let list = ask(&mut server, "tools/list", json!({}));
        assert!(list["result"]["tools"].as_array().is_some_and(|tools| tools.len() > 10), "{round}");
        let call = json!({ "name": "add", "arguments": { "a": 2, "b": 3 } });
        let answer = ask(&mut server, "tools/call", call);
        assert_eq!(answer["result"]["structuredContent"], json!({ "sum": 5 }), "{round}");
        server.initialize("2025-06-18");
    }
}

#[test]
fn must_07_only_stateless_results_say_their_type_and_age() {
    let mut server = start();
    let call = json!({ "name": "echo", "arguments": { "text": "x" } });
    for (method, params, cached) in [
        ("server/discover", json!({}), true),
        ("tools/list", json!({}), true),
        ("tools/call", call.clone(), false),
        ("tools/call", json!({ "name": "fail" }), false),
    ] {
        let result = server.ask(&request(&json!(1), method, params))["result"].clone();
        assert_eq!(result["resultType"], "complete", "{method}");
        let server_info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(server_info["name"], "reelforge-tests", "{method}");
        assert_eq!(result["ttlMs"].is_u64(), cached, "{method}");
        assert_eq!(result["cacheScope"].is_string(), cached, "{method}");
    }
    server.initialize("2025-11-25");
    for (method, params) in [("tools/list", json!({})), ("tools/call", call)] {
        let result = server.ask(&legacy(&json!(1), method, params))["result"].clone();
        for key in ["resultType", "ttlMs", "cacheScope"] {
            assert!(result.get(key).is_none(), "{method}: {key}");
        }
    }
}

#[test]
fn must_08_stateless_requests_are_checked() {
    let mut server = start();
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let meta = |meta: Value| json!({ "_meta": meta });
    for (method, params, code) in [
        ("tools/list", meta(json!({ version: "2026-07-28" })), INVALID_PARAMS),
        ("tools/list", meta(json!({ version: "2026-07-28", capabilities: 1 })), INVALID_PARAMS),
        ("tools/list", meta(json!({ version: 1, capabilities: {} })), INVALID_PARAMS),
        ("server/discover", json!({}), INVALID_PARAMS),
        ("tools/list", meta(json!({ version: "2030-01-01", capabilities: {} })), UNSUPPORTED_VERSION),
        ("tools/list", meta(json!({ version: "2025-11-25", capabilities: {} })), UNSUPPORTED_VERSION),
    ] {
        let answer = server.ask(&legacy(&json!(1), method, params.clone()));
        assert_eq!(answer["error"]["code"], code, "{method} {params}");
        if code == UNSUPPORTED_VERSION {
            assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
            assert_eq!(answer["error"]["data"]["requested"], params["_meta"][version]);
        }
    }
    for method in ["initialize", "ping", "logging/setLevel", "no/such", "resources/list"] {
        let answer = server.ask(&request(&json!(1), method, json!({})));
        assert_eq!(answer["error"]["code"], METHOD_NOT_FOUND, "{method}");
    }
}

#[test]
fn must_09_a_session_has_its_methods_and_no_others() {
    let mut server = start();
    server.initialize("2025-11-25");
    assert_eq!(server.ask(&legacy(&json!(1), "ping", json!({})))["result"], json!({}));
    for method in ["resources/list", "prompts/list", "no/such", "logging/setLevel", ""] {
        let answer = server.ask(&legacy(&json!(1), method, json!({})));
        let expected = if method.is_empty() { INVALID_REQUEST } else { METHOD_NOT_FOUND };
        assert_eq!(answer["error"]["code"], expected, "{method}");
    }
}

#[test]
fn must_16_batches_belong_to_one_revision() {
    let ping = |id: i64| legacy(&json!(id), "ping", json!({}));
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut server = start();
        server.initialize(version);
        server.send(&json!([ping(1)]));
        assert_eq!(server.next_message()["error"]["code"], INVALID_REQUEST, "{version}");
    }
    let mut server = start();
    server.send(&json!([ping(1)]));
    assert_eq!(server.next_message()["error"]["code"], INVALID_REQUEST, "before any session");

    server.initialize("2025-03-26");
    let call = |id: i64, text: &str| {
        legacy(&json!(id), "tools/call", json!({ "name": "echo", "arguments": { "text": text } }))
    };
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    server
        .send(&json!([ping(1), note, call(2, "two"), 3, call(4, "four"), { "jsonrpc": "2.0", "id": 5 }, []]));
    let answers = server.next_message();
    let answers = answers.as_array().expect("an array is answered with an array");
    let by_id = |id: Value| answers.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    assert_eq!(answers.len(), 6, "{answers:?}");
    assert_eq!(by_id(json!(1))[0]["result"], json!({}));
    assert_eq!(by_id(json!(2))[0]["result"]["content"][0]["text"], "two");
    assert_eq!(by_id(json!(4))[0]["result"]["content"][0]["text"], "four");
    assert_eq!(by_id(json!(5))[0]["error"]["code"], INVALID_REQUEST);
    assert!(by_id(Value::Null).iter().all(|answer| answer["error"]["code"] == INVALID_REQUEST));

    server.send(&json!([note, note]));
    server.is_silent();
    server.send(&json!([]));
    assert_eq!(server.next_message()["error"]["code"], INVALID_REQUEST, "empty");
    server.send(&json!([ping(1), legacy(&json!(2), "initialize", json!({}))]));
    assert_eq!(server.next_message()["error"]["code"], INVALID_REQUEST, "a handshake inside");
    server.send(&Value::Array((0..101).map(ping).collect()));
    assert_eq!(server.next_message()["error"]["code"], INVALID_REQUEST, "too many");
}

#[test]
fn must_18_the_list_is_the_same_every_time_and_in_every_process() {
    let list = |server: &mut Server| server.ask(&request(&json!(1), "tools/list", json!({}))).to_string();
    let (mut one, mut other) = (start(), start());
    let first = list(&mut one);
    assert_eq!(first, list(&mut one));
    assert_eq!(first, list(&mut other));
    let list: Value = serde_json::from_str(&first).unwrap();
    for tool in list["result"]["tools"].as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(jsonschema::meta::is_valid(&tool["inputSchema"]), "{tool}");
    }
}

#[test]
fn must_19_problems_of_a_tool_are_results_that_a_model_can_act_on() {
    let mut server = start();
    for (tool, arguments, said) in [
        ("fail", json!({}), &["it went wrong", "try another"][..]),
        ("explode", json!({}), &["`explode`", "panicked"]),
        ("add", json!({}), &["a", "missing", "integer"]),
        ("add", json!({ "a": "x" }), &["a", "integer", "x"]),
        ("add", json!({ "a": 1, "bb": 2 }), &["bb", "unknown", "`b`"]),
        ("echo", json!({ "text": null }), &["text", "null"]),
    ] {
        server.call(&json!(1), tool, arguments);
        let result = &server.answer(&json!(1))["result"];
        assert_eq!(result["isError"], true, "{tool}: {result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        for word in said {
            assert!(text.contains(word), "{tool}: expected {word} in: {text}");
        }
        assert!(!text.contains("secret"), "a panic's text is for the log: {text}");
    }
    for params in [
        json!({ "name": "ad" }),
        json!({}),
        json!({ "name": 1 }),
        json!({ "name": "add", "arguments": [] }),
        json!({ "name": "add", "arguments": "{}" }),
    ] {
        let answer = server.ask(&request(&json!(1), "tools/call", params.clone()));
        assert_eq!(answer["error"]["code"], INVALID_PARAMS, "{params}");
    }
    let answer = server.ask(&request(&json!(1), "tools/call", json!({ "name": "ad" })));
    assert!(answer["error"]["message"].as_str().unwrap().contains("`add`"), "{answer}");
}

#[test]
fn must_20_a_structured_result_is_what_its_schema_says_and_stands_there_as_text_too() {
    let mut server = start();
    let list = server.ask(&request(&json!(1), "tools/list", json!({})));
    let tools = list["result"]["tools"].as_array().unwrap();
    let add = tools.iter().find(|tool| tool["name"] == "add").unwrap();
    server.call(&json!(2), "add", json!({ "a": 1, "b": 2 }));
    let result = &server.answer(&json!(2))["result"];
    assert!(jsonschema::is_valid(&add["outputSchema"], &result["structuredContent"]), "{result}");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
}

#[test]
fn must_21_progress_carries_the_token_grows_and_comes_before_the_answer() {
    for token in [json!("a token"), json!(7), json!(0)] {
        let mut server = start();
        let mut message = request(&json!(1), "tools/call", json!({ "name": "steps" }));
        message["params"]["_meta"]["progressToken"] = token.clone();
        server.send(&message);
        let expected = [
            json!({ "progressToken": token, "progress": 1, "total": 2, "message": "half" }),
            json!({ "progressToken": token, "progress": 2, "total": 2 }),
        ];
        for params in expected {
            let message = server.next_message();
            assert_eq!((&message["method"], &message["params"]), (&json!("notifications/progress"), &params));
        }
        assert_eq!(server.next_message()["id"], 1);
        server.is_silent();
    }
    let mut server = start();
    server.call(&json!(1), "steps", json!({}));
    assert_eq!(server.next_message()["id"], 1, "nobody asked for progress");
    server.is_silent();
}

#[test]
fn must_22_a_cancelled_call_stops_and_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (id, session) in [(json!(1), None), (json!("1"), Some("2025-06-18"))] {
        let file = folder.path().join(format!("{session:?}"));
        let mut server = start();
        if let Some(version) = session {
            server.initialize(version);
        }
        let params =
            json!({ "name": "wait", "arguments": { "file": file }, "_meta": { "progressToken": "t" } });
        let mut message = if session.is_some() {
            legacy(&id, "tools/call", params)
        } else {
            request(&id, "tools/call", params)
        };
        message["params"]["_meta"]["progressToken"] = json!("t");
        server.send(&message);
        server.progress(&json!("t"));
        // The id of another type is another call.
        let other = if id.is_string() { json!(1) } else { json!("1") };
        for request_id in [&other, &json!(99), &Value::Null, &id, &id] {
            server.send(&json!({
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": request_id },
            }));
            if request_id != &id {
                server.is_silent();
                assert!(!file.exists(), "{request_id} cancelled {id}");
            }
        }
        super::end::wait_for(&file, "dropped");
        server.is_silent();
    }
}
