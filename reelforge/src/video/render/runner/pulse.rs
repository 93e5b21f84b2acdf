//! While a job runs: tells the queue how far it is, and asks whether it shall end.

use std::thread;

use super::bell::Bell;
use super::{Attempt, Pace};

/// Does the work with a second thread that holds the lease meanwhile.
pub(super) fn during<T>(attempt: &Attempt<'_>, pace: Pace, work: impl FnOnce() -> T) -> T {
    let over = Bell::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.is_stopped() {
                attempt.beat(pace.lease);
                over.wait(pace.pulse);
            }
        });
        let done = work();
        over.stop();
        done
    })
}
