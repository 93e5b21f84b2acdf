//! How a handler runs: on the blocking pool, and with its panics caught.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use super::{CallFuture, Context, Output, ToolError};

/// Runs a function that may block on the pool for such functions.
///
/// A cancelled call lets go of it; the function sees that in [`Context::is_cancelled`].
pub fn blocking(
    context: Context,
    function: impl FnOnce(&Context) -> Result<Output, ToolError> + Send + 'static,
) -> CallFuture {
    Box::pin(async move {
        let task = tokio::task::spawn_blocking(move || function(&context));
        match task.await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(ToolError::new("cancelled", "the call was cancelled")),
            },
        }
    })
}

/// Runs what `start` begins, and gives `Err` with the panic's text if anything of it panics: its begin, a step, or
/// what it drops at its end.
pub async fn catch_panic<T>(
    start: impl FnOnce() -> Pin<Box<dyn Future<Output = T> + Send>>,
) -> Result<T, String> {
    let mut future = Some(caught(start)?);
    std::future::poll_fn(|cx| {
        let Some(running) = &mut future else { return Poll::Pending };
        // The future is not polled again after a panic, so that no broken invariant of it is seen.
        match caught(|| running.as_mut().poll(cx)) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(caught(|| drop(future.take())).map(|()| output)),
            Err(panic) => {
                // What it drops may panic too, and then there is nothing more to say.
                let _ = caught(|| drop(future.take()));
                Poll::Ready(Err(panic))
            }
        }
    })
    .await
}

fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_text(&*panic))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic").to_owned()
}
