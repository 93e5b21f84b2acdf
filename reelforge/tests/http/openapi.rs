//! The OpenAPI document.

use serde_json::{Value, json};

use crate::client::{ask, call, get};
use crate::server::{start, start_with};

fn operations(document: &Value) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().map(|(path, item)| (path.clone(), item["post"].clone())).collect()
}

#[test]
fn every_tool_is_one_operation() {
    let server = start();
    let document = get(server.addr, "/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], "1.2.3");
    assert_eq!(document["servers"], json!([{ "url": format!("http://{}", server.addr) }]));
    let tools = get(server.addr, "/api/v1/tools").json()["tools"].as_array().unwrap().clone();
    let operations = operations(&document);
    assert_eq!(operations.len(), tools.len());
    for ((path, operation), tool) in operations.iter().zip(&tools) {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(
            (path.as_str(), &operation["operationId"]),
            (&*format!("/api/v1/tools/{name}"), &tool["name"])
        );
        for short in ["summary", "description"] {
            let text = operation[short].as_str().unwrap();
            assert!((1..=300).contains(&text.chars().count()), "{name}: {text}");
        }
        for status in ["200", "400", "403", "404", "413", "415", "429", "503"] {
            assert!(operation["responses"][status].is_object(), "{name} {status}");
        }
        assert_eq!(operation["responses"].get("401"), None);
    }
    let of = |name: &str| document["paths"][format!("/api/v1/tools/{name}")]["post"].clone();
    for (name, consequential) in [("echo", false), ("clear", true), ("fail", true)] {
        assert_eq!(of(name)["x-openai-isConsequential"], consequential, "{name}");
    }
    assert_eq!(
        (&of("echo")["requestBody"]["required"], &of("clear")["requestBody"]["required"]),
        (&json!(true), &json!(false))
    );
    // The description is cut at a sentence; the schema keeps the whole of it.
    let echo = of("echo");
    let (cut, whole) = (
        echo["description"].as_str().unwrap(),
        echo["requestBody"]["content"]["application/json"]["schema"]["description"].as_str().unwrap(),
    );
    assert!(cut.ends_with('.') && whole.len() > 300, "{cut} / {whole}");
    assert_eq!(of("add")["requestBody"]["content"]["application/json"]["schema"].get("description"), None);
}

#[test]
fn the_document_never_changes_and_can_be_narrowed() {
    let server = start();
    let whole = get(server.addr, "/api/v1/openapi.json");
    assert_eq!(whole.body, get(server.addr, "/api/v1/openapi.json").body);
    let tag = whole.header("etag").unwrap();
    let again = ask(server.addr, "GET", "/api/v1/openapi.json", &[("If-None-Match", tag)], b"");
    assert_eq!((again.status, again.header("etag")), (304, Some(tag)));
    for (query, names) in [("toolsets=math,danger", ["add", "clear"]), ("tools=echo,add", ["add", "echo"])] {
        let document = get(server.addr, &format!("/api/v1/openapi.json?{query}")).json();
        let found: Vec<String> = operations(&document)
            .iter()
            .map(|(_, operation)| operation["operationId"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, names, "{query}");
    }
    // Behind a proxy that speaks TLS, and by another name.
    let headers = [("Host", "localhost"), ("X-Forwarded-Proto", "https")];
    let document = ask(server.addr, "GET", "/api/v1/openapi.json", &headers, b"").json();
    assert_eq!(document["servers"][0]["url"], "https://localhost");
}

#[test]
fn a_token_is_part_of_the_document() {
    let server = start();
    assert_eq!(get(server.addr, "/api/v1/openapi.json").json()["security"], json!([]));
    let server = start_with(|config| config.token = Some("t".to_owned()));
    let reply = ask(server.addr, "GET", "/api/v1/openapi.json", &[("Authorization", "Bearer t")], b"");
    let document = reply.json();
    let scheme = document["security"][0].as_object().unwrap().keys().next().unwrap().clone();
    assert_eq!(document["components"]["securitySchemes"][scheme]["scheme"], "bearer");
    assert!(operations(&document).iter().all(|(_, operation)| operation["responses"]["401"].is_object()));
}

#[test]
fn answers_are_what_the_document_says() {
    let server = start();
    let document = get(server.addr, "/api/v1/openapi.json").json();
    for (tool, arguments) in [
        ("echo", json!({ "text": "hi" })),
        ("echo", json!({})),
        ("add", json!({ "a": 1 })),
        ("mixed", json!({})),
        ("mixed?images=url", json!({})),
        ("nothing", json!({})),
        ("fail", json!({})),
        ("panic_now", json!({})),
    ] {
        let name = tool.split('?').next().unwrap();
        let operation = &document["paths"][format!("/api/v1/tools/{name}")]["post"];
        let mut schema = operation["responses"]["200"]["content"]["application/json"]["schema"].clone();
        schema["components"] = document["components"].clone();
        let answer = call(server.addr, tool, &arguments).json();
        let validator = jsonschema::draft202012::new(&schema).expect("a schema");
        let errors: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{tool}: {answer}: {errors:?}");
        assert!(!validator.is_valid(&json!({ "ok": true })), "the schema says something");
    }
}
