//! Writes the 500 tools of `bench-server-many`.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut source = String::new();
    for number in 0..500 {
        write!(
            source,
            r"
/// Generated tool {number:04}: repeats a text a number of times
#[tool]
async fn tool_{number:04}(
    /// Text for tool {number:04}
    text: String,
    /// How many times
    #[arg(default = 1, max = 100)]
    count: u32,
    /// Whether to number the lines
    #[arg(default = false)]
    flag: bool,
) -> String {{
    super::repeat(&text, count, flag)
}}
"
        )
        .expect("a string takes all");
    }
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&folder).join("many.rs"), source).expect("the build folder can be written");
}
