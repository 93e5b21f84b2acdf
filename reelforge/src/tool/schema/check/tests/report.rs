//! What a model reads.

#![expect(dead_code)] // The types are here for their schemas alone.

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::tool::schema::{Checker, of, report, whole};

#[derive(JsonSchema)]
struct Preview {
    project: String,
    #[schemars(length(max = 20), example = json!(["cue(\"word\")"]))]
    times: Option<Vec<Time>>,
    #[schemars(range(min = 16, max = 4096))]
    width: Option<u32>,
    overlay: Option<Overlay>,
    shape: Option<Shape>,
    source: Option<Source>,
    labels: Option<std::collections::BTreeMap<u8, Label>>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum Time {
    Seconds(f64),
    Cue(String),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Overlay {
    None,
    SafeZones,
    Boxes,
}

#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Source {
    File { path: String, start: Option<f64> },
    Colour { name: String },
}

#[derive(JsonSchema)]
struct Label {
    text: String,
}

fn reported(arguments: Value) -> String {
    let checker = Checker::compile(&whole(of::<Preview>).unwrap()).unwrap();
    let Value::Object(mut arguments) = arguments else { unreachable!("tests send objects") };
    report("preview_frames", &checker.check(&mut arguments, false))
}

#[test]
fn every_problem_is_told_at_once() {
    let long = "a long text ".repeat(100);
    let cases = [
        json!({"project": "a", "times": [1, true], "widht": 100}),
        json!({}),
        json!({"project": 1, "width": 5, "overlay": "safezones", "nothing_like_it": 1}),
        json!({"project": "a", "width": "wide", "times": "now", "overlay": 3}),
        json!({"project": "a", "shape": {"kind": "circel", "radius": 1}}),
        json!({"project": "a", "shape": {"kind": "circle", "side": 1}}),
        json!({"project": "a", "shape": {"radius": 1}}),
        json!({"project": "a", "shape": "circle"}),
        json!({"project": "a", "source": {"file": {"path": 3, "strat": 1}}}),
        json!({"project": "a", "source": {"other": 1}}),
        json!({"project": [long], "overlay": long, "labels": {"1": {"txt": ""}, "one": {"text": ""}}}),
    ];
    let texts: Vec<String> = cases.into_iter().map(reported).collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn a_report_is_bounded_in_every_direction() {
    let arguments: Map<String, Value> = (0..60).map(|n| (format!("unknown_{n}"), json!(n))).collect();
    let text = reported(Value::Object(arguments));
    assert!(text.starts_with("preview_frames: 61 problems with the arguments\n"), "{text}");
    assert!(text.ends_with("\n- and 11 more"), "{text}");
    assert_eq!(text.lines().count(), 52);

    let arguments: Map<String, Value> = (0..100_000).map(|n| (format!("unknown_{n}"), json!(n))).collect();
    let text = reported(Value::Object(arguments));
    assert!(text.starts_with("preview_frames: at least 100 problems"), "{text}");

    let name = "n".repeat(1_000_000);
    let text = reported(json!({name: "v".repeat(1_000_000), "project": {"p".repeat(1_000_000): 1}}));
    assert!(text.len() < 1000, "{} bytes", text.len());
}

#[test]
fn problems_travel_as_data_too() {
    let checker = Checker::compile(&whole(of::<Preview>).unwrap()).unwrap();
    let mut arguments = Map::from_iter([("projekt".to_owned(), json!("a"))]);
    insta::assert_json_snapshot!(checker.check(&mut arguments, false));
}
