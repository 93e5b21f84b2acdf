use reelforge::schemars::JsonSchema;
use reelforge::serde::Deserialize;
use reelforge::tool;

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct NotShown {}

/// Shows.
#[tool]
fn wrong_type(#[arg(default = 1)] a: String, #[arg(default = "x")] b: NotShown, #[arg(default = nowhere)] c: i64) {
    let _ = (a, b, c);
}

/// Shows.
#[tool]
fn not_shown(#[arg(default = NotShown {})] a: NotShown, #[arg(examples = [NotShown {}])] b: NotShown) {
    let _ = (a, b);
}

fn main() {
    let _ = (wrong_type, not_shown);
}
