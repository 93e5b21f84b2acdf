use reelforge::tool;

/// Adds.
#[tool]
fn add(#[cfg(all())] a: i64, #[cfg_attr(all(), arg(default = 1))] b: i64) {
    let _ = (a, b);
}

fn main() {
    add(1, 2);
}
