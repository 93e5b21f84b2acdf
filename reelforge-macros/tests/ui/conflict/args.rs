use reelforge::schemars::JsonSchema;
use reelforge::serde::Deserialize;
use reelforge::tool;

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Input {}

/// Adds.
#[tool]
fn with_others(#[args] input: Input, b: i64) {
    let _ = (input, b);
}

/// Adds.
#[tool]
fn twice(#[args] input: Input, #[args] more: Input) {
    let _ = (input, more);
}

/// Adds.
#[tool]
fn described(#[args] #[arg(default = 1)] input: Input) {
    let _ = input;
}

/// Adds.
#[tool]
fn unknown(#[args(raw)] input: Input) {
    let _ = input;
}

fn main() {
    with_others(Input {}, 1);
    twice(Input {}, Input {});
    described(Input {});
    unknown(Input {});
}
