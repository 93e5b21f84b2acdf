//! One call of a tool, from its arguments to its output, within every limit.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::{Registry, Started, Tool};
use crate::tool::{Caller, Content, Context, Output, ToolError, schema};

/// The limits of every call. Each has a default and is never absent.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many calls run at once; more wait. 64.
    pub concurrent_calls: usize,
    /// How long a call may take, if the tool does not say. 10 minutes.
    pub call_time: Duration,
    /// How many bytes an output may have; longer text is cut, with a note. 8 MiB.
    pub output_size: usize,
    /// Whether arguments must have exactly the types of the schema. Off: `2.0` and `"2"` pass for an integer.
    pub strict_arguments: bool,
    pub(super) permits: Arc<Semaphore>,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(64)
    }
}

impl Limits {
    /// The defaults, with this many calls at once.
    pub fn new(concurrent_calls: usize) -> Self {
        Self {
            concurrent_calls,
            call_time: Duration::from_secs(600),
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
pub struct Call<'a> {
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
    let list: Vec<Value> = problems.iter().map(schema::Problem::to_json).collect();
    Err(ToolError::invalid_arguments(schema::report(tool.name(), &problems))
        .data(serde_json::json!({ "problems": list })))
}

/// In debug builds and tests a result must be what its schema says.
pub(super) fn check_output(tool: &Tool, output: &Output) -> Result<(), ToolError> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    let Some(checker) = tool.schemas().ok().and_then(|schemas| schemas.result.as_ref()) else {
        return Ok(());
    };
    let wrong = |why: String| {
        ToolError::new(
            "internal",
            format!("the result of `{}` is not what its schema says: {why}", tool.name()),
        )
    };
    let text = output.structured().ok_or_else(|| wrong("it is absent".to_owned()))?;
    let value: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let Value::Object(mut object) = value else { return Err(wrong("it is no object".to_owned())) };
    let problems = checker.check(&mut object, true);
    if problems.is_empty() { Ok(()) } else { Err(wrong(schema::report(tool.name(), &problems))) }
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
