use reelforge::tool;

/// Adds.
#[tool]
fn tuple((a, b): (i64, i64)) {
    let _ = (a, b);
}

/// Adds.
#[tool]
fn nameless(_: i64) {}

/// Adds.
#[tool]
fn by_ref(ref a: i64) {
    let _ = a;
}

/// Adds.
#[tool]
fn bound(a @ _: i64) {
    let _ = a;
}

fn main() {
    tuple((1, 2));
    nameless(1);
    by_ref(1);
    bound(1);
}
