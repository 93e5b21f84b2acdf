use reelforge::schemars::JsonSchema;
use reelforge::serde::Deserialize;
use reelforge::{Context, tool};

struct Neither;

#[derive(JsonSchema)]
#[schemars(crate = "reelforge::schemars")]
struct OnlySchema {}

#[derive(Deserialize)]
#[serde(crate = "reelforge::serde")]
struct OnlyDeserialize {}

/// Shows.
#[tool]
fn one_each(a: Neither, b: OnlySchema, c: OnlyDeserialize) {
    let _ = (a, b, c);
}

/// Shows.
#[tool]
async fn inside(a: Option<Neither>, b: Vec<OnlySchema>) {
    let _ = (a, b);
}

/// Shows.
#[tool]
fn whole(#[args] input: Neither) {
    let _ = input;
}

/// Shows.
#[tool]
fn context_by_value(cx: Context) {
    let _ = cx;
}

fn main() {
    let _ = (one_each, inside, whole, context_by_value);
}
