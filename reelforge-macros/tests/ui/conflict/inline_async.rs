use reelforge::tool;

/// Waits.
#[tool(inline)]
async fn wait() {}

fn main() {
    let _ = wait();
}
