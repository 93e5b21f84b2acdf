//! From a schema to nodes.

use std::cmp::Ordering;
use std::collections::HashSet;

use regex::Regex;
use serde_json::{Map, Number, Value};

use super::super::keywords::{ANNOTATIONS, Schema, applies, speaks_about, type_of};
use super::describe::expected;
use super::node::{Bound, Either, Field, Kind, Node, NodeId, Object, Rest, Tag};
use super::{number, pattern};

/// A schema nested deeper than this is not compiled.
const MOST_LEVELS: usize = 100;

#[derive(Default)]
pub(super) struct Compiler<'a> {
    nodes: Vec<Node>,
    defs: Vec<(&'a str, NodeId)>,
    all_defs: Option<&'a Schema>,
    errors: Vec<String>,
    level: usize,
}

impl<'a> Compiler<'a> {
    /// The nodes, the one of the root among them, and what is wrong with the schema.
    pub(super) fn run(mut self, schema: &'a Value) -> (Vec<Node>, NodeId, Vec<String>) {
        self.all_defs = schema.get("$defs").and_then(Value::as_object);
        for name in self.all_defs.into_iter().flat_map(Map::keys) {
            let id = self.push(Kind::Any, String::new());
            self.defs.push((name, id));
        }
        for (at, (_, schema)) in self.all_defs.into_iter().flatten().enumerate() {
            let id = self.node(schema);
            let expected = self.nodes[id].expected.clone();
            self.nodes[self.defs[at].1] = Node { kind: Kind::Same(id), expected };
        }
        let root = self.node(schema);
        if self.is_endless() {
            self.errors.push("a definition refers to itself without a value in between".to_owned());
        }
        (self.nodes, root, self.errors)
    }

    fn push(&mut self, kind: Kind, expected: String) -> NodeId {
        self.nodes.push(Node { kind, expected });
        self.nodes.len() - 1
    }

    fn node(&mut self, schema: &'a Value) -> NodeId {
        self.level += 1;
        let kind = match schema {
            _ if self.level > MOST_LEVELS => {
                Err(format!("the schema is nested deeper than {MOST_LEVELS} levels"))
            }
            Value::Object(schema) => self.kind(schema),
            other => Err(format!("{other} is not a schema of the portable dialect")),
        };
        self.level -= 1;
        let kind = kind.unwrap_or_else(|message| {
            self.errors.push(message);
            Kind::Any
        });
        let expected = expected(schema, self.all_defs);
        self.push(kind, expected)
    }

    fn kind(&mut self, schema: &'a Schema) -> Result<Kind, String> {
        let kind = match schema.get("type") {
            Some(Value::String(kind)) => kind.as_str(),
            None => "any",
            Some(other) => return Err(format!("`type: {other}` is not one type")),
        };
        known_keywords(schema, kind)?;
        if let Some(reference) = schema.get("$ref") {
            let name = reference.as_str().and_then(|reference| reference.strip_prefix("#/$defs/"));
            let found = self.defs.iter().find(|(known, _)| Some(*known) == name);
            let (_, id) = found.ok_or_else(|| format!("the reference {reference} leads nowhere"))?;
            return Ok(Kind::Same(*id));
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            if kind != "any" {
                return Err("`anyOf` beside `type`".to_owned());
            }
            let ids: Vec<NodeId> = branches.iter().map(|branch| self.node(branch)).collect();
            let tag = tag(branches, &ids);
            return Ok(Kind::Either(Either { branches: ids, tag }));
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return Ok(Kind::Enum(values.clone()));
        }
        match kind {
            "any" => Ok(Kind::Any),
            "boolean" => Ok(Kind::Boolean),
            "integer" => integer(schema),
            "number" => Ok(Kind::Number {
                min: bound(schema, "minimum", "exclusiveMinimum", Ordering::Greater),
                max: bound(schema, "maximum", "exclusiveMaximum", Ordering::Less),
            }),
            "string" => Ok(Kind::Text {
                min: count(schema, "minLength").unwrap_or(0),
                max: count(schema, "maxLength").unwrap_or(u64::MAX),
                pattern: names_pattern(Some(schema))?,
            }),
            "array" => Ok(self.list(schema)),
            "object" => self.object(schema),
            other => Err(format!("`{other}` is not a type of the portable dialect")),
        }
    }

    fn list(&mut self, schema: &'a Schema) -> Kind {
        let items = match schema.get("items") {
            Some(items) => self.node(items),
            None => self.push(Kind::Any, String::new()),
        };
        let (min, max) =
            (count(schema, "minItems").unwrap_or(0), count(schema, "maxItems").unwrap_or(u64::MAX));
        Kind::List { items, min, max, unique: schema.get("uniqueItems") == Some(&Value::Bool(true)) }
    }

    fn object(&mut self, schema: &'a Schema) -> Result<Kind, String> {
        let names = |keyword: &str| schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
        let required: HashSet<&str> = names("required").filter_map(Value::as_str).collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut fields = Vec::new();
        for (name, schema) in properties.into_iter().flatten() {
            let node = self.node(schema);
            fields.push(Field { name: name.clone(), node, required: required.contains(name.as_str()) });
        }
        let unknown = required.iter().find(|name| properties.is_none_or(|all| !all.contains_key(**name)));
        if let Some(name) = unknown {
            return Err(format!("`{name}` is required but has no schema"));
        }
        let rest = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Rest::Nothing,
            Some(values @ Value::Object(_)) => Rest::Each(self.node(values)),
            _ => Rest::Anything,
        };
        let names = names_pattern(schema.get("propertyNames").and_then(Value::as_object))?;
        let required = fields.iter().filter(|field| field.required).count();
        Ok(Kind::Object(Object { fields, required, rest, names }))
    }

    /// Whether a node leads back to itself through references and choices alone: checking it would never end.
    fn is_endless(&self) -> bool {
        let mut finished = HashSet::new();
        (0..self.nodes.len()).any(|id| self.returns(id, &mut Vec::new(), &mut finished))
    }

    fn returns(&self, id: NodeId, open: &mut Vec<NodeId>, finished: &mut HashSet<NodeId>) -> bool {
        if open.contains(&id) || open.len() > MOST_LEVELS {
            return true;
        }
        if finished.contains(&id) {
            return false;
        }
        open.push(id);
        let found = match &self.nodes[id].kind {
            Kind::Same(next) => self.returns(*next, open, finished),
            Kind::Either(either) => either.branches.iter().any(|next| self.returns(*next, open, finished)),
            _ => false,
        };
        open.pop();
        finished.insert(id);
        found
    }
}

fn known_keywords(schema: &Schema, kind: &str) -> Result<(), String> {
    for keyword in schema.keys() {
        let known = match keyword.as_str() {
            "type" | "$defs" | "$ref" => true,
            other if ANNOTATIONS.contains(&other) => true,
            other => speaks_about(other).is_some_and(|about| applies(about, kind)),
        };
        if !known {
            return Err(format!("`{keyword}` beside `type: {kind}` is not portable"));
        }
    }
    Ok(())
}

fn integer(schema: &Schema) -> Result<Kind, String> {
    let edge = |keyword: &str, up: bool| -> Result<Option<i128>, String> {
        let Some(Value::Number(number)) = schema.get(keyword) else { return Ok(None) };
        let exact = number.as_i128().or_else(|| {
            let float = number.as_f64()?;
            number::integral(if up { float.ceil() } else { float.floor() })
        });
        exact.map(Some).ok_or_else(|| format!("`{keyword}: {number}` is beyond 64 bits"))
    };
    let after = |keyword: &str, up: bool| -> Result<Option<i128>, String> {
        // The next integer beyond an exclusive bound: one further than the bound rounded towards the inside.
        Ok(edge(keyword, !up)?.map(|bound| if up { bound + 1 } else { bound - 1 }))
    };
    let min = edge("minimum", true)?.max(after("exclusiveMinimum", true)?);
    let max = match (edge("maximum", false)?, after("exclusiveMaximum", false)?) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let min = min.unwrap_or(i128::from(i64::MIN)).max(i128::from(i64::MIN));
    let widest = if min >= 0 { i128::from(u64::MAX) } else { i128::from(i64::MAX) };
    Ok(Kind::Integer { min, max: max.unwrap_or(widest).min(widest) })
}

/// The narrower of an inclusive and an exclusive bound; `inside` says in which direction that is.
fn bound(schema: &Schema, inclusive: &str, exclusive: &str, inside: Ordering) -> Option<Bound> {
    let number = |keyword: &str| -> Option<Number> { schema.get(keyword)?.as_number().cloned() };
    match (number(inclusive), number(exclusive)) {
        (Some(value), Some(other)) if number::compare(&value, &other) == inside => {
            Some(Bound { value, exclusive: false })
        }
        (_, Some(value)) => Some(Bound { value, exclusive: true }),
        (Some(value), None) => Some(Bound { value, exclusive: false }),
        (None, None) => None,
    }
}

fn count(schema: &Schema, keyword: &str) -> Option<u64> {
    schema.get(keyword)?.as_u64()
}

fn names_pattern(schema: Option<&Schema>) -> Result<Option<Regex>, String> {
    let text = schema.and_then(|schema| schema.get("pattern")).and_then(Value::as_str);
    text.map(pattern::compile).transpose()
}

/// The name that tells the objects among the branches apart: in each of them required, with one string of its own.
fn tag(branches: &[Value], ids: &[NodeId]) -> Option<Tag> {
    // A reference, or a branch that takes any value, may be an object too.
    if branches.iter().any(|branch| !branch.get("type").is_some_and(Value::is_string)) {
        return None;
    }
    let is_object = |branch: &Value| branch.get("type").is_some_and(|kind| kind == "object");
    let objects = || branches.iter().zip(ids).filter(|(branch, _)| is_object(branch));
    let (first, _) = objects().next()?;
    first.get("properties")?.as_object()?.keys().find_map(|name| {
        let values: Option<Vec<(String, NodeId)>> =
            objects().map(|(branch, id)| Some((only_value(branch, name)?.to_owned(), *id))).collect();
        let values = values?;
        let distinct: HashSet<&String> = values.iter().map(|(value, _)| value).collect();
        (distinct.len() == values.len()).then(|| Tag { name: name.clone(), values })
    })
}

/// The one string that a required property of a branch can be.
fn only_value<'a>(branch: &'a Value, name: &str) -> Option<&'a str> {
    let required = branch.get("required")?.as_array()?.iter().any(|required| required == name);
    let values = branch.get("properties")?.get(name)?.get("enum")?.as_array()?;
    match values.as_slice() {
        [only] if required && type_of(only) == "string" => only.as_str(),
        _ => None,
    }
}
