//! How a handler runs: on the blocking pool, and with its panics caught.

use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// What `work` gives, or what it said when it panicked.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_text(&*panic))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic").to_owned()
}
