use serde_json::{Value, json};

use super::kitchen::{Expression, Kitchen, Tree};
use crate::tool::schema::{
    Arg, Number, Role, Rule, argument, arguments, of, openai, openapi, portable, whole,
};

const ARGS: &[Arg] = &[
    Arg {
        name: "text",
        description: "What to say.",
        schema: argument::<String>,
        default: None,
        rules: &[Rule::MaxLen(80)],
    },
    Arg {
        name: "count",
        description: "How often.",
        schema: argument::<u8>,
        default: Some(|| json!(1)),
        rules: &[Rule::Min(Number::Integer(1))],
    },
    Arg { name: "tree", description: "A tree.", schema: argument::<Option<Tree>>, default: None, rules: &[] },
    Arg {
        name: "expression",
        description: "What to compute.",
        schema: argument::<Option<Expression>>,
        default: None,
        rules: &[],
    },
    Arg {
        name: "side",
        description: "",
        schema: |_| schemars::json_schema!({"type": ["string", "null"], "enum": ["l", "r", null]}),
        default: None,
        rules: &[],
    },
];

#[test]
fn functions_say_whether_they_are_strict() {
    let schema = arguments(ARGS).unwrap();
    let normal = openai::chat("speak", "Says it.", &schema, false);
    assert_eq!(normal["function"]["parameters"], schema, "the normal form is the MCP schema");
    assert_eq!(normal["function"]["strict"], false);
    let flat = openai::responses("speak", "Says it.", &schema, true);
    assert_eq!(flat["strict"], true);
    insta::assert_json_snapshot!(flat);

    let nested = openai::chat("speak", "Says it.", &schema, true);
    for member in ["name", "description", "parameters", "strict"] {
        assert_eq!(nested["function"][member], flat[member]);
        assert!(nested.get(member).is_none());
    }
}

#[test]
fn strict_parameters_close_and_require_everything() {
    fn walk(schema: &Value) {
        let Value::Object(map) = schema else { return };
        for refused in ["default", "minLength", "maxLength", "uniqueItems", "examples", "deprecated"] {
            assert!(!map.contains_key(refused), "{refused} in {schema}");
        }
        assert!(!map.contains_key("$ref") || map.len() == 1, "beside a reference: {schema}");
        if let Some(Value::Object(properties)) = map.get("properties") {
            assert_eq!(map["additionalProperties"], false);
            assert_eq!(map["required"], properties.keys().cloned().collect::<Value>());
            properties.values().for_each(walk);
        }
        map.get("$defs").and_then(Value::as_object).into_iter().flat_map(|defs| defs.values()).for_each(walk);
        map.get("anyOf").and_then(Value::as_array).into_iter().flatten().for_each(walk);
        map.get("items").into_iter().for_each(walk);
    }
    walk(&openai::strict_parameters(&arguments(ARGS).unwrap()).unwrap());
    walk(&openai::strict_parameters(&arguments(&[]).unwrap()).unwrap());
}

#[test]
fn what_has_no_strict_form_stays_normal() {
    let property = |schema: Value| {
        let schema = json!({"type": "object", "properties": {"p": schema}});
        portable(schema, Role::Arguments).unwrap()
    };
    let map = property(json!({"type": "array", "items": {"type": "object", "additionalProperties": true}}));
    let tool = openai::responses("t", "", &map, true);
    assert_eq!((&tool["strict"], &tool["parameters"]), (&json!(false), &map));

    let reason = |schema| openai::strict_parameters(&property(schema)).unwrap_err();
    assert_eq!(reason(json!({"type": "array", "items": {"type": "object"}})), "an item of `p` is a map");
    assert_eq!(reason(json!(true)), "`p` takes any value");
    let many: Vec<String> = (0..1001).map(|n| n.to_string()).collect();
    assert_eq!(reason(json!({"enum": many})), "the schema has more than 1000 values in enums");
    let long: Vec<String> = (0..251).map(|n| format!("{n:0>70}")).collect();
    assert_eq!(reason(json!({"enum": long})), "the schema has an enum with more than 15000 bytes");
    let deep = (0..11).fold(json!({"type": "string"}), |inner, _| json!({"type": "array", "items": inner}));
    assert_eq!(reason(deep), "the schema has more than 10 levels");
}

#[test]
fn a_component_equals_the_schema_but_for_references() {
    let flat = whole(of::<Flat>).unwrap();
    let component = openapi::component("Speak", &flat);
    assert_eq!(component.schema, flat);
    assert!(component.components.is_empty());

    let schema = whole(of::<Kitchen>).unwrap();
    let component = openapi::component("Cook", &schema);
    let written = json!({"schema": component.schema, "components": component.components}).to_string();
    assert!(!written.contains("#/$defs"));
    let names: Vec<&String> = component.components.keys().collect();
    assert_eq!(names, ["Cook_Tree", "Cook_Expression", "Cook_Operand"]);
    // Put back together, it is what it was.
    let mut back = component.schema;
    back["$defs"] = component.components.into_iter().map(|(k, v)| (k.replace("Cook_", ""), v)).collect();
    let back = back.to_string().replace("#/components/schemas/Cook_", "#/$defs/");
    assert_eq!(back, schema.to_string());
}

#[derive(schemars::JsonSchema)]
struct Flat {
    #[expect(dead_code, reason = "only its schema counts")]
    #[serde(rename = "$ref")]
    named_like_a_keyword: String,
}
