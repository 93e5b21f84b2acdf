//! `/llms.txt` and `/llms-full.txt`: what this server offers, for models that read.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::routing::get;

use super::brief::first_sentence;
use super::document::Document;
use super::shared::{Shared, base};
use super::skills;
use crate::registry::Selection;

const TEXT: &str = "text/plain; charset=utf-8";

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/llms.txt", get(short)).route("/llms-full.txt", get(full))
}

async fn short(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let base = base(request.headers());
    Document::new(TEXT, overview(&shared, &base)).public().answer(request.headers())
}

async fn full(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let base = base(request.headers());
    let selection = shared.config.served.now();
    let make = || Document::new(TEXT, tools(&selection));
    let tools = shared.documents.get("llms-full", &base, &selection, make);
    let mut text = head(&shared, &base);
    text.push_str(tools.text());
    for guide in (shared.config.guides)() {
        let _ = write!(text, "\n# Guide: {}\n\n{}\n\n{}\n", guide.name, guide.description, guide.text.trim());
    }
    Document::new(TEXT, text).public().answer(request.headers())
}

/// The title, the summary, and how to call.
fn head(shared: &Shared, base: &str) -> String {
    let identity = shared.dispatcher.identity();
    let title = identity.title.as_ref().unwrap_or(&identity.name);
    let summary = match &identity.description {
        Some(description) => one_line(description),
        None => format!("{title} offers tools to agents."),
    };
    let mut text = format!("# {}\n\n> {summary}\n\n", one_line(title));
    if let Some(instructions) = &identity.instructions {
        // A heading here would end the part that may hold prose.
        let prose = instructions.lines().map(|line| line.trim_start_matches('#').trim_end());
        let _ = write!(text, "{}\n\n", prose.collect::<Vec<_>>().join("\n").trim());
    }
    let _ = writeln!(
        text,
        "Call a tool with `POST {base}/api/v1/tools/NAME` and a JSON object of arguments, or over MCP (Streamable \
         HTTP) at `{base}/mcp`.{}",
        if shared.has_token { " Every request needs `Authorization: Bearer TOKEN`." } else { "" }
    );
    text
}

fn overview(shared: &Shared, base: &str) -> String {
    let mut text = head(shared, base);
    text.push_str("\n## Tools\n\n");
    for tool in shared.config.served.now().tools() {
        let name = tool.name();
        let _ =
            writeln!(text, "- [{name}]({base}/api/v1/tools/{name}): {}", first_sentence(tool.description()));
    }
    let guides = (shared.config.guides)();
    if !guides.is_empty() {
        text.push_str("\n## Guides\n\n");
        for guide in &guides {
            let address = skills::address(base, guide);
            let _ = writeln!(text, "- [{}]({address}): {}", guide.name, one_line(&guide.description));
        }
    }
    let _ = write!(
        text,
        "\n## Documents\n\n\
         - [OpenAPI]({base}/api/v1/openapi.json): every tool as an operation\n\
         - [Tools as JSON]({base}/api/v1/tools): with schemas; `?format=openai` gives function definitions\n\
         - [Server card]({base}/mcp/server-card): for MCP clients\n\
         - [Everything in one file]({base}/llms-full.txt): schemas and guides written out\n"
    );
    text
}

/// Every tool with its schemas.
fn tools(selection: &Selection) -> String {
    let mut text = String::new();
    for tool in selection.tools() {
        let _ = write!(text, "\n# Tool: {}\n\n{}\n", tool.name(), tool.description().trim());
        let _ = write!(text, "\nArguments:\n\n```json\n{:#}\n```\n", tool.input_schema());
        if let Some(schema) = tool.output_schema() {
            let _ = write!(text, "\nResult:\n\n```json\n{schema:#}\n```\n");
        }
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
