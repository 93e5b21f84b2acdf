//! Structured results are in the form that their schema describes.

#![allow(missing_docs)]

use reelforge::schemars::JsonSchema;
use reelforge::serde::Serialize;
use reelforge::testing::Client;
use reelforge::{Json, tool};
use serde_json::json;

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
