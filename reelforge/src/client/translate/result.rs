//! The result of a call.

use serde_json::Value;

use super::block::block;
use crate::client::problem::{Problem, said};
use crate::tool::{Content, Output, ToolError};

/// What a call returned, as this crate's output; or the problem that the tool reported.
pub(in crate::client) fn output(mut result: Value, label: &str) -> Result<Output, ToolError> {
    if !result.is_object() {
        return Err(Problem::Protocol("the result of the call is not an object".to_owned()).of(label));
    }
    match result["resultType"].as_str() {
        None | Some("complete") => {}
        Some(kind) => return Err(unfinished(kind, label)),
    }
    let failed = result["isError"] == true;
    let structured = match result["structuredContent"].take() {
        Value::Null => None,
        structured => Some(structured),
    };
    let blocks = match result["content"].take() {
        Value::Array(blocks) => blocks,
        Value::Null => Vec::new(),
        other => vec![other],
    };
    let content: Vec<Content> = blocks.iter().map(block).collect();
    if failed {
        return Err(problem(&content, structured, label));
    }
    let Some(structured) = structured else {
        return Ok(content.into_iter().fold(Output::new(), Output::with));
    };
    // Whoever shows an output shows its structured result as text, too: a block that only repeats it would be twice
    // there.
    let fresh = content.into_iter().filter(|block| !repeats(block, &structured));
    Ok(fresh.fold(Output::json(&structured)?, Output::with))
}

fn repeats(block: &Content, structured: &Value) -> bool {
    let Content::Text(text) = block else { return false };
    serde_json::from_str::<Value>(text).is_ok_and(|value| value == *structured)
}

fn problem(content: &[Content], structured: Option<Value>, label: &str) -> ToolError {
    let texts: Vec<&str> = content
        .iter()
        .filter_map(|block| match block {
            Content::Text(text) | Content::Resource { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let message = match (texts.join("\n"), &structured) {
        (text, _) if !text.trim().is_empty() => text,
        (_, Some(structured)) => structured.to_string(),
        (_, None) => format!("{label} says that the tool failed, and not why"),
    };
    let error = ToolError::new("tool_failed", message);
    match structured {
        Some(structured) => error.data(structured),
        None => error,
    }
}

fn unfinished(kind: &str, label: &str) -> ToolError {
    let what = if kind == "input_required" {
        "asks for input, which nobody can give here".to_owned()
    } else {
        format!("gave a result of a kind that is not known{}", said(kind))
    };
    ToolError::new("tool_failed", format!("{label}: the tool {what}"))
}
