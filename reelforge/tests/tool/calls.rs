//! How calls run and end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{ThreadId, current};

use reelforge::testing::Client;
use reelforge::{Context, tool};
use serde_json::json;
use tokio::sync::{Barrier, Notify};

/// Panics.
#[tool]
async fn panics_async() -> String {
    panic!("a secret of the server")
}

/// Panics.
#[tool]
fn panics_blocking() -> String {
    panic!("a secret of the server")
}

/// Panics.
#[tool(inline)]
fn panics_inline() -> String {
    panic!("a secret of the server")
}

/// Says that it was dropped.
#[derive(Default)]
struct Dropped {
    dropped: AtomicBool,
    started: Notify,
}

struct Guard<'a>(&'a AtomicBool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Never ends.
#[tool(timeout = "20ms")]
async fn times_out(seen: &Arc<Dropped>) {
    let _guard = Guard(&seen.dropped);
    std::future::pending::<()>().await;
}

/// Never ends.
#[tool]
async fn never_ends(seen: &Arc<Dropped>) {
    let _guard = Guard(&seen.dropped);
    seen.started.notify_one();
    std::future::pending::<()>().await;
}

/// Ends when nobody waits for it any more.
#[tool(timeout = "20ms")]
fn blocks_until_cancelled(cx: &Context, seen: &Arc<Dropped>) {
    while !cx.is_cancelled() {
        std::thread::yield_now();
    }
    seen.dropped.store(true, Ordering::SeqCst);
    seen.started.notify_one();
}

/// Tells its thread.
#[tool]
fn on_the_pool(caller: &ThreadId) -> String {
    (current().id() == *caller).to_string()
}

/// Tells its thread.
#[tool(inline)]
fn on_the_worker(caller: &ThreadId) -> String {
    (current().id() == *caller).to_string()
}

/// Waits for another call of itself.
#[tool]
async fn meets(barrier: &Barrier) -> String {
    barrier.wait().await;
    "met".to_owned()
}

fn client(seen: &Arc<Dropped>) -> Client {
    crate::client(
        crate::builder(module_path!()).state(seen.clone()).state(current().id()).state(Barrier::new(2)),
    )
}

#[test]
fn a_panic_is_an_error_that_names_the_tool_and_tells_no_secret() {
    let client = client(&Arc::default());
    crate::block_on(async {
        for tool in ["panics_async", "panics_blocking", "panics_inline"] {
            let reply = client.call(tool, json!({})).await;
            assert_eq!(reply.error.as_deref(), Some("internal"));
            assert!(reply.text().contains(tool) && !reply.text().contains("secret"), "{}", reply.text());
        }
        assert_eq!(client.call("on_the_pool", json!({})).await.error, None);
    });
}

#[test]
fn a_timeout_drops_the_future() {
    let seen = Arc::<Dropped>::default();
    let reply = crate::block_on(client(&seen).call("times_out", json!({})));
    assert_eq!(reply.error.as_deref(), Some("timeout"));
    assert!(reply.text().contains("times_out"));
    assert!(seen.dropped.load(Ordering::SeqCst));
}

#[test]
fn dropping_a_call_drops_the_future() {
    let seen = Arc::<Dropped>::default();
    let client = client(&seen);
    crate::block_on(async {
        tokio::select! {
            reply = client.call("never_ends", json!({})) => panic!("it ended: {reply:?}"),
            () = seen.started.notified() => {}
        }
    });
    assert!(seen.dropped.load(Ordering::SeqCst));
}

#[test]
fn a_blocking_function_sees_that_nobody_waits() {
    let seen = Arc::<Dropped>::default();
    crate::block_on(async {
        let reply = client(&seen).call("blocks_until_cancelled", json!({})).await;
        assert_eq!(reply.error.as_deref(), Some("timeout"));
        seen.started.notified().await;
    });
    assert!(seen.dropped.load(Ordering::SeqCst));
}

#[test]
fn a_function_that_may_block_leaves_the_worker_free() {
    let client = client(&Arc::default());
    crate::block_on(async {
        assert_eq!(client.call("on_the_pool", json!({})).await.text(), "false");
        assert_eq!(client.call("on_the_worker", json!({})).await.text(), "true");
    });
}

#[test]
fn calls_run_at_the_same_time() {
    let client = client(&Arc::default());
    crate::block_on(async {
        let (a, b) = tokio::join!(client.call("meets", json!({})), client.call("meets", json!({})));
        assert_eq!((a.text(), b.text()), ("met".to_owned(), "met".to_owned()));
    });
}

#[test]
fn the_function_is_still_a_function() {
    assert_eq!(on_the_worker(&current().id()), "true");
}
