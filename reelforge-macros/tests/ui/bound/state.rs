use std::cell::Cell;

use reelforge::tool;

/// Counts.
#[tool]
fn not_sync(count: &Cell<i64>) {
    count.set(1);
}

/// Counts.
#[tool]
async fn awaited(count: &Cell<i64>) {
    count.set(1);
}

fn main() {
    let _ = (not_sync, awaited);
}
