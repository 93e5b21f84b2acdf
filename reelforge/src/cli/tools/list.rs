//! `tools`: the tools as people, programs and other APIs read them.

use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::call::summary;
use super::super::{Failure, flags, print};
use crate::App;
use crate::protocol::annotations;
use crate::registry::{Limits, Selection, Tool};

pub(super) const FORMATS: [&str; 2] = ["table", "json"];

pub(super) fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let registry = app.registry(Limits::default())?;
    let selection = flags::selected(&registry, matches)?;
    match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => print::line(&print::pretty(&json!({ "tools": all(&selection, as_json) }))?),
        _ => print::line(&table(&selection)),
    }
}

fn all(selection: &Selection, show: impl Fn(&Tool) -> Value) -> Vec<Value> {
    selection.tools().iter().map(|tool| show(tool)).collect()
}

/// A tool as REST lists it.
fn as_json(tool: &Tool) -> Value {
    let mut json = json!({
        "name": tool.name(),
        "title": tool.title(),
        "description": tool.description(),
        "toolsets": tool.toolsets(),
        "annotations": annotations(tool),
        "input_schema": tool.input_schema(),
    });
    if let Some(schema) = tool.output_schema() {
        json["output_schema"] = schema.clone();
    }
    json
}

/// One line a tool: name, toolsets, what it does. A star marks tools that change nothing.
fn table(selection: &Selection) -> String {
    let rows: Vec<[String; 3]> = selection
        .tools()
        .iter()
        .map(|tool| {
            let star = if tool.hints().read_only { "*" } else { "" };
            [format!("{}{star}", tool.name()), tool.toolsets().join(","), summary(tool.description())]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (name, sets) = (width(0), width(1));
    let mut text = String::new();
    for row in &rows {
        let line = format!("{:name$}  {:sets$}  {}", row[0], row[1], row[2]);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let starred = selection.tools().iter().any(|tool| tool.hints().read_only);
    text + if starred { "(* changes nothing)" } else { "" }
}
