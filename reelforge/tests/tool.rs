//! What `#[tool]` makes of a function, seen through the public surface.

use reelforge::registry::Registry;
use reelforge::{Context, Json, tool};

/// Adds two numbers.
#[tool(toolsets = ["math"], read_only)]
async fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    #[arg(default = 1)]
    b: i64,
    cx: &Context,
) -> Json<i64> {
    cx.progress(1.0, None, None);
    Json(a + b)
}

#[test]
fn a_tool_is_in_the_registry() {
    let registry = Registry::builder().linked().build().expect("a registry");
    let tool = registry.get("add").expect("the tool");
    assert_eq!(tool.title(), "Add");
    assert_eq!(tool.description(), "Adds two numbers.");
}
