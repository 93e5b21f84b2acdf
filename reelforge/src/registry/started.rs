//! A call under way: waits for a place, runs within its time, and ends in every case.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Wake, Poll};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;
use tracing::Span;

use super::call::{fit_output, limit_output};
use super::{Limits, Tool};
use crate::tool::{Arguments, CallFuture, Context, EndOnDrop, Output, ToolError, caught};

/// A call under way. Written by hand and kept small, because it is what every call costs: nothing is allocated and no
/// timer is set for a call that ends at its first step.
pub(crate) struct Started {
    tool: Arc<Tool>,
    limits: Arc<Limits>,
    stage: Stage,
    deadline: Option<Pin<Box<Sleep>>>,
    guard: Option<EndOnDrop>,
    log: Option<(Span, Instant)>,
}

enum Stage {
    /// The call is refused.
    Refused(ToolError),
    /// The call may begin.
    Ready(Context, Arguments),
    /// Every place was taken.
    Waiting(WaitForPlaces, Context, Arguments),
    /// The handler runs.
    Running(CallFuture, Places),
    /// The call has ended.
    Ended,
}

type WaitForPlaces = Pin<Box<dyn Future<Output = Places> + Send>>;

/// The places that a running call takes: the server's, and the tool's own if it has a limit.
type Places = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

impl Started {
    pub(super) fn new(tool: Arc<Tool>, limits: Arc<Limits>, context: Context, arguments: Arguments) -> Self {
        let span = tracing::info_span!("call", tool = tool.name(), transport = context.transport().name());
        let log = (!span.is_disabled()).then(|| (span, Instant::now()));
        let guard = Some(context.end_on_drop());
        Self { tool, limits, stage: Stage::Ready(context, arguments), deadline: None, guard, log }
    }

    pub(super) fn refused(tool: Arc<Tool>, limits: Arc<Limits>, error: ToolError) -> Self {
        Self { tool, limits, stage: Stage::Refused(error), deadline: None, guard: None, log: None }
    }

    /// Runs as far as it goes now, without regard to the time.
    fn step(&mut self, wake: &mut Wake<'_>) -> Poll<Result<Output, ToolError>> {
        match std::mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Refused(error) => Poll::Ready(Err(error)),
            Stage::Ready(context, arguments) => {
                let all = self.tool.shared_places().unwrap_or(&self.limits.permits);
                if let Some(places) = try_places(all, self.tool.permits.as_ref()) {
                    return self.begin(context, arguments, places, wake);
                }
                let (all, own) = (all.clone(), self.tool.permits.clone());
                let places = Box::pin(wait_for_places(all, own));
                self.wait(places, context, arguments, wake)
            }
            Stage::Waiting(places, context, arguments) => self.wait(places, context, arguments, wake),
            Stage::Running(handler, places) => self.run(handler, places, wake),
            Stage::Ended => Poll::Pending,
        }
    }

    fn wait(
        &mut self,
        mut places: WaitForPlaces,
        context: Context,
        arguments: Arguments,
        wake: &mut Wake<'_>,
    ) -> Poll<Result<Output, ToolError>> {
        match places.as_mut().poll(wake) {
            Poll::Ready(places) => self.begin(context, arguments, places, wake),
            Poll::Pending => {
                self.stage = Stage::Waiting(places, context, arguments);
                Poll::Pending
            }
        }
    }

    fn begin(
        &mut self,
        context: Context,
        arguments: Arguments,
        places: Places,
        wake: &mut Wake<'_>,
    ) -> Poll<Result<Output, ToolError>> {
        match caught(|| self.tool.start(context, arguments)) {
            Ok(handler) => self.run(handler, places, wake),
            Err(panic) => Poll::Ready(Err(self.panicked(&panic))),
        }
    }

    fn run(
        &mut self,
        mut handler: CallFuture,
        places: Places,
        wake: &mut Wake<'_>,
    ) -> Poll<Result<Output, ToolError>> {
        // After a panic the handler is not polled again, so that no broken invariant of it is seen. What it drops may
        // panic too.
        match caught(|| handler.as_mut().poll(wake)) {
            Ok(Poll::Pending) => {
                self.stage = Stage::Running(handler, places);
                Poll::Pending
            }
            Ok(Poll::Ready(result)) => {
                self.guard.take().into_iter().for_each(EndOnDrop::done);
                let dropped = caught(|| drop(handler));
                Poll::Ready(dropped.map_err(|panic| self.panicked(&panic)).and(result))
            }
            Err(panic) => {
                let _ = caught(|| drop(handler));
                Poll::Ready(Err(self.panicked(&panic)))
            }
        }
    }

    fn panicked(&self, panic: &str) -> ToolError {
        let tool = self.tool.name();
        tracing::error!(tool, panic, "a tool panicked");
        ToolError::new("internal", format!("the tool `{tool}` failed: it panicked"))
            .hint("this is a fault of the tool; details are in the server's log")
    }

    fn limit(&self) -> Duration {
        self.tool.timeout().unwrap_or(self.limits.call_time)
    }

    fn end(&mut self, result: Result<Output, ToolError>) -> Result<Output, ToolError> {
        // Drops the handler of a call that ran out of time; that may panic.
        if !matches!(self.stage, Stage::Ended) {
            let _ = caught(|| self.stage = Stage::Ended);
        }
        self.guard = None;
        let limit = self.tool.max_output().unwrap_or(self.limits.output_size);
        let result = result.map_err(|error| error.within(limit)).and_then(|mut output| {
            fit_output(&self.tool, &mut output)?;
            limit_output(&mut output, self.tool.name(), limit)?;
            Ok(output)
        });
        if let Some((_, begin)) = &self.log {
            // No arguments and no results are in the log.
            let outcome = result.as_ref().map_or_else(ToolError::code, |_| "ok");
            let duration_ms = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
            tracing::info!(outcome, duration_ms, "call ended");
        }
        result
    }
}

impl Future for Started {
    type Output = Result<Output, ToolError>;

    fn poll(mut self: Pin<&mut Self>, wake: &mut Wake<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let span = this.log.as_ref().map(|(span, _)| span.clone());
        let _entered = span.as_ref().map(Span::enter);
        if let Poll::Ready(result) = this.step(wake) {
            return Poll::Ready(this.end(result));
        }
        let limit = this.limit();
        let deadline = this.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        match deadline.as_mut().poll(wake) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                let error = timed_out(this.tool.name(), limit);
                Poll::Ready(this.end(Err(error)))
            }
        }
    }
}

impl fmt::Debug for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").field("tool", &self.tool).finish_non_exhaustive()
    }
}

fn try_places(all: &Arc<Semaphore>, own: Option<&Arc<Semaphore>>) -> Option<Places> {
    let place = all.clone().try_acquire_owned().ok()?;
    match own {
        None => Some((place, None)),
        Some(own) => Some((place, Some(own.clone().try_acquire_owned().ok()?))),
    }
}

/// Waits for the tool's own place first: a call that waits for it must not keep others from theirs.
async fn wait_for_places(all: Arc<Semaphore>, own: Option<Arc<Semaphore>>) -> Places {
    let closed = "the semaphores of calls are never closed";
    let own = match own {
        Some(own) => Some(own.acquire_owned().await.expect(closed)),
        None => None,
    };
    (all.acquire_owned().await.expect(closed), own)
}

fn timed_out(tool: &str, limit: Duration) -> ToolError {
    ToolError::new("timeout", format!("the tool `{tool}` was stopped after {} s", limit.as_secs_f64()))
        .hint("ask for less at once")
}
