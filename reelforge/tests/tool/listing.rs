//! What a listing says about a tool.

use std::collections::BTreeMap;
use std::time::Duration;

use reelforge::{Json, tool};
use serde_json::json;

/// Renders a video.
///
/// The result is a path:
/// - of a file
/// - below the project
#[tool(toolsets = ["render", "basic"], timeout = "2m", concurrency = 1, max_output = "1MiB")]
fn render_video() -> Json<BTreeMap<String, u64>> {
    Json(BTreeMap::new())
}

/// In the doc comment.
#[tool(
    name = "Other-name",
    title = "Something else",
    description = "In the attribute.",
    read_only,
    idempotent = true,
    destructive = false,
    open_world = false
)]
fn function_name() {}

#[test]
fn names_titles_and_descriptions() {
    let registry = crate::builder(module_path!()).build().expect("a registry");
    let tool = registry.get("render_video").expect("the tool");
    assert_eq!(tool.title(), "Render video");
    assert_eq!(
        tool.description(),
        "Renders a video.\n\nThe result is a path:\n- of a file\n- below the project"
    );
    assert_eq!(tool.toolsets(), ["render", "basic"]);
    assert_eq!(tool.timeout(), Some(Duration::from_mins(2)));

    let tool = registry.get("Other-name").expect("the tool");
    assert_eq!(tool.title(), "Something else");
    assert_eq!(tool.description(), "In the attribute.");
    assert!(tool.toolsets().is_empty());
    assert_eq!(tool.timeout(), None);
    assert!(registry.get("function_name").is_none());
}

#[test]
fn hints_are_what_was_said() {
    let client = crate::client(crate::builder(module_path!()));
    let tools = crate::block_on(client.tools());
    let said = |name| {
        let tool = tools.iter().find(|tool| tool["name"] == name).expect("the tool");
        tool["annotations"].clone()
    };
    let hints = said("Other-name");
    assert_eq!(hints["readOnlyHint"], true);
    assert_eq!(hints["idempotentHint"], true);
    assert_eq!(hints["openWorldHint"], false);
    let hints = said("render_video");
    assert_ne!(hints["readOnlyHint"], true);
    assert_eq!(hints.get("idempotentHint"), None);
    assert_eq!(hints.get("destructiveHint"), None);
}

#[test]
fn the_place_is_that_of_the_function() {
    let registry = crate::builder(module_path!()).linked_where(|_| false).build().expect("a registry");
    let tool = format!("{:?}", registry.get("render_video").expect("the tool"));
    assert!(tool.contains("listing.rs:14"), "{tool}");
}

#[test]
fn a_structured_result_has_its_schema() {
    let registry = crate::builder(module_path!()).build().expect("a registry");
    assert!(registry.get("render_video").expect("the tool").output_schema().is_some());
    assert_eq!(registry.get("Other-name").expect("the tool").output_schema(), None);
    assert_eq!(
        registry.get("Other-name").expect("the tool").input_schema(),
        &json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}
