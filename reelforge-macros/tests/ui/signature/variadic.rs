use reelforge::tool;

/// Adds.
#[tool]
unsafe extern "C" fn sum(count: i64, ...) {
    let _ = count;
}

fn main() {}
