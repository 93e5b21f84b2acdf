//! The official Rust SDK as a client: prints what it saw of a server as one JSON object.
//!
//! Takes the plan that `harness/observe.py` describes as its only argument. Modes: `serve` (what the SDK does when
//! nothing is said) and `auto`.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{CallToolRequestParams, CallToolResult, ProgressNotificationParam, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, NotificationContext, RunningService, ServiceError};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, RoleClient, ServiceExt, serve_client_with_lifecycle};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::process::Command;

#[derive(Deserialize)]
struct Plan {
    mode: String,
    command: Option<Vec<String>>,
    url: Option<String>,
    calls: Vec<Planned>,
}

#[derive(Deserialize)]
struct Planned {
    tool: String,
    arguments: Map<String, Value>,
}

/// Keeps what the server tells about a running call.
#[derive(Clone, Default)]
struct Handler(Arc<Mutex<Vec<Value>>>);

impl ClientHandler for Handler {
    async fn on_progress(&self, told: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let told = json!([told.progress, told.total, told.message]);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(told);
    }
}

impl Handler {
    fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

type Client = RunningService<RoleClient, Handler>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let plan: Plan = serde_json::from_str(&std::env::args().nth(1).ok_or("expected a plan")?)?;
    let client = connect(&plan).await?;
    let info = client.peer_info().ok_or("the server did not introduce itself")?;
    let tools = client.list_all_tools().await?;
    let mut calls = Vec::new();
    for planned in &plan.calls {
        calls.push(call(&client, planned).await?);
    }
    let seen = json!({
        "version": info.protocol_version,
        "server": info.server_info.as_ref().map(|server| &server.name),
        "tools": tools.iter().map(|tool| &tool.name).collect::<Vec<_>>(),
        "calls": calls,
    });
    client.cancel().await?;
    println!("{seen}");
    Ok(())
}

async fn connect(plan: &Plan) -> Result<Client, Box<dyn Error>> {
    let handler = Handler::default();
    let auto = || ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: None,
    };
    let auto_wanted = match plan.mode.as_str() {
        "auto" => true,
        "serve" => false,
        other => return Err(format!("unknown mode {other}").into()),
    };
    if let Some(url) = &plan.url {
        let transport = StreamableHttpClientTransport::from_uri(url.as_str());
        return Ok(if auto_wanted {
            serve_client_with_lifecycle(handler, transport, auto()).await?
        } else {
            handler.serve(transport).await?
        });
    }
    let words = plan.command.as_deref().unwrap_or_default();
    let (program, arguments) = words.split_first().ok_or("expected a command or a URL")?;
    let mut command = Command::new(program);
    command.args(arguments);
    let transport = TokioChildProcess::new(command)?;
    Ok(if auto_wanted {
        serve_client_with_lifecycle(handler, transport, auto()).await?
    } else {
        handler.serve(transport).await?
    })
}

async fn call(client: &Client, planned: &Planned) -> Result<Value, Box<dyn Error>> {
    let request = CallToolRequestParams::new(planned.tool.clone()).with_arguments(planned.arguments.clone());
    match client.call_tool(request).await {
        Ok(result) => Ok(seen(&result, client.service().take())),
        Err(ServiceError::McpError(error)) => {
            Ok(json!({ "error": { "code": error.code, "message": error.message } }))
        }
        Err(error) => Err(error.into()),
    }
}

fn seen(result: &CallToolResult, progress: Vec<Value>) -> Value {
    let texts: Vec<&str> =
        result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str())).collect();
    json!({
        "text": texts.join("\n"),
        "structured": result.structured_content,
        "is_error": result.is_error.unwrap_or(false),
        "progress": progress,
    })
}
