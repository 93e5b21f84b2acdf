use std::fmt::Display;

use reelforge::{Context, tool};

/// Shows.
#[tool]
fn opaque() -> impl Display {
    "x"
}

/// Shows.
#[tool]
fn inside() -> Result<impl Display, String> {
    Ok("x")
}

/// Shows.
#[tool]
fn borrowed(cx: &Context) -> &str {
    let _ = cx;
    "x"
}

/// Shows.
#[tool]
fn never() -> ! {
    std::process::exit(1)
}

fn main() {
    let _ = (opaque(), inside(), borrowed, never);
}
