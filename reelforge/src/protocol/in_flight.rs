//! The calls of one connection or session that can be cancelled.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::Notify;

/// The calls of one connection or session that run now, in the order in which they began. They are few, and the one that
/// ends is most often the last: a list costs less than a map.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<Vec<Arc<Entry>>>);

/// A call, under its request's id (as JSON text).
#[derive(Debug)]
struct Entry {
    id: Box<str>,
    cancel: Notify,
}

impl InFlight {
    /// Enters a call under its request's id (as JSON text).
    pub fn register(self: &Arc<Self>, id: &str) -> Registered {
        let entry = Arc::new(Entry { id: id.into(), cancel: Notify::new() });
        self.lock().push(entry.clone());
        Registered { calls: self.clone(), entry }
    }

    /// Cancels the call with that id; of several that a client gave the same id, the last. One that is unknown or has
    /// ended is none of ours.
    pub fn cancel(&self, id: &str) {
        if let Some(call) = self.lock().iter().rev().find(|call| *call.id == *id) {
            call.cancel.notify_one();
        }
    }

    /// Cancels every call.
    pub fn cancel_all(&self) {
        self.lock().iter().for_each(|call| call.cancel.notify_one());
    }

    /// Whether no call runs.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Entry>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that can be cancelled; leaves the list when it is dropped.
#[derive(Debug)]
pub struct Registered {
    calls: Arc<InFlight>,
    entry: Arc<Entry>,
}

impl Registered {
    /// Runs `work` to its end, or drops it when the call is cancelled.
    pub async fn run<F: Future>(&self, work: F) -> Option<F::Output> {
        let mut work = pin!(work);
        let mut cancelled = pin!(self.entry.cancel.notified());
        std::future::poll_fn(|cx| {
            if cancelled.as_mut().poll(cx).is_ready() {
                return Poll::Ready(None);
            }
            work.as_mut().poll(cx).map(Some)
        })
        .await
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let mut calls = self.calls.lock();
        if let Some(at) = calls.iter().rposition(|call| Arc::ptr_eq(call, &self.entry)) {
            calls.remove(at);
        }
    }
}
