use reelforge::tool;

/// Looks.
#[tool(read_only, destructive)]
fn both() {}

/// Looks.
#[tool(read_only, destructive = false)]
fn fine() {}

fn main() {
    both();
    fine();
}
