use reelforge::tool;

/// Adds.
#[tool(toolsets = ["all", "Math", "", "two words", "1st", "math", "math"])]
fn add() {}

fn main() {
    add();
}
