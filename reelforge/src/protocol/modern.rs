//! What a stateless request must say about itself, in its body and in its headers.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Revision;
use super::message::{ErrorCode, Meta, Params, RpcError, string};
use crate::registry::{InHeader, Tool, clip};

/// The headers of an HTTP request, for the few that the protocol reads.
pub trait Headers: fmt::Debug {
    /// The header's value without surrounding white space; `Err` for one that is given twice or is no text.
    fn get(&self, name: &str) -> Result<Option<&str>, String>;
}

/// Checks that the body and the headers of a stateless request agree; gives the capabilities that its client
/// declares, if there are any.
pub(super) fn check(
    method: &str,
    params: &Params<'_>,
    headers: Option<&dyn Headers>,
) -> Result<Option<Arc<str>>, RpcError> {
    let none = Meta::default();
    let meta = params.meta.as_ref().unwrap_or(&none);
    let bad = |message: &str| RpcError::new(ErrorCode::InvalidParams, message, 400);
    let version = meta.version.and_then(string).ok_or_else(|| {
        bad("expected `_meta` with `io.modelcontextprotocol/protocolVersion`, a date such as \"2026-07-28\"")
    })?;
    let capabilities = meta
        .capabilities
        .map(serde_json::value::RawValue::get)
        .filter(|json| json.starts_with('{'))
        .ok_or_else(|| {
            bad("expected `_meta` with `io.modelcontextprotocol/clientCapabilities`, an object")
        })?;
    if let Some(headers) = headers {
        header(headers, "mcp-protocol-version", &version)?;
        header(headers, "mcp-method", method)?;
        if method == "tools/call" {
            let name = params.name.and_then(string).unwrap_or_default();
            header(headers, "mcp-name", &name)?;
        }
    }
    if Revision::parse(&version).is_none_or(|revision| !revision.is_modern()) {
        let supported = [Revision::MODERN.date()];
        return Err(RpcError::new(
            ErrorCode::UnsupportedVersion,
            format!("the protocol version `{}` is not spoken here", clip(&version)),
            400,
        )
        .with_data(json!({ "supported": supported, "requested": clip(&version) })));
    }
    Ok((capabilities != "{}").then(|| capabilities.into()))
}

/// Checks that a header repeats what the body says.
pub(super) fn header(headers: &dyn Headers, name: &str, body: &str) -> Result<(), RpcError> {
    let mismatch = |message: String| RpcError::new(ErrorCode::HeaderMismatch, message, 400);
    let sent = headers.get(name).map_err(mismatch)?;
    let Some(sent) = sent else {
        return Err(mismatch(format!("expected the header `{name}` with the value `{}`", clip(body))));
    };
    let decoded = decode(sent).map_err(|why| mismatch(format!("the header `{name}`: {why}")))?;
    if decoded == body {
        return Ok(());
    }
    Err(mismatch(format!(
        "the header `{name}` says `{}`, the body says `{}`; they must be equal",
        clip(&decoded),
        clip(body)
    )))
}

/// Checks that the headers repeat the arguments that the tool's schema marks with `x-mcp-header`.
pub(super) fn check_arguments(
    tool: &Tool,
    arguments: &Map<String, Value>,
    headers: &dyn Headers,
) -> Result<(), RpcError> {
    let marked = tool.in_headers.get_or_init(|| {
        let mut marked = Vec::new();
        find_marked(tool.input_schema(), &mut Vec::new(), &mut marked);
        marked
    });
    for InHeader { header: name, path } in marked {
        let value = path.split_first().and_then(|(first, rest)| {
            rest.iter().try_fold(arguments.get(first)?, |value, name| value.get(name))
        });
        let text = match value {
            None | Some(Value::Null) => {
                if let Ok(None) = headers.get(name) {
                    continue;
                }
                return Err(RpcError::new(
                    ErrorCode::HeaderMismatch,
                    format!("the header `{name}` is there, the argument `{}` is not", path.join(".")),
                    400,
                ));
            }
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        header(headers, name, &text)?;
    }
    Ok(())
}

/// How deep properties are followed: what a type states verbatim may be of any depth.
const DEEP: usize = 16;

fn find_marked(schema: &Value, path: &mut Vec<String>, marked: &mut Vec<InHeader>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    if path.len() >= DEEP {
        return;
    }
    for (name, property) in properties {
        path.push(name.clone());
        if let Some(header) = property.get("x-mcp-header").and_then(Value::as_str) {
            let header = format!("mcp-param-{}", header.to_ascii_lowercase());
            marked.push(InHeader { header, path: path.clone() });
        }
        find_marked(property, path, marked);
        path.pop();
    }
}

/// A header's value in plain text: as it is, or out of `=?base64?…?=`.
fn decode(value: &str) -> Result<Cow<'_, str>, &'static str> {
    use base64::Engine as _;
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(encoded)
        .map_err(|_| "expected padded standard base64 between `=?base64?` and `?=`")?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| "the base64 holds no UTF-8 text")
}
