//! A program with tools that misbehave in every way that a server on standard input and output must survive.

// Whether a tool is `async` says where it runs, which is what many of these are about.
#![allow(clippy::unused_async)]

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use reelforge::schemars::JsonSchema;
use reelforge::serde::{Deserialize, Serialize};
use reelforge::{Context, Image, Json, Output, ToolError, tool};

fn main() -> ExitCode {
    reelforge::app!().title("Fixture").instructions("Call a tool.").run()
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Sum {
    /// What both make together.
    sum: i64,
}

/// Adds two numbers.
///
/// They may be negative.
#[tool(toolsets = ["math"], read_only)]
async fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    #[arg(default = 1)]
    b: i64,
) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

/// Says back what it is given.
#[tool(toolsets = ["text"], read_only)]
async fn echo(text: String) -> String {
    text
}

/// Takes one argument of every kind.
#[tool(toolsets = ["text"])]
#[allow(clippy::too_many_arguments)] // That is what it is for.
async fn everything(
    /// Any text.
    title_text: Option<String>,
    count: Option<u8>,
    ratio: Option<f64>,
    loud: Option<bool>,
    tags: Option<Vec<String>>,
    times: Option<Vec<f64>>,
    extra: Option<std::collections::BTreeMap<String, i64>>,
    /// Clashes with a flag of `call`.
    output: Option<String>,
) -> Json<std::collections::BTreeMap<String, String>> {
    let given = [
        ("title_text", title_text),
        ("count", count.map(|value| value.to_string())),
        ("ratio", ratio.map(|value| value.to_string())),
        ("loud", loud.map(|value| value.to_string())),
        ("tags", tags.map(|value| value.join("+"))),
        ("times", times.map(|value| format!("{value:?}"))),
        ("extra", extra.map(|value| format!("{value:?}"))),
        ("output", output),
    ];
    Json(given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

/// Makes a text of that many bytes after waiting its turn on the runtime, and adds a byte to the file.
#[tool]
async fn large(size: usize, count: Option<PathBuf>) -> Result<String, ToolError> {
    tokio::task::yield_now().await;
    if let Some(file) = count {
        std::fs::File::options().create(true).append(true).open(file)?.write_all(b".")?;
    }
    Ok("x".repeat(size))
}

/// A picture of one byte beside a text.
#[tool]
async fn picture() -> Output {
    Output::text("A picture:").with_image(Image::png([7]))
}

/// Fails with a code and a hint.
#[tool]
async fn fail() -> Result<String, ToolError> {
    Err(ToolError::new("no_luck", "it went wrong").hint("try another"))
}

/// Panics.
#[tool]
async fn explode() {
    panic!("with a secret");
}

/// Panics after its work is done.
#[tool]
async fn explode_when_dropped() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("with a secret");
        }
    }
    let _bomb = Bomb;
    tokio::task::yield_now().await;
}

/// Panics on a thread for blocking work.
#[tool]
fn explode_on_a_thread() {
    panic!("with a secret");
}

/// Tells two steps of progress.
#[tool]
async fn steps(cx: &Context) -> &'static str {
    cx.progress(1.0, 2.0, Some("half"));
    cx.progress(1.0, 2.0, Some("does not grow"));
    cx.progress(2.0, 2.0, None);
    "done"
}

/// Prints to descriptor 1 in every way there is.
#[tool]
fn print_everywhere() -> Result<&'static str, ToolError> {
    println!("from println");
    std::io::stdout().flush()?;
    rustix::io::write(std::io::stdout(), b"from a raw write\n")?;
    std::process::Command::new("sh").args(["-c", "echo from a child"]).status()?;
    Ok("printed")
}

/// Reads standard input, as a child process that wants a password might.
#[tool]
fn read_stdin() -> Result<String, ToolError> {
    let read = std::process::Command::new("cat").output()?;
    Ok(String::from_utf8_lossy(&read.stdout).into_owned())
}

/// Says that it runs (progress 1), and waits until it is dropped; then it writes `dropped` into the file.
#[tool]
async fn wait(cx: &Context, file: Option<PathBuf>) {
    let _guard = WriteOnDrop(file);
    cx.progress(1.0, None, Some("waits"));
    std::future::pending::<()>().await;
}

/// Starts a child that would run for an hour, writes its process id into the file, says so (progress 1), and waits.
#[tool]
async fn wait_with_child(cx: &Context, file: PathBuf) -> Result<(), ToolError> {
    let child = std::process::Command::new("sleep").arg("3600").spawn()?;
    std::fs::write(file, child.id().to_string())?;
    let _guard = KillOnDrop(child);
    cx.progress(1.0, None, None);
    std::future::pending().await
}

/// Waits until the file exists.
#[tool]
async fn wait_for_file(file: PathBuf) {
    while !file.exists() {
        tokio::task::yield_now().await;
    }
}

/// Makes the file.
#[tool]
async fn make_file(file: PathBuf) -> Result<(), ToolError> {
    Ok(std::fs::write(file, "")?)
}

/// Waits until it is dropped, a tenth of a second at most; then it writes `dropped` into the file.
#[tool(timeout = "100ms")]
async fn wait_briefly(file: PathBuf) {
    let _guard = WriteOnDrop(Some(file));
    std::future::pending::<()>().await;
}

/// Says that it runs (progress 1), and blocks its thread for a minute without looking at its context.
#[tool]
fn block(cx: &Context) {
    cx.progress(1.0, None, Some("blocks"));
    std::thread::sleep(Duration::from_mins(1));
}

/// An async function that blocks the thread it runs on until the file exists.
#[tool]
async fn block_async(cx: &Context, until: PathBuf) -> &'static str {
    cx.progress(1.0, None, Some("blocks"));
    // Long enough to be noticed, however soon the file is there.
    std::thread::sleep(Duration::from_millis(20));
    while !until.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    "unblocked"
}

/// Leaves a task and a timer behind that never end.
#[tool]
async fn leave_tasks() -> &'static str {
    tokio::spawn(std::future::pending::<()>());
    tokio::spawn(async {
        let mut timer = tokio::time::interval(Duration::from_millis(1));
        loop {
            timer.tick().await;
        }
    });
    "left"
}

/// A section that must finish: writes the file after the call was dropped.
#[tool]
async fn shielded(cx: &Context, file: PathBuf) {
    cx.progress(1.0, None, None);
    cx.shield(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let _ = std::fs::write(file, "finished");
    })
    .await;
    std::future::pending::<()>().await;
}

struct WriteOnDrop(Option<PathBuf>);

impl Drop for WriteOnDrop {
    fn drop(&mut self) {
        if let Some(file) = &self.0 {
            let _ = std::fs::write(file, "dropped");
        }
    }
}

struct KillOnDrop(std::process::Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
