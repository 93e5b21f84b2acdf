//! What is accepted in place of what, with and without strictness.

use serde_json::{Value, json};

use crate::tool::schema::Checker;

/// The checked value under `v`, or the first problem.
fn checked(schema: &Value, value: &Value, strict: bool) -> String {
    let schema = json!({"type": "object", "properties": {"v": schema}, "additionalProperties": false});
    let checker = Checker::compile(&schema).unwrap();
    let mut arguments = json!({ "v": value });
    let problems = checker.check(arguments.as_object_mut().unwrap(), strict);
    match problems.first() {
        Some(problem) => problem.to_string(),
        None => arguments.get("v").map_or("absent".to_owned(), Value::to_string),
    }
}

#[test]
fn the_table() {
    let integer = json!({"type": "integer", "minimum": 0, "maximum": 100});
    let number = json!({"type": "number"});
    let string = json!({"type": "string"});
    let boolean = json!({"type": "boolean"});
    let list = json!({"type": "array", "items": {"type": "integer"}});
    let object =
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false});
    let either = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    let nested = json!({"anyOf": [{"type": "integer"}, list]});
    let levels = json!({"type": "integer", "enum": [1, 2, 3]});
    let names = json!({"type": "string", "enum": ["1", "2"]});
    let any = json!({"description": "Any JSON value."});
    let cases = [
        ("integer", &integer, json!(30.0)),
        ("integer", &integer, json!(30.5)),
        ("integer", &integer, json!("30")),
        ("integer", &integer, json!(" 30 ")),
        ("integer", &integer, json!("30.0")),
        ("integer", &integer, json!("3e1")),
        ("integer", &integer, json!("30.5")),
        ("integer", &integer, json!("")),
        ("integer", &integer, json!("thirty")),
        ("integer", &integer, json!("+30")),
        ("integer", &integer, json!("0x1e")),
        ("integer", &integer, json!("101")),
        ("integer", &integer, json!(101.0)),
        ("integer", &integer, json!(true)),
        ("integer", &integer, json!([30])),
        ("integer", &integer, json!(null)),
        ("number", &number, json!(2)),
        ("number", &number, json!("2.5")),
        ("number", &number, json!("NaN")),
        ("number", &number, json!("1e999")),
        ("number", &number, json!(false)),
        ("string", &string, json!(30)),
        ("string", &string, json!("30")),
        ("string", &string, json!("[1]")),
        ("string", &string, json!(null)),
        ("boolean", &boolean, json!("true")),
        ("boolean", &boolean, json!(1)),
        ("list", &list, json!("[1, 2.0, \"3\"]")),
        ("list", &list, json!("[1, \"x\"]")),
        ("list", &list, json!("1")),
        ("list", &list, json!("[1")),
        ("list", &list, json!(1)),
        ("list", &list, json!("{}")),
        ("object", &object, json!("{\"a\": \"1\"}")),
        ("object", &object, json!("{\"a\": null}")),
        ("object", &object, json!("{\"b\": 1}")),
        ("object", &object, json!("[]")),
        ("object", &object, json!("\"{}\"")),
        ("string or integer", &either, json!("30")),
        ("string or integer", &either, json!(30)),
        ("string or integer", &either, json!(30.0)),
        ("string or integer", &either, json!(true)),
        ("integer or list", &nested, json!("[1]")),
        ("integer or list", &nested, json!("1")),
        ("integer or list", &nested, json!(["x"])),
        ("1, 2, 3", &levels, json!("2")),
        ("1, 2, 3", &levels, json!(2.0)),
        ("1, 2, 3", &levels, json!(4)),
        ("\"1\", \"2\"", &names, json!(1)),
        ("any", &any, json!("[1]")),
        ("any", &any, json!(null)),
    ];
    let rows: Vec<String> = cases
        .iter()
        .map(|(name, schema, value)| {
            let (lenient, strict) = (checked(schema, value, false), checked(schema, value, true));
            let strict = if strict == lenient { "the same".to_owned() } else { strict };
            format!("{name} <- {value}\n    lenient: {lenient}\n    strict:  {strict}")
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"));
}

#[test]
fn numbers_beyond_the_precision_of_floats_stay_exact() {
    let checked = |schema: Value, value: Value| checked(&schema, &value, true);
    let largest = json!({"type": "integer", "minimum": 0, "maximum": u64::MAX - 1});
    assert_eq!(checked(largest.clone(), json!(u64::MAX - 1)), (u64::MAX - 1).to_string());
    assert!(checked(largest, json!(u64::MAX)).starts_with("v: expected"));
    let least = json!({"type": "integer", "minimum": i64::MIN + 1});
    assert_eq!(checked(least.clone(), json!(i64::MIN + 1)), (i64::MIN + 1).to_string());
    assert!(checked(least, json!(i64::MIN)).starts_with("v: expected"));
    let number = json!({"type": "number", "maximum": 9_007_199_254_740_993_u64});
    assert_eq!(checked(number.clone(), json!(9_007_199_254_740_993_u64)), "9007199254740993");
    assert!(checked(number, json!(9_007_199_254_740_994_u64)).starts_with("v: expected"));
    let below_float = json!({"type": "number", "exclusiveMaximum": 9_007_199_254_740_992.0});
    assert!(checked(below_float.clone(), json!(9_007_199_254_740_993_u64)).starts_with("v: expected"));
    assert_eq!(checked(below_float, json!(9_007_199_254_740_991_u64)), "9007199254740991");
}

#[test]
fn an_integer_is_what_a_rust_type_can_hold() {
    let signed = json!({"type": "integer"});
    let unsigned = json!({"type": "integer", "minimum": 0});
    assert!(checked(&signed, &json!(u64::MAX), false).starts_with("v: expected an integer"));
    assert_eq!(checked(&unsigned, &json!(u64::MAX), false), u64::MAX.to_string());
    assert!(checked(&unsigned, &json!(1e20), false).starts_with("v: expected an integer"));
    assert_eq!(checked(&unsigned, &json!(1e18), false), "1000000000000000000");
}

#[test]
fn null_for_an_optional_name_is_absent() {
    let schema = json!({
        "type": "object",
        "properties": {
            "must": {"type": "string"},
            "may": {"type": "string"},
            "deep": {"type": "object", "properties": {"may": {"type": "string"}}, "additionalProperties": false},
        },
        "required": ["must"],
        "additionalProperties": false,
    });
    let checker = Checker::compile(&schema).unwrap();
    for strict in [false, true] {
        let mut arguments = json!({"may": null, "must": "x", "deep": {"may": null}});
        assert_eq!(checker.check(arguments.as_object_mut().unwrap(), strict), []);
        assert_eq!(arguments, json!({"must": "x", "deep": {}}));
        let mut arguments = json!({"must": null});
        let problems = checker.check(arguments.as_object_mut().unwrap(), strict);
        assert_eq!(problems[0].to_string(), "must: expected a string, got null");
    }
}
