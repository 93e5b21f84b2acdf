//! From Rust parameters and result types to portable schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::check::{Checker, Problem, number, pattern};
use super::keywords::{Schema, with_article};
use super::portable::{Role, portable};
use super::union::allows_null;
use super::{Unportable, keywords};

/// One argument of a tool. Everything in it can stand in a `const`.
#[derive(Debug, Clone, Copy)]
pub struct Arg {
    /// The name that a client sends.
    pub name: &'static str,
    /// What the argument is for. Replaces the description of its type; empty keeps that.
    pub description: &'static str,
    /// The schema of its type: [`argument::<T>`](argument).
    pub schema: fn(&mut SchemaGenerator) -> schemars::Schema,
    /// The value that stands in for a missing one. It makes the argument optional and is shown in the schema.
    pub default: Option<fn() -> Value>,
    /// What holds beyond the type.
    pub rules: &'static [Rule],
}

/// What an argument must fulfil beyond its type.
#[derive(Debug, Clone, Copy)]
pub enum Rule {
    /// The least number.
    Min(Number),
    /// The greatest number.
    Max(Number),
    /// The least number of characters of a string, or items of a list.
    MinLen(u64),
    /// The greatest number of characters of a string, or items of a list.
    MaxLen(u64),
    /// A regular expression that a string matches somewhere.
    Pattern(&'static str),
    /// Values that show what is meant.
    Examples(fn() -> Vec<Value>),
}

/// A number in a rule; integers stay exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer. What is outside of 64 bits is refused.
    Integer(i128),
    /// Any other finite number.
    Float(f64),
}

/// The schema of an argument of type `T`. A type that may be missing, such as `Option<T>`, allows null in it, also
/// where the generator alone would not say so (`Option<serde_json::Value>`).
pub fn argument<T: JsonSchema + DeserializeOwned>(generator: &mut SchemaGenerator) -> schemars::Schema {
    #[derive(Deserialize)]
    struct Missing<T> {
        #[serde(rename = "value")]
        _value: T,
    }
    let schema = generator.subschema_for::<T>();
    let optional = serde_json::from_str::<Missing<T>>("{}").is_ok();
    if optional && schema.as_bool() == Some(true) {
        return schemars::json_schema!({"anyOf": [true, {"type": "null"}]});
    }
    schema
}

/// The schema of `T`, for [`whole`] and [`output`].
pub fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<T>()
}

/// The schema of the arguments of a tool that takes these, in this order.
pub fn arguments(args: &[Arg]) -> Result<Value, Vec<Unportable>> {
    let mut generator = generator(Role::Arguments);
    let mut problems = Vec::new();
    let mut properties = Map::new();
    let mut required: Vec<Value> = Vec::new();
    for arg in args {
        let mut schema = match (arg.schema)(&mut generator).to_value() {
            Value::Object(schema) => schema,
            Value::Bool(true) => Map::new(),
            other => Map::from_iter([("not".to_owned(), other)]),
        };
        if !arg.description.is_empty() {
            schema.insert("description".to_owned(), json!(arg.description));
        }
        if properties.insert(arg.name.to_owned(), Value::Object(schema)).is_some() {
            problems.push(problem(arg, "two arguments have this name: rename one"));
        }
    }
    let mut root = Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
    ]);
    root.insert("additionalProperties".to_owned(), Value::Bool(false));
    let optional = |name: &str, root: &Map<String, Value>| {
        let schema = root.get("properties").and_then(|all| all.get(name));
        schema.is_some_and(allows_null)
    };
    for arg in args {
        if arg.default.is_none() && !optional(arg.name, &root) {
            required.push(json!(arg.name));
        }
    }
    if !required.is_empty() {
        root.insert("required".to_owned(), Value::Array(required));
    }
    add_definitions(&mut root, &mut generator);

    let mut made = match portable(Value::Object(root), Role::Arguments) {
        Ok(made) => made,
        Err(more) => {
            problems.extend(more);
            return Err(problems);
        }
    };
    for arg in args {
        if let Some(Value::Object(schema)) = made.get_mut("properties").and_then(|all| all.get_mut(arg.name))
        {
            rules(arg, schema, &mut problems);
        }
    }
    if problems.is_empty() {
        samples(args, &mut made, &mut problems);
    }
    if problems.is_empty() { Ok(made) } else { Err(problems) }
}

/// The schema of arguments that are together one struct.
pub fn whole(schema: fn(&mut SchemaGenerator) -> schemars::Schema) -> Result<Value, Vec<Unportable>> {
    portable(generated(schema), Role::Arguments)
}

/// The same as the type states it, portable or not.
pub fn verbatim(schema: fn(&mut SchemaGenerator) -> schemars::Schema) -> Value {
    generated(schema)
}

/// The schema of a structured result, if there is one.
pub fn output(
    schema: fn(&mut SchemaGenerator) -> Option<schemars::Schema>,
) -> Result<Option<Value>, Vec<Unportable>> {
    let mut generator = generator(Role::Output);
    let Some(root) = schema(&mut generator) else { return Ok(None) };
    portable(with_definitions(root, &mut generator), Role::Output).map(Some)
}

fn generated(schema: fn(&mut SchemaGenerator) -> schemars::Schema) -> Value {
    let mut generator = generator(Role::Arguments);
    let root = schema(&mut generator);
    with_definitions(root, &mut generator)
}

fn with_definitions(root: schemars::Schema, generator: &mut SchemaGenerator) -> Value {
    let mut root = root.to_value();
    if let Value::Object(root) = &mut root {
        add_definitions(root, generator);
    }
    root
}

fn generator(role: Role) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    match role {
        Role::Arguments => settings.into_generator(),
        Role::Output => settings.for_serialize().into_generator(),
    }
}

fn add_definitions(root: &mut Schema, generator: &mut SchemaGenerator) {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
}

fn problem(arg: &Arg, message: impl Into<String>) -> Unportable {
    Unportable { path: arg.name.to_owned(), message: message.into() }
}

/// Adds the rules to the finished schema of an argument.
fn rules(arg: &Arg, schema: &mut Schema, problems: &mut Vec<Unportable>) {
    for rule in arg.rules {
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or("any").to_owned();
        let added = match (rule, kind.as_str()) {
            (Rule::Min(number), "integer" | "number") => bound(schema, "minimum", *number),
            (Rule::Max(number), "integer" | "number") => bound(schema, "maximum", *number),
            (Rule::MinLen(length), "string") => Ok(("minLength", json!(length))),
            (Rule::MaxLen(length), "string") => Ok(("maxLength", json!(length))),
            (Rule::MinLen(length), "array") => Ok(("minItems", json!(length))),
            (Rule::MaxLen(length), "array") => Ok(("maxItems", json!(length))),
            (Rule::Pattern(text), "string") => pattern::compile(text).map(|_| ("pattern", json!(text))),
            (Rule::Examples(examples), _) => Ok(("examples", Value::Array(examples()))),
            (rule, kind) => Err(misplaced(rule, kind)),
        };
        match added {
            Ok((keyword, value)) => drop(schema.insert(keyword.to_owned(), value)),
            Err(message) => problems.push(problem(arg, message)),
        }
    }
}

/// A bound may only narrow what the type holds.
fn bound(schema: &Schema, keyword: &'static str, number: Number) -> Result<(&'static str, Value), String> {
    let rule = if keyword == "minimum" { "min" } else { "max" };
    let value = match number {
        Number::Float(number) => serde_json::Number::from_f64(number),
        Number::Integer(number) => serde_json::Number::from_i128(number),
    };
    let Some(value) = value else {
        return Err(format!("{rule} must be a finite number of at most 64 bits"));
    };
    if let Some(Value::Number(own)) = schema.get(keyword) {
        let order = number::compare(&value, own);
        if (keyword == "minimum" && order.is_lt()) || (keyword == "maximum" && order.is_gt()) {
            return Err(format!("{rule} = {value} is beyond {own}, the {keyword} of its type"));
        }
    }
    Ok((keyword, Value::Number(value)))
}

fn misplaced(rule: &Rule, kind: &str) -> String {
    let (name, wants, instead) = match rule {
        Rule::Min(_) => ("min", "a number", "min_len"),
        Rule::Max(_) => ("max", "a number", "max_len"),
        Rule::MinLen(_) => ("min_len", "a string or a list", "min"),
        Rule::MaxLen(_) => ("max_len", "a string or a list", "max"),
        Rule::Pattern(_) => ("pattern", "a string", ""),
        Rule::Examples(_) => ("examples", "any type", ""),
    };
    let found = match kind {
        "any" => "not of one type".to_owned(),
        "array" => "a list".to_owned(),
        kind => with_article(kind),
    };
    let fits = match instead {
        "min_len" | "max_len" => ["string", "array"].contains(&kind),
        "min" | "max" => ["integer", "number"].contains(&kind),
        _ => false,
    };
    let cure = if fits { format!("use {instead}") } else { "remove it, and check it in the tool".to_owned() };
    format!("{name} needs {wants}, and this is {found}: {cure}")
}

/// Adds the defaults, and holds them and the examples against the finished schema.
fn samples(args: &[Arg], made: &mut Value, problems: &mut Vec<Unportable>) {
    let checker = match Checker::compile(made) {
        Ok(checker) => checker,
        Err(errors) => {
            let root = |message| Unportable { path: String::new(), message };
            problems.extend(errors.into_iter().map(root));
            return;
        }
    };
    let mut hold = |arg: &Arg, what: &str, value: &Value| {
        for Problem { expected, got, .. } in checker.check_one(arg.name, value) {
            problems.push(problem(arg, format!("{what} does not fit: expected {expected}, got {got}")));
        }
    };
    for arg in args {
        let Some(Value::Object(schema)) = made.get_mut("properties").and_then(|all| all.get_mut(arg.name))
        else {
            continue;
        };
        if let Some(default) = arg.default {
            let mut value = default();
            keywords::remove_nulls(&mut value);
            if !value.is_null() {
                hold(arg, "the default", &value);
                schema.insert("default".to_owned(), value);
            }
        }
        if let Some(Value::Array(examples)) = schema.get("examples") {
            for example in examples {
                hold(arg, "an example", example);
            }
        }
    }
}
