//! `get_schema`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::notes::{ToolNotes, tool_notes};
use crate::video::check::{RULES, Rule, rule, rule_notes};
use crate::video::project::model::element::ELEMENT_TYPES;
use crate::video::project::schema::{PARTS, part_notes, part_schema};
use crate::{Json, ToolError, tool};

/// A part of the format, a check or a tool, explained.
#[derive(Debug, Serialize, JsonSchema)]
struct Explained {
    /// What was asked for.
    #[serde(rename = "type")]
    name: String,
    /// Its JSON Schema (2020-12). Lengths are pixels of the canvas, times seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "object"))]
    schema: Option<Value>,
    /// What a check finds, when, and how bad that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Rule>,
    /// How it is written: YAML; the arguments of a tool as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'static str>,
    /// What goes wrong most often, and what is right.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    mistakes: &'static [&'static str],
}

/// Explains one part of the project format (`project`, `scene`, `element`, an element type such as `chart`, …), a check
/// such as `V-6`, or a tool: its JSON Schema with an example and the common mistakes.
#[tool(toolsets = ["design"], read_only, idempotent)]
fn get_schema(
    /// A part of the format, an element type, a check's id, or a tool's name.
    #[arg(default = "project".to_owned(), rename = "type", max_len = 64, examples = ["project", "scene", "text", "V-6", "write_yaml"])]
    name: String,
) -> Result<Json<Explained>, ToolError> {
    type Notes = Option<(&'static str, &'static [&'static str])>;
    let explained = |schema, check, notes: Notes| Explained {
        name: name.clone(),
        schema,
        check,
        example: notes.map(|(example, _)| example),
        mistakes: notes.map_or(&[], |(_, mistakes)| mistakes),
    };
    if let Some(schema) = part_schema(&name) {
        let notes = part_notes(&name).map(|notes| (notes.example, notes.mistakes));
        return Ok(Json(explained(Some(schema), None, notes)));
    }
    if let Some(rule) = rule(&name) {
        let notes = rule_notes(&name).map(|notes| (notes.example, notes.mistakes));
        return Ok(Json(explained(None, Some(*rule), notes)));
    }
    if let Some(schema) = crate::registry::studio_schema(&name) {
        let notes = tool_notes(&name).map(|notes| (notes.example, notes.mistakes));
        return Ok(Json(explained(Some(schema), None, notes)));
    }
    let checks = format!("{} to {}", RULES[0].id, RULES[RULES.len() - 1].id);
    let valid = format!(
        "parts: {}; element types: {}; checks: {checks}; or a tool's name",
        PARTS.join(", "),
        ELEMENT_TYPES.join(", ")
    );
    let known = PARTS.iter().chain(&ELEMENT_TYPES).copied();
    let near = crate::registry::near(&name, known);
    let told =
        ToolError::new("not_found", format!("there is no type `{name}`")).data(json!({ "near": near }));
    Err(match near.first() {
        Some(near) => told.hint(format!("did you mean `{near}`? {valid}")),
        None => told.hint(valid),
    })
}

inventory::submit! {
    ToolNotes {
        tool: "get_schema",
        example: r#"{"type": "chart"}"#,
        mistakes: &["names are those of the format: `text`, `scene`, `V-8`, `edit_project`"],
    }
}
