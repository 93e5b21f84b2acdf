//! The tools as REST lists them: whole, or as function definitions for the OpenAI APIs.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use axum::routing::get;

use super::answer;
use super::document::Document;
use super::query::{self, Query};
use super::refusal::Refusal;
use super::rest::not_allowed;
use super::shared::Shared;
use crate::registry::{Form, Selection, Tool, clip, list as listing, whole};

/// What an address of a tool begins with.
pub(super) const PREFIX: &str = "/api/v1/tools/";

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v1/tools", get(list))
        // What is posted does not come here: it is called directly.
        .route("/api/v1/tools/{name}", get(one).fallback(not_allowed))
}

async fn list(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    match document(&shared, &request) {
        Ok(document) => document.answer(request.headers()),
        Err(refusal) => refusal.rest(),
    }
}

fn document(shared: &Shared, request: &Request) -> Result<Arc<Document>, Refusal> {
    let query = Query::parse(request.uri(), &["toolsets", "tools", "format", "strict"])?;
    let selection = shared.choose(&query)?;
    let format = query.word("format", &["openai", "openai-responses"])?;
    let strict = query.word("strict", &["true", "false"])?;
    if strict.is_some() && format.is_none() {
        return Err(query::bad("`strict` needs `format=openai` or `format=openai-responses`".to_owned()));
    }
    let strict = strict == Some("true");
    let kind = match (format, strict) {
        (Some("openai"), false) => "openai",
        (Some("openai"), true) => "openai, strict",
        (Some(_), false) => "openai-responses",
        (Some(_), true) => "openai-responses, strict",
        (None, _) => "tools",
    };
    let form = match format {
        None => Form::Whole,
        Some("openai") => Form::OpenAi { strict },
        Some(_) => Form::OpenAiResponses { strict },
    };
    Ok(shared.documents.get(kind, "", &selection, || {
        Document::new("application/json", listing(&selection, form).to_string())
    }))
}

async fn one(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let selection = match shared.select(request.uri(), &["toolsets"]) {
        Ok(selection) => selection,
        Err(refusal) => return refusal.rest(),
    };
    match find(&selection, request.uri().path()) {
        Ok(tool) => answer::json(StatusCode::OK, whole(tool).to_string()),
        Err(refusal) => refusal.rest(),
    }
}

/// The tool that a path names, or what to say of one that is not there.
pub(super) fn find<'a>(selection: &'a Selection, path: &str) -> Result<&'a Arc<Tool>, Refusal> {
    let name = path.strip_prefix(PREFIX).unwrap_or(path);
    selection.get(name).ok_or_else(|| {
        let refusal =
            Refusal::new(StatusCode::NOT_FOUND, "unknown_tool", format!("there is no tool `{}`", clip(name)));
        match selection.near(name).as_slice() {
            [] => refusal.hint("`/api/v1/tools` lists them all"),
            near => refusal.hint(format!("did you mean `{}`?", near.join("` or `"))),
        }
    })
}
