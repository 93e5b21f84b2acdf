//! The headers that the protocol asks for.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// Travels with a call: arguments that are repeated in headers.
#[derive(Clone, Debug, Default)]
pub(in crate::client) struct Repeated(pub(in crate::client) Vec<(String, String)>);

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The headers of every message.
pub(super) fn common() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    headers
}

/// The headers that repeat what a message of the modern era says, where it is one.
pub(super) fn modern(message: &Value, repeated: &Repeated, headers: &mut HeaderMap) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let (Some(revision), Some(method)) = (
        text(&message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]),
        text(&message["method"]),
    ) else {
        return;
    };
    put(headers, REVISION, &revision);
    put(headers, METHOD, &method);
    if method == "tools/call"
        && let Some(name) = text(&message["params"]["name"])
    {
        put(headers, NAME, &name);
    }
    for (name, value) in &repeated.0 {
        if let Ok(name) = format!("mcp-param-{name}").parse::<HeaderName>() {
            put(headers, name, value);
        }
    }
}

fn put(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(&encoded(value)) {
        headers.insert(name, value);
    }
}

/// A value as it can stand in a header: itself, or base64 between marks.
fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
        && value.trim() == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if plain { value.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(value)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_stand_in_a_header_is_encoded() {
        assert_eq!(encoded("add_numbers"), "add_numbers");
        assert_eq!(encoded(""), "");
        assert_eq!(encoded(" a"), "=?base64?IGE=?=");
        assert_eq!(encoded("ö"), "=?base64?w7Y=?=");
        assert_eq!(encoded("=?base64?YQ==?="), "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
    }
}
