use reelforge::tool;

/// Adds.
#[tool]
const fn constant() {}

/// Adds.
#[tool]
unsafe fn not_safe() {}

/// Adds.
#[tool]
extern "C" fn foreign() {}

fn main() {
    constant();
    unsafe { not_safe() };
    foreign();
}
