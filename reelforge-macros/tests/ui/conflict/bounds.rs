use reelforge::tool;

/// Adds.
#[tool]
fn add(
    #[arg(min = 8, max = 1)] a: i64,
    #[arg(min = -0.5, max = -1)] b: f64,
    #[arg(min_len = 2, max_len = 1)] c: String,
) {
    let _ = (a, b, c);
}

fn main() {
    add(1, 1.0, String::new());
}
