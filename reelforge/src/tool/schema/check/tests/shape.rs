//! What compiles, what is refused, and what never ends well elsewhere.

use serde_json::{Value, json};

use crate::tool::schema::Checker;

fn errors(schema: &Value) -> String {
    Checker::compile(schema).expect_err("this is outside of the dialect").join("\n")
}

#[test]
fn schemas_outside_of_the_dialect_do_not_compile() {
    let property = |schema: Value| errors(&json!({"type": "object", "properties": {"p": schema}}));
    assert_eq!(errors(&json!({"type": "string"})), "the root of the schema must be an object");
    assert_eq!(property(json!(true)), "true is not a schema of the portable dialect");
    assert_eq!(
        property(json!({"type": ["string", "null"]})),
        "`type: [\"string\",\"null\"]` is not one type"
    );
    assert_eq!(
        property(json!({"type": "array", "prefixItems": []})),
        "`prefixItems` beside `type: array` is not portable"
    );
    assert_eq!(property(json!({"oneOf": []})), "`oneOf` beside `type: any` is not portable");
    assert_eq!(property(json!({"minimum": 1})), "`minimum` beside `type: any` is not portable");
    assert_eq!(
        property(json!({"type": "integer", "minLength": 1})),
        "`minLength` beside `type: integer` is not portable"
    );
    assert_eq!(property(json!({"$ref": "#/$defs/No"})), "the reference \"#/$defs/No\" leads nowhere");
    assert!(property(json!({"type": "string", "pattern": "(?=x)"})).contains("look-around"));
}

#[test]
fn a_definition_without_an_end_is_refused() {
    let endless = "a definition refers to itself without a value in between";
    let a = json!({"$ref": "#/$defs/A"});
    let b = json!({"$ref": "#/$defs/B"});
    let root = json!({"type": "object", "properties": {"p": a}, "$defs": {"A": b, "B": {"anyOf": [a, b]}}});
    assert!(errors(&root).starts_with(endless));

    let mut deep = json!({"type": "string"});
    for _ in 0..150 {
        deep = json!({"type": "array", "items": deep});
    }
    let deep = errors(&json!({"type": "object", "properties": {"p": deep}}));
    assert_eq!(deep, "the schema is nested deeper than 100 levels");
}

#[test]
fn recursion_follows_the_data_and_ends_where_it_is_too_deep() {
    let schema = json!({
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "additionalProperties": false,
        "$defs": {"Tree": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Tree"}}, "additionalProperties": false}},
    });
    let checker = Checker::compile(&schema).unwrap();
    let nested = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({"next": inner}));
    let check = |levels| {
        let mut arguments = json!({"tree": nested(levels)});
        checker.check(arguments.as_object_mut().unwrap(), true)
    };
    assert_eq!(check(60), []);
    let problems = check(300);
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].expected.as_str(), problems[0].got.as_str()),
        ("at most 128 levels", "a deeper value")
    );
    assert!(problems[0].path.len() < 300, "{}", problems[0].path);
}

#[test]
fn alternatives_that_multiply_come_to_an_end() {
    // Without tags, each level may have to be tried twice: 2^100 ways for a value of 100 levels.
    let node = json!({"$ref": "#/$defs/Node"});
    let branch = |name: &str| {
        json!({
            "type": "object",
            "properties": {"next": node, name: {"type": "integer"}},
            "required": ["next", name],
            "additionalProperties": false,
        })
    };
    let schema = json!({
        "type": "object",
        "properties": {"node": node},
        "$defs": {"Node": {"anyOf": [branch("a"), branch("b"), {"type": "integer"}]}},
    });
    let checker = Checker::compile(&schema).unwrap();
    let bottom = json!("neither");
    let value = (0..40).fold(bottom, |inner, _| json!({"next": inner, "b": 1}));
    let mut arguments = json!({ "node": value });
    let problems = checker.check(arguments.as_object_mut().unwrap(), false);
    assert!(!problems.is_empty());
}

#[test]
fn alternatives_are_followed_as_deep_as_json_can_be_read() {
    let node = json!({"$ref": "#/$defs/Node"});
    let schema = json!({
        "type": "object",
        "properties": {"node": node},
        "$defs": {"Node": {"anyOf": [
            {"type": "integer"},
            {"type": "array", "items": node},
            {"type": "object", "properties": {"next": node}, "additionalProperties": false},
        ]}},
    });
    let checker = Checker::compile(&schema).unwrap();
    let value = (0..60).fold(json!(1), |inner, _| json!({"next": [inner]}));
    let mut arguments = json!({ "node": value });
    assert_eq!(checker.check(arguments.as_object_mut().unwrap(), false), []);
    let value = (0..60).fold(json!("x"), |inner, _| json!({"next": [inner]}));
    let mut arguments = json!({ "node": value });
    let problems = checker.check(arguments.as_object_mut().unwrap(), false);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].path.ends_with(".next[0]"), "{}", problems[0].path);
}

#[test]
fn a_result_is_checked_and_freed_of_nulls() {
    let schema = json!({
        "type": "object",
        "properties": {"text": {"type": "string"}, "level": {"type": "number"}},
        "required": ["text"],
    });
    let checker = Checker::compile(&schema).unwrap();
    let mut result = json!({"text": "a", "level": null, "later": 1});
    assert_eq!(checker.check_result(&mut result), []);
    assert_eq!(result, json!({"text": "a", "later": 1}));
    assert_eq!(
        checker.check_result(&mut json!({"text": 1}))[0].to_string(),
        "text: expected a string, got 1"
    );
    assert_eq!(checker.check_result(&mut json!([]))[0].to_string(), "expected an object, got an empty array");
}
