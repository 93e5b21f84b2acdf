//! The tools as an OpenAPI 3.1 document: one operation each.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::brief::brief;
use super::document::Document;
use super::shared::{Shared, base};
use crate::protocol::Identity;
use crate::registry::{Selection, Tool};
use crate::tool::schema::openapi::component;

/// The longest summary and description of an operation that GPT Actions take.
const SHORT: usize = 300;

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/api/v1/openapi.json", get(show))
}

async fn show(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let selection = match shared.select(request.uri(), &["toolsets", "tools"]) {
        Ok(selection) => selection,
        Err(refusal) => return refusal.rest(),
    };
    let base = base(request.headers());
    let make = || {
        let text = document(shared.dispatcher.identity(), &selection, &base, shared.has_token).to_string();
        Document::new("application/json", text)
    };
    shared.documents.get("openapi", &base, &selection, make).answer(request.headers())
}

/// The document for a server at the address `base`.
pub(crate) fn document(identity: &Identity, selection: &Selection, base: &str, has_token: bool) -> Value {
    let mut schemas = shared_schemas();
    let paths: Map<String, Value> = selection
        .tools()
        .iter()
        .map(|tool| {
            let operation = operation(tool, has_token, &mut schemas);
            (format!("/api/v1/tools/{}", tool.name()), json!({ "post": operation }))
        })
        .collect();
    let tags: Vec<Value> = selection
        .toolsets()
        .iter()
        .map(|set| json!({ "name": set, "description": format!("The toolset `{set}`.") }))
        .collect();
    let mut info = json!({
        "title": identity.title.as_ref().unwrap_or(&identity.name),
        "version": identity.version,
    });
    if let Some(description) = identity.instructions.as_ref().or(identity.description.as_ref()) {
        info["description"] = description.as_str().into();
    }
    let mut components = json!({ "schemas": schemas, "responses": refusals(has_token) });
    let mut security = json!([]);
    if has_token {
        components["securitySchemes"] = json!({ "token": { "type": "http", "scheme": "bearer" } });
        security = json!([{ "token": [] }]);
    }
    json!({
        "openapi": "3.1.0",
        "info": info,
        "servers": [{ "url": base }],
        "security": security,
        "tags": tags,
        "paths": paths,
        "components": components,
    })
}

/// A tool's operation. What its schemas refer to is added to `schemas`.
fn operation(tool: &Tool, has_token: bool, schemas: &mut Map<String, Value>) -> Value {
    let name = tool.name();
    // A tool's name holds no dot: the names of two tools' schemas cannot meet.
    let input = component(&format!("{name}.arguments"), tool.input_schema());
    schemas.extend(input.components);
    let mut arguments = input.schema;
    let description = brief(tool.description(), SHORT);
    let cut = description.ends_with('…') || description.len() < tool.description().trim().len();
    if let (true, Some(arguments)) = (cut, arguments.as_object_mut()) {
        arguments.entry("description").or_insert_with(|| tool.description().into());
    }
    let required =
        tool.input_schema().get("required").and_then(Value::as_array).is_some_and(|names| !names.is_empty());
    let result = match tool.output_schema() {
        None => json!({ "description": "A structured result, if there is one." }),
        Some(schema) => {
            let output = component(&format!("{name}.result"), schema);
            schemas.extend(output.components);
            output.schema
        }
    };
    let hints = tool.hints();
    json!({
        "operationId": name,
        "summary": brief(tool.title(), SHORT),
        "description": description,
        "tags": tool.toolsets(),
        "x-openai-isConsequential": !hints.read_only && hints.destructive.unwrap_or(true),
        "requestBody": {
            "required": required,
            "content": { "application/json": { "schema": arguments } },
        },
        "responses": responses(&result, has_token),
    })
}

fn responses(result: &Value, has_token: bool) -> Value {
    let done = json!({
        "type": "object",
        "properties": {
            "ok": { "type": "boolean", "const": true },
            "result": result,
            "text": { "type": "string", "description": "What the tool says beside the result." },
            "images": { "type": "array", "items": reference("Image") },
            "audio": { "type": "array", "items": reference("Audio") },
            "resources": { "type": "array", "items": reference("Resource") },
            "links": { "type": "array", "items": reference("Link") },
        },
        "required": ["ok", "result", "text"],
    });
    let mut responses = json!({
        "200": {
            "description": "What the tool returned, or the problem that it reports.",
            "content": { "application/json": { "schema": { "oneOf": [done, reference("Problem")] } } },
        },
    });
    for (status, name, _) in refusals_of(has_token) {
        responses[status] = json!({ "$ref": format!("#/components/responses/{name}") });
    }
    responses
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The problems of the transport: status, name, meaning.
const REFUSALS: &[(&str, &str, &str)] = &[
    ("400", "BadRequest", "The body is not a JSON object, or the query is not valid."),
    ("401", "Unauthorized", "The token is absent or wrong."),
    ("403", "Forbidden", "The host or the origin is not allowed."),
    ("404", "NotFound", "There is no such tool."),
    ("408", "Timeout", "The body did not arrive in time."),
    ("413", "TooLarge", "The body is too large."),
    ("415", "UnsupportedMediaType", "The body is not `application/json`."),
    ("429", "Busy", "As many calls as may run at once are running."),
    ("503", "ShuttingDown", "The server is shutting down."),
];

fn refusals_of(has_token: bool) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    REFUSALS.iter().filter(move |(status, ..)| has_token || *status != "401")
}

fn refusals(has_token: bool) -> Map<String, Value> {
    let refusal = |(_, name, meaning): &(&str, &str, &str)| {
        let mut response = json!({
            "description": meaning,
            "content": { "application/json": { "schema": reference("Problem") } },
        });
        if *name == "Busy" {
            let seconds = json!({ "type": "integer", "minimum": 0 });
            response["headers"] = json!({ "Retry-After": { "description": "Seconds.", "schema": seconds } });
        }
        ((*name).to_owned(), response)
    };
    refusals_of(has_token).map(refusal).collect()
}

fn shared_schemas() -> Map<String, Value> {
    let text = || json!({ "type": "string" });
    let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required });
    let file = |data: &str| {
        let base64 = json!({ "type": "string", "contentEncoding": "base64", "description": data });
        json!({ "mime_type": text(), "data": base64 })
    };
    let mut image = file("The picture. Absent if `url` is there.");
    image["url"] =
        json!({ "type": "string", "description": "With `?images=url`: where it is for ten minutes." });
    let error = json!({
        "type": "object",
        "properties": {
            "code": { "type": "string", "description": "Stable: lower case with underscores." },
            "message": { "type": "string", "description": "What is wrong." },
            "hint": { "type": "string", "description": "What to do about it." },
            "problems": {
                "type": "array",
                "items": { "type": "object" },
                "description": "Every argument that is wrong: path, what was expected, what came.",
            },
            "data": { "description": "Further facts." },
        },
        "required": ["code", "message"],
    });
    let problem = object(
        json!({ "ok": { "type": "boolean", "const": false }, "error": error }),
        json!(["ok", "error"]),
    );
    Map::from_iter([
        ("Audio".to_owned(), object(file("The sound."), json!(["mime_type", "data"]))),
        ("Image".to_owned(), object(image, json!(["mime_type"]))),
        (
            "Link".to_owned(),
            object(
                json!({ "uri": text(), "name": text(), "mime_type": text(), "description": text() }),
                json!(["uri", "name"]),
            ),
        ),
        ("Problem".to_owned(), problem),
        (
            "Resource".to_owned(),
            object(
                json!({ "uri": text(), "mime_type": text(), "text": text() }),
                json!(["uri", "mime_type", "text"]),
            ),
        ),
    ])
}
