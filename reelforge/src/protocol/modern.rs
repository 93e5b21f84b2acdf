//! What a stateless request must say about itself, in its body and in its headers.

use std::fmt;
use std::sync::Arc;

use serde_json::json;

use super::Revision;
use super::message::{ErrorCode, Meta, Params, RpcError, string};

/// The headers of an HTTP request, for the few that the protocol reads.
pub trait Headers: fmt::Debug {
    /// The header's value without surrounding white space; `Err` for one that is given twice or is no text.
    fn get(&self, name: &str) -> Result<Option<&str>, String>;
}

/// A stateless request whose body and headers agree.
#[derive(Debug)]
pub(super) struct Modern {
    pub(super) capabilities: Arc<str>,
}

/// Checks a request that carries a version in its `_meta`.
pub(super) fn check(
    method: &str,
    params: &Params<'_>,
    headers: Option<&dyn Headers>,
) -> Result<Modern, RpcError> {
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
    Ok(Modern { capabilities: capabilities.into() })
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

/// A header's value in plain text: as it is, or out of `=?base64?…?=`.
fn decode(value: &str) -> Result<String, &'static str> {
    use base64::Engine as _;
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(value.to_owned());
    };
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(encoded)
        .map_err(|_| "expected padded standard base64 between `=?base64?` and `?=`")?;
    String::from_utf8(bytes).map_err(|_| "the base64 holds no UTF-8 text")
}

/// A client's text, short enough to be said back.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(80).collect()
}
