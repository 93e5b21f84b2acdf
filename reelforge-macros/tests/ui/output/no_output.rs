use reelforge::{Json, tool};

struct Sum;

/// Adds.
#[tool]
fn bare() -> Sum {
    Sum
}

/// Adds.
#[tool]
async fn in_result() -> Result<Sum, String> {
    Ok(Sum)
}

/// Adds.
#[tool]
fn no_schema() -> Json<Sum> {
    Json(Sum)
}

/// Adds.
#[tool]
fn number() -> i64 {
    1
}

fn main() {
    let _ = (bare(), in_result(), no_schema(), number());
}
