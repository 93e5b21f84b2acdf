use std::borrow::Cow;

use reelforge::tool;

/// Shows.
#[tool]
fn text(a: &str) {
    let _ = a;
}

/// Shows.
#[tool]
fn list(a: &[i64]) {
    let _ = a;
}

/// Shows.
#[tool]
fn inside(a: Option<&str>, b: Vec<(i64, &'static str)>, c: Cow<'_, str>) {
    let _ = (a, b, c);
}

fn main() {
    text("");
    list(&[]);
    inside(None, vec![], "".into());
}
