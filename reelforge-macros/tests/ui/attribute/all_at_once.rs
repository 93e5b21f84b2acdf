//! Everything that is wrong with a tool is said in one go, and the function is there all the same.

use reelforge::tool;

#[tool(name = "no spaces", colour = "red", timeout = "soon", read_only, destructive)]
unsafe fn everything<T>(a: &str, (b, c): (i64, i64), #[arg(min = 2, max = 1)] d: i64) -> &str {
    a
}

fn main() {
    let _: String = unsafe { everything::<u8>("a", (1, 2), 3) };
}
