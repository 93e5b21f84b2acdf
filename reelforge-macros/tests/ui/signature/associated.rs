use reelforge::tool;

struct Adder;

impl Adder {
    /// Adds.
    #[tool]
    fn add(a: i64) -> String {
        a.to_string()
    }
}

fn main() {
    Adder::add(2);
}
