//! Structured results are in the form that their schema describes.

#![allow(missing_docs)]

use reelforge::schemars::JsonSchema;
use reelforge::serde::Serialize;
use reelforge::testing::Client;
use reelforge::{Json, Output, tool};
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Found {
    name: String,
    place: Option<String>,
    more: Option<Box<Found>>,
}

/// Finds something.
#[tool]
fn find() -> Json<Found> {
    let inner = Found { name: "inner null".to_owned(), place: None, more: None };
    Json(Found { name: "outer".to_owned(), place: None, more: Some(Box::new(inner)) })
}

#[test]
fn what_is_absent_in_a_result_is_left_out_as_its_schema_says() {
    let client = Client::new(reelforge::app!()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let reply = runtime.block_on(client.call("find", json!({})));
    assert_eq!(reply.result(), &json!({"name": "outer", "more": {"name": "inner null"}}));
}

#[test]
fn a_result_is_one_line_whatever_it_is_made_of() {
    let raw = RawValue::from_string("{\n\t\"a\": \"\\n\\t\"\r\n}".to_owned()).unwrap();
    let output = Output::json(&raw).unwrap();
    let text = output.structured().unwrap();
    assert!(!text.contains(['\n', '\r', '\t']), "{text:?}");
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), json!({"a": "\n\t"}));
}
