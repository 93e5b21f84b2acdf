//! One call of a tool, from its arguments to its output, within every limit.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use tracing::Instrument;

use super::{Registry, Tool};
use crate::tool::{Arguments, CallFuture, Caller, Content, Context, Output, ToolError, catch_panic, schema};

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
    pub(crate) fn call(&self, call: Call<'_>) -> CallFuture {
        let Call { tool, mut arguments, caller } = call;
        if let Err(error) = check_arguments(tool, &mut arguments, self.limits.strict_arguments) {
            return Box::pin(std::future::ready(Err(error)));
        }
        let transport = caller.transport;
        let context = Context::new(self.state.clone(), self.shields.clone(), caller);
        let future = run(tool.clone(), context, arguments.into(), self.limits.clone());
        let span = tracing::info_span!("call", tool = tool.name(), transport = transport.name());
        if span.is_disabled() { Box::pin(future) } else { Box::pin(logged(future).instrument(span)) }
    }
}

/// The line that a call leaves in the log. No arguments and no results are in it.
async fn logged(call: impl Future<Output = Result<Output, ToolError>>) -> Result<Output, ToolError> {
    let begin = std::time::Instant::now();
    let result = call.await;
    let outcome = result.as_ref().map_or_else(|error| error.code().to_owned(), |_| "ok".to_owned());
    let duration_ms = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(outcome, duration_ms, "call ended");
    result
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

async fn run(
    tool: Arc<Tool>,
    context: Context,
    arguments: Arguments,
    limits: Limits,
) -> Result<Output, ToolError> {
    let name = tool.name();
    let limit = tool.timeout().unwrap_or(limits.call_time);
    let guard = context.end_on_drop();
    let work = async {
        // The semaphores are never closed, so that waiting for them cannot fail.
        let _place = limits.permits.acquire().await;
        let _own_place = match &tool.permits {
            Some(permits) => Some(permits.acquire().await),
            None => None,
        };
        catch_panic(|| (tool.def().handler)(context, arguments)).await
    };
    let result = match tokio::time::timeout(limit, work).await {
        Ok(Ok(result)) => {
            guard.done();
            result
        }
        Ok(Err(panic)) => {
            tracing::error!(tool = name, panic, "a tool panicked");
            Err(ToolError::new("internal", format!("the tool `{name}` failed: it panicked"))
                .hint("this is a fault of the tool; details are in the server's log"))
        }
        Err(_) => Err(ToolError::new(
            "timeout",
            format!("the tool `{name}` was stopped after {} s", limit.as_secs_f64()),
        )
        .hint("ask for less at once")),
    };
    let mut output = result?;
    fit_output(&tool, &mut output)?;
    limit_output(&mut output, name, tool.def().max_output.unwrap_or(limits.output_size))?;
    Ok(output)
}

/// Brings a structured result into the form that its schema describes: what is absent is left out instead of null.
/// In debug builds and tests the result must also be what the schema says.
fn fit_output(tool: &Tool, output: &mut Output) -> Result<(), ToolError> {
    let Some(checker) = tool.schemas().ok().and_then(|schemas| schemas.result.as_ref()) else {
        return Ok(());
    };
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
fn limit_output(output: &mut Output, tool: &str, limit: usize) -> Result<(), ToolError> {
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
