//! Stateless MCP, row by row.

use serde_json::{Value, json};

use crate::client::{
    CAPABILITIES, Connection, MODERN, Session, VERSION, message, modern, modern_with, post, stateless,
};
use crate::server::start;

#[test]
fn must_06_requests_need_nothing_before_them() {
    let server = start();
    let all = || {
        let discovered = modern(server.addr, "server/discover", &json!({}));
        assert_eq!(discovered.status, 200, "{}", discovered.text());
        assert_eq!(discovered.json()["result"]["supportedVersions"], json!([MODERN]));
        let listed = modern(server.addr, "tools/list", &json!({}));
        assert!(listed.json()["result"]["tools"].as_array().is_some_and(|tools| tools.len() > 5));
        let called =
            modern(server.addr, "tools/call", &json!({ "name": "add", "arguments": { "a": 1, "b": 2 } }));
        assert_eq!(called.json()["result"]["structuredContent"], json!({ "sum": 3 }));
    };
    all();
    let session = Session::open(server.addr, "2025-11-25");
    all();
    // A session's id is ignored on a stateless request, even a wrong one, and none is given.
    for id in [session.id.as_str(), "wrong"] {
        let reply = modern_with(
            server.addr,
            &[("Mcp-Session-Id", id), ("Last-Event-ID", "1")],
            "tools/list",
            &json!({}),
        );
        assert_eq!((reply.status, reply.header("mcp-session-id")), (200, None));
    }
}

#[test]
fn must_07_results_say_what_they_are_and_how_long_they_hold() {
    let server = start();
    for method in ["server/discover", "tools/list"] {
        let result = modern(server.addr, method, &json!({})).json()["result"].clone();
        assert_eq!(result["resultType"], "complete", "{method}");
        assert!(result["ttlMs"].as_u64().is_some(), "{method}");
        assert!(matches!(result["cacheScope"].as_str(), Some("public" | "private")), "{method}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "test-server");
    }
    for tool in ["echo", "fail", "nothing"] {
        let params = json!({ "name": tool, "arguments": if tool == "echo" { json!({ "text": "" }) } else { json!({}) } });
        let result = modern(server.addr, "tools/call", &params).json()["result"].clone();
        assert_eq!(result["resultType"], "complete", "{tool}: {result}");
        assert!(result["content"].is_array());
    }
    let session = Session::open(server.addr, "2025-11-25");
    let result = session.request("tools/list", &json!({})).json()["result"].clone();
    assert_eq!((result.get("resultType"), result.get("ttlMs"), result.get("cacheScope")), (None, None, None));
}

#[test]
fn must_08_each_wrong_request_has_its_code_and_status() {
    let server = start();
    let send = |headers: &[(&str, &str)], method: &str, params: &Value| {
        let reply = post(server.addr, headers, &message(method, params));
        assert_eq!(reply.json()["id"], 1, "the id comes back");
        (reply.status, reply.rpc_error(), reply.json()["error"].clone())
    };
    let version = ("MCP-Protocol-Version", MODERN);
    let good = [version, ("Mcp-Method", "tools/list")];
    let meta = |version: Value, capabilities: Value| {
        let mut params = json!({ "_meta": {} });
        if !version.is_null() {
            params["_meta"][VERSION] = version;
        }
        if !capabilities.is_null() {
            params["_meta"][CAPABILITIES] = capabilities;
        }
        params
    };
    let whole = stateless(&json!({}));

    // What the body must say.
    for params in [
        json!({}),
        json!({ "_meta": {} }),
        meta(Value::Null, json!({})),
        meta(json!(MODERN), Value::Null),
        meta(json!(MODERN), json!([])),
        meta(json!(5), json!({})),
    ] {
        let (status, code, _) = send(&good, "tools/list", &params);
        assert_eq!((status, code), (400, -32602), "{params}");
    }
    let (status, code, _) = send(&[version], "server/discover", &json!({}));
    assert_eq!((status, code), (400, -32602));
    let (status, code, _) = send(&[], "server/discover", &json!({}));
    assert_eq!((status, code), (400, -32602));

    // A version that is not spoken, in the body and the header alike.
    let unknown = meta(json!("v999.0.0"), json!({}));
    let headers = [("MCP-Protocol-Version", "v999.0.0"), ("Mcp-Method", "tools/list")];
    let (status, code, error) = send(&headers, "tools/list", &unknown);
    assert_eq!((status, code), (400, -32022));
    assert_eq!(error["data"], json!({ "supported": [MODERN], "requested": "v999.0.0" }));

    // Headers that are absent, differ, or come twice.
    let list = ("Mcp-Method", "tools/list");
    let wrong: [&[(&str, &str)]; 7] = [
        &[list],
        &[version],
        &[("MCP-Protocol-Version", "2025-11-25"), list],
        &[version, ("Mcp-Method", "tools/call")],
        &[version, ("Mcp-Method", "Tools/List")],
        &[version, list, list],
        &[version, ("Mcp-Method", "=?base64?!!?=")],
    ];
    for headers in wrong {
        let (status, code, _) = send(headers, "tools/list", &whole);
        assert_eq!((status, code), (400, -32020), "{headers:?}");
    }
    let call = stateless(&json!({ "name": "nothing" }));
    let method = ("Mcp-Method", "tools/call");
    for name in [&[][..], &[("Mcp-Name", "echo")], &[("Mcp-Name", "Nothing")]] {
        let headers = [&[version, method], name].concat();
        let (status, code, _) = send(&headers, "tools/call", &call);
        assert_eq!((status, code), (400, -32020), "{name:?}");
    }
    for name in ["nothing", "=?base64?bm90aGluZw==?="] {
        let headers = [("mcp-protocol-version", MODERN), ("MCP-METHOD", "  tools/call "), ("mcp-name", name)];
        assert_eq!(post(server.addr, &headers, &message("tools/call", &call)).status, 200, "{name}");
    }

    // Methods that are gone, or never were.
    for method in
        ["initialize", "ping", "logging/setLevel", "resources/subscribe", "prompts/list", "unknown/method"]
    {
        let (status, code, _) = send(&[version, ("Mcp-Method", method)], method, &whole);
        assert_eq!((status, code), (404, -32601), "{method}");
    }
    // A tool that is not there is an ordinary answer.
    let reply = modern(server.addr, "tools/call", &json!({ "name": "none" }));
    assert_eq!((reply.status, reply.rpc_error()), (200, -32602));
}

#[test]
fn a_call_that_needs_more_of_its_client_says_what() {
    let server = start();
    let reply = modern(server.addr, "tools/call", &json!({ "name": "sample" }));
    assert_eq!((reply.status, reply.rpc_error()), (400, -32021));
    assert_eq!(reply.json()["error"]["data"], json!({ "requiredCapabilities": { "sampling": {} } }));
}

#[test]
fn arguments_are_repeated_in_headers_where_the_schema_says_so() {
    let server = start();
    let look = |headers: &[(&str, &str)], arguments: Value| {
        let reply = modern_with(
            server.addr,
            headers,
            "tools/call",
            &json!({ "name": "look", "arguments": arguments }),
        );
        (reply.status, reply.json()["error"]["code"].as_i64())
    };
    let ok = (200, None);
    let mismatch = (400, Some(-32020));
    assert_eq!(look(&[], json!({})), ok);
    assert_eq!(look(&[("Mcp-Param-Region", "eu")], json!({ "region": "eu" })), ok);
    assert_eq!(look(&[("mcp-param-region", " eu ")], json!({ "region": "eu" })), ok);
    assert_eq!(look(&[("Mcp-Param-Region", "=?base64?w6Q=?=")], json!({ "region": "ä" })), ok);
    assert_eq!(look(&[("Mcp-Param-Limit", "5")], json!({ "limit": 5 })), ok);
    assert_eq!(look(&[], json!({ "region": "eu" })), mismatch);
    assert_eq!(look(&[("Mcp-Param-Region", "us")], json!({ "region": "eu" })), mismatch);
    assert_eq!(look(&[("Mcp-Param-Region", "EU")], json!({ "region": "eu" })), mismatch);
    assert_eq!(look(&[("Mcp-Param-Region", "eu")], json!({})), mismatch);
    assert_eq!(look(&[("Mcp-Param-Region", "=?base64?w6Q?=")], json!({ "region": "ä" })), mismatch);
    assert_eq!(
        look(&[("Mcp-Param-Region", "eu"), ("mcp-param-region", "eu")], json!({ "region": "eu" })),
        mismatch
    );
    // Older clients do not send them.
    let session = Session::open(server.addr, "2025-11-25");
    assert_eq!(session.call("look", &json!({ "region": "eu" }))["content"][0]["text"], "eu 0");
}

#[test]
fn answers_of_the_client_and_notifications_are_told_apart() {
    let server = start();
    let headers = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "notifications/cancelled")];
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": stateless(&json!({ "requestId": 1 })) });
    let reply = post(server.addr, &headers, &note.to_string());
    assert_eq!((reply.status, reply.text()), (202, ""));
    let answer = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
    let reply = post(server.addr, &[("MCP-Protocol-Version", MODERN)], &answer.to_string());
    assert_eq!((reply.status, reply.rpc_error()), (400, -32600));
}

#[test]
fn must_22_a_lost_connection_cancels_a_stateless_call() {
    let server = start();
    let mut connection = Connection::open(server.addr);
    let params = stateless(&json!({ "name": "wait" }));
    let headers = [
        ("Content-Type", "application/json"),
        ("MCP-Protocol-Version", MODERN),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "wait"),
    ];
    connection.send("POST", "/mcp", &headers, message("tools/call", &params).as_bytes());
    server.gate.expect("started");
    drop(connection);
    server.gate.expect("dropped");
}

#[test]
fn must_18_listings_never_change_and_every_schema_is_valid() {
    let server = start();
    let first = modern(server.addr, "tools/list", &json!({}));
    assert_eq!(first.body, modern(server.addr, "tools/list", &json!({})).body);
    let session = Session::open(server.addr, "2025-06-18");
    let legacy = session.request("tools/list", &json!({}));
    assert_eq!(legacy.body, session.request("tools/list", &json!({})).body);

    let tools = first.json()["result"]["tools"].as_array().unwrap().clone();
    assert_eq!(legacy.json()["result"]["tools"], json!(tools), "both eras see the same tools");
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for tool in &tools {
        let name = tool["name"].as_str().unwrap();
        assert!((1..=64).contains(&name.len()));
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)), "{name}");
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        for schema in [Some(&tool["inputSchema"]), tool.get("outputSchema")].into_iter().flatten() {
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}: {schema}");
        }
    }
    let rest = crate::client::get(server.addr, "/api/v1/tools").json();
    let openai = crate::client::get(server.addr, "/api/v1/tools?format=openai").json();
    let document = crate::client::get(server.addr, "/api/v1/openapi.json").json();
    for (at, tool) in tools.iter().enumerate() {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(rest["tools"][at]["input_schema"], tool["inputSchema"]);
        assert_eq!(rest["tools"][at].get("output_schema"), tool.get("outputSchema"));
        assert_eq!(openai["tools"][at]["function"]["parameters"], tool["inputSchema"]);
        let body = &document["paths"][format!("/api/v1/tools/{name}")]["post"]["requestBody"];
        let mut schema = body["content"]["application/json"]["schema"].clone();
        // The document keeps there what it cut off the operation's own description.
        if schema.get("description") == tool.get("description") {
            schema.as_object_mut().unwrap().shift_remove("description");
        }
        assert_eq!(schema, tool["inputSchema"], "{name}");
    }
}
