use reelforge::tool;

/// Adds.
#[tool(name = )]
fn no_value() {}

/// Adds.
#[tool("add")]
fn no_key() {}

/// Adds.
#[tool(toolsets("math"))]
fn list() {}

/// Adds.
#[tool(name = "a" read_only)]
fn no_comma() {}

/// Adds.
#[tool]
fn arg(#[arg = 1] a: i64, #[arg("x")] b: i64) {
    let _ = (a, b);
}

fn main() {
    no_value();
    no_key();
    list();
    no_comma();
    arg(1, 2);
}
