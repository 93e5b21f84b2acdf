//! The calls of one connection or session that can be cancelled.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::Notify;

/// The calls of one connection or session that run now, by request id.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<HashMap<Arc<str>, Arc<Notify>>>);

impl InFlight {
    /// Enters a call under its request's id (as JSON text).
    pub fn register(self: &Arc<Self>, id: &str) -> Registered {
        let (id, cancel) = (Arc::<str>::from(id), Arc::new(Notify::new()));
        self.lock().insert(id.clone(), cancel.clone());
        Registered { calls: self.clone(), id, cancel }
    }

    /// Cancels the call with that id. One that is unknown or has ended is none of ours.
    pub fn cancel(&self, id: &str) {
        if let Some(call) = self.lock().get(id) {
            call.notify_one();
        }
    }

    /// Cancels every call.
    pub fn cancel_all(&self) {
        self.lock().values().for_each(|call| call.notify_one());
    }

    /// Whether no call runs.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that can be cancelled; leaves the list when it is dropped.
#[derive(Debug)]
pub struct Registered {
    calls: Arc<InFlight>,
    id: Arc<str>,
    cancel: Arc<Notify>,
}

impl Registered {
    /// Runs `work` to its end, or drops it when the call is cancelled.
    pub async fn run<F: Future>(&self, work: F) -> Option<F::Output> {
        let mut work = pin!(work);
        let mut cancelled = pin!(self.cancel.notified());
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
        // A client that uses an id twice has replaced this entry by another.
        if calls.get(&self.id).is_some_and(|call| Arc::ptr_eq(call, &self.cancel)) {
            calls.remove(&self.id);
        }
    }
}
