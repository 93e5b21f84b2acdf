//! Serves tools from a program that starts the server itself and has pages of its own:
//!
//!     cargo run --example own_server
//!     curl localhost:8787/api/v1/tools/add -H 'content-type: application/json' -d '{"a": 2}'
//!
//! MCP clients connect to <http://localhost:8787/mcp>.

use std::error::Error;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use reelforge::registry::Limits;
use reelforge::schemars::{self, JsonSchema};
use reelforge::serde::{self, Serialize};
use reelforge::transport::http::{Config, Server};
use reelforge::{Json, ToolError, tool};

/// What an addition gives.
#[derive(Serialize, JsonSchema)]
#[serde(crate = "serde")]
struct Sum {
    /// The sum of both addends.
    sum: i64,
}

/// Adds two numbers.
#[tool(toolsets = ["math"], read_only, inline)]
fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    #[arg(default = 1)]
    b: i64,
) -> Result<Json<Sum>, ToolError> {
    let sum = a.checked_add(b).ok_or_else(|| ToolError::new("overflow", "the sum is too large"))?;
    Ok(Json(Sum { sum }))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let dispatcher = reelforge::app!().title("Sums").dispatcher(Limits::default())?;
    let mut config = Config::new(dispatcher.registry().all());
    config.pages = Some(Router::new().route("/", get(|| async { Html("<h1>Sums</h1>") })));
    let server = Server::bind(dispatcher, config).await?;
    println!("http://{}", server.addr());
    server.run(async { tokio::signal::ctrl_c().await }).await?;
    Ok(())
}
