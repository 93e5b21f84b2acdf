//! Lists the tools of another MCP server and calls some of them:
//!
//!     cargo run --example call_remote -- [--header 'NAME: VALUE'] [--call TOOL JSON] URL
//!     cargo run --example call_remote -- [--call TOOL JSON] COMMAND [ARGUMENT..]
//!
//! It ends with 1 where the server cannot be reached or a tool reports a problem.

use std::process::ExitCode;

use reelforge::client::{Connection, HttpRecipe, Options, Recipe, StdioRecipe};
use reelforge::registry::Source;
use reelforge::serde_json::{Map, Value, from_str};
use reelforge::{Content, Output, ToolError};

const USAGE: &str = "call_remote [--header 'NAME: VALUE'] [--call TOOL JSON].. URL | COMMAND [ARGUMENT..]";

/// What was asked for on the command line.
#[derive(Default)]
struct Wanted {
    headers: Vec<(String, String)>,
    calls: Vec<(String, Map<String, Value>)>,
    server: Vec<String>,
}

impl Wanted {
    fn read(words: impl Iterator<Item = String>) -> Result<Self, ToolError> {
        let usage = || ToolError::new("usage", format!("expected: {USAGE}"));
        let mut wanted = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--header" => {
                    let header = words.next().ok_or_else(usage)?;
                    let (name, value) = header.split_once(':').ok_or_else(usage)?;
                    wanted.headers.push((name.trim().to_owned(), value.trim().to_owned()));
                }
                "--call" => {
                    let (tool, arguments) = words.next().zip(words.next()).ok_or_else(usage)?;
                    wanted.calls.push((tool, from_str(&arguments)?));
                }
                _ => {
                    wanted.server = std::iter::once(word).chain(words.by_ref()).collect();
                }
            }
        }
        if wanted.server.is_empty() { Err(usage()) } else { Ok(wanted) }
    }

    fn recipe(&self) -> Result<Recipe, ToolError> {
        let server = &self.server[0];
        if !server.starts_with("http://") && !server.starts_with("https://") {
            return Ok(StdioRecipe::new(server).args(&self.server[1..]).into());
        }
        let mut recipe = HttpRecipe::new(server)?;
        for (name, value) in &self.headers {
            recipe = recipe.header(name, value)?;
        }
        Ok(recipe.into())
    }
}

async fn run(server: &Connection, wanted: &Wanted) -> Result<(), ToolError> {
    let listing = server.list().await?;
    println!("{}, revision {}", server.label(), server.revision().unwrap_or_default());
    for tool in &listing.tools {
        let description = tool.description.as_deref().unwrap_or_default();
        println!("  {}: {}", tool.name, description.lines().next().unwrap_or_default());
    }
    for refused in &listing.refused {
        println!("  {} cannot be used: {}", refused.name, refused.why);
    }
    for (tool, arguments) in &wanted.calls {
        show(&server.call_tool(tool, arguments.clone()).await?);
    }
    Ok(())
}

fn show(output: &Output) {
    if let Some(structured) = output.structured() {
        println!("{structured}");
    }
    for block in output.content() {
        match block {
            Content::Text(text) => println!("{text}"),
            other => println!("{other:?}"),
        }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let result = async {
        let wanted = Wanted::read(std::env::args().skip(1))?;
        let server = Connection::new(wanted.recipe()?, Options::default())?;
        let result = run(&server, &wanted).await;
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
