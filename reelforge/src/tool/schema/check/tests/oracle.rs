//! The checker against the `jsonschema` crate, over random schemas and values.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::tool::schema::Checker;

/// A portable schema. Integers have the bounds that the checker takes for granted.
fn schema() -> impl Strategy<Value = Value> {
    let name = || prop::sample::select(vec!["a", "b", "c", "kind", "длина"]);
    let scalar = prop_oneof![
        Just(json!({"type": "boolean"})),
        Just(json!({"description": "Any JSON value."})),
        (-5_i64..5, 0_i64..8)
            .prop_map(|(min, more)| json!({"type": "integer", "minimum": min, "maximum": min + more})),
        (-5_i64..5).prop_map(|min| json!({"type": "integer", "exclusiveMinimum": min, "maximum": i64::MAX})),
        (0_u64..3).prop_map(|less| json!({"type": "integer", "minimum": 0, "maximum": u64::MAX - less})),
        (-5.0..5.0).prop_map(|min| json!({"type": "number", "minimum": min})),
        (-5.0..5.0).prop_map(|max| json!({"type": "number", "exclusiveMaximum": max})),
        Just(json!({"type": "number"})),
        (0_u64..3, 0_u64..3)
            .prop_map(|(min, more)| json!({"type": "string", "minLength": min, "maxLength": min + more})),
        prop::sample::select(vec!["^a", "^[a-z]+$", "b|c", "^\\d+$", "\\w\\W"])
            .prop_map(|pattern| json!({"type": "string", "pattern": pattern})),
        Just(json!({"type": "string", "format": "date-time"})),
        Just(json!({"type": "string", "enum": ["a", "b", "abc"]})),
        Just(json!({"type": "integer", "enum": [1, 2, 7]})),
    ];
    let node = scalar.prop_recursive(4, 24, 4, move |inner| {
        let fields = prop::collection::btree_map(name(), (inner.clone(), any::<bool>()), 0..4);
        let object = (fields, prop_oneof![Just(json!(false)), Just(json!(true)), inner.clone()]).prop_map(
            |(fields, rest)| {
                let required: Vec<&str> =
                    fields.iter().filter(|(_, (_, required))| *required).map(|(name, _)| *name).collect();
                let properties: Map<String, Value> =
                    fields.iter().map(|(name, (schema, _))| ((*name).to_owned(), schema.clone())).collect();
                json!({
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": rest,
                })
            },
        );
        let tagged = (inner.clone(), inner.clone()).prop_map(|(one, other)| {
            let branch = |kind: &str, schema: &Value| {
                json!({
                    "type": "object",
                    "properties": {"kind": {"type": "string", "enum": [kind]}, "b": schema},
                    "required": ["kind"],
                    "additionalProperties": false,
                })
            };
            json!({"anyOf": [branch("a", &one), branch("abc", &other), {"$ref": "#/$defs/Node"}]})
        });
        prop_oneof![
            object,
            tagged,
            (inner.clone(), 0_u64..2, 0_u64..3, any::<bool>()).prop_map(|(items, min, more, unique)| json!({
                "type": "array", "items": items, "minItems": min, "maxItems": min + more, "uniqueItems": unique,
            })),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|branches| json!({ "anyOf": branches })),
            (inner, Just("^[a-z]$")).prop_map(|(values, pattern)| json!({
                "type": "object",
                "propertyNames": {"type": "string", "pattern": pattern},
                "additionalProperties": values,
            })),
            Just(json!({"$ref": "#/$defs/Node"})),
        ]
    });
    (node.clone(), node).prop_map(|(one, other)| {
        json!({
            "type": "object",
            "properties": {"a": one, "b": other, "c": {"$ref": "#/$defs/Node"}},
            "required": ["a"],
            "additionalProperties": false,
            "$defs": {"Node": {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["a", "node"]}, "b": one, "next": {"$ref": "#/$defs/Node"}},
                "required": ["kind"],
                "additionalProperties": false,
            }},
        })
    })
}

/// Any value. Integral floats are left out: for JSON Schema they are integers, for serde they are not.
fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-6_i64..14).prop_map(Value::from),
        prop::sample::select(vec![u64::MAX, u64::MAX - 1, u64::MAX - 2, 1 << 63]).prop_map(Value::from),
        prop::sample::select(vec![i64::MIN, i64::MAX]).prop_map(Value::from),
        (-60_i32..60).prop_map(|tenths| json!(f64::from(tenths) / 10.0 + 0.05)),
        prop::sample::select(vec!["", "a", "b", "abc", "node", "12", "é!", "[1]", "{}", "ab cd"])
            .prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 24, 4, |inner| {
        let name = prop::sample::select(vec!["a", "b", "c", "kind", "next", "длина", "zz"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..4).prop_map(|map| {
                map.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into()
            }),
        ]
    })
}

/// A value made for the schema, so that good ones are met too; `spoil` replaces one part in it.
fn fitting(
    schema: &Value,
    defs: &Value,
    choices: &mut dyn Iterator<Item = u8>,
    spoil: &Value,
    depth: usize,
) -> Value {
    let mut pick = |most: usize| usize::from(choices.next().unwrap_or(0)) % most.max(1);
    if pick(24) == 23 {
        return spoil.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values[pick(values.len())].clone();
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        let branch = &branches[pick(branches.len())];
        return fitting(branch, defs, choices, spoil, depth);
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|text| text.rsplit('/').next()) {
        return fitting(&defs[name], defs, choices, spoil, depth);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("boolean") => json!(pick(2) == 0),
        Some("integer") => schema.get("maximum").or(schema.get("minimum")).cloned().unwrap_or(json!(pick(9))),
        Some("number") => schema.get("minimum").cloned().unwrap_or(json!(-7.25)),
        Some("string") => json!(["a", "abc", "12", "é!", ""][pick(5)]),
        Some("array") => {
            let count = pick(4);
            (0..count).map(|_| fitting(&schema["items"], defs, choices, spoil, depth + 1)).collect()
        }
        Some("object") => {
            let required = schema.get("required").cloned().unwrap_or(json!([]));
            let mut map = Map::new();
            for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten()
            {
                let must = required.as_array().is_some_and(|names| names.contains(&json!(name)));
                let there = must || (depth < 5 && usize::from(choices.next().unwrap_or(0)) % 2 == 0);
                if there {
                    map.insert(name.clone(), fitting(property, defs, choices, spoil, depth + 1));
                }
            }
            if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
                map.insert("z".to_owned(), fitting(rest, defs, choices, spoil, depth + 1));
            }
            Value::Object(map)
        }
        _ => spoil.clone(),
    }
}

/// How often each verdict came, so that a generator that makes only one kind is noticed.
fn agree(schema: &Value, arguments: Value) -> Result<bool, TestCaseError> {
    let checker = Checker::compile(schema).map_err(|errors| TestCaseError::fail(errors.join("\n")))?;
    let oracle =
        jsonschema::draft202012::new(schema).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let Value::Object(mut map) = arguments else { return Ok(false) };
    let problems = checker.check(&mut map, true);
    // Nulls for optional names are gone by now; beyond that, strictness changes nothing.
    let result = Value::Object(map);
    prop_assert_eq!(problems.is_empty(), oracle.is_valid(&result), "{:?}\n{}\n{}", problems, schema, result);
    Ok(problems.is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strict_verdicts_are_those_of_the_oracle_for_any_value(schema in schema(), value in value()) {
        agree(&schema, json!({"a": value}))?;
    }

    #[test]
    fn strict_verdicts_are_those_of_the_oracle_for_fitting_values(
        schema in schema(),
        spoil in value(),
        choices in prop::collection::vec(any::<u8>(), 64),
    ) {
        let value = fitting(&schema, &schema["$defs"], &mut choices.into_iter().cycle(), &spoil, 0);
        agree(&schema, value)?;
    }

    #[test]
    fn what_lenience_accepts_is_valid_afterwards(
        schema in schema(),
        spoil in value(),
        choices in prop::collection::vec(any::<u8>(), 64),
    ) {
        let value = fitting(&schema, &schema["$defs"], &mut choices.into_iter().cycle(), &spoil, 0);
        let Value::Object(mut map) = value else { return Ok(()) };
        // Quote every scalar of the arguments, as some models do.
        for value in map.values_mut().filter(|value| value.is_number() || value.is_array()) {
            *value = json!(value.to_string());
        }
        let checker = Checker::compile(&schema).unwrap();
        if checker.check(&mut map, false).is_empty() {
            let oracle = jsonschema::draft202012::new(&schema).unwrap();
            prop_assert!(oracle.is_valid(&Value::Object(map.clone())), "{}\n{:?}", schema, map);
            prop_assert_eq!(checker.check(&mut map, true), vec![], "a second check finds nothing");
        }
    }
}

#[test]
fn the_generators_make_good_and_bad_values() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let cases = (schema(), value(), prop::collection::vec(any::<u8>(), 64));
    let mut good = 0;
    for _ in 0..200 {
        let (schema, spoil, choices) = cases.new_tree(&mut runner).unwrap().current();
        let value = fitting(&schema, &schema["$defs"], &mut choices.into_iter().cycle(), &spoil, 0);
        good += usize::from(agree(&schema, value).unwrap());
    }
    assert!((30..170).contains(&good), "{good} of 200 are good");
}
