//! The schema that is shown and the decoding of files say the same of every project.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{COFFEE, QUOTE, STAMPEDE};
use crate::video::check::Severity;
use crate::video::project::schema::{self, project_schema};
use crate::video::project::{Project, source};

static VALIDATOR: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| jsonschema::validator_for(project_schema()).expect("the schema is a schema"));

fn errors(project: &Value) -> Vec<String> {
    let parsed = Project::parse(&project.to_string());
    let errors = parsed.issues.iter().filter(|issue| issue.severity == Severity::Error);
    errors.map(|issue| format!("{} {}: {}", issue.rule, issue.path, issue.message)).collect()
}

fn assert_agreement(project: &Value) {
    let schema: Vec<String> =
        VALIDATOR.iter_errors(project).map(|error| format!("{}: {error}", error.instance_path())).collect();
    let decoder = errors(project);
    assert_eq!(
        schema.is_empty(),
        decoder.is_empty(),
        "schema: {schema:#?}\ndecoder: {decoder:#?}\n{project:#}"
    );
}

/// Random choices, taken from what proptest can shrink.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    /// A number below `count`; 0 when the choices are used up.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count.max(1)
    }

    fn one<T: Clone>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())].clone()
    }
}

/// A value that a place of the schema may take, now and then one that it does not.
fn value(schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    // A number or a word where text is expected is text, so only lists and maps are wrong everywhere.
    if choices.below(97) == 96 {
        return choices.one(&[json!([]), json!({}), json!([[1], [2]]), json!({"at": 1})]);
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.trim_start_matches("#/$defs/");
        return value(schema::definition_of(name).expect("references lead to definitions"), choices, depth);
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(alternatives) = schema.get(keyword).and_then(Value::as_array)
            && schema.get("type").is_none()
        {
            return value(&choices.one(alternatives), choices, depth);
        }
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return choices.one(words);
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    match choices.one(&types).as_str() {
        Some("object") => object(schema, choices, depth),
        Some("array") => {
            let limit = |name, default| {
                let limit = schema.get(name).and_then(Value::as_u64);
                limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(default)
            };
            let (min, max) = (limit("minItems", 0), limit("maxItems", 3).min(4));
            let length = min + choices.below(max.saturating_sub(min) + 1);
            let length = if depth > 6 { min } else { length };
            (0..length).map(|_| value(&schema["items"], choices, depth + 1)).collect()
        }
        Some("boolean") => choices.one(&[json!(true), json!(false)]),
        Some(name @ ("number" | "integer")) => {
            let min = schema.get("minimum").and_then(Value::as_f64).unwrap_or(-5.0);
            let max = schema.get("maximum").and_then(Value::as_f64).unwrap_or(5.0);
            let step = schema.get("multipleOf").and_then(Value::as_f64).unwrap_or(1.0);
            let middle = (f64::midpoint(min, max) / step).floor() * step;
            let out = choices.below(23) == 22;
            let number = choices.one(&[min, max, middle]) + if out { max + 1.0 } else { 0.0 };
            let half = name == "number" && min < 0.25 && 0.75 < max;
            if half && choices.below(3) == 0 { json!(0.25) } else { json!(number) }
        }
        _ => text(schema, choices),
    }
}

fn object(schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    let mut map = Map::new();
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let wanted = if required.contains(&key.as_str()) {
            choices.below(40) != 39
        } else {
            depth < 7 && choices.below(5) == 4
        };
        if wanted {
            map.insert(key.clone(), value(property, choices, depth + 1));
        }
    }
    if schema["additionalProperties"].is_object() {
        for name in ["first", "second_one", "V-8", "Not A Name"].iter().take(choices.below(5)) {
            map.insert((*name).to_owned(), value(&schema["additionalProperties"], choices, depth + 1));
        }
    }
    if choices.below(60) == 59 {
        map.insert(choices.one(&["start", "nonsense", "x"]).to_owned(), json!(1));
    }
    Value::Object(map)
}

fn text(schema: &Value, choices: &mut Choices<'_>) -> Value {
    let Some(pattern) = schema.get("pattern").and_then(Value::as_str) else {
        return choices.one(&[
            json!("some text"),
            json!("x"),
            json!("with: colon # and hash"),
            json!("y".repeat(700)),
        ]);
    };
    let fitting = [
        "first",
        "V-8",
        "V-2",
        "50%",
        "-12.5%",
        "#00ff00",
        "#00FF0080",
        "$accent",
        "cue(a, b) + 0.5",
        "sentence(2)",
        "end",
        "boom - 1.25",
        "auto",
        "voice",
        "subs.srt",
        "en",
        "pt-BR",
        "one\ntwo",
    ];
    let regex = regex::Regex::new(pattern).expect("patterns are regular expressions");
    let fitting: Vec<&str> = fitting.into_iter().filter(|text| regex.is_match(text)).collect();
    assert!(!fitting.is_empty(), "no sample fits {pattern}");
    if choices.below(30) == 29 { json!("Not! fitting") } else { json!(choices.one(&fitting)) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn schema_and_decoding_agree_on_random_projects(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let mut choices = Choices(bytes.iter());
        let project = value(project_schema(), &mut choices, 0);
        // A single value is no map either way, but as text it may be anything.
        prop_assume!(project.is_object());
        assert_agreement(&project);
    }

    #[test]
    fn schema_and_decoding_agree_on_single_elements(kind in 0..11_usize, bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut choices = Choices(bytes.iter());
        let element = value(&project_schema()["$defs"]["Element"]["oneOf"][kind], &mut choices, 4);
        let scene = json!({"id": "a", "elements": [element]});
        assert_agreement(&json!({"reelforge": 1, "meta": {"title": "t"}, "canvas": "reel", "scenes": [scene]}));
    }
}

#[test]
fn the_schema_accepts_the_examples() {
    for text in [COFFEE, STAMPEDE, QUOTE] {
        // The published schema describes a project after `{{name}}` was replaced.
        let tree = source::parse(text).root.expect("an example parses");
        let errors: Vec<String> =
            VALIDATOR.iter_errors(&tree.to_json()).map(|e| format!("{}: {e}", e.instance_path())).collect();
        let templates = |error: &String| error.contains("components/box-label");
        assert!(errors.iter().all(templates), "{errors:#?}");
    }
}
