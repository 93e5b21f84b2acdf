use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::super::Schemas;
use super::super::schemas::make;
use super::{Fake, PATIENCE, World, with_schema};
use crate::registry::{Declared, Registry};
use crate::testing::Client;

fn made(schema: &Value, how: Schemas) -> Result<Value, String> {
    make(&with_schema("t", schema), how).map(|made| made.input)
}

fn object(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

/// Definitions of which each needs the next one twice: written out, they are 2⁴⁰.
fn doubling() -> Value {
    let mut schema = object(&json!({ "x": { "$ref": "#/$defs/d0" } }));
    for number in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/d{}", number + 1) });
        schema["$defs"][format!("d{number}")] = object(&json!({ "a": next, "b": next }));
    }
    schema["$defs"]["d40"] = json!({ "type": "string" });
    schema
}

/// Definitions that are deep, and of which each holds the next one at its bottom.
fn deep_chain() -> Value {
    let mut schema = object(&json!({ "x": { "$ref": "#/$defs/d0" } }));
    for number in 0..50 {
        let mut part = json!({ "$ref": format!("#/$defs/d{}", number + 1) });
        for _ in 0..20 {
            part = json!({ "type": "array", "items": part });
        }
        schema["$defs"][format!("d{number}")] = part;
    }
    schema["$defs"]["d50"] = json!({ "type": "string" });
    schema
}

/// The kinds of schemas that crash those who follow references.
fn hostile() -> Vec<Value> {
    let itself = json!({ "$ref": "#/$defs/a" });
    let mut many = object(&json!({}));
    for number in 0..3000 {
        many["properties"][format!("p{number}")] =
            json!({ "$ref": format!("#/properties/p{}", (number + 1) % 3000) });
    }
    vec![
        doubling(),
        deep_chain(),
        many,
        json!({ "type": "object", "properties": { "x": itself }, "$defs": { "a": itself } }),
        json!({ "type": "object", "properties": { "x": itself }, "$defs": { "a": { "anyOf": vec![itself.clone(); 100] } } }),
        json!({ "type": "object", "properties": { "x": { "$ref": "#/properties/y" }, "y": { "$ref": "#/properties/x" } } }),
        json!({ "type": "object", "properties": { "x": { "$ref": "#/properties/x/properties/x" } } }),
        json!({ "type": "object", "properties": { "x": { "$ref": "#/nowhere" }, "y": { "$ref": "https://example.com/s" } } }),
        json!({ "type": "object", "$ref": "#" }),
        json!({ "type": "object", "allOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        object(
            &json!({ "x": { "$ref": "#" }, "y": { "items": { "$ref": "#/properties/y" }, "type": "array" } }),
        ),
    ]
}

#[test]
fn peers_17_references_of_any_kind_end_in_bounded_time() {
    for schema in hostile() {
        // Whether it can be portable is one thing; that it comes to an end without a crash is what counts.
        let _ = made(&schema, Schemas::Portable);
        assert_eq!(made(&schema, Schemas::AsIs).unwrap(), schema, "it is passed on as it is");
    }
    assert!(
        made(&doubling(), Schemas::Portable).unwrap_err().contains("when what it refers to is written out")
    );
    assert!(made(&deep_chain(), Schemas::Portable).unwrap_err().contains("deeper than 64 levels"));
}

/// A registry of such tools, mounted.
async fn registry(tools: Vec<Declared>) -> Arc<Registry> {
    let fake = Fake::new(tools);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    catalogue.now()
}

fn numbered(schemas: Vec<Value>) -> Vec<Declared> {
    (0..).zip(schemas).map(|(number, schema)| with_schema(&format!("t{number}"), &schema)).collect()
}

#[tokio::test]
async fn peers_17_every_form_of_the_list_takes_bounded_time() {
    let tools = numbered(hostile());
    let count = tools.len();
    let registry = tokio::time::timeout(PATIENCE, registry(tools)).await.unwrap();
    assert_eq!(registry.tools().len(), count + 1);
    for tool in registry.tools() {
        for (_, schema) in tool.input_schema()["properties"].as_object().unwrap_or(&Map::new()) {
            crate::registry::types::accepted_types(schema, tool.input_schema());
        }
        for strict in [false, true] {
            crate::tool::schema::openai::chat(tool.name(), tool.description(), tool.input_schema(), strict);
        }
        crate::tool::schema::openapi::component(tool.name(), tool.input_schema());
    }
}

#[test]
fn a_schema_of_another_dialect_becomes_portable() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "title": "Args",
        "properties": {
            "mode": { "oneOf": [{ "const": "a" }, { "const": "b" }] },
            "limit": { "anyOf": [{ "type": "integer", "format": "uint32" }, { "type": "null" }], "default": null },
            "point": { "$ref": "#/definitions/Point" },
            "again": { "$ref": "#/properties/point" },
            "tree": { "$ref": "#/definitions/Tree" },
        },
        "required": ["mode"],
        "definitions": {
            "Point": { "type": "object", "properties": { "x": { "type": "number" } }, "required": ["x"] },
            "Tree": { "type": "object", "properties": { "next": { "$ref": "#/definitions/Tree" } } },
        },
    });
    let portable = made(&schema, Schemas::Portable).unwrap();
    let point = json!({ "type": "object", "properties": { "x": { "type": "number" } }, "required": ["x"], "additionalProperties": false });
    assert_eq!(portable["properties"]["mode"]["enum"], json!(["a", "b"]));
    assert_eq!(
        portable["properties"]["limit"],
        json!({ "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 })
    );
    assert_eq!((&portable["properties"]["point"], &portable["properties"]["again"]), (&point, &point));
    assert_eq!(
        portable["properties"]["tree"]["$ref"],
        portable["$defs"]["Tree"]["properties"]["next"]["$ref"]
    );
    assert!(portable.get("$schema").is_none() && portable.get("definitions").is_none());
    assert!(crate::tool::schema::Checker::compile(&portable).is_ok());
}

#[tokio::test]
async fn portable_arguments_are_checked_here_and_others_by_their_server() {
    let fake = Fake::new(vec![with_schema("t", &object(&json!({ "count": { "type": "integer" } })))]);
    let world = World::new(&[("s", &fake)]);
    world.write(&json!({ "s": { "command": "x", "schemas": "portable" } }));
    let reply =
        Client::with(world.opened().await.now()).call("t", json!({ "count": "many", "cuont": 1 })).await;
    assert_eq!(reply.error.as_deref(), Some("invalid_arguments"));
    assert!(reply.text().contains("`count`"), "{}", reply.text());
    world.write(&json!({ "s": { "command": "x" } }));
    let reply = Client::with(world.opened().await.now()).call("t", json!({ "count": "many" })).await;
    assert_eq!(reply.result()["arguments"], json!({ "count": "many" }));
}

#[test]
fn what_cannot_be_portable_is_refused_with_the_way_out() {
    let tuple = object(&json!({ "x": { "type": "array", "prefixItems": [{ "type": "string" }] } }));
    let error = made(&tuple, Schemas::Portable).unwrap_err();
    assert!(error.contains("`x`: a tuple is not portable") && error.contains("as_is"), "{error}");
    let mut tool = with_schema("t", &object(&json!({})));
    tool.output_schema = json!({ "type": "array" }).as_object().cloned();
    let whole = make(&tool, Schemas::Portable).unwrap();
    assert!(whole.output.is_none() && whole.note.is_some(), "{whole:?}");
}

#[test]
fn peers_12_a_combination_at_the_root_is_told() {
    let schema = json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    let whole = make(&with_schema("t", &schema), Schemas::AsIs).unwrap();
    assert!(whole.note.unwrap().contains("`oneOf` at the root"));
}

/// Schemas of servers as they are in the wild.
#[cfg(all(feature = "http", feature = "cli"))]
fn wild() -> Vec<Value> {
    vec![
        object(
            &json!({ "kind": { "type": "string", "enum": ["a", "b"] }, "n": { "type": "integer", "minimum": 1, "maximum": 9, "format": "int32" } }),
        ),
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": object(&json!({ "again": { "$ref": "#/$defs/A" } })) } }),
        json!({ "type": "object", "properties": { "a": { "$ref": "#/definitions/A" } }, "definitions": { "A": object(&json!({ "root": { "$ref": "#" } })) } }),
        object(
            &json!({ "p": { "type": "string" }, "q": { "$ref": "#/properties/p" }, "r": { "allOf": [{ "$ref": "#/properties/q" }] } }),
        ),
        object(&json!({ "$ref": { "type": "string", "default": { "$ref": "#/no/reference" } } })),
    ]
}

/// Follows a document's references back to where they led in the schema.
#[cfg(all(feature = "http", feature = "cli"))]
fn back(value: &mut Value, prefix: &str) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                let whole = format!("#/components/schemas/{prefix}");
                if let Some(name) = reference.strip_prefix(&format!("{whole}_")) {
                    *reference = format!("#/$defs/{name}");
                } else if let Some(pointer) = reference.strip_prefix(&whole) {
                    *reference = format!("#{pointer}");
                }
            }
            map.values_mut().for_each(|value| back(value, prefix));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| back(value, prefix)),
        _ => {}
    }
}

/// What a document says of one schema, put together again.
#[cfg(all(feature = "http", feature = "cli"))]
fn whole(shown: &Value, document: &Value, prefix: &str) -> Value {
    let components = document["components"]["schemas"].as_object().unwrap();
    let mut shown = shown.clone();
    if let Some(whole) = components.get(prefix) {
        assert_eq!(shown, json!({ "$ref": format!("#/components/schemas/{prefix}") }));
        shown = whole.clone();
    }
    back(&mut shown, prefix);
    for (name, definition) in components {
        if let Some(name) = name.strip_prefix(&format!("{prefix}_")) {
            let mut definition = definition.clone();
            back(&mut definition, prefix);
            shown["$defs"][name] = definition;
        }
    }
    shown
}

/// Every form of the list shows, for each schema, what is expected of arguments and of results.
#[cfg(all(feature = "http", feature = "cli"))]
async fn every_form_shows(how: &str, expected: impl Fn(&Value) -> Value) {
    let schemas = wild();
    let mut tools = numbered(schemas.clone());
    for tool in &mut tools {
        tool.output_schema = Some(tool.input_schema.clone());
    }
    let world = World::new(&[("s", &Fake::new(tools))]);
    world.write(&json!({ "s": { "command": "x", "schemas": how } }));
    let registry = world.opened().await.now();
    let listed = Client::with(registry.clone()).tools().await;
    let identity = crate::protocol::Identity::new("test", "1");
    let document = crate::transport::http::openapi_document(&identity, &registry.all(), "http://h", false);
    let functions = |strict| {
        let list = crate::registry::list(&registry.all(), crate::registry::Form::OpenAi { strict });
        let all = list["tools"].as_array().unwrap().iter().map(|tool| tool["function"].clone());
        all.collect::<Vec<Value>>()
    };
    let (plain, strict) = (functions(false), functions(true));
    for (number, schema) in schemas.iter().enumerate() {
        let (name, schema) = (format!("t{number}"), expected(schema));
        let of = |list: &[Value]| list.iter().find(|tool| tool["name"] == name.as_str()).unwrap().clone();
        assert_eq!(of(&listed)["inputSchema"], schema, "MCP");
        assert_eq!(of(&plain)["parameters"], schema, "OpenAI");
        // The strict form is the schema's own, or there is none and the schema stands there as it is.
        let strict = of(&strict);
        let own = crate::tool::schema::openai::strict_parameters(&schema);
        assert_eq!(strict["strict"], json!(own.is_ok()), "{strict}");
        assert_eq!(strict["parameters"], own.unwrap_or(schema.clone()), "OpenAI, strict");

        let path = &document["paths"][format!("/api/v1/tools/{name}")]["post"];
        let arguments = &path["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(whole(arguments, &document, &format!("{name}.arguments")), schema, "OpenAPI");
        let done = &path["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"][0];
        let result = whole(&done["properties"]["result"], &document, &format!("{name}.result"));
        assert_eq!(Some(&result), registry.get(&name).unwrap().output_schema(), "OpenAPI, the result");
        assert_eq!(of(&listed)["outputSchema"], result, "MCP, the result");
    }
    // Every reference of the document leads somewhere in it.
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 10);
    for reference in references {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
    }
}

#[cfg(all(feature = "http", feature = "cli"))]
#[tokio::test]
async fn peers_38_mcp_openapi_and_openai_show_the_very_schema_of_the_server() {
    every_form_shows("as_is", Value::clone).await;
}

#[cfg(all(feature = "http", feature = "cli"))]
#[tokio::test]
async fn peers_38_mcp_openapi_and_openai_show_the_same_portable_schema() {
    every_form_shows("portable", |schema| made(schema, Schemas::Portable).unwrap()).await;
}

#[cfg(all(feature = "http", feature = "cli"))]
fn collect(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(reference) if key == "$ref" => into.push(reference.clone()),
                    _ if key == "default" => {}
                    _ => collect(value, into),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

#[tokio::test]
async fn peers_11_a_result_that_is_no_object_is_promised_to_stateless_clients_alone() {
    let mut tool = with_schema("t", &object(&json!({})));
    tool.output_schema = json!({ "type": "array", "items": { "type": "string" } }).as_object().cloned();
    let client = Client::with(registry(vec![tool.clone()]).await);
    let modern = client.tools().await;
    assert_eq!(modern[1]["outputSchema"], json!(tool.output_schema));
    let legacy = client.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).await.unwrap();
    let legacy = &legacy["result"]["tools"][1];
    assert_eq!((&legacy["name"], legacy.get("outputSchema")), (&json!("t"), None));
}

/// Schemas that refer to themselves at random.
fn random() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;

    let places = [
        "#",
        "#/$defs/a",
        "#/$defs/b",
        "#/definitions/a",
        "#/properties/x",
        "#/properties/x/items",
        "#/no",
        "x",
    ];
    let leaf = prop_oneof![
        proptest::sample::select(places.to_vec()).prop_map(|place| json!({ "$ref": place })),
        Just(json!({ "type": "string", "enum": ["a"] })),
        Just(json!({ "type": ["integer", "null"] })),
        Just(json!(true)),
    ];
    let schema = leaf.prop_recursive(4, 24, 3, |inner| {
        let many = proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            inner.clone().prop_map(|items| json!({ "type": "array", "items": items })),
            many.clone().prop_map(|all| json!({ "anyOf": all })),
            many.clone().prop_map(|all| json!({ "allOf": all })),
            many.clone().prop_map(|all| json!({ "oneOf": all })),
            (inner.clone(), inner).prop_map(
                |(a, b)| json!({ "type": "object", "properties": { "x": a, "y": b }, "required": ["x"] })
            ),
        ]
    });
    (schema.clone(), schema.clone(), schema.clone(), schema).prop_map(|(x, a, b, c)| {
        json!({ "type": "object", "properties": { "x": x }, "$defs": { "a": a, "b": b }, "definitions": { "a": c } })
    })
}

proptest::proptest! {
    #[test]
    fn peers_17_whatever_a_schema_refers_to_looking_at_it_ends(schema in random()) {
        let _ = made(&schema, Schemas::Portable);
        for (_, argument) in schema["properties"].as_object().unwrap() {
            crate::registry::types::accepted_types(argument, &schema);
        }
        for strict in [false, true] {
            crate::tool::schema::openai::chat("t", "", &schema, strict);
        }
        assert!(crate::tool::schema::openapi::component("t", &schema).schema.is_object());
    }
}
