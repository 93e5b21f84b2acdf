//! What time it is for the queue.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time by which leases run out. All processes on a root must agree about it, so it is the system's time, and
/// leases are long enough that a small step of it does no harm. A large step at worst lets a job be begun again: which
/// process holds it is never decided by time alone, see [`Queue::finish`](super::Queue::finish).
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970 in UTC.
    fn now(&self) -> i64;
}

/// The clock of the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}
