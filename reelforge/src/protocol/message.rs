//! One JSON-RPC message, parsed without copying it.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::place::{self, Members, Place, first, once};

/// A JSON-RPC message as it was sent.
#[derive(Debug)]
pub(super) enum Message<'a> {
    /// Wants an answer.
    Request { id: &'a str, method: Cow<'a, str>, params: Params<'a> },
    /// Wants none.
    Notification { method: Cow<'a, str>, params: Params<'a> },
    /// Answers something that the server never asked.
    Response,
    /// Several messages, each as its JSON text.
    Batch(Vec<&'a RawValue>),
}

/// All parameters that any method takes. Arguments are read at once, so that they are not gone over twice; the rest is
/// left unread, because most messages do not have it.
#[derive(Debug, Default)]
pub(super) struct Params<'a> {
    pub(super) name: Option<&'a RawValue>,
    pub(super) arguments: Option<Map<String, Value>>,
    pub(super) meta: Option<Meta<'a>>,
    pub(super) protocol_version: Option<&'a RawValue>,
    pub(super) capabilities: Option<&'a RawValue>,
    pub(super) request_id: Option<&'a RawValue>,
    pub(super) level: Option<&'a RawValue>,
    pub(super) cursor: Option<&'a RawValue>,
}

impl<'de> Members<'de> for Params<'de> {
    fn member<A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<(), A::Error> {
        match name {
            "name" => once("name", &mut self.name, object),
            "arguments" => once("arguments", &mut self.arguments, object),
            "_meta" => {
                let meta = first("_meta", &mut self.meta)?;
                object.next_value_seed(Place(meta.insert(Meta::default())))
            }
            "protocolVersion" => once("protocolVersion", &mut self.protocol_version, object),
            "capabilities" => once("capabilities", &mut self.capabilities, object),
            "requestId" => once("requestId", &mut self.request_id, object),
            "level" => once("level", &mut self.level, object),
            "cursor" => once("cursor", &mut self.cursor, object),
            _ => object.next_value::<IgnoredAny>().map(drop),
        }
    }
}

/// What a request says about itself.
#[derive(Debug, Default)]
pub(super) struct Meta<'a> {
    pub(super) version: Option<&'a RawValue>,
    pub(super) capabilities: Option<&'a RawValue>,
    pub(super) log_level: Option<&'a RawValue>,
    pub(super) progress_token: Option<&'a RawValue>,
}

impl<'de> Members<'de> for Meta<'de> {
    fn member<A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<(), A::Error> {
        let slot = match name {
            "io.modelcontextprotocol/protocolVersion" => &mut self.version,
            "io.modelcontextprotocol/clientCapabilities" => &mut self.capabilities,
            "io.modelcontextprotocol/logLevel" => &mut self.log_level,
            "progressToken" => &mut self.progress_token,
            _ => return object.next_value::<IgnoredAny>().map(drop),
        };
        once("_meta", slot, object)
    }
}

/// A protocol error: not a tool's problem, but a message that cannot be served.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// What kind.
    pub code: ErrorCode,
    /// What is wrong and what was expected.
    pub message: String,
    /// Facts for programs.
    pub data: Option<Value>,
    /// The HTTP status that goes with it.
    pub http_status: u16,
}

/// The codes of protocol errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The message is not JSON.
    Parse = -32700,
    /// The message is not JSON-RPC, or not allowed here.
    InvalidRequest = -32600,
    /// There is no such method.
    MethodNotFound = -32601,
    /// The parameters are not what the method takes.
    InvalidParams = -32602,
    /// The session is unknown, expired or ended.
    UnknownSession = -32001,
    /// A header says something else than the body.
    HeaderMismatch = -32020,
    /// The call needs something that its client did not declare.
    MissingCapability = -32021,
    /// The revision is not spoken here.
    UnsupportedVersion = -32022,
}

impl RpcError {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>, http_status: u16) -> Self {
        Self { code, message: shorten(message.into()), data: None, http_status }
    }

    pub(super) fn parse(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Parse, message, 400)
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message, 400)
    }

    /// Wrong parameters of a call that did reach its method: an ordinary answer over HTTP.
    pub(super) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, message, 200)
    }

    pub(super) fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}

/// Leaves out the middle of a text that is too long: a parser may have said back what it was given.
fn shorten(text: String) -> String {
    const LONG: usize = 1000;
    const END: usize = 200;
    if text.len() <= LONG {
        return text;
    }
    let begin = &text[..text.floor_char_boundary(LONG - END)];
    let end = &text[text.ceil_char_boundary(text.len() - END)..];
    format!("{begin}…{end}")
}

/// An error, with the id of the request where it could be read.
pub(super) type Refused<'a> = (Option<&'a str>, RpcError);

/// The outermost object of a message.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: Option<Text<'a>>,
    /// An explicit `null` is kept apart from an absent id.
    id: Option<&'a RawValue>,
    method: Option<Text<'a>>,
    params: Option<Params<'a>>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

impl<'de> Members<'de> for Envelope<'de> {
    fn member<A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<(), A::Error> {
        match name {
            "jsonrpc" => once("jsonrpc", &mut self.jsonrpc, object),
            "id" => {
                *first("id", &mut self.id)? = Some(object.next_value()?);
                Ok(())
            }
            "method" => once("method", &mut self.method, object),
            "params" => {
                let params = first("params", &mut self.params)?;
                object.next_value_seed(Place(params.insert(Params::default())))
            }
            "result" => once("result", &mut self.result, object),
            "error" => once("error", &mut self.error, object),
            _ => object.next_value::<IgnoredAny>().map(drop),
        }
    }
}

/// A string that is copied only if it holds escapes.
#[derive(Debug, Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Parses one message, or says what is wrong with it.
pub(super) fn parse(bytes: &[u8]) -> Result<Message<'_>, Refused<'_>> {
    // Checked once for the whole message: reading a `str` checks nothing again.
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_text(text),
        Err(error) => Err((None, RpcError::parse(format!("the message is not UTF-8: {error}")))),
    }
}

/// The same, for what is known to be text.
pub(super) fn parse_text(text: &str) -> Result<Message<'_>, Refused<'_>> {
    if text.trim_ascii_start().starts_with('[') {
        return match serde_json::from_str(text) {
            Ok(batch) => Ok(Message::Batch(batch)),
            Err(error) => Err((None, RpcError::parse(format!("the message is not JSON: {error}")))),
        };
    }
    let mut envelope = Envelope::default();
    if place::read(text, &mut envelope).is_err() {
        return Err(refuse(text));
    }
    if envelope.jsonrpc.is_none_or(|version| version.0 != "2.0") {
        let id = envelope.id.and_then(valid_id);
        return Err((id, RpcError::invalid_request("expected `\"jsonrpc\": \"2.0\"`")));
    }
    let params = envelope.params.unwrap_or_default();
    let method = envelope.method.map(|method| method.0).unwrap_or_default();
    match envelope.id {
        _ if method.is_empty() => {
            if envelope.id.is_some() && (envelope.result.is_some() || envelope.error.is_some()) {
                return Ok(Message::Response);
            }
            let id = envelope.id.and_then(valid_id);
            Err((id, RpcError::invalid_request("expected a `method`")))
        }
        None => Ok(Message::Notification { method, params }),
        Some(raw) => match valid_id(raw) {
            Some(id) => Ok(Message::Request { id, method, params }),
            None => Err((None, RpcError::invalid_request("expected an `id` that is a string or an integer"))),
        },
    }
}

/// Says why a message could not be read: not JSON, not JSON-RPC, or wrong parameters.
fn refuse(text: &str) -> Refused<'_> {
    #[derive(Deserialize)]
    struct Loose<'a> {
        #[serde(borrow, default)]
        jsonrpc: Option<&'a RawValue>,
        #[serde(borrow, default)]
        id: Option<&'a RawValue>,
        #[serde(borrow, default)]
        method: Option<&'a RawValue>,
        #[serde(borrow, default)]
        params: Option<&'a RawValue>,
    }
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return (None, RpcError::parse(format!("the message is not JSON: {error}")));
    }
    let Ok(loose) = serde_json::from_str::<Loose>(text) else {
        return (None, RpcError::invalid_request("expected a JSON-RPC object with each member once"));
    };
    let id = loose.id.and_then(valid_id);
    let is_call = loose.jsonrpc.map(RawValue::get) == Some("\"2.0\"")
        && loose.method.is_some_and(|method| method.get().starts_with('"'));
    match loose.params.map(|params| place::read(params.get(), &mut Params::default())) {
        Some(Err(error)) if is_call => (id, wrong_params(loose.params, &error)),
        _ => (id, RpcError::invalid_request("expected `jsonrpc` and `method` to be strings")),
    }
}

/// What is wrong with parameters that cannot be read.
fn wrong_params(params: Option<&RawValue>, error: &serde_json::Error) -> RpcError {
    #[derive(Deserialize)]
    struct Arguments<'a> {
        #[serde(borrow)]
        arguments: &'a RawValue,
    }
    let arguments = params.and_then(|params| serde_json::from_str::<Arguments>(params.get()).ok());
    if arguments.is_some_and(|given| !given.arguments.get().starts_with('{')) {
        return RpcError::invalid_params(format!("expected `arguments` to be a JSON object: {error}"));
    }
    let message = format!("expected `params` to be an object, each member once: {error}");
    RpcError::new(ErrorCode::InvalidParams, message, 400)
}

/// The id as its JSON text, if it is a string or an integer.
pub(super) fn valid_id(raw: &RawValue) -> Option<&str> {
    let text = raw.get();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (integer || text.starts_with('"')).then_some(text)
}

/// A JSON string's text.
pub(super) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let text = raw.get();
    // Most strings hold no escape: what is between the quotes is the text.
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ => serde_json::from_str::<Text>(text).ok().map(|text| text.0),
    }
}
