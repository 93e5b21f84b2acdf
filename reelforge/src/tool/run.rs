//! How a handler runs: on the blocking pool, and with its panics caught.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
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

/// Runs `future` and gives `Err` with the panic's text if it panics.
pub async fn catch_panic<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| {
        // The future is not polled again after a panic, so that no broken invariant of it is seen.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(panic) => Poll::Ready(Err(panic_text(&*panic))),
        }
    })
    .await
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic").to_owned()
}
