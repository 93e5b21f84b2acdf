//! Follows the protocol's own conformance suite as a client: `conformance client --command conformance_client`.
//!
//! The suite gives the server's address as the last argument, the name of the scenario and what belongs to it in the
//! environment.

use std::process::ExitCode;

use reelforge::ToolError;
use reelforge::client::{Connection, HttpRecipe, Options};
use reelforge::registry::{Declared, Source};
use reelforge::serde_json::{Map, Value, from_str, json};

/// The calls that a scenario asks for, from what its server lists.
fn calls(scenario: &str, context: &Value, tools: &[Declared]) -> Vec<(String, Value)> {
    let all = |arguments: Value| tools.iter().map(|tool| (tool.name.clone(), arguments.clone())).collect();
    let schema = |name: &str| tools.iter().find(|tool| tool.name == name).map(|tool| &tool.input_schema);
    match scenario {
        "tools_call" => all(json!({ "a": 2, "b": 3 })),
        "json-schema-2020-12-preservation" => {
            let schema = schema("json_schema_2020_12_tool");
            vec![("json_schema_echo".to_owned(), json!({ "schema": schema }))]
        }
        "http-custom-headers" => {
            let wanted = context["toolCalls"].as_array().into_iter().flatten();
            wanted
                .map(|call| (call["name"].as_str().unwrap_or_default().to_owned(), call["arguments"].clone()))
                .collect()
        }
        _ => all(json!({})),
    }
}

async fn follow(server: &Connection) -> Result<(), ToolError> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let context = from_str(&variable("MCP_CONFORMANCE_CONTEXT")).unwrap_or(Value::Null);
    let tools = server.list().await?.tools;
    for (tool, arguments) in calls(&variable("MCP_CONFORMANCE_SCENARIO"), &context, &tools) {
        let arguments = arguments.as_object().cloned().unwrap_or_else(Map::new);
        if let Err(problem) = server.call_tool(&tool, arguments).await {
            eprintln!("{tool}: {}", problem.text());
        }
    }
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    let result = async {
        let url = std::env::args().next_back().unwrap_or_default();
        let server = Connection::new(HttpRecipe::new(&url)?, Options::default())?;
        let result = follow(&server).await;
        server.close().await;
        result
    };
    match result.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", error.text());
            ExitCode::FAILURE
        }
    }
}
