//! Keeps up with one server: asks for its tools at first, when it says that they changed, when it was away, and now and
//! then.

use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;

use super::super::Source;
use super::catalogue::Catalogue;
use super::held::{Held, UNAVAILABLE};
use super::times::Times;
use crate::tool::ToolError;

/// Runs for as long as the server is mounted.
pub(super) async fn keep(catalogue: Weak<Catalogue>, key: String, source: Arc<Held>, times: Times) {
    let mut changes = source.changes();
    let mut retry = times.retry;
    loop {
        // What changes from here on is a reason to ask again.
        changes.mark_unchanged();
        let answer = tokio::time::timeout(times.list, source.list()).await.unwrap_or_else(|_| {
            let seconds = times.list.as_secs_f64();
            Err(ToolError::new(UNAVAILABLE, format!("it did not say what tools it has within {seconds} s")))
        });
        let there = answer.is_ok();
        let Some(catalogue) = catalogue.upgrade() else { return };
        let key = key.clone();
        // What a server declares may be large, and looking at it must not hold up calls.
        let taken = tokio::task::spawn_blocking(move || catalogue.listed(&key, answer)).await;
        if taken.is_err() {
            tracing::error!(server = source.label(), "what a mounted server declares could not be looked at");
        }
        if there {
            retry = times.retry;
            tokio::time::sleep(times.pause).await;
            let failed = either(source.failed.notified(), tokio::time::sleep(times.refresh));
            either(changed(&mut changes), failed).await;
        } else {
            either(changed(&mut changes), tokio::time::sleep(retry)).await;
            retry = (retry * 2).min(times.longest_retry);
        }
    }
}

/// Is ready when the server said that its list changed.
async fn changed(changes: &mut tokio::sync::watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        // It never will again.
        std::future::pending::<()>().await;
    }
}

async fn either(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    std::future::poll_fn(|cx| {
        if one.as_mut().poll(cx).is_ready() { Poll::Ready(()) } else { other.as_mut().poll(cx) }
    })
    .await;
}
