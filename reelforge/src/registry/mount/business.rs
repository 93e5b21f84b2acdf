//! Answers that a server calls successful and that are failures.

use serde_json::{Map, Value};

use super::config::BusinessErrors;
use crate::tool::{Content, Output, ToolError};

/// How much of the answer is repeated to the model.
const SHOWN: usize = 4000;

impl BusinessErrors {
    /// The answer, or the failure that it holds.
    pub(super) fn judge(&self, server: &str, output: Output) -> Result<Output, ToolError> {
        let Some(envelope) = Self::envelope(&output) else { return Ok(output) };
        let Some(told) = envelope.get(&self.field) else { return Ok(output) };
        if self.success.contains(told) {
            return Ok(output);
        }
        let words = self.message.as_ref().and_then(|member| envelope.get(member)).and_then(Value::as_str);
        let mut message = format!("the server `{server}` reports a failure: `{}` is {told}", self.field);
        if let Some(words) = words {
            message.push_str(&format!(", “{}”", words.chars().take(500).collect::<String>()));
        }
        let whole = Value::Object(envelope).to_string();
        let end = whole.floor_char_boundary(SHOWN);
        message.push_str(&format!("\n{}{}", &whole[..end], if end < whole.len() { "…" } else { "" }));
        Err(ToolError::new("business_error", message))
    }

    /// The object that tells: the structured result, else the only text where it is one JSON object. Texts that merely
    /// stand beside others are no envelopes.
    fn envelope(output: &Output) -> Option<Map<String, Value>> {
        if let Some(structured) = output.structured() {
            return serde_json::from_str(structured).ok();
        }
        match output.content() {
            [Content::Text(text)] if text.trim_start().starts_with('{') => serde_json::from_str(text).ok(),
            _ => None,
        }
    }
}
