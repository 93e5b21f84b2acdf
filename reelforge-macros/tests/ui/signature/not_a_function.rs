use reelforge::tool;

/// Adds.
#[tool]
struct Add;

/// Adds.
#[tool]
mod add {}

fn main() {
    let _ = Add;
}
