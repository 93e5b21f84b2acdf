use reelforge::tool;

/// Adds.
#[tool(name = "no spaces")]
fn spaces() {}

/// Adds.
#[tool(name = "")]
fn empty() {}

/// Adds.
#[tool(name = "a123456789_123456789_123456789_123456789_123456789_123456789_1234")]
fn long() {}

/// Adds.
#[tool]
fn größe() {}

fn main() {
    spaces();
    empty();
    long();
    größe();
}
