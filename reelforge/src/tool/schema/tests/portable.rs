use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::kitchen::{Expression, Kitchen, Operand, Tree};
use super::rules::assert_portable;
use crate::tool::schema::{Checker, Role, of, output, portable, whole};

/// The root schema of a type, as a user's own call of the generator gives it.
fn generated<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn kitchen_result() -> Value {
    output(|generator| Some(of::<Kitchen>(generator))).unwrap().unwrap()
}

fn refusal(schema: Value, role: Role) -> String {
    let problems = portable(schema, role).expect_err("this is not portable");
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_kitchen_sink_is_portable_as_arguments() {
    let schema = whole(of::<Kitchen>).unwrap();
    assert_portable(&schema, true);
    Checker::compile(&schema).unwrap();
    insta::assert_json_snapshot!(schema);
}

#[test]
fn the_kitchen_sink_is_portable_as_a_result() {
    let schema = kitchen_result();
    assert_portable(&schema, false);
    Checker::compile(&schema).unwrap();
    insta::assert_json_snapshot!(schema);
}

#[test]
fn a_root_that_contains_itself_becomes_a_definition() {
    let schema = portable(generated::<Tree>(), Role::Arguments).unwrap();
    assert_portable(&schema, true);
    insta::assert_json_snapshot!(schema);
    assert_eq!(whole(of::<Tree>).unwrap(), schema, "both ways to generate it give one schema");
}

#[test]
fn types_that_contain_each_other_stay_references() {
    let schema = portable(generated::<Operand>(), Role::Arguments).unwrap();
    assert_portable(&schema, true);
    insta::assert_json_snapshot!(schema);
}

#[test]
fn a_portable_schema_stays_as_it_is() {
    let result = kitchen_result();
    for (schema, role) in [(whole(of::<Kitchen>).unwrap(), Role::Arguments), (result, Role::Output)] {
        assert_eq!(portable(schema.clone(), role).unwrap(), schema);
    }
}

#[test]
fn a_tool_without_a_structured_result_has_no_schema_of_it() {
    assert_eq!(output(|_| None), Ok(None));
}

#[test]
fn roots_that_are_no_struct_are_refused() {
    let refused = [
        refusal(generated::<Expression>(), Role::Arguments),
        refusal(generated::<Expression>(), Role::Output),
        refusal(generated::<Vec<u8>>(), Role::Output),
        refusal(generated::<String>(), Role::Output),
        refusal(generated::<Value>(), Role::Output),
        refusal(generated::<Option<Tree>>(), Role::Output),
        refusal(generated::<(u8, u8)>(), Role::Output),
    ];
    insta::assert_snapshot!(refused.join("\n"));
}

#[test]
#[expect(dead_code)] // The types are here for their schemas alone.
fn what_cannot_be_portable_is_refused_where_it_stands() {
    #[derive(JsonSchema)]
    struct Odd {
        pair: (i32, String),
        deep: Vec<Deep>,
        unit: (),
        never: std::num::NonZeroI32,
        gaps: Vec<Option<u8>>,
        holes: std::collections::BTreeMap<String, Option<u8>>,
        #[schemars(regex(pattern = "(?=x)"))]
        ahead: String,
        #[schemars(extend("x-own" = 1))]
        own: u8,
        flat: TwoFlattened,
    }
    #[derive(JsonSchema)]
    struct Deep {
        points: Vec<(f64, f64)>,
    }
    #[derive(JsonSchema)]
    struct TwoFlattened {
        #[serde(flatten)]
        one: External,
        #[serde(flatten)]
        other: Other,
    }
    #[derive(JsonSchema)]
    enum External {
        A { x: u8 },
        B { y: u8 },
    }
    #[derive(JsonSchema)]
    #[serde(tag = "kind")]
    enum Other {
        C { x: u8 },
        D { y: u8 },
    }
    insta::assert_snapshot!(refusal(generated::<Odd>(), Role::Arguments));
}

#[test]
fn schemas_written_by_hand_are_understood_or_refused() {
    let property = |schema: Value| {
        let whole = json!({"type": "object", "properties": {"p": schema}, "required": ["p"]});
        match portable(whole, Role::Arguments) {
            Ok(made) => made["properties"]["p"].to_string(),
            Err(problems) => problems[0].to_string(),
        }
    };
    let cases = [
        json!({"type": ["string", "integer"], "minimum": 1, "maxLength": 3, "description": "Either."}),
        json!({"minimum": 1}),
        json!({"enum": ["a", "b"]}),
        json!({"enum": ["a", 1]}),
        json!({"enum": []}),
        json!({"const": 3}),
        json!({"type": "string", "enum": [1]}),
        json!({"type": "integer", "minLength": 1}),
        json!({"allOf": [{"type": "object", "properties": {"a": true}}], "properties": {"b": true}}),
        json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"anyOf": [{"type": "string"}], "oneOf": [{"type": "string"}]}),
        json!({"anyOf": []}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        json!({"anyOf": [{"minimum": 1}, {"maximum": -1}], "type": "integer"}),
        json!({"type": "object"}),
        json!({"type": "object", "required": ["q"], "properties": {}}),
        json!({"type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": true}}),
        json!({"type": "array"}),
        json!({"type": "thing"}),
        json!({"$ref": "https://example.com/schema"}),
        json!({"$ref": "#/$defs/Missing"}),
        json!({"type": "number", "multipleOf": 2}),
        json!(false),
        json!(7),
    ];
    let table: Vec<String> =
        cases.into_iter().map(|case| format!("{case}\n    {}", property(case.clone()))).collect();
    insta::assert_snapshot!(table.join("\n"));
}

#[test]
fn definitions_that_do_not_contain_themselves_are_written_out() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/Name", "description": "Mine."}, "b": {"$ref": "#/$defs/Name"}},
        "$defs": {"Name": {"type": "string", "description": "A name."}},
    });
    let made = portable(schema, Role::Arguments).unwrap();
    assert_eq!(made["properties"]["a"], json!({"type": "string", "description": "Mine."}));
    assert_eq!(made["properties"]["b"], json!({"type": "string", "description": "A name."}));
    assert!(made.get("$defs").is_none());
}
