use reelforge::tool;

struct Adder(i64);

impl Adder {
    /// Adds.
    #[tool]
    fn add(&self, a: i64) -> String {
        (self.0 + a).to_string()
    }

    /// Adds.
    #[tool]
    fn consume(self: Box<Self>) {}
}

fn main() {
    Adder(1).add(2);
    Box::new(Adder(1)).consume();
}
