//! What a message costs from bytes to bytes, beside the least that could answer it: one parse and one write.
#![allow(clippy::unused_async)] // Most servers write their tools so, and those are measured.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use reelforge::protocol::{Dispatcher, Identity, Options, Peer, SessionRef, Step};
use reelforge::registry::{Registry, Selection};
use reelforge::tool::schema::Checker;
use reelforge::tool::{ToolDef, Transport};
use reelforge::{Json, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// A text.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Text {
    text: String,
}

/// A place.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Place {
    /// From the left, in pixels.
    x: f64,
    /// From the top, in pixels.
    y: f64,
    /// How it is called.
    name: Option<String>,
}

/// Gives back the text.
#[tool(read_only, inline)]
fn echo(text: String) -> Json<Text> {
    Json(Text { text })
}

/// One of many.
#[tool(read_only, inline)]
fn one_of_many(
    /// What is repeated.
    #[arg(min_len = 1, max_len = 200)]
    text: String,
    /// How often.
    #[arg(default = 1, min = 1, max = 100)]
    count: u32,
    /// Where to.
    places: Option<Vec<Place>>,
) -> String {
    drop(places);
    text.repeat(count as usize)
}

const CALL: &[u8] = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"the quick brown fox"}}}"#;
const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;

/// A dispatcher of the two tools, and of so many copies of the second.
fn dispatcher(copies: usize) -> (Dispatcher, Arc<Selection>) {
    let linked = Registry::linked().expect("the tools are linked");
    let original =
        linked.get("one_of_many").expect("it is linked").definition().expect("it is no mounted one");
    let mut builder = Registry::builder().linked();
    for number in 0..copies {
        let copy = ToolDef { name: Box::leak(format!("tool_{number:04}").into()), ..*original };
        builder = builder.tool(Box::leak(Box::new(copy)));
    }
    let registry = builder.build().expect("the names differ");
    let selection = registry.all();
    (Dispatcher::new(registry, Identity::new("bench", "1.0.0"), Options::default()), selection)
}

fn answer(dispatcher: &Dispatcher, selection: &Arc<Selection>, message: &[u8], out: &mut Vec<u8>) {
    let peer = Peer {
        transport: Transport::Testing,
        session: SessionRef::NotOpened,
        selection,
        headers: None,
        in_flight: None,
        sink: None,
    };
    out.clear();
    if let Step::Call(mut call) = dispatcher.receive(message, &peer, out) {
        call.run_now(out).expect("the tool does not wait");
    }
}

/// The least: one typed parse, one write.
#[divan::bench]
fn call_at_least(bencher: Bencher<'_, '_>) {
    #[derive(Deserialize)]
    struct Request {
        id: u64,
        params: Params,
    }
    #[derive(Deserialize)]
    struct Params {
        arguments: Text,
    }
    let mut out = String::new();
    bencher.bench_local(|| {
        let request: Request = serde_json::from_slice(black_box(CALL)).expect("it is JSON");
        let text = serde_json::to_string(&request.params.arguments.text).expect("a string");
        out.clear();
        write!(
            out,
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#,
            request.id
        )
        .expect("a string takes all");
        black_box(&out);
    });
}

#[divan::bench]
fn call(bencher: Bencher<'_, '_>) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _context = runtime.enter();
    let (dispatcher, selection) = dispatcher(0);
    let mut out = Vec::new();
    bencher.bench_local(|| {
        answer(&dispatcher, &selection, black_box(CALL), &mut out);
        black_box(&out);
    });
}

/// The least: the bytes of the answer are copied.
#[divan::bench]
fn list_of_500_at_least(bencher: Bencher<'_, '_>) {
    let (dispatcher, selection) = dispatcher(500);
    let mut whole = Vec::new();
    answer(&dispatcher, &selection, LIST, &mut whole);
    let mut out = Vec::new();
    bencher.bench_local(|| {
        out.clear();
        out.extend_from_slice(black_box(&whole));
        black_box(&out);
    });
}

#[divan::bench]
fn list_of_500(bencher: Bencher<'_, '_>) {
    let (dispatcher, selection) = dispatcher(500);
    let mut out = Vec::new();
    bencher.bench_local(|| {
        answer(&dispatcher, &selection, black_box(LIST), &mut out);
        black_box(&out);
    });
}

/// The first listing: every schema is built.
#[divan::bench(sample_count = 20)]
fn first_list_of_500(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(|| dispatcher(500)).bench_local_values(|(dispatcher, selection)| {
        let mut out = Vec::new();
        answer(&dispatcher, &selection, LIST, &mut out);
        black_box(out)
    });
}

fn some_arguments() -> Value {
    json!({ "text": "hello", "count": 3, "places": [{ "x": 1.5, "y": 2, "name": "a" }, { "x": 0, "y": 0 }] })
}

/// The least: the same value is read into the types.
#[divan::bench]
fn check_arguments_at_least(bencher: Bencher<'_, '_>) {
    let arguments = some_arguments()["places"].clone();
    bencher.bench_local(|| Vec::<Place>::deserialize(black_box(&arguments)).expect("they fit").len());
}

#[divan::bench]
fn check_arguments(bencher: Bencher<'_, '_>) {
    let registry = Registry::linked().expect("the tools are linked");
    let schema = registry.get("one_of_many").expect("it is linked").input_schema();
    let checker = Checker::compile(schema).expect("the schema is portable");
    let Value::Object(mut arguments) = some_arguments() else { unreachable!("it is an object") };
    bencher.bench_local(|| checker.check(black_box(&mut arguments), false).len());
}

/// The least: schemars alone.
#[divan::bench]
fn build_schema_at_least() -> Value {
    schemars::schema_for!(Vec<Place>).to_value()
}

#[divan::bench]
fn build_schema() -> Value {
    let registry = Registry::linked().expect("the tools are linked");
    registry.get("one_of_many").expect("it is linked").input_schema().clone()
}
