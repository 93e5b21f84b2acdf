use reelforge::tool;

/// Adds.
#[tool(name = "add", read_only, name = "sum", read_only = false)]
fn add(#[arg(default = 1, default = 2)] a: i64) -> String {
    a.to_string()
}

/// Adds.
#[tool]
fn twice(
    #[arg(min = 1)]
    #[arg(max = 2)]
    a: i64,
) -> String {
    a.to_string()
}

fn main() {
    add(1);
    twice(1);
}
