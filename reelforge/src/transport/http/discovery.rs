//! The server card, by which others find this server and learn how to speak to it.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::brief::brief;
use super::document::Document;
use super::shared::{Shared, base};
use crate::protocol::Revision;

const CARD: &str = "application/mcp-server-card+json";

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/mcp/server-card", get(card))
        .route("/.well-known/mcp.json", get(card))
        .route("/.well-known/mcp/server-card.json", get(card))
        .route("/.well-known/ai-catalog.json", get(catalog))
}

async fn card(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    answer(&shared, request.headers(), "card", |base| {
        Document::new(CARD, card_of(&shared, base).to_string()).public()
    })
}

async fn catalog(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    answer(&shared, request.headers(), "catalog", |base| {
        let host = base.split_once("://").map_or(base, |(_, host)| host);
        let name = slug(&shared.dispatcher.identity().name);
        let catalog = json!({
            "specVersion": "1.0",
            "entries": [{
                "identifier": format!("urn:air:{}:mcp:{name}", host.replace(':', ".")),
                "type": CARD,
                "url": format!("{base}/mcp/server-card"),
            }],
        });
        Document::new("application/ai-catalog+json", catalog.to_string()).public()
    })
}

fn answer(
    shared: &Shared,
    headers: &HeaderMap,
    kind: &'static str,
    make: impl FnOnce(&str) -> Document,
) -> Response<Body> {
    let base = base(headers);
    shared.documents.get(kind, &base, &shared.config.served.now(), || make(&base)).answer(headers)
}

fn card_of(shared: &Shared, base: &str) -> Value {
    let identity = shared.dispatcher.identity();
    let title = identity.title.as_ref().unwrap_or(&identity.name);
    let description = match &identity.description {
        Some(description) => brief(description, 100),
        None => brief(&format!("The tools of {title}"), 100),
    };
    let mut remote = json!({
        "type": "streamable-http",
        "url": format!("{base}/mcp"),
        "supportedProtocolVersions": shared.dispatcher.revisions().map(Revision::date).collect::<Vec<_>>(),
    });
    if shared.has_token {
        remote["headers"] = json!([{
            "name": "Authorization",
            "description": "`Bearer` and the token of the server",
            "isRequired": true,
            "isSecret": true,
        }]);
    }
    let mut card = json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name": format!("{}/{}", namespace(identity.website_url.as_deref()), slug(&identity.name)),
        "title": brief(title, 100),
        "version": identity.version,
        "description": description,
        "remotes": [remote],
        "_meta": { "dev.reelforge/rest": {
            "openapi": format!("{base}/api/v1/openapi.json"),
            "llms": format!("{base}/llms.txt"),
        } },
    });
    if let Some(url) = &identity.website_url {
        card["websiteUrl"] = url.as_str().into();
    }
    card
}

/// The reversed domain of the home page, as names of cards begin.
fn namespace(home_page: Option<&str>) -> String {
    let domain = home_page.and_then(|url| {
        let host = url.split_once("://")?.1.split(['/', '?', '#', ':']).next()?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
        (host.contains('.') && host.len() <= 100 && host.bytes().all(plain)).then_some(host)
    });
    match domain {
        None => "local".to_owned(),
        Some(domain) => domain.to_ascii_lowercase().split('.').rev().collect::<Vec<_>>().join("."),
    }
}

/// A name in the letters that cards and catalogues take.
fn slug(name: &str) -> String {
    let plain =
        |letter: char| if letter.is_ascii_alphanumeric() || "._-".contains(letter) { letter } else { '-' };
    let name: String = name.chars().map(plain).take(90).collect();
    if name.is_empty() { "server".to_owned() } else { name }
}
