use reelforge::tool;

/// Adds.
#[tool(nmae = "add", toolset = ["math"], colour = "red")]
fn add(#[arg(defualt = 1, minimum = 0)] a: i64) -> String {
    a.to_string()
}

/// Adds.
#[tool(read-only)]
fn dash() {}

fn main() {
    add(1);
    dash();
}
