use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::kitchen::Tree;
use super::rules::assert_portable;
use crate::tool::schema::{Arg, Checker, Number, Rule, argument, arguments};

const PLAIN: Arg =
    Arg { name: "text", description: "", schema: argument::<String>, default: None, rules: &[] };

/// How to go about it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    /// Fast and rough.
    Fast,
    /// Slow and smooth.
    Slow,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum When {
    Seconds(f64),
    Cue(String),
}

fn refusals(args: &[Arg]) -> String {
    let problems = arguments(args).expect_err("these are refused");
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_arguments_are_an_empty_closed_object() {
    let schema = arguments(&[]).unwrap();
    assert_eq!(schema.to_string(), r#"{"type":"object","properties":{},"additionalProperties":false}"#);
}

#[test]
fn arguments_become_properties_in_their_order() {
    const ARGS: &[Arg] = &[
        Arg { description: "What to say.", rules: &[Rule::MinLen(1), Rule::MaxLen(80)], ..PLAIN },
        Arg { name: "mode", description: "How fast.", schema: argument::<Mode>, ..PLAIN },
        Arg { name: "fallback", description: "Then how.", schema: argument::<Option<Mode>>, ..PLAIN },
        Arg {
            name: "count",
            description: "How often.",
            schema: argument::<u32>,
            default: Some(|| json!(1)),
            rules: &[Rule::Min(Number::Integer(1)), Rule::Max(Number::Integer(8))],
        },
        Arg {
            name: "speed",
            schema: argument::<Option<f64>>,
            rules: &[Rule::Min(Number::Float(0.5)), Rule::Max(Number::Integer(2))],
            ..PLAIN
        },
        Arg {
            name: "times",
            schema: argument::<Vec<When>>,
            rules: &[Rule::MinLen(1), Rule::MaxLen(4), Rule::Examples(|| vec![json!([0, "cue(\"word\")"])])],
            ..PLAIN
        },
        Arg { name: "slug", schema: argument::<String>, rules: &[Rule::Pattern("^[a-z]+$")], ..PLAIN },
        Arg {
            name: "big",
            schema: argument::<u64>,
            rules: &[Rule::Max(Number::Integer(u64::MAX as i128))],
            ..PLAIN
        },
        Arg { name: "extra", schema: argument::<Value>, ..PLAIN },
        Arg { name: "optional_extra", schema: argument::<Option<Value>>, ..PLAIN },
        Arg { name: "labels", schema: argument::<BTreeMap<String, String>>, ..PLAIN },
        Arg { name: "tree", description: "What grows.", schema: argument::<Tree>, ..PLAIN },
        Arg { name: "other_tree", schema: argument::<Option<Tree>>, ..PLAIN },
    ];
    let schema = arguments(ARGS).unwrap();
    assert_portable(&schema, true);
    Checker::compile(&schema).unwrap();
    insta::assert_json_snapshot!(schema);
}

#[test]
fn a_rule_that_does_not_suit_its_argument_is_refused_by_name() {
    const ARGS: &[Arg] = &[
        Arg { name: "title", rules: &[Rule::Min(Number::Integer(1))], ..PLAIN },
        Arg { name: "list", schema: argument::<Vec<u8>>, rules: &[Rule::Max(Number::Integer(1))], ..PLAIN },
        Arg {
            name: "count",
            schema: argument::<u8>,
            rules: &[Rule::MinLen(1), Rule::Pattern("^a")],
            ..PLAIN
        },
        Arg { name: "flag", schema: argument::<bool>, rules: &[Rule::Max(Number::Integer(1))], ..PLAIN },
        Arg { name: "when", schema: argument::<When>, rules: &[Rule::Min(Number::Integer(0))], ..PLAIN },
        Arg { name: "small", schema: argument::<u8>, rules: &[Rule::Max(Number::Integer(1000))], ..PLAIN },
        Arg {
            name: "endless",
            schema: argument::<f64>,
            rules: &[Rule::Max(Number::Float(f64::INFINITY))],
            ..PLAIN
        },
        Arg { name: "ahead", rules: &[Rule::Pattern("(?=x)")], ..PLAIN },
    ];
    insta::assert_snapshot!(refusals(ARGS));
}

#[test]
fn defaults_and_examples_must_fit_their_argument() {
    const ARGS: &[Arg] = &[
        Arg {
            name: "count",
            schema: argument::<u8>,
            default: Some(|| json!(0)),
            rules: &[Rule::Min(Number::Integer(1))],
            ..PLAIN
        },
        Arg { name: "mode", schema: argument::<Mode>, default: Some(|| json!("fats")), ..PLAIN },
        Arg {
            name: "word",
            rules: &[Rule::MinLen(2), Rule::Examples(|| vec![json!("ok"), json!("x")])],
            ..PLAIN
        },
    ];
    insta::assert_snapshot!(refusals(ARGS));
}

#[test]
fn two_arguments_of_one_name_are_refused() {
    insta::assert_snapshot!(refusals(&[PLAIN, PLAIN]));
}

#[test]
fn a_default_of_null_is_no_default() {
    let arg = Arg { schema: argument::<Option<String>>, default: Some(|| Value::Null), ..PLAIN };
    let schema = arguments(&[arg]).unwrap();
    assert_eq!(schema["properties"]["text"], json!({"type": "string"}));
    assert!(schema.get("required").is_none());
}
