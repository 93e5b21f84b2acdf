//! Choices between schemas: nulls taken out, plain values folded into one `enum`, the rest into one `anyOf`.

use serde_json::{Value, json};

use super::defs::Defs;
use super::keywords::{ANNOTATIONS, Schema, applies, speaks_about, type_of};

pub(super) const NO_VARIANTS: &str = "an enum without variants has no value: remove it";

/// A schema without null, `$ref` to what is not recursive, `allOf`, `oneOf`, `const` or a list of types.
pub(super) struct Plain {
    pub(super) schema: Schema,
    /// Whether null was allowed.
    pub(super) nullable: bool,
}

/// Rewrites one schema, and the alternatives in it, to use `anyOf` alone. Inner schemas stay as they are.
pub(super) fn simplify(mut schema: Schema, defs: &Defs) -> Result<Plain, String> {
    let mut nullable = false;
    loop {
        if let Some(inlined) = inline(&mut schema, defs)? {
            merge_under(&mut schema, inlined)?;
        } else if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
            for part in parts {
                let part = simplify(as_schema(part)?, defs)?;
                nullable |= part.nullable;
                merge_under(&mut schema, part.schema)?;
            }
        } else {
            nullable |= take_null(&mut schema);
            let Some(mut branches) = take_branches(&mut schema)? else {
                return Ok(Plain { schema, nullable });
            };
            let before = branches.len();
            branches.retain(|branch| !is_null(branch));
            nullable |= branches.len() < before;
            if branches.len() != 1 {
                nullable |= choose(&mut schema, branches, defs)?;
                return Ok(Plain { schema, nullable });
            }
            for branch in branches {
                merge_under(&mut schema, as_schema(branch)?)?;
            }
        }
    }
}

/// The schema behind a reference that need not stay one.
fn inline(schema: &mut Schema, defs: &Defs) -> Result<Option<Schema>, String> {
    let Some(reference) = schema.get("$ref") else { return Ok(None) };
    let found = reference.as_str().and_then(|reference| defs.find(reference));
    let Some((name, target)) = found else {
        return Err(format!("the reference {reference} leads nowhere: write the type out"));
    };
    if defs.is_recursive(name) {
        return Ok(None);
    }
    let target = as_schema(target.clone())?;
    schema.shift_remove("$ref");
    Ok(Some(target))
}

/// Adds what `schema` does not say yet. Its own annotations win; a contradiction is an error.
fn merge_under(schema: &mut Schema, other: Schema) -> Result<(), String> {
    for (keyword, value) in other {
        match (keyword.as_str(), schema.get_mut(&keyword), value) {
            (_, None, value) => {
                schema.insert(keyword, value);
            }
            ("properties", Some(Value::Object(mine)), Value::Object(theirs)) => {
                for (name, value) in theirs {
                    if mine.get(&name).is_some_and(|old| *old != value) {
                        return Err(format!("two parts define `{name}` differently: write it once"));
                    }
                    mine.insert(name, value);
                }
            }
            ("required", Some(Value::Array(mine)), Value::Array(theirs)) => {
                let new: Vec<Value> = theirs.into_iter().filter(|name| !mine.contains(name)).collect();
                mine.extend(new);
            }
            (_, Some(old), value) => {
                if *old != value && !is_annotation(&keyword) {
                    return Err(if keyword == "anyOf" {
                        "two choices in one object are not portable: put one in a field instead of flattening it"
                            .to_owned()
                    } else {
                        format!("two parts say `{keyword}` differently: write it once")
                    });
                }
            }
        }
    }
    Ok(())
}

/// Replaces `branches`, of which there are none or several, in `schema`. Says whether any of them takes null.
fn choose(schema: &mut Schema, branches: Vec<Value>, defs: &Defs) -> Result<bool, String> {
    // What stands beside the choice holds for each of its branches.
    let mut shared = std::mem::take(schema);
    for keyword in ANNOTATIONS {
        if let Some(value) = shared.shift_remove(keyword) {
            schema.insert(keyword.to_owned(), value);
        }
    }
    let mut nullable = false;
    let mut chosen: Vec<Schema> = Vec::new();
    for branch in branches {
        let mut whole = shared.clone();
        merge_under(&mut whole, as_schema(branch)?)?;
        let mut plain = simplify(whole, defs)?;
        nullable |= plain.nullable;
        match plain.schema.shift_remove("anyOf") {
            Some(Value::Array(inner)) => {
                chosen.extend(inner.into_iter().map(as_schema).collect::<Result<Vec<_>, _>>()?);
            }
            _ => chosen.push(plain.schema),
        }
    }
    let mut folded = fold(chosen);
    if folded.len() == 1
        && let Some(only) = folded.pop()
    {
        let both =
            [schema.get("description"), only.get("description")].map(|text| text.and_then(Value::as_str));
        if let [Some(outer), Some(inner)] = both {
            schema.insert("description".to_owned(), json!(format!("{outer}\n\n{inner}")));
        }
        merge_under(schema, only)?;
    } else if folded.is_empty() {
        return Err(NO_VARIANTS.to_owned());
    } else {
        schema.insert("anyOf".to_owned(), folded.into_iter().map(Value::Object).collect());
    }
    Ok(nullable)
}

/// Folds the branches that list values of one type into the first of them, their docs into its description.
fn fold(branches: Vec<Schema>) -> Vec<Schema> {
    let mut folded: Vec<Schema> = Vec::new();
    for branch in branches {
        let kind = list_type(&branch);
        let Some(kind) = kind else {
            folded.push(branch);
            continue;
        };
        let docs = docs_of(&branch);
        let Some(Value::Array(values)) = branch.get("enum").cloned() else { continue };
        let earlier = folded.iter_mut().find(|earlier| list_type(earlier).as_deref() == Some(&kind));
        let Some(earlier) = earlier else {
            let mut first = Schema::new();
            first.insert("type".to_owned(), json!(kind));
            if let Some(docs) = docs {
                first.insert("description".to_owned(), json!(docs));
            }
            first.insert("enum".to_owned(), Value::Array(values));
            folded.push(first);
            continue;
        };
        if let Some(Value::Array(list)) = earlier.get_mut("enum") {
            list.extend(values);
        }
        if let Some(docs) = docs {
            let text = match earlier.get("description").and_then(Value::as_str) {
                Some(before) => format!("{before}\n{docs}"),
                None => docs,
            };
            earlier.insert("description".to_owned(), json!(text));
        }
    }
    folded
}

/// The one type of a schema that only lists values.
fn list_type(schema: &Schema) -> Option<String> {
    let others = schema.keys().any(|keyword| !["type", "enum", "description", "title"].contains(&&**keyword));
    if others || !schema.contains_key("enum") {
        return None;
    }
    schema.get("type")?.as_str().map(str::to_owned)
}

/// A line for the one value of a branch, or the text of a branch that was folded before.
fn docs_of(branch: &Schema) -> Option<String> {
    let text = branch.get("description")?.as_str()?;
    let [value] = branch.get("enum")?.as_array()?.as_slice() else { return Some(text.to_owned()) };
    let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some(format!("- `{name}`: {}", text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Removes null from the values and types that a schema allows, and writes `const` as `enum` with its type.
fn take_null(schema: &mut Schema) -> bool {
    if let Some(value) = schema.shift_remove("const") {
        schema.insert("enum".to_owned(), Value::Array(vec![value]));
    }
    let mut nullable = false;
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        let before = values.len();
        values.retain(|value| !value.is_null());
        nullable |= values.len() < before;
        if let Some(kind) = values.first().map(type_of)
            && values.iter().all(|value| type_of(value) == kind)
        {
            schema.entry("type").or_insert_with(|| json!(kind));
        }
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        let before = types.len();
        types.retain(|kind| kind != "null");
        nullable |= types.len() < before;
        if types.len() == 1
            && let Some(only) = types.pop()
        {
            schema.insert("type".to_owned(), only);
        }
    }
    nullable
}

fn is_null(branch: &Value) -> bool {
    branch.get("type").is_some_and(|kind| kind == "null") || branch.get("const").is_some_and(Value::is_null)
}

/// Takes the alternatives of a schema: `anyOf`, `oneOf`, or one for each of several types.
fn take_branches(schema: &mut Schema) -> Result<Option<Vec<Value>>, String> {
    let choices: Vec<Value> =
        ["anyOf", "oneOf"].iter().filter_map(|keyword| schema.shift_remove(*keyword)).collect();
    let types = match schema.get("type") {
        Some(Value::Array(types)) if choices.is_empty() => types.clone(),
        _ => Vec::new(),
    };
    match (choices.as_slice(), types.as_slice()) {
        ([], []) => Ok(None),
        ([], types) => Ok(Some(split_types(schema, types))),
        ([Value::Array(branches)], _) => Ok(Some(branches.clone())),
        _ => Err("`anyOf` beside `oneOf` is not portable: put one of them in a field".to_owned()),
    }
}

/// One branch a type, with the keywords that speak about that type.
fn split_types(schema: &mut Schema, types: &[Value]) -> Vec<Value> {
    let mut whole = std::mem::take(schema);
    whole.shift_remove("type");
    for keyword in ANNOTATIONS {
        if let Some(value) = whole.shift_remove(keyword) {
            schema.insert(keyword.to_owned(), value);
        }
    }
    let branch = |kind: &Value| {
        let name = kind.as_str().unwrap_or_default();
        let own = whole.iter().filter(|(keyword, _)| {
            // Unknown keywords stay, to be refused by name.
            speaks_about(keyword).is_none_or(|about| applies(about, name))
        });
        let mut branch: Schema = own.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
        branch.insert("type".to_owned(), kind.clone());
        Value::Object(branch)
    };
    types.iter().map(branch).collect()
}

fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword) || ["title", "$schema", "$comment"].contains(&keyword)
}

/// The keywords of a schema; `true` has none.
pub(super) fn as_schema(schema: Value) -> Result<Schema, String> {
    match schema {
        Value::Object(schema) => Ok(schema),
        Value::Bool(true) => Ok(Schema::new()),
        Value::Bool(false) => Err("no value fits here: remove it or give it another type".to_owned()),
        other => Err(format!("{other} is not a schema")),
    }
}

/// Whether a schema as generated takes null by name. One that takes anything does not count.
pub(super) fn allows_null(schema: &Value) -> bool {
    let lists = |keyword: &str, wanted: &dyn Fn(&Value) -> bool| {
        schema.get(keyword).and_then(Value::as_array).is_some_and(|list| list.iter().any(wanted))
    };
    is_null(schema)
        || lists("type", &|kind| kind == "null")
        || lists("enum", &Value::is_null)
        || lists("anyOf", &allows_null)
        || lists("oneOf", &allows_null)
}
