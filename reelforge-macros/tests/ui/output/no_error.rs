use reelforge::tool;

struct Fault;

/// Adds.
#[tool]
fn fault() -> Result<String, Fault> {
    Err(Fault)
}

/// Adds.
#[tool]
fn not_send() -> Result<String, Box<dyn std::error::Error>> {
    Err("x".into())
}

fn main() {
    let _ = (fault(), not_send());
}
