//! Calls over REST. An HTTP error is only ever a problem of the transport: what a tool reports is an answer.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{HeaderMap, RETRY_AFTER};
use axum::http::{Method, Response, StatusCode};
use axum::routing::get;
use base64::Engine as _;
use hyper::body::Incoming;
use serde_json::{Map, Value, json};

use super::query::Query;
use super::refusal::Refusal;
use super::shared::{Shared, base, is_json, not_json};
use super::{answer, body, tools};
use crate::registry::{Call, Tool};
use crate::tool::{Caller, Content, Image, Output, ToolError, Transport};

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/api/v1/health", get(health))
}

async fn health(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let identity = shared.dispatcher.identity();
    let mut health = json!({
        "ok": true,
        "name": identity.name,
        "version": identity.version,
        "tools": shared.config.served.now().tools().len(),
        "uptime_s": shared.started.elapsed().as_secs(),
    });
    if let Some(mounts) = shared.config.served.mounts() {
        health["mounts"] = mounts;
    }
    answer::json(StatusCode::OK, health.to_string())
}

/// A tool's address takes two methods.
pub(super) async fn not_allowed(request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    body::drain(&parts.headers, body).await;
    Refusal::method("GET, HEAD, POST").rest()
}

/// Whether a request is for [`call`].
pub(super) fn is_call<B>(request: &axum::http::Request<B>) -> bool {
    let names_tool = |path: &str| {
        path.strip_prefix(tools::PREFIX).is_some_and(|name| !name.is_empty() && !name.contains('/'))
    };
    request.method() == Method::POST && names_tool(request.uri().path())
}

/// Calls the tool to whose address a request is posted.
pub(super) async fn call(shared: Arc<Shared>, request: axum::http::Request<Incoming>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let (tool, links) = match prepare(&shared, &parts.uri) {
        Ok(prepared) => prepared,
        Err(refusal) => {
            body::drain(&parts.headers, body).await;
            return refusal.rest();
        }
    };
    let arguments = match arguments(&shared, &parts.headers, body).await {
        Ok(arguments) => arguments,
        Err(refusal) => return refusal.rest(),
    };
    let caller = Caller { transport: Transport::Rest, ..Caller::default() };
    let result = shared.dispatcher.registry().call(Call { tool: &tool, arguments, caller }).await;
    let mut out = Vec::with_capacity(256);
    match result {
        Ok(output) => {
            let links = links.then(|| Links { shared: &shared, base: base(&parts.headers) });
            success(output, links.as_ref(), &mut out);
        }
        Err(problem) => problem_of(&problem, &mut out),
    }
    answer::json(StatusCode::OK, out)
}

/// The tool to call, and whether pictures are wanted as links.
fn prepare(shared: &Shared, uri: &axum::http::Uri) -> Result<(Arc<Tool>, bool), Refusal> {
    let (mut selection, mut links) = (None, false);
    if uri.query().is_some() {
        let query = Query::parse(uri, &["toolsets", "images"])?;
        selection = Some(shared.choose(&query)?);
        links = query.word("images", &["url", "data"])? == Some("url");
    }
    let selection = selection.unwrap_or_else(|| shared.config.served.now());
    let tool = tools::find(&selection, uri.path())?.clone();
    // A mounted server has places of its own.
    if tool.mount().is_none() && shared.dispatcher.registry().limits().busy() {
        return Err(Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "busy",
            "as many calls as may run at once are running",
        )
        .hint("try again in a second")
        .header(RETRY_AFTER, "1"));
    }
    Ok((tool, links))
}

/// The arguments: a JSON object, or nothing.
async fn arguments(
    shared: &Shared,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Map<String, Value>, Refusal> {
    let json = is_json(headers);
    let body = body::read(headers, body, shared.config.body_limit, shared.config.body_time).await?;
    if body.is_empty() {
        return Ok(Map::new());
    }
    if !json {
        return Err(not_json(headers));
    }
    serde_json::from_slice(&body).map_err(|error| {
        let message = format!("expected the body to be a JSON object with the arguments: {error}");
        Refusal::new(StatusCode::BAD_REQUEST, "not_an_object", message).hint(
            "send one object whose keys are the arguments, as `{\"name\": \"value\"}`; `GET /api/v1/tools` has \
             the schema of each tool",
        )
    })
}

/// Where pictures go that are answered as links.
struct Links<'a> {
    shared: &'a Shared,
    base: String,
}

/// `{ok: true, result, text, …}`, written as it stands.
fn success(output: Output, links: Option<&Links<'_>>, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"ok":true,"result":"#);
    out.extend_from_slice(output.structured().unwrap_or("null").as_bytes());
    out.extend_from_slice(br#","text":"#);
    let mut texts = output.content.iter().filter_map(|block| match block {
        Content::Text(text) => Some(text.as_str()),
        _ => None,
    });
    match (texts.next(), texts.next()) {
        (None, _) => out.extend_from_slice(br#""""#),
        (Some(text), None) => string(text, out),
        (Some(first), Some(second)) => {
            let all: Vec<&str> = [first, second].into_iter().chain(texts).collect();
            string(&all.join("\n"), out);
        }
    }
    if output.content.iter().any(|block| !matches!(block, Content::Text(_))) {
        others(output.content, links, out);
    }
    out.push(b'}');
}

/// What is no text, by kind.
fn others(content: Vec<Content>, links: Option<&Links<'_>>, out: &mut Vec<u8>) {
    let (mut images, mut audio, mut resources, mut addresses) = (vec![], vec![], vec![], vec![]);
    for block in content {
        match block {
            Content::Text(_) => {}
            Content::Image(image) => images.push(picture(image, links)),
            Content::Audio { data, mime_type } => {
                audio.push(json!({ "mime_type": mime_type, "data": base64(&data) }));
            }
            Content::Resource { uri, mime_type, text } => {
                resources.push(json!({ "uri": uri, "mime_type": mime_type, "text": text }));
            }
            Content::Link(link) => addresses.push(link.to_json("mime_type")),
        }
    }
    let kinds = [("images", images), ("audio", audio), ("resources", resources), ("links", addresses)];
    for (name, list) in kinds.into_iter().filter(|(_, list)| !list.is_empty()) {
        out.extend_from_slice(format!(",\"{name}\":").as_bytes());
        value(&Value::Array(list), out);
    }
}

fn picture(image: Image, links: Option<&Links<'_>>) -> Value {
    let inline = |image: Image| json!({ "mime_type": image.mime_type, "data": base64(&image.data) });
    let Some(links) = links else { return inline(image) };
    let mime_type = image.mime_type.clone();
    match links.shared.images.keep(image, std::time::Instant::now()) {
        Ok(path) => json!({ "mime_type": mime_type, "url": format!("{}{path}", links.base) }),
        Err(image) => inline(image),
    }
}

/// `{ok: false, error: …}`.
fn problem_of(problem: &ToolError, out: &mut Vec<u8>) {
    value(&json!({ "ok": false, "error": problem.to_json() }), out);
}

fn base64(data: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(data)
}

fn string(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("a string can be written to memory");
}

fn value(value: &Value, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a JSON value can be written to memory");
}
