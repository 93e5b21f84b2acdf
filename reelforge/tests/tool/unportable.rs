//! A tool whose schema cannot be built, which `verify` says at the start of a debug build.

use reelforge::testing::Client;
use reelforge::tool;
use serde_json::json;

/// Takes a tuple, which is not portable.
#[tool]
fn pair(both: (i64, i64)) -> String {
    format!("{both:?}")
}

/// Works.
#[tool]
fn works() {}

#[test]
fn a_schema_that_cannot_be_built_does_not_spoil_the_list() {
    let registry = crate::builder(module_path!()).build().expect("a registry");
    let problems = registry.verify().expect_err("a tuple is not portable").problems;
    assert!(problems.len() == 1 && problems[0].contains("`pair`"), "{problems:?}");
    let client = Client::with(registry);
    let tools = crate::block_on(client.tools());
    assert_eq!(tools.len(), 2);
    // Every client checks this of every tool.
    assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"), "{tools:?}");
    let reply = crate::block_on(client.call("pair", json!({ "both": [1, 2] })));
    assert_eq!(reply.error.as_deref(), Some("internal"));
}
