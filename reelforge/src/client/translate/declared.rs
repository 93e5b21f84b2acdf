//! One declaration of a list.

use serde_json::{Map, Value};

use crate::registry::{Declared, Refused};
use crate::tool::Hints;

/// What is used of a declaration: the name, the title, the description, the two schemas and the hints. `at` is where
/// it stands in the list, from 1.
pub(in crate::client) fn declared(declaration: Value, at: usize) -> Result<Declared, Refused> {
    let nameless = |why: &str| Refused { name: format!("declaration {at}"), why: why.to_owned() };
    let Value::Object(mut declaration) = declaration else {
        return Err(nameless("it is not an object"));
    };
    let name = match declaration.remove("name") {
        Some(Value::String(name)) if !name.is_empty() => name,
        Some(Value::String(_)) => return Err(nameless("its name is empty")),
        Some(_) => return Err(nameless("its name is not a text")),
        None => return Err(nameless("it has no name")),
    };
    let input_schema = match declaration.remove("inputSchema") {
        Some(Value::Object(schema)) => schema,
        Some(_) => return Err(Refused { name, why: "its inputSchema is not an object".to_owned() }),
        None => return Err(Refused { name, why: "it has no inputSchema".to_owned() }),
    };
    let output_schema = match declaration.remove("outputSchema") {
        Some(Value::Object(schema)) => Some(schema),
        _ => None,
    };
    let annotations = match declaration.remove("annotations") {
        Some(Value::Object(annotations)) => annotations,
        _ => Map::new(),
    };
    let title = text(&mut declaration, "title");
    let title = title.or_else(|| annotations.get("title").and_then(Value::as_str).map(str::to_owned));
    let description = text(&mut declaration, "description");
    Ok(Declared { name, title, description, input_schema, output_schema, hints: hints(&annotations) })
}

fn text(declaration: &mut Map<String, Value>, name: &str) -> Option<String> {
    match declaration.remove(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

fn hints(annotations: &Map<String, Value>) -> Hints {
    let said = |name: &str| annotations.get(name).and_then(Value::as_bool);
    Hints {
        read_only: said("readOnlyHint").unwrap_or(false),
        destructive: said("destructiveHint"),
        idempotent: said("idempotentHint"),
        open_world: said("openWorldHint"),
    }
}
