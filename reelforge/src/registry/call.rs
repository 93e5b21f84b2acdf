//! One call of a tool, from its arguments to its output, within every limit.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::tool::Schemas;
use super::{Registry, Started, Tool};
use crate::tool::{Caller, Content, Context, Output, ToolError, schema};

/// The limits of every call. Each has a default and is never absent.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long a call may take, if the tool does not say. 10 minutes.
    pub call_time: Duration,
    /// How many bytes an output may have; longer text is cut, with a note. 8 MiB.
    pub output_size: usize,
    /// Whether arguments must have exactly the types of the schema. Off: `2.0` and `"2"` pass for an integer.
    pub strict_arguments: bool,
    /// One for each call that may run; shared by all copies.
    pub(super) permits: Arc<Semaphore>,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(64)
    }
}

impl Limits {
    /// The defaults, with this many calls at once; more wait. By default it is 64.
    pub fn new(concurrent_calls: usize) -> Self {
        Self {
            call_time: Duration::from_mins(10),
            output_size: 8 << 20,
            strict_arguments: false,
            permits: Arc::new(Semaphore::new(concurrent_calls.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Whether every place for a call is taken.
    pub fn busy(&self) -> bool {
        self.permits.available_permits() == 0
    }
}

/// A call that can be started.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) tool: &'a Arc<Tool>,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) caller: Caller,
}

impl Registry {
    /// Checks the arguments and starts the call. Bad arguments are reported all at once.
    pub(crate) fn call(&self, call: Call<'_>) -> Started {
        let Call { tool, mut arguments, caller } = call;
        let limits = self.limits.clone();
        if let Err(error) = check_arguments(tool, &mut arguments, limits.strict_arguments) {
            return Started::refused(tool.clone(), limits, error);
        }
        let context = Context::new(self.state.clone(), self.shields.clone(), caller);
        Started::new(tool.clone(), limits, context, arguments.into())
    }
}

fn check_arguments(tool: &Tool, arguments: &mut Map<String, Value>, strict: bool) -> Result<(), ToolError> {
    let schemas = tool.schemas().map_err(|problem| ToolError::new("internal", problem))?;
    let Some(checker) = &schemas.arguments else { return Ok(()) };
    let problems = checker.check(arguments, strict);
    if problems.is_empty() {
        return Ok(());
    }
    Err(ToolError::invalid_arguments(schema::report(tool.name(), &problems))
        .data(serde_json::json!({ "problems": problems })))
}

/// Brings a structured result into the form that its schema describes: what is absent is left out instead of null.
/// In debug builds and tests the result must also be what the schema says.
pub(super) fn fit_output(tool: &Tool, output: &mut Output) -> Result<(), ToolError> {
    let Ok(Schemas { result: Some(checker), result_has_gaps, .. }) = tool.schemas() else { return Ok(()) };
    if !result_has_gaps && !cfg!(debug_assertions) {
        return Ok(());
    }
    let wrong = |why: String| {
        ToolError::new(
            "internal",
            format!("the result of `{}` is not what its schema says: {why}", tool.name()),
        )
    };
    let Some(text) = output.structured() else {
        return if cfg!(debug_assertions) { Err(wrong("it is absent".to_owned())) } else { Ok(()) };
    };
    let nulls = memchr::memmem::find(text.as_bytes(), b"null").is_some();
    if !nulls && !cfg!(debug_assertions) {
        return Ok(());
    }
    let mut value: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let problems = checker.check_result(&mut value);
    if cfg!(debug_assertions) && !problems.is_empty() {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        return Err(wrong(lines.join("; ")));
    }
    if nulls {
        output.structured = Output::json(&value)?.structured;
    }
    Ok(())
}

/// Cuts text that is too long; a structured result or a picture that is too large cannot be cut.
pub(super) fn limit_output(output: &mut Output, tool: &str, limit: usize) -> Result<(), ToolError> {
    let size = output.size();
    if size <= limit {
        return Ok(());
    }
    let text: usize =
        output.content.iter().map(|block| if let Content::Text(text) = block { text.len() } else { 0 }).sum();
    let rest = size - text;
    if text == 0 || rest > limit {
        return Err(ToolError::new(
            "too_large",
            format!("the result of `{tool}` has {size} bytes, and {limit} are allowed"),
        )
        .hint("ask for less at once, such as a part, a shorter list or a smaller picture"));
    }
    let mut room = limit - rest;
    for block in &mut output.content {
        if let Content::Text(text) = block {
            let end = text.floor_char_boundary(room);
            text.truncate(end);
            room -= end;
        }
    }
    output.content.push(Content::Text(format!(
        "[cut: {limit} of {size} bytes are shown. Ask `{tool}` for less at once to see the rest.]"
    )));
    Ok(())
}
