//! Reads a contract file.

use std::fmt;

use serde_json::Value;

use super::FORMAT;

/// Why a contract cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockError(String);

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LockError {}

/// What was written down of one tool.
pub(super) struct Locked<'a> {
    pub(super) arguments: &'a Value,
    pub(super) result: Option<&'a Value>,
    pub(super) promises: Vec<&'a str>,
}

/// The tools of a contract, by name.
pub(super) fn read(contract: &Value) -> Result<Vec<(&str, Locked<'_>)>, LockError> {
    match contract.get("format") {
        Some(format) if format == FORMAT => {}
        Some(format) => {
            return Err(LockError(format!("expected a contract of format {FORMAT}, got format {format}")));
        }
        None => return Err(LockError("expected a contract: an object with `format` and `tools`".to_owned())),
    }
    let tools = contract["tools"]
        .as_object()
        .ok_or_else(|| LockError("expected `tools` to be an object of tools by name".to_owned()))?;
    tools.iter().map(|(name, tool)| Ok((name.as_str(), read_tool(name, tool)?))).collect()
}

fn read_tool<'a>(name: &str, tool: &'a Value) -> Result<Locked<'a>, LockError> {
    let expected = |what: &str| LockError(format!("tools.{name}: expected {what}"));
    let arguments = tool.get("arguments").filter(|schema| schema.is_object());
    let result = tool.get("result");
    if result.is_some_and(|schema| !schema.is_object()) {
        return Err(expected("`result` to be a schema"));
    }
    let promises = tool["promises"].as_object().ok_or_else(|| expected("`promises`, an object"))?;
    Ok(Locked {
        arguments: arguments.ok_or_else(|| expected("`arguments`, a schema"))?,
        result,
        promises: promises.iter().filter(|(_, made)| **made == true).map(|(name, _)| name.as_str()).collect(),
    })
}
