use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Tells a thread that waits to end.
#[derive(Debug, Default)]
pub(super) struct Bell {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    pub(super) fn stop(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is stopped, and for no longer than `most`.
    pub(super) fn wait(&self, most: Duration) {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.changed.wait_timeout_while(stopped, most, |stopped| !*stopped);
    }
}
