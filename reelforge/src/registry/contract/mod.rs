//! The contract of the tools: what callers rely on, as a file, and whether the tools still keep it.
//!
//! A registry breaks a contract when a call that was right is refused now, or when a result lacks what it always
//! had. Additions break nothing: a new tool, a new optional argument, a wider bound, a new field of a result.

mod arguments;
mod locked;
mod results;
mod union;

use std::fmt;

use serde_json::{Map, Value, json};

use super::{Registry, Tool};
pub use locked::LockError;
use locked::Locked;

/// The version of the file's own shape.
const FORMAT: u64 = 1;

/// One thing that callers relied on and that is not so any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The tool.
    pub tool: String,
    /// Where in the tool, such as `arguments.times[]`; empty for the tool itself.
    pub at: String,
    /// What changed.
    pub what: String,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => write!(f, "{}: {}", self.tool, self.what),
            at => write!(f, "{}: {at}: {}", self.tool, self.what),
        }
    }
}

/// What callers of these tools rely on: names, arguments, results, hints. The same tools give the same value, with
/// every key in order, whatever is said about them in prose.
pub fn lock(registry: &Registry) -> Value {
    let tools: Map<String, Value> =
        registry.tools().iter().map(|tool| (tool.name().to_owned(), lock_tool(tool))).collect();
    let mut contract = json!({ "format": FORMAT, "tools": tools });
    contract.sort_all_objects();
    contract
}

fn lock_tool(tool: &Tool) -> Value {
    let mut locked = json!({ "arguments": without_prose(tool.input_schema()) });
    if let Some(schema) = tool.output_schema() {
        locked["result"] = without_prose(schema);
    }
    let promises: Map<String, Value> = promises(tool)
        .into_iter()
        .filter(|(_, kept)| *kept)
        .map(|(promise, _)| (promise.to_owned(), true.into()))
        .collect();
    locked["promises"] = promises.into();
    locked
}

/// What the hints promise: a client may let such a tool run without asking.
fn promises(tool: &Tool) -> [(&'static str, bool); 4] {
    let hints = tool.hints();
    [
        ("read_only", hints.read_only),
        ("not_destructive", hints.destructive == Some(false)),
        ("idempotent", hints.idempotent == Some(true)),
        ("closed_world", hints.open_world == Some(false)),
    ]
}

/// A schema without what is only said to readers, its lists of names in order.
fn without_prose(schema: &Value) -> Value {
    const PROSE: [&str; 4] = ["$schema", "description", "examples", "title"];
    const NAMED: [&str; 4] = ["$defs", "dependentSchemas", "patternProperties", "properties"];
    const VALUES: [&str; 3] = ["const", "default", "enum"];
    match schema {
        Value::Object(keywords) => {
            let kept = keywords.iter().filter(|(keyword, _)| !PROSE.contains(&keyword.as_str()));
            let kept = kept.map(|(keyword, value)| {
                let value = match value {
                    // The keys are names here, not keywords: a property may be called `title`.
                    Value::Object(named) if NAMED.contains(&keyword.as_str()) => named
                        .iter()
                        .map(|(name, schema)| (name.clone(), without_prose(schema)))
                        .collect::<Map<_, _>>()
                        .into(),
                    Value::Array(names) if keyword == "required" => {
                        let mut names = names.clone();
                        names.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                        names.into()
                    }
                    value if VALUES.contains(&keyword.as_str()) => value.clone(),
                    value => without_prose(value),
                };
                (keyword.clone(), value)
            });
            Value::Object(kept.collect())
        }
        Value::Array(schemas) => schemas.iter().map(without_prose).collect(),
        other => other.clone(),
    }
}

/// Everything that callers relied on when `locked` was written and that is not so any more; empty if the tools keep
/// the contract.
pub fn check(locked: &Value, registry: &Registry) -> Result<Vec<Break>, LockError> {
    let locked = locked::read(locked)?;
    let mut breaks = Vec::new();
    for (name, old) in &locked {
        match registry.get(name) {
            None => breaks.push(removed(name, &locked, registry)),
            Some(tool) => check_tool(tool, old, &mut breaks),
        }
    }
    Ok(breaks)
}

fn removed(name: &str, locked: &[(&str, Locked<'_>)], registry: &Registry) -> Break {
    let new = registry
        .tools()
        .iter()
        .map(|tool| tool.name())
        .filter(|name| !locked.iter().any(|(known, _)| known == name));
    let what = match super::selection::near(name, new).first() {
        None => "the tool was removed".to_owned(),
        Some(near) => format!("the tool was removed, or renamed to `{near}`"),
    };
    Break { tool: name.to_owned(), at: String::new(), what }
}

fn check_tool(tool: &Tool, old: &Locked<'_>, breaks: &mut Vec<Break>) {
    let mut found = arguments::compare(old.arguments, tool.input_schema());
    match (old.result, tool.output_schema()) {
        (Some(old), Some(new)) => found.extend(results::compare(old, new)),
        (Some(_), None) => found.push((String::new(), "the structured result was removed".to_owned())),
        (None, _) => {}
    }
    for (promise, kept) in promises(tool) {
        if old.promises.contains(&promise) && !kept {
            found.push((String::new(), format!("it was promised to be {}", promise.replace('_', " "))));
        }
    }
    breaks.extend(found.into_iter().map(|(at, what)| Break { tool: tool.name().to_owned(), at, what }));
}

#[cfg(test)]
mod tests;
