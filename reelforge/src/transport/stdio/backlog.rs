//! How much may be under way at once: a client that sends calls and waits for nothing must not fill the memory.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::tool::ToolError;

/// How many bytes of messages may be under way, if a message may not be longer than a quarter of it.
const SIZE: usize = 64 << 20;
/// Room is given in steps of this many bytes; every call takes one at least.
const STEP: usize = 1 << 10;

/// Room for the calls that are under way.
#[derive(Debug)]
pub(super) struct Backlog(Arc<Semaphore>);

impl Backlog {
    /// Room for several messages of the longest kind.
    pub(super) fn new(message_size: usize) -> Self {
        let steps = SIZE.max(message_size.saturating_mul(4)) / STEP;
        Self(Arc::new(Semaphore::new(steps.min(Semaphore::MAX_PERMITS))))
    }

    /// Takes room for what a message of that length started, until the permit is dropped.
    pub(super) fn take(&self, length: usize) -> Result<OwnedSemaphorePermit, ToolError> {
        let steps = u32::try_from(length / STEP + 1).unwrap_or(u32::MAX);
        self.0.clone().try_acquire_many_owned(steps).map_err(|_| {
            ToolError::new("busy", "too many calls are under way at once")
                .hint("wait for some of the answers, or cancel some of the calls")
        })
    }
}
