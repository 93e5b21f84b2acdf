//! From what the derive macro writes to what a reader wants: closed maps, no nulls, words as one `enum`.

use serde_json::{Map, Value, json};

/// Rewrites a schema and everything in it.
pub(super) fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(map) => {
            for (keyword, value) in map.iter_mut() {
                match (keyword.as_str(), value) {
                    // Maps from names to schemas; the names are no keywords.
                    ("properties" | "$defs", Value::Object(named)) => named.values_mut().for_each(tidy),
                    ("default" | "enum" | "const" | "required", _) => {}
                    (_, value) => tidy(value),
                }
            }
            drop_null(map);
            join_words(map);
            join_sentence(map);
            map.remove("format");
            if map.get("default").is_some_and(|default| {
                default.is_null() || default.is_object() || *default == json!("") || *default == json!([])
            }) {
                map.remove("default");
            }
            close(map);
        }
        _ => {}
    }
}

/// An absent key is how a value is left out, so nothing is ever null.
fn drop_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    let Some(Value::Array(alternatives)) = map.get_mut("anyOf") else { return };
    alternatives.retain(|alternative| *alternative != json!({"type": "null"}));
    if let [only] = &mut alternatives[..] {
        let only = only.take();
        map.remove("anyOf");
        if let Value::Object(only) = only {
            for (key, value) in only {
                map.entry(key).or_insert(value);
            }
        }
    }
}

/// Words that are documented one by one come as a list of constants.
fn join_words(map: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = map.get("oneOf") else { return };
    let words: Option<Vec<(Value, &str)>> = alternatives
        .iter()
        .map(|alternative| {
            let word = alternative.get("const")?.clone();
            Some((word, alternative.get("description").and_then(Value::as_str).unwrap_or_default()))
        })
        .collect();
    let Some(words) = words else { return };
    let mut description = map.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    for (word, meaning) in &words {
        if let (Some(word), false) = (word.as_str(), meaning.is_empty()) {
            description.extend(["\n- `", word, "`: ", meaning]);
        }
    }
    let words: Vec<Value> = words.into_iter().map(|(word, _)| word).collect();
    map.remove("oneOf");
    map.insert("type".to_owned(), "string".into());
    map.insert("enum".to_owned(), words.into());
    map.insert("description".to_owned(), description.into());
}

/// A description is one paragraph, whatever line width its source has.
fn join_sentence(map: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = map.get_mut("description")
        && !text.contains("\n-")
    {
        *text = text.replace("\n\n", " ").replace('\n', " ");
    }
}

/// Maps with known keys take no others, and a required key has no default.
fn close(map: &mut Map<String, Value>) {
    let required = map.get("required").cloned();
    // `properties` in a condition (`not`) has no `type` beside it.
    if map.get("type") != Some(&json!("object")) {
        return;
    }
    let Some(Value::Object(properties)) = map.get_mut("properties") else { return };
    if let Some(Value::Array(required)) = required {
        for key in required.iter().filter_map(Value::as_str) {
            if let Some(Value::Object(property)) = properties.get_mut(key) {
                property.remove("default");
            }
        }
    }
    map.entry("additionalProperties").or_insert(false.into());
}
