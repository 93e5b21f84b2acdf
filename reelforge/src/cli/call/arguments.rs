//! Turns what the line says into the arguments of a call.

use std::collections::BTreeSet;
use std::io::Read;

use clap::ArgMatches;
use serde_json::{Map, Value};

use super::super::{Failure, flags};
use super::command::{self, Argument};
use crate::registry::{TYPES, Tool, accepted_types};
use crate::tool::schema::type_of;

/// The arguments that the line gives. Whether they are right is for the registry to say, as on every other way in.
pub(super) fn read(tool: &Tool, own: &ArgMatches, call: &ArgMatches) -> Result<Map<String, Value>, Failure> {
    let mut given = Map::new();
    for argument in command::arguments(tool) {
        if let Some(texts) = own.get_many::<String>(&argument.id()) {
            let texts: Vec<&str> = texts.map(String::as_str).collect();
            let value = argument
                .value(&texts)
                .map_err(|problem| Failure::Usage(format!("{}: {problem}", argument.name)))?;
            given.insert(argument.name.to_owned(), value);
        }
    }
    let Some(json) = super::show::of_call::<String>("json", own, call) else { return Ok(given) };
    if !given.is_empty() {
        return Err(Failure::Usage("expected `--json` or flags for the arguments, not both".to_owned()));
    }
    let text = if json == "-" { from_stdin(flags::message_size(call))? } else { json.clone() };
    serde_json::from_str(&text).map_err(|error| {
        Failure::Usage(format!("--json: expected the arguments as one JSON object: {error}"))
    })
}

fn from_stdin(limit: usize) -> Result<String, Failure> {
    let mut text = String::new();
    // One byte more than is allowed tells that there is too much.
    let room = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    std::io::stdin()
        .lock()
        .take(room)
        .read_to_string(&mut text)
        .map_err(|error| Failure::Failed(format!("standard input cannot be read: {error}")))?;
    if text.len() > limit {
        return Err(Failure::Usage(format!(
            "--json: standard input has more than {limit} bytes; `--message-size` sets the limit"
        )));
    }
    Ok(text)
}

impl Argument<'_> {
    /// The value of what the flag was given, once or several times.
    fn value(&self, texts: &[&str]) -> Result<Value, String> {
        let types = accepted_types(self.schema, self.root);
        if !types.contains("array") {
            return texts.last().map_or(Ok(Value::Null), |text| one(text, &types));
        }
        let schema = crate::registry::resolve(self.schema, self.root);
        let alternatives = crate::registry::alternatives(schema).into_iter().flatten();
        let alternatives: Vec<&Value> =
            alternatives.map(|one| crate::registry::resolve(one, self.root)).collect();
        let list = alternatives.iter().copied().find(|one| one["type"] == "array").unwrap_or(schema);
        if let [text] = texts {
            // The whole list as JSON; without brackets it is the only element, unless it is another thing that is wanted.
            if text.trim_start().starts_with('[') {
                return json(text);
            }
            if types.len() > 1 {
                let value = one(text, &types)?;
                let is_meant = |alternative: &&Value| match &alternative["enum"] {
                    Value::Array(words) => words.contains(&value),
                    _ => alternative["type"] != "array",
                };
                if alternatives.is_empty() || alternatives.iter().any(is_meant) {
                    return Ok(value);
                }
            }
        }
        let element = accepted_types(&list["items"], self.root);
        texts.iter().map(|text| one(text, &element)).collect()
    }
}

/// Reads text as the type that is wanted. What cannot be read stays text, and is refused with the rest.
fn one(text: &str, types: &BTreeSet<&str>) -> Result<Value, String> {
    let read = serde_json::from_str::<Value>(text);
    let anything = types.len() == TYPES.len();
    match read {
        Ok(value) if anything || !types.contains("string") => Ok(value),
        Ok(value) if !value.is_string() && types.contains(type_of(&value)) => Ok(value),
        Err(_) if !types.contains("string") && text.trim_start().starts_with(['{', '[']) => json(text),
        _ => Ok(text.into()),
    }
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("expected JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, types: &[&str]) -> Value {
        one(text, &types.iter().copied().collect()).unwrap()
    }

    #[test]
    fn text_becomes_the_type_that_is_wanted() {
        assert_eq!(read("1", &["integer"]), 1);
        assert_eq!(read("1", &["string"]), "1");
        assert_eq!(read("true", &["string"]), "true");
        assert_eq!(read("-2.5", &["integer", "number"]), -2.5);
        assert_eq!(read("2.5", &["number", "integer", "string"]), 2.5);
        assert_eq!(read(r#"cue("hook")"#, &["number", "integer", "string"]), r#"cue("hook")"#);
        assert_eq!(read(r#"{"a":1}"#, &["object"])["a"], 1);
        assert_eq!(read(r#"{"a":1}"#, &["string"]), r#"{"a":1}"#);
        assert_eq!(read(r#""a""#, &TYPES), "a");
        assert_eq!(read("null", &["integer"]), Value::Null);
    }

    #[test]
    fn what_cannot_be_read_is_left_to_the_checker() {
        assert_eq!(read("abc", &["integer"]), "abc");
        assert_eq!(read("1", &["boolean"]), 1);
    }

    #[test]
    fn broken_json_is_named() {
        let problem = one("{a:1}", &["object"].into()).unwrap_err();
        assert!(problem.starts_with("expected JSON: "), "{problem}");
    }
}
