//! What becomes of the schemas of one declaration.

use serde_json::{Map, Value};

use super::super::Declared;
use super::config::Schemas;
use crate::tool::schema::Role;
use crate::tool::schema::foreign::{LEVELS, depth, made_portable};

/// The largest schema, as JSON text.
const SIZE: usize = 256 << 10;

/// The schemas of a tool as they are published.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) input: Value,
    pub(super) output: Option<Value>,
    /// What people should know of it.
    pub(super) note: Option<String>,
}

/// The schemas of a declaration, or why it cannot be mounted.
pub(super) fn make(declared: &Declared, how: Schemas) -> Result<Made, String> {
    let input = bounded("arguments", &declared.input_schema)?;
    if input.get("type").and_then(Value::as_str) != Some("object") {
        let found =
            input.get("type").map_or("nothing".to_owned(), |found| super::super::clip(&found.to_string()));
        return Err(format!(
            "the `type` of its arguments must be \"object\" and is {found}: many clients drop a whole list that holds \
             such a tool"
        ));
    }
    let output = declared.output_schema.as_ref().map(|schema| bounded("result", schema)).transpose()?;
    match how {
        Schemas::AsIs => {
            let combined =
                ["anyOf", "oneOf", "allOf", "not", "if"].into_iter().find(|word| input.get(word).is_some());
            let note = combined.map(|word| {
                format!("its arguments have `{word}` at the root, which some model providers refuse: `deny` leaves it out")
            });
            Ok(Made { input, output, note })
        }
        Schemas::Portable => {
            let input = made_portable(&input, Role::Arguments).map_err(|problem| {
                format!("its arguments cannot be made portable: {problem}; `\"schemas\": \"as_is\"` passes them on")
            })?;
            crate::tool::schema::Checker::compile(&input).map_err(|problems| {
                format!(
                    "its arguments cannot be checked: {}; `\"schemas\": \"as_is\"` passes them on",
                    problems.join("; ")
                )
            })?;
            match output.map(|output| made_portable(&output, Role::Output)).transpose() {
                Ok(output) => Ok(Made { input, output, note: None }),
                // What is not promised can still be given.
                Err(problem) => {
                    let note = format!(
                        "the schema of its result is left out, as it cannot be made portable: {problem}"
                    );
                    Ok(Made { input, output: None, note: Some(note) })
                }
            }
        }
    }
}

fn bounded(what: &str, schema: &Map<String, Value>) -> Result<Value, String> {
    let schema = Value::Object(schema.clone());
    if depth(&schema, LEVELS) > LEVELS {
        return Err(format!("the schema of its {what} is nested deeper than {LEVELS} levels"));
    }
    let size = schema.to_string().len();
    if size > SIZE {
        return Err(format!("the schema of its {what} has {size} bytes, and {SIZE} are allowed"));
    }
    Ok(schema)
}
