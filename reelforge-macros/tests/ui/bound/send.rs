use std::rc::Rc;

use reelforge::tool;

async fn elsewhere() {}

/// Waits.
#[tool]
async fn held_across_await() -> String {
    let text = Rc::new(String::from("x"));
    elsewhere().await;
    text.to_string()
}

fn main() {
    let _ = held_across_await();
}
