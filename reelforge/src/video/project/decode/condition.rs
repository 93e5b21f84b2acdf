//! The conditions of `not` and `anyOf` in the schema, asked of a tree.

use serde_json::Value;

use crate::video::project::source::{Node, Value as Tree};

/// Whether a tree meets a condition. A keyword says nothing about values of another form, as in JSON Schema.
pub(super) fn holds(condition: &Value, node: &Node) -> bool {
    let Some(condition) = condition.as_object() else { return false };
    condition.iter().all(|(keyword, wanted)| match keyword.as_str() {
        "required" => {
            let keys = wanted.as_array().into_iter().flatten().filter_map(Value::as_str);
            !is_map(node) || keys.into_iter().all(|key| node.get(key).is_some())
        }
        "properties" => wanted
            .as_object()
            .into_iter()
            .flatten()
            .all(|(key, condition)| node.get(key).is_none_or(|value| holds(condition, value))),
        "contains" => !is_list(node) || node.items().iter().any(|item| holds(wanted, item)),
        "minItems" => !is_list(node) || wanted.as_u64().is_none_or(|min| node.items().len() as u64 >= min),
        "type" => wanted == "array" && is_list(node),
        "const" => node.as_text() == wanted.as_str(),
        "enum" => {
            let words = wanted.as_array().into_iter().flatten();
            words.into_iter().any(|word| word.as_str() == node.as_text())
        }
        "not" => !holds(wanted, node),
        _ => true,
    })
}

fn is_map(node: &Node) -> bool {
    matches!(node.value, Tree::Map(_))
}

fn is_list(node: &Node) -> bool {
    matches!(node.value, Tree::Seq(_))
}
