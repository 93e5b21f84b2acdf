//! Counts what runs, and waits for its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// A count of things that run now.
#[derive(Debug, Default)]
pub(crate) struct Running {
    count: AtomicUsize,
    ended: Notify,
}

impl Running {
    /// Counts one more until the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>) -> RunningGuard {
        self.count.fetch_add(1, Ordering::AcqRel);
        RunningGuard(self.clone())
    }

    /// How many run.
    #[cfg(feature = "http")]
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Waits until nothing runs.
    pub(crate) async fn all_ended(&self) {
        loop {
            let ended = self.ended.notified();
            if self.count.load(Ordering::Acquire) == 0 {
                return;
            }
            ended.await;
        }
    }
}

/// One thing that runs.
#[derive(Debug)]
pub(crate) struct RunningGuard(Arc<Running>);

impl Drop for RunningGuard {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.ended.notify_waiters();
        }
    }
}
