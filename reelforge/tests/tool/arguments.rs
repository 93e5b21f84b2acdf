//! Parameters as arguments: their schema, and what a call gives them.

use std::collections::BTreeMap;

use reelforge::schemars::JsonSchema;
use reelforge::serde::{Deserialize, Serialize};
use reelforge::testing::Client;
use reelforge::{Json, tool};
use serde_json::{Value, json};

#[derive(Deserialize, Serialize, JsonSchema, PartialEq)]
#[serde(crate = "reelforge::serde", rename_all = "lowercase")]
#[schemars(crate = "reelforge::schemars")]
enum Colour {
    Red,
    Blue,
}

fn usual() -> Vec<String> {
    vec!["a".to_owned()]
}

/// What a tool got, in order.
#[derive(Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Got {
    got: Vec<Value>,
}

/// Gives back what it got.
#[tool]
#[allow(clippy::too_many_arguments)]
async fn echo(
    /// A number that
    /// is needed.
    needed: i64,
    optional: Option<String>,
    #[arg(default = 3, min = 1, max = 8)] number: u32,
    #[arg(default = "plain", min_len = 2, max_len = 8, pattern = "^[a-z]+$", examples = ["fancy"])]
    text: String,
    #[arg(default = Colour::Blue)] colour: Colour,
    #[arg(default = usual(), max_len = 3)] list: Vec<String>,
    #[arg(default = -0.5, min = -1, max = 1.5)] r#type: f64,
    #[arg(rename = "out-file")] path: Option<String>,
) -> Json<Got> {
    Json(Got {
        got: vec![
            json!(needed),
            json!(optional),
            json!(number),
            json!(text),
            json!(colour),
            json!(list),
            json!(r#type),
            json!(path),
        ],
    })
}

/// A point in the plane.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
pub(crate) struct Point {
    /// To the right.
    x: f64,
    y: Option<f64>,
}

/// Gives back all arguments.
#[tool]
fn whole(#[args] point: Point) -> Json<Point> {
    Json(point)
}

/// Gives back all arguments, whatever they are.
#[tool]
fn verbatim(#[args(verbatim)] all: BTreeMap<String, Value>) -> Json<Got> {
    Json(Got { got: all.into_values().collect() })
}

fn client() -> Client {
    crate::client(crate::builder(module_path!()))
}

fn schema(name: &str) -> Value {
    let registry = crate::builder(module_path!()).build().expect("a registry");
    registry.get(name).expect("the tool").input_schema().clone()
}

#[test]
fn the_schema_says_what_the_attributes_say() {
    let schema = schema("echo");
    let properties = &schema["properties"];
    assert_eq!(schema["required"], json!(["needed"]));
    assert_eq!(properties["needed"]["description"], "A number that\nis needed.");
    assert_eq!(properties["optional"]["type"], "string");
    assert_eq!(properties["number"]["default"], 3);
    assert_eq!(properties["number"]["minimum"], 1);
    assert_eq!(properties["number"]["maximum"], 8);
    assert_eq!(properties["text"]["default"], "plain");
    assert_eq!(properties["text"]["minLength"], 2);
    assert_eq!(properties["text"]["maxLength"], 8);
    assert_eq!(properties["text"]["pattern"], "^[a-z]+$");
    assert_eq!(properties["text"]["examples"], json!(["fancy"]));
    assert_eq!(properties["colour"]["default"], "blue");
    assert_eq!(properties["list"]["default"], json!(["a"]));
    assert_eq!(properties["list"]["maxItems"], 3);
    assert_eq!(properties["type"]["minimum"], -1);
    assert_eq!(properties["type"]["maximum"], 1.5);
    assert_eq!(properties["out-file"]["type"], "string");
    assert_eq!(properties.get("path"), None);
}

#[test]
fn the_schema_of_a_struct_is_that_of_all_arguments() {
    let schema = schema("whole");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["x"]));
    assert_eq!(schema["properties"]["x"]["description"], "To the right.");
}

#[test]
fn what_is_absent_has_its_default() {
    crate::block_on(async {
        let reply = client().call("echo", json!({ "needed": 1 })).await;
        assert_eq!(reply.result()["got"], json!([1, null, 3, "plain", "blue", ["a"], -0.5, null]));
    });
}

#[test]
fn what_is_given_arrives() {
    crate::block_on(async {
        let arguments = json!({
            "needed": 1, "optional": "o", "number": 8, "text": "abc", "colour": "red", "list": [], "type": 1.5,
            "out-file": "x",
        });
        let reply = client().call("echo", arguments).await;
        assert_eq!(reply.result()["got"], json!([1, "o", 8, "abc", "red", [], 1.5, "x"]));
    });
}

#[test]
fn null_stands_for_an_absent_option() {
    crate::block_on(async {
        let reply = client().call("echo", json!({ "needed": 1, "optional": null, "out-file": null })).await;
        assert_eq!(reply.result()["got"][1], Value::Null);
    });
}

#[test]
fn what_breaks_a_rule_is_refused() {
    let wrong = [
        ("needed", json!("x")),
        ("needed", json!(null)),
        ("number", json!(0)),
        ("number", json!(9)),
        ("text", json!("a")),
        ("text", json!("abcdefghi")),
        ("text", json!("ABC")),
        ("colour", json!("green")),
        ("list", json!(["a", "b", "c", "d"])),
        ("type", json!(-1.5)),
        ("path", json!("x")),
    ];
    crate::block_on(async {
        let client = client();
        for (name, value) in wrong {
            let mut arguments = json!({ "needed": 1 });
            arguments[name] = value;
            let reply = client.call("echo", arguments.clone()).await;
            assert_eq!(reply.error.as_deref(), Some("invalid_arguments"), "{arguments}");
            assert!(reply.text().contains(name), "{}", reply.text());
        }
    });
}

#[test]
fn one_struct_takes_all_arguments() {
    crate::block_on(async {
        let client = client();
        assert_eq!(client.call("whole", json!({ "x": 1.5 })).await.result(), &json!({ "x": 1.5 }));
        let reply = client.call("whole", json!({ "y": 1, "z": 1 })).await;
        assert_eq!(reply.error.as_deref(), Some("invalid_arguments"));
        let all = json!({ "any": ["thing"] });
        assert_eq!(client.call("verbatim", all).await.result()["got"], json!([["thing"]]));
    });
}
