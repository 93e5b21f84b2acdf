//! The tools as lists that programs read, the same on every way in.

use serde_json::{Value, json};

use super::{Selection, Tool};
use crate::tool::schema::openai;

/// A form of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// Everything about each tool.
    Whole,
    /// Functions for OpenAI's Chat Completions API.
    OpenAi { strict: bool },
    /// Functions for OpenAI's Responses API.
    OpenAiResponses { strict: bool },
}

/// The tools in that form, as `{tools: […]}`.
pub(crate) fn list(selection: &Selection, form: Form) -> Value {
    let tools: Vec<Value> = selection
        .tools()
        .iter()
        .map(|tool| match form {
            Form::Whole => whole(tool),
            Form::OpenAi { strict } => {
                openai::chat(tool.name(), tool.description(), tool.input_schema(), strict)
            }
            Form::OpenAiResponses { strict } => {
                openai::responses(tool.name(), tool.description(), tool.input_schema(), strict)
            }
        })
        .collect();
    json!({ "tools": tools })
}

/// Everything about one tool.
pub(crate) fn whole(tool: &Tool) -> Value {
    let mut json = json!({
        "name": tool.name(),
        "title": tool.title(),
        "description": tool.description(),
        "toolsets": tool.toolsets(),
        "annotations": tool.annotations(),
        "input_schema": tool.input_schema(),
    });
    if let Some(schema) = tool.output_schema() {
        json["output_schema"] = schema.clone();
    }
    json
}
