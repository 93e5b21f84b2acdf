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
    let list: Vec<Value> = problems.iter().map(schema::Problem::to_json).collect();
    Err(ToolError::invalid_arguments(schema::report(tool.name(), &problems))
        .data(serde_json::json!({ "problems": list })))
}

async fn run(
    tool: Arc<Tool>,
    context: Context,
    arguments: Arguments,
    limits: Arc<Limits>,
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
        catch_panic((tool.def().handler)(context, arguments)).await
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
    check_output(&tool, &output)?;
    limit_output(&mut output, name, tool.def().max_output.unwrap_or(limits.output_size))?;
    Ok(output)
}

/// In debug builds and tests a result must be what its schema says.
fn check_output(tool: &Tool, output: &Output) -> Result<(), ToolError> {
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
