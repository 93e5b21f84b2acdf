//! The tools of the test server.
#![allow(clippy::unused_async)] // They are written as tools are.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use reelforge::schemars::{self, JsonSchema};
use reelforge::{Content, Context, Image, Json, Link, LogLevel, Output, ToolError, tool};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::client::PATIENCE;

/// What the tools `wait` and `shielded` tell the test, and wait for.
pub(crate) struct Probe {
    events: Mutex<Sender<&'static str>>,
    release: std::sync::Arc<Semaphore>,
}

/// The test's end.
pub(crate) struct Gate {
    events: Mutex<Receiver<&'static str>>,
    release: std::sync::Arc<Semaphore>,
}

impl Probe {
    pub(crate) fn new() -> (Self, Gate) {
        let (sender, receiver) = channel();
        let release = std::sync::Arc::new(Semaphore::new(0));
        let gate = Gate { events: Mutex::new(receiver), release: release.clone() };
        (Self { events: Mutex::new(sender), release }, gate)
    }

    fn tell(&self, event: &'static str) {
        let _ = self.events.lock().unwrap().send(event);
    }
}

impl Gate {
    /// Waits for the next thing that a tool tells.
    #[track_caller]
    pub(crate) fn expect(&self, event: &str) {
        let told = self.events.lock().unwrap().recv_timeout(PATIENCE);
        assert_eq!(told, Ok(event));
    }

    /// Lets one waiting call end.
    pub(crate) fn open(&self) {
        // Each is kept for the call that it lets end, even if that does not wait yet.
        self.release.add_permits(1);
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Echoed {
    /// What came.
    text: String,
}

/// Says what it is told. It changes nothing. This description goes on for a while, so that a document with a limit on
/// the length of descriptions has to cut it; it is cut at the end of a sentence. The rest of it is then to be found in
/// the schema. Nothing of it is lost. And here is one more sentence to be sure that the limit is passed.
#[tool(toolsets = ["basic"], read_only)]
async fn echo(
    /// What to say.
    text: String,
) -> Json<Echoed> {
    Json(Echoed { text })
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Sum {
    sum: i64,
}

/// Adds two numbers.
#[tool(toolsets = ["math"], read_only)]
async fn add(a: i64, #[arg(default = 1)] b: i64) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

/// Removes everything.
#[tool(toolsets = ["danger"], destructive)]
async fn clear() -> &'static str {
    "gone"
}

/// Fails on purpose.
#[tool(toolsets = ["basic"])]
async fn fail() -> Result<String, ToolError> {
    Err(ToolError::new("out_of_luck", "it did not work").hint("try `echo`"))
}

/// Panics on purpose.
#[tool(toolsets = ["basic"])]
async fn panic_now() -> String {
    panic!("on purpose")
}

/// Returns one of each.
#[tool(toolsets = ["basic"], read_only)]
async fn mixed() -> Output {
    Output::text("first")
        .with_text("second")
        .with_image(Image::png([1, 2, 3]))
        .with(Content::Audio { data: vec![4, 5], mime_type: "audio/wav".to_owned() })
        .with(Content::Resource {
            uri: "test://file".to_owned(),
            mime_type: "text/plain".to_owned(),
            text: "inside".to_owned(),
        })
        .with(Content::Link(Link::new("test://there", "There")))
        .with(Content::Link(
            Link::new("test://more", "More").mime_type("text/plain").description("All\nof it."),
        ))
}

/// Returns nothing.
#[tool(toolsets = ["basic"])]
async fn nothing() {}

/// Returns much text.
#[tool(toolsets = ["basic"], read_only)]
async fn big(kib: usize) -> String {
    "x".repeat(kib << 10)
}

/// Counts, and says so.
#[tool(toolsets = ["basic"], read_only)]
async fn count(to: u32, cx: &Context) -> String {
    for step in 1..=to {
        cx.progress(f64::from(step), f64::from(to), Some("counting"));
        tokio::task::yield_now().await;
    }
    format!("counted to {to}")
}

struct Told<'a>(&'a Probe, &'static str);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.0.tell(self.1);
    }
}

/// Waits until the test lets it go on.
#[tool(toolsets = ["basic"])]
async fn wait(cx: &Context, probe: &Probe) -> &'static str {
    let dropped = Told(probe, "dropped");
    cx.progress(1.0, None, Some("waiting"));
    probe.tell("started");
    probe.release.acquire().await.expect("it is never closed").forget();
    std::mem::forget(dropped);
    probe.tell("finished");
    "waited"
}

/// Waits where it cannot be cancelled.
#[tool(toolsets = ["basic"])]
async fn shielded(cx: &Context, probe: &Probe) -> &'static str {
    let release = probe.release.clone();
    let events = probe.events.lock().unwrap().clone();
    probe.tell("started");
    let work = async move {
        release.acquire().await.expect("it is never closed").forget();
        let _ = events.send("finished");
    };
    cx.shield(work).await;
    "done"
}

/// Needs something that clients rarely have.
#[tool(toolsets = ["basic"])]
async fn sample(cx: &Context) -> Result<&'static str, ToolError> {
    if cx.client_can("sampling") { Ok("sampled") } else { Err(ToolError::missing_capability("sampling")) }
}

#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Query {
    /// Where to look.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
    #[schemars(extend("x-mcp-header" = "Limit"))]
    limit: Option<u32>,
}

/// Looks in one region.
#[tool(toolsets = ["basic"], read_only)]
async fn look(#[args(verbatim)] query: Query) -> String {
    format!("{} {}", query.region.unwrap_or_default(), query.limit.unwrap_or_default())
}

/// Speaks to the client's log.
#[tool(toolsets = ["basic"], read_only)]
async fn speak(cx: &Context) -> &'static str {
    cx.log(LogLevel::Info, "going on");
    cx.log(LogLevel::Error, "going wrong");
    "spoken"
}

/// Says more than a client can be expected to hold.
#[tool(toolsets = ["basic"], read_only)]
async fn flood(cx: &Context, probe: &Probe) -> &'static str {
    let much = "x".repeat(64 << 10);
    for step in 0..500 {
        cx.progress(f64::from(step), None, Some(&much));
        tokio::task::yield_now().await;
    }
    probe.tell("finished");
    "said"
}
