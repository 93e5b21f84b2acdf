//! `get_guide`.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::guides::{self, Guide};
use crate::{Json, ToolError, tool};

/// A guide, or the list of all.
#[derive(Debug, Serialize, JsonSchema)]
struct Guides {
    /// The guide's text, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Every guide; the first is the one to begin with.
    topics: Vec<Guide>,
}

/// Reads a guide on making videos. Without a topic: the list. Begin with `authoring-card`.
#[tool(toolsets = ["basic"], read_only, idempotent)]
fn get_guide(
    /// The guide's name; absent for the list.
    #[arg(max_len = 64)]
    topic: Option<String>,
    studio: &Studio,
) -> Result<Json<Guides>, ToolError> {
    let topics = guides::list(Some(studio.root()));
    let topic = topic.filter(|topic| !topic.is_empty());
    let text = topic.map(|topic| guides::read(Some(studio.root()), &topic)).transpose().map_err(problem)?;
    let text = text.map(|text| guides::body(&text).to_owned());
    Ok(Json(Guides { text, topics }))
}

inventory::submit! {
    ToolNotes {
        tool: "get_guide",
        example: r#"{"topic": "authoring-card"}"#,
        mistakes: &["without `topic` it lists the guides"],
    }
}
