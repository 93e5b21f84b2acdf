use serde_json::{Value, json};

use super::*;
use crate::tool::{Hints, Input, Location, Output, ToolDef};

/// A change, what is said of it, and what is said of the way back: nothing if that only adds.
type Case = (Value, Value, Vec<&'static str>, Vec<&'static str>);

fn arguments_change(cases: impl IntoIterator<Item = Case>) {
    for (old, new, there, back) in cases {
        let found = |old, new| lines(arguments::compare(old, new));
        assert_eq!(found(&old, &new), there, "{old} to {new}");
        assert_eq!(found(&new, &old), back, "{new} to {old}");
    }
}

#[allow(clippy::needless_pass_by_value)] // As `json!` makes them.
fn closed(properties: Value, required: Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

#[allow(clippy::needless_pass_by_value)] // As `json!` makes them.
fn one(schema: Value) -> Value {
    closed(json!({ "a": schema }), json!([]))
}

#[test]
fn changes_of_the_names_of_arguments_are_told() {
    arguments_change([
        (
            closed(json!({ "a": {}, "width": {} }), json!([])),
            closed(json!({ "a": {} }), json!([])),
            vec!["arguments.width: was removed"],
            vec![],
        ),
        (
            closed(json!({ "width": {} }), json!([])),
            closed(json!({ "widths": {} }), json!([])),
            vec!["arguments.width: was removed, or renamed to `widths`"],
            vec!["arguments.widths: was removed, or renamed to `width`"],
        ),
        (
            closed(json!({ "a": {} }), json!([])),
            closed(json!({ "a": {} }), json!(["a"])),
            vec!["arguments.a: became required"],
            vec![],
        ),
        (
            closed(json!({}), json!([])),
            closed(json!({ "a": {} }), json!(["a"])),
            vec!["arguments.a: is new and required"],
            vec!["arguments.a: was removed"],
        ),
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": false }),
            vec!["arguments: other names are not accepted any more"],
            vec![],
        ),
    ]);
}

#[test]
fn changes_of_the_types_of_arguments_are_told() {
    arguments_change([
        (
            one(json!({ "type": "string" })),
            one(json!({ "type": "integer" })),
            vec!["arguments.a: the type changed from string to integer"],
            vec!["arguments.a: the type changed from integer to string"],
        ),
        (
            one(json!({ "type": "number" })),
            one(json!({ "type": "integer" })),
            vec!["arguments.a: number is not accepted any more"],
            vec![],
        ),
        (
            one(json!({ "anyOf": [{ "type": "number" }, { "type": "string" }] })),
            one(json!({ "type": "number" })),
            vec!["arguments.a: the type changed from string to integer or number"],
            vec![],
        ),
        (
            one(json!({})),
            one(json!({ "type": ["object", "string"] })),
            vec!["arguments.a: array or boolean or integer or null or number is not accepted any more"],
            vec![],
        ),
    ]);
}

#[test]
fn changes_of_the_values_of_arguments_are_told() {
    arguments_change([
        (
            one(json!({ "enum": ["x", "y"] })),
            one(json!({ "enum": ["y"] })),
            vec![r#"arguments.a: "x" is not accepted any more"#],
            vec![],
        ),
        (
            one(json!({ "type": "string" })),
            one(json!({ "type": "string", "enum": ["y", "z"] })),
            vec![r#"arguments.a: only "y" or "z" is accepted now"#],
            vec![],
        ),
        (
            one(json!({ "type": "string" })),
            one(json!({ "type": "string", "pattern": "^x" })),
            vec![r#"arguments.a: `pattern` is new: "^x""#],
            vec![],
        ),
        (
            one(json!({ "type": "string", "pattern": "^x" })),
            one(json!({ "type": "string", "pattern": "^y" })),
            vec![r#"arguments.a: `pattern` changed from "^x" to "^y""#],
            vec![r#"arguments.a: `pattern` changed from "^y" to "^x""#],
        ),
        (
            one(json!({ "type": "number" })),
            one(json!({ "type": "number", "not": { "const": 3 } })),
            vec![r#"arguments.a: `not` is new or changed, which may refuse what was accepted: {"const":3}"#],
            vec![],
        ),
    ]);
}

#[test]
fn changes_of_the_inner_arguments_are_told() {
    arguments_change([
        (
            one(json!({ "type": "array", "items": { "type": "integer" } })),
            one(json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } })),
            vec!["arguments.a[]: `minimum` is new: 0"],
            vec![],
        ),
        (
            one(closed(json!({ "b": {} }), json!([]))),
            one(closed(json!({}), json!([]))),
            vec!["arguments.a.b: was removed"],
            vec![],
        ),
        (
            one(json!({ "type": "object", "additionalProperties": { "type": "number" } })),
            one(json!({ "type": "object", "additionalProperties": { "type": "integer" } })),
            vec!["arguments.a.*: number is not accepted any more"],
            vec![],
        ),
        (
            one(json!({ "anyOf": [
                closed(json!({ "kind": { "const": "text" }, "size": {} }), json!(["kind"])),
                closed(json!({ "kind": { "const": "image" } }), json!(["kind"])),
            ] })),
            one(json!({ "anyOf": [
                closed(json!({ "kind": { "const": "image" } }), json!(["kind"])),
                closed(json!({ "kind": { "const": "text" } }), json!(["kind"])),
            ] })),
            vec!["arguments.a.size: was removed"],
            vec![],
        ),
    ]);
}

#[test]
fn every_bound_may_be_widened_and_not_tightened() {
    let cases = [
        ("minimum", 1.0, 2.0),
        ("exclusiveMinimum", 1.0, 2.0),
        ("maximum", 9.0, 8.0),
        ("exclusiveMaximum", 9.0, 8.0),
        ("minLength", 1.0, 2.0),
        ("maxLength", 9.0, 8.0),
        ("minItems", 1.0, 2.0),
        ("maxItems", 9.0, 8.0),
        ("minProperties", 1.0, 2.0),
        ("maxProperties", 9.0, 8.0),
        ("multipleOf", 2.0, 4.0),
    ];
    for (keyword, wide, tight) in cases {
        let [none, wide, tight] = [json!({}), json!({ (keyword): wide }), json!({ (keyword): tight })];
        let breaks = |old: &Value, new: &Value| {
            let [old, new] = [old, new].map(|a| json!({ "properties": { "a": a } }));
            arguments::compare(&old, &new)
        };
        for (old, new) in [(&wide, &tight), (&none, &wide)] {
            let found = breaks(old, new);
            assert!(found.len() == 1 && found[0].1.contains(keyword), "{old} to {new}: {found:?}");
            assert_eq!(breaks(new, old), [], "{new} to {old}");
        }
        assert_eq!(breaks(&wide, &wide), []);
    }
}

#[test]
fn a_bound_that_says_nothing_new_breaks_nothing() {
    for (old, new) in [
        (json!({}), json!({ "minLength": 0 })),
        (json!({ "minimum": 1 }), json!({ "exclusiveMinimum": 0 })),
        (json!({ "exclusiveMaximum": 5 }), json!({ "maximum": 5 })),
    ] {
        assert_eq!(arguments::compare(&old, &new), [], "{old} to {new}");
    }
    let found = arguments::compare(&json!({ "maximum": 5 }), &json!({ "exclusiveMaximum": 5 }));
    assert_eq!(found.len(), 1, "5 itself was accepted");
}

#[test]
fn every_change_of_a_result_is_named_in_both_directions() {
    let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required });
    let cases = [
        (
            object(json!({ "a": {}, "b": {} }), json!(["a"])),
            object(json!({ "a": {} }), json!(["a"])),
            vec!["result.b: was removed"],
            vec![],
        ),
        (
            object(json!({ "a": {} }), json!(["a"])),
            object(json!({ "a": {} }), json!([])),
            vec!["result.a: may be absent now"],
            vec![],
        ),
        (
            object(json!({ "a": { "type": "integer" } }), json!([])),
            object(json!({ "a": { "type": "number" } }), json!([])),
            vec!["result.a: the type changed from integer to integer or number"],
            vec![],
        ),
        (
            object(json!({ "a": { "type": "array", "items": { "type": "string" } } }), json!([])),
            object(json!({ "a": { "type": "array", "items": { "type": "object" } } }), json!([])),
            vec!["result.a[]: the type changed from string to object"],
            vec!["result.a[]: the type changed from object to string"],
        ),
        (
            object(
                json!({ "m": { "type": "object", "additionalProperties": { "type": "integer" } } }),
                json!([]),
            ),
            object(
                json!({ "m": { "type": "object", "additionalProperties": { "type": "string" } } }),
                json!([]),
            ),
            vec!["result.m.*: the type changed from integer to string"],
            vec!["result.m.*: the type changed from string to integer"],
        ),
        // Bounds of results are no promise to callers, and neither is a list of values.
        (
            object(json!({ "a": { "enum": ["x"] } }), json!([])),
            object(json!({ "a": { "enum": ["x", "y"] } }), json!([])),
            vec![],
            vec![],
        ),
    ];
    for (old, new, there, back) in cases {
        let found = |old, new| lines(results::compare(old, new));
        assert_eq!(found(&old, &new), there, "{old} to {new}");
        assert_eq!(found(&new, &old), back, "{new} to {old}");
    }
}

#[test]
fn schemas_that_refer_to_themselves_are_compared_to_an_end() {
    let tree = |leaf: &str| {
        json!({ "$ref": "#/$defs/Tree", "$defs": { "Tree": { "type": "object", "properties": {
            "leaf": { "type": leaf }, "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
        } } } })
    };
    let found = lines(arguments::compare(&tree("string"), &tree("integer")));
    assert_eq!(found, ["arguments.leaf: the type changed from string to integer"]);
    let found = lines(results::compare(&tree("string"), &tree("integer")));
    assert_eq!(found, ["result.leaf: the type changed from string to integer"]);
    let endless = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "$ref": "#/$defs/A" } } });
    assert_eq!(arguments::compare(&endless, &endless), []);
}

fn lines(found: Vec<(String, String)>) -> Vec<String> {
    found.into_iter().map(|(at, what)| format!("{at}: {what}")).collect()
}

fn registry(tools: &[&'static ToolDef]) -> std::sync::Arc<Registry> {
    tools.iter().fold(Registry::builder(), |builder, tool| builder.tool(tool)).build().unwrap()
}

const TOOL: ToolDef = ToolDef {
    name: "paint",
    title: "Paint",
    description: "Paints.",
    toolsets: &[],
    hints: Hints { read_only: true, destructive: Some(false), idempotent: None, open_world: None },
    timeout: None,
    concurrency: None,
    max_output: None,
    input: Input::Verbatim(|_| {
        schemars::json_schema!({
            "type": "object", "title": "Paint", "required": ["title", "a"],
            "properties": {
                "title": { "type": "string", "description": "Said above.", "default": { "title": "kept" } },
                "a": { "enum": ["y", "x"] },
            },
        })
    }),
    output: |_| None,
    state: &[],
    handler: |_, _| Box::pin(std::future::ready(Ok(Output::new()))),
    location: Location { file: "src/lib.rs", line: 1, module: "test" },
};

#[test]
fn a_contract_is_sorted_and_says_nothing_twice() {
    static PAINT: ToolDef = TOOL;
    let contract = lock(&registry(&[&PAINT]));
    let expected = json!({ "format": 1, "tools": { "paint": {
        "arguments": {
            "properties": {
                "a": { "enum": ["y", "x"] },
                "title": { "default": { "title": "kept" }, "type": "string" },
            },
            "required": ["a", "title"],
            "type": "object",
        },
        "promises": { "not_destructive": true, "read_only": true },
    } } });
    assert_eq!(contract.to_string(), expected.to_string());
}

#[test]
fn tools_and_promises_are_compared() {
    static PAINT: ToolDef = TOOL;
    static PAINTS: ToolDef = ToolDef { name: "paints", ..TOOL };
    static QUIET: ToolDef = ToolDef { description: "Other words.", ..TOOL };
    static WRITES: ToolDef = ToolDef {
        hints: Hints { read_only: false, destructive: None, idempotent: None, open_world: None },
        ..TOOL
    };
    let said = |old: &[&'static ToolDef], new: &[&'static ToolDef]| {
        let breaks = check(&lock(&registry(old)), &registry(new)).unwrap();
        breaks.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said(&[&PAINT], &[&PAINT, &PAINTS]), [""; 0], "a new tool breaks nothing");
    assert_eq!(said(&[&PAINT, &PAINTS], &[&PAINTS]), ["paint: the tool was removed"]);
    assert_eq!(said(&[&PAINT], &[&PAINTS]), ["paint: the tool was removed, or renamed to `paints`"]);
    assert_eq!(said(&[&PAINT], &[&QUIET]), [""; 0], "prose is no contract");
    assert_eq!(
        said(&[&PAINT], &[&WRITES]),
        ["paint: it was promised to be read only", "paint: it was promised to be not destructive"]
    );
    assert_eq!(said(&[&WRITES], &[&PAINT]), [""; 0], "a new promise breaks nothing");
}

#[test]
fn a_bad_file_is_refused_with_what_was_expected() {
    static PAINT: ToolDef = TOOL;
    let registry = registry(&[&PAINT]);
    let cases = [
        (json!([]), "expected a contract: an object with `format` and `tools`"),
        (json!({ "format": 2 }), "expected a contract of format 1, got format 2"),
        (json!({ "format": 1 }), "expected `tools` to be an object of tools by name"),
        (json!({ "format": 1, "tools": { "x": {} } }), "tools.x: expected `promises`, an object"),
        (
            json!({ "format": 1, "tools": { "x": { "promises": {} } } }),
            "tools.x: expected `arguments`, a schema",
        ),
        (
            json!({ "format": 1, "tools": { "x": { "promises": {}, "arguments": {}, "result": 1 } } }),
            "tools.x: expected `result` to be a schema",
        ),
    ];
    for (file, expected) in cases {
        assert_eq!(check(&file, &registry).unwrap_err().to_string(), expected, "{file}");
    }
}
