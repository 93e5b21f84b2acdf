//! The guides as agent skills.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::routing::get;
use serde_json::{Value, json};

use super::config::Guide;
use super::document::{Document, sha256};
use super::refusal::Refusal;
use super::shared::{Shared, base};

const PREFIX: &str = "/.well-known/agent-skills/";

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/.well-known/agent-skills/index.json", get(index))
        .route("/.well-known/agent-skills/{name}/SKILL.md", get(skill))
}

async fn index(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let base = base(request.headers());
    let entry = |guide: &Guide| {
        json!({
            "name": guide.name,
            "type": "skill-md",
            "description": guide.description,
            "url": address(&base, guide),
            "digest": format!("sha256:{}", sha256(file(guide).as_bytes())),
        })
    };
    let skills: Vec<Value> = (shared.config.guides)().iter().map(entry).collect();
    let index = json!({
        "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
        "skills": skills,
    });
    Document::new("application/json", index.to_string()).public().answer(request.headers())
}

async fn skill(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let path = request.uri().path();
    let name = path.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix("/SKILL.md"));
    let guides = (shared.config.guides)();
    match guides.iter().find(|guide| Some(&*guide.name) == name) {
        Some(guide) => {
            Document::new("text/markdown; charset=utf-8", file(guide)).public().answer(request.headers())
        }
        None => {
            Refusal::not_found(path).hint("`/.well-known/agent-skills/index.json` lists the guides").rest()
        }
    }
}

/// Where a guide is found.
pub(super) fn address(base: &str, guide: &Guide) -> String {
    format!("{base}{PREFIX}{}/SKILL.md", guide.name)
}

/// A guide as a file: what it is called and for, then its text.
fn file(guide: &Guide) -> String {
    // Text in JSON's quotes is YAML too, whatever it holds.
    let description = Value::from(guide.description.as_str());
    format!("---\nname: {}\ndescription: {description}\n---\n\n{}\n", guide.name, guide.text.trim())
}
