use reelforge::tool;

/// Adds.
#[tool]
fn twice(#[arg(rename = "b")] a: i64, b: i64) {
    let _ = (a, b);
}

/// Adds.
#[tool]
fn illegal(#[arg(rename = "no spaces")] a: i64, #[arg(rename = "")] b: i64, größe: i64) {
    let _ = (a, b, größe);
}

fn main() {
    twice(1, 2);
    illegal(1, 2, 3);
}
