//! Answers as JSON text.

use std::sync::Arc;

use base64::Engine as _;
use serde_json::{Value, json};

use super::Revision;
use super::message::{ErrorCode, RpcError};
use crate::registry::Tool;
use crate::tool::{Content, Image, Output, ToolError};

/// How answers to one client are written.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    pub(super) revision: Revision,
    /// `,"resultType":"complete","_meta":{…}`: what ends every modern result.
    pub(super) tail: Arc<str>,
}

impl Encoding {
    /// Appends the answer to a call; gives its HTTP status.
    pub(super) fn answer(&self, id: &str, result: Result<Output, ToolError>, out: &mut Vec<u8>) -> u16 {
        match result {
            Ok(output) => {
                begin(out, id);
                self.output(&output, out);
            }
            Err(problem) => {
                if let (Some(capability), true) = (problem.needs_capability(), self.revision.is_modern()) {
                    let error = RpcError::new(ErrorCode::MissingCapability, problem.text(), 400)
                        .with_data(json!({ "requiredCapabilities": { capability: {} } }));
                    return error_reply(Some(id), &error, out);
                }
                begin(out, id);
                self.problem(&problem, out);
            }
        }
        200
    }

    fn output(&self, output: &Output, out: &mut Vec<u8>) {
        out.extend_from_slice(br#"{"content":["#);
        let mut first = true;
        if let Some(json) = output.structured() {
            json_block(out, json);
            first = false;
        }
        for block in &output.content {
            if !first {
                out.push(b',');
            }
            first = false;
            self.block(block, out);
        }
        out.push(b']');
        // Before 2026-07-28 a structured result is an object.
        if let Some(json) =
            output.structured().filter(|json| self.revision.is_modern() || json.starts_with('{'))
        {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(json.as_bytes());
        }
        self.end(out);
    }

    fn problem(&self, problem: &ToolError, out: &mut Vec<u8>) {
        out.extend_from_slice(br#"{"content":["#);
        text_block(out, &problem.text());
        out.extend_from_slice(br#"],"isError":true"#);
        let mut details = json!({ "code": problem.code() });
        if let Some(data) = problem.get_data() {
            details["data"] = data.clone();
        }
        let details = json!({ "dev.reelforge/error": details }).to_string();
        if self.revision.is_modern() {
            // The tail ends with `}` of `_meta`, into which the details belong too.
            let tail = self.tail.strip_suffix('}').unwrap_or(&self.tail);
            out.extend_from_slice(tail.as_bytes());
            out.push(b',');
            out.extend_from_slice(&details.as_bytes()[1..]);
        } else {
            out.extend_from_slice(br#","_meta":"#);
            out.extend_from_slice(details.as_bytes());
        }
        out.extend_from_slice(b"}}");
    }

    fn end(&self, out: &mut Vec<u8>) {
        if self.revision.is_modern() {
            out.extend_from_slice(self.tail.as_bytes());
        }
        out.extend_from_slice(b"}}");
    }

    fn block(&self, block: &Content, out: &mut Vec<u8>) {
        match block {
            Content::Text(text) => text_block(out, text),
            Content::Image(Image { data, mime_type }) => data_block(out, "image", data, mime_type),
            Content::Audio { data, mime_type } if self.revision >= Revision::V2025_03_26 => {
                data_block(out, "audio", data, mime_type);
            }
            Content::Audio { data, mime_type } => {
                text_block(out, &format!("[a sound, {mime_type}, {} bytes]", data.len()));
            }
            Content::Resource { uri, mime_type, text } => {
                let resource = json!({ "uri": uri, "mimeType": mime_type, "text": text });
                value(out, &json!({ "type": "resource", "resource": resource }));
            }
            Content::Link(link) if self.revision >= Revision::V2025_06_18 => {
                let mut block = link.to_json("mimeType");
                block["type"] = "resource_link".into();
                value(out, &block);
            }
            Content::Link(link) => text_block(out, &link.to_string()),
        }
    }
}

fn begin(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(br#","result":"#);
}

/// Appends a result that was encoded before, in parts.
pub(super) fn encoded_reply(id: &str, result: &[&str], out: &mut Vec<u8>) {
    begin(out, id);
    for part in result {
        out.extend_from_slice(part.as_bytes());
    }
    out.push(b'}');
}

/// Appends an error; gives its HTTP status.
pub(super) fn error_reply(id: Option<&str>, error: &RpcError, out: &mut Vec<u8>) -> u16 {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.unwrap_or("null").as_bytes());
    let mut body = json!({ "code": error.code as i32, "message": error.message });
    if let Some(data) = &error.data {
        body["data"] = data.clone();
    }
    out.extend_from_slice(br#","error":"#);
    value(out, &body);
    out.push(b'}');
    error.http_status
}

fn value(out: &mut Vec<u8>, value: &Value) {
    serde_json::to_writer(out, value).expect("a JSON value can be written to memory");
}

fn string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a string can be written to memory");
}

fn text_block(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(br#"{"type":"text","text":"#);
    string(out, text);
    out.push(b'}');
}

/// Appends JSON as text. What is JSON holds no control character, so that only quotes and backslashes are escaped.
fn json_block(out: &mut Vec<u8>, json: &str) {
    out.extend_from_slice(br#"{"type":"text","text":""#);
    let mut rest = json.as_bytes();
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[b'\\', rest[at]]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.extend_from_slice(br#""}"#);
}

fn data_block(out: &mut Vec<u8>, kind: &str, data: &[u8], mime_type: &str) {
    out.extend_from_slice(br#"{"type":""#);
    out.extend_from_slice(kind.as_bytes());
    out.extend_from_slice(br#"","data":""#);
    out.extend_from_slice(base64::engine::general_purpose::STANDARD.encode(data).as_bytes());
    out.extend_from_slice(br#"","mimeType":"#);
    string(out, mime_type);
    out.push(b'}');
}

/// A tool as `tools/list` shows it. Before 2026-07-28 a structured result is an object, and no other may be promised.
pub(super) fn tool(tool: &Tool, modern: bool) -> Value {
    let mut json = json!({
        "name": tool.name(),
        "title": tool.title(),
        "description": tool.description(),
        "inputSchema": tool.input_schema(),
    });
    if let Some(schema) = tool.output_schema().filter(|schema| modern || schema["type"] == "object") {
        json["outputSchema"] = schema.clone();
    }
    json["annotations"] = tool.annotations();
    json
}
