use reelforge::tool;

/// Adds.
#[tool(
    name = 3,
    title = true,
    description = ["Adds."],
    toolsets = "math",
    read_only = "yes",
    destructive = 1,
    idempotent = maybe,
    open_world = "no",
    timeout = 30,
    concurrency = "2",
    inline = "yes",
    max_output = "1MB",
    crate = reelforge
)]
fn tool_keys() {}

/// Adds.
#[tool]
fn arg_keys(
    #[arg(default, rename = 1, min = "1", max = 1u8, min_len = -1, max_len = 1.5, pattern = 'x', examples = 1)]
    a: i64,
) {
    let _ = a;
}

/// Adds.
#[tool(toolsets = [1], timeout = "0s", concurrency = 0, max_output = 0)]
fn zero() {}

/// Adds.
#[tool(timeout = "1 day", concurrency = 1.5, max_output = "big", name)]
fn units() {}

fn main() {
    tool_keys();
    arg_keys(1);
    zero();
    units();
}
