//! What tools return, and the errors that `?` makes.

use std::error::Error;
use std::fmt;

use reelforge::schemars::JsonSchema;
use reelforge::serde::Serialize;
use reelforge::testing::Reply;
use reelforge::{Image, Json, Output, ToolError, tool};
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Port {
    port: u16,
}

#[derive(Debug)]
struct Outer(std::num::ParseIntError);

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no port")
    }
}

impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// T.
#[tool]
fn returns_nothing() {}

/// T.
#[tool]
fn returns_static() -> &'static str {
    "static"
}

/// T.
#[tool]
async fn returns_string() -> String {
    "string".to_owned()
}

/// T.
#[tool]
fn returns_json() -> Json<Port> {
    Json(Port { port: 80 })
}

/// T.
#[tool]
fn returns_image() -> Image {
    Image::png([1])
}

/// T.
#[tool(inline)]
fn returns_output() -> Result<Output, ToolError> {
    Ok(Output::json(&json!({ "a": 1 }))?.with_text("text").with_image(Image::jpeg([1])))
}

/// T.
#[tool]
fn fails_with_own_error(text: String) -> Result<(), Outer> {
    text.parse::<u16>().map(drop).map_err(Outer)
}

/// T.
#[tool]
async fn fails_with_tool_error(text: String) -> Result<String, ToolError> {
    let port: u16 = text.parse()?;
    Err(ToolError::new("reserved", format!("{port} is reserved")).hint("take another"))
}

/// T.
#[tool]
async fn fails_with_box(text: String) -> Result<Json<Port>, Box<dyn Error + Send + Sync>> {
    if text.is_empty() {
        return Err(ToolError::new("empty", "nothing").into());
    }
    if text == "no" {
        return Err("said no".into());
    }
    Ok(Json(Port { port: text.parse()? }))
}

/// T.
#[tool]
fn fails_with_string(text: String) -> Result<String, String> {
    Err(text)
}

/// T.
#[tool]
fn fails_with_str() -> Result<String, &'static str> {
    Err("plain")
}

fn call(tool: &str, arguments: Value) -> Reply {
    let client = crate::client(crate::builder(module_path!()));
    crate::block_on(client.call(tool, arguments))
}

#[test]
fn results_of_every_type() {
    assert_eq!(call("returns_nothing", json!({})).error, None);
    assert_eq!(call("returns_static", json!({})).text(), "static");
    assert_eq!(call("returns_string", json!({})).text(), "string");
    assert_eq!(call("returns_json", json!({})).result(), &json!({ "port": 80 }));
    assert_eq!(call("fails_with_box", json!({ "text": "81" })).result(), &json!({ "port": 81 }));
    let image = call("returns_image", json!({}));
    assert_eq!(
        (&image.content[0]["type"], &image.content[0]["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    let output = call("returns_output", json!({}));
    assert_eq!(output.result(), &json!({ "a": 1 }));
    assert_eq!(output.content.iter().filter(|block| block["type"] == "image").count(), 1);
    assert!(output.text().contains("text"));
}

#[track_caller]
fn assert_error(reply: &Reply, code: &str, text: &str) {
    assert_eq!((reply.error.as_deref(), &*reply.text()), (Some(code), text));
}

#[test]
fn errors_of_every_type() {
    let digit = "invalid digit found in string";
    assert_error(
        &call("fails_with_own_error", json!({ "text": "x" })),
        "failed",
        &format!("no port: {digit}"),
    );
    assert_error(&call("fails_with_tool_error", json!({ "text": "x" })), "failed", digit);
    assert_error(
        &call("fails_with_tool_error", json!({ "text": "1" })),
        "reserved",
        "1 is reserved\nhint: take another",
    );
    assert_error(&call("fails_with_box", json!({ "text": "" })), "empty", "nothing");
    assert_error(&call("fails_with_box", json!({ "text": "no" })), "failed", "said no");
    assert_error(&call("fails_with_box", json!({ "text": "x" })), "failed", digit);
    assert_error(&call("fails_with_string", json!({ "text": "so" })), "failed", "so");
    assert_error(&call("fails_with_str", json!({})), "failed", "plain");
}
