//! Parameters taken by reference.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use reelforge::registry::Registry;
use reelforge::{Context, tool};
use serde_json::json;

trait Store: Send + Sync {
    fn name(&self) -> String;
}

struct Shelf(&'static str);

impl Store for Shelf {
    fn name(&self) -> String {
        self.0.to_owned()
    }
}

/// Named like the context, and none.
mod other {
    pub(super) struct Context(pub(super) u32);
}

type Alias = Context;

/// Uses everything.
#[tool]
async fn asynchronous(
    shelf: &Arc<dyn Store>,
    text: String,
    cx: &Alias,
    count: &AtomicU32,
    another: &other::Context,
) -> String {
    cx.progress(1.0, 1.0, None);
    let count = count.fetch_add(1, Ordering::Relaxed);
    format!("{} {text} {count} {}", shelf.name(), another.0)
}

/// Uses everything.
#[tool]
fn blocking(cx: &Context, count: &AtomicU32, list: &Mutex<Vec<String>>, text: String) -> String {
    list.lock().expect("a lock").push(text);
    format!("{} {}", cx.is_cancelled(), count.fetch_add(1, Ordering::Relaxed))
}

fn complete() -> reelforge::registry::Builder {
    let store: Arc<dyn Store> = Arc::new(Shelf("shelf"));
    crate::builder(module_path!())
        .state(store)
        .state(AtomicU32::new(7))
        .state(other::Context(5))
        .state(Mutex::new(Vec::<String>::new()))
}

#[test]
fn tools_share_what_was_registered() {
    let client = crate::client(complete());
    crate::block_on(async {
        let reply = client.call("asynchronous", json!({ "text": "x" })).await;
        assert_eq!(reply.text(), "shelf x 7 5");
        assert_eq!(reply.progress.len(), 1);
        assert_eq!(client.call("blocking", json!({ "text": "x" })).await.text(), "false 8");
    });
}

#[test]
fn what_is_injected_is_no_argument() {
    let registry = complete().build().expect("a registry");
    let schema = registry.get("asynchronous").expect("the tool").input_schema();
    assert_eq!(schema["properties"].as_object().map(serde_json::Map::len), Some(1));
}

#[test]
fn missing_state_is_said_at_the_start() {
    let error = crate::builder(module_path!()).state(AtomicU32::new(0)).build().expect_err("no state");
    let text = error.to_string();
    for part in
        ["`asynchronous`", "dyn tool::state::Store", "other::Context", "`blocking`", "state.rs:", "Vec<"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("AtomicU32") && !text.contains("reelforge::"), "{text}");
    assert_eq!(error.problems.len(), 3);
}

/// Takes the context alone.
#[tool]
async fn only_context(cx: &Context) -> String {
    cx.transport().name().to_owned()
}

#[test]
fn the_context_needs_no_registration() {
    let registry = Registry::builder().linked_where(|tool| tool.name == "only_context").build();
    let client = reelforge::testing::Client::with(registry.expect("a registry"));
    assert_eq!(crate::block_on(client.call("only_context", json!({}))).text(), "testing");
}
