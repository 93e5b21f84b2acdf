//! The tools that the protocol's conformance suite calls: one of everything that a tool can do.

use std::borrow::Cow;
use std::thread::sleep;
use std::time::Duration;

use reelforge::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use reelforge::{Content, Context, Image, Json, LogLevel, Output, ToolError, tool};
use serde::{Deserialize, Serialize};

/// One red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\0\0\0\0IEND\xaeB`\x82";
/// One silent sample.
const WAV: &[u8] =
    b"RIFF&\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0\x80>\0\0\x02\0\x10\0data\x02\0\0\0\0\0";
/// Long enough for a client to see each step.
const STEP: Duration = Duration::from_millis(50);

#[derive(Serialize, JsonSchema)]
struct Sum {
    /// Both numbers together.
    sum: f64,
}

/// Adds two numbers.
#[tool(read_only)]
fn add_numbers(
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

/// Answers with text.
#[tool(read_only)]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Answers with a picture.
#[tool(read_only)]
fn test_image_content() -> Image {
    Image::png(PNG)
}

/// Answers with a sound.
#[tool(read_only)]
fn test_audio_content() -> Output {
    Output::new().with(Content::Audio { data: WAV.to_vec(), mime_type: "audio/wav".to_owned() })
}

/// Answers with a text file.
#[tool(read_only)]
fn test_embedded_resource() -> Output {
    Output::new().with(embedded())
}

/// Answers with text, a picture and a text file.
#[tool(read_only)]
fn test_multiple_content_types() -> Output {
    Output::text("Multiple content types test:").with_image(Image::png(PNG)).with(embedded())
}

fn embedded() -> Content {
    Content::Resource {
        uri: "test://embedded-resource".to_owned(),
        mime_type: "text/plain".to_owned(),
        text: "This is an embedded resource content.".to_owned(),
    }
}

/// Fails.
#[tool(read_only)]
fn test_error_handling() -> Result<(), ToolError> {
    Err(ToolError::failed("This tool intentionally returns an error for testing"))
}

/// Tells how far it got, in three steps.
#[tool(read_only)]
fn test_tool_with_progress(cx: &Context) -> &'static str {
    for percent in [0.0, 50.0, 100.0] {
        cx.progress(percent, 100.0, Some("working"));
        sleep(STEP);
    }
    "done"
}

/// Writes to the client's log, in three steps.
#[tool(read_only)]
fn test_tool_with_logging(cx: &Context) -> &'static str {
    for text in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        cx.log(LogLevel::Info, text);
        sleep(STEP);
    }
    "done"
}

/// Writes to the client's log, if the client wants that.
#[tool(read_only)]
fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(LogLevel::Info, "This is a log message for testing");
    "done"
}

/// Needs a client that can sample.
#[tool(read_only)]
fn test_missing_capability(cx: &Context) -> Result<&'static str, ToolError> {
    if cx.client_can("sampling") { Ok("done") } else { Err(ToolError::missing_capability("sampling")) }
}

/// Answers alone, also a client that could be asked.
#[tool(read_only)]
fn test_streaming_elicitation() -> &'static str {
    "nothing needs to be asked"
}

#[derive(Deserialize, JsonSchema)]
struct Routed {
    /// The region that is meant. Clients repeat it as a header, so that a proxy can read it.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
}

/// Takes an argument that clients repeat as the header `Mcp-Param-Region`.
#[tool(read_only)]
fn test_header_argument(#[args(verbatim)] routed: Routed) -> String {
    routed.region
}

/// Takes arguments whose schema is written by hand.
#[tool(read_only)]
fn json_schema_2020_12_tool(#[args(verbatim)] contact: Contact) -> String {
    format!("Reach {} by {}.", contact.name.as_deref().unwrap_or("nobody"), contact.method())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contact {
    name: Option<String>,
    address: Option<Address>,
    #[serde(rename = "contactMethod")]
    preferred: Option<String>,
    phone: Option<String>,
    email: Option<String>,
}

#[derive(Deserialize)]
struct Address {
    street: Option<String>,
    city: Option<String>,
}

impl Contact {
    fn method(&self) -> &str {
        let address = self.address.as_ref().and_then(|at| at.street.as_deref().or(at.city.as_deref()));
        let first = if self.preferred.as_deref() == Some("phone") { &self.phone } else { &self.email };
        first.as_deref().or(self.phone.as_deref()).or(address).unwrap_or("no means at all")
    }
}

impl JsonSchema for Contact {
    fn schema_name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
                },
            },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
                "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                "phone": { "type": "string" },
                "email": { "type": "string" },
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
            "then": { "required": ["phone"] },
            "else": { "required": ["email"] },
            "additionalProperties": false,
        })
    }
}

fn main() -> std::process::ExitCode {
    reelforge::app!().mcp_logging(true).run()
}
