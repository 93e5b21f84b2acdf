use std::sync::Arc;

use serde_json::json;

use super::super::bind::{Bound, Mount, bind};
use super::super::held::Held;
use super::super::{ServerConfig, State};
use super::{Fake, base, config, declared};
use crate::registry::{Declared, Listing, Mounted, Refused, Registry};
use crate::testing::Client;
use crate::tool::{Hints, Output};

/// Binds servers beside `local_echo`.
fn bound(servers: &[(ServerConfig, Vec<Declared>)]) -> Bound {
    let listings: Vec<_> = servers
        .iter()
        .map(|(config, tools)| {
            let source = Arc::new(Held::new(&config.name, Fake::new(Vec::new()), None));
            (config, source, Listing { tools: tools.clone(), refused: Vec::new() })
        })
        .collect();
    let mounts: Vec<Mount<'_>> = listings
        .iter()
        .map(|(config, source, listing)| Mount {
            config,
            source,
            state: State::Listed,
            listing: Some(listing),
        })
        .collect();
    bind(base().tools(), &mounts, None)
}

fn named(name: &str, more: &serde_json::Value) -> ServerConfig {
    ServerConfig { name: name.to_owned(), toolsets: vec![name.to_owned()], ..config(more) }
}

fn names(bound: &Bound) -> Vec<&str> {
    bound.tools.iter().map(|tool| tool.name()).collect()
}

#[test]
fn peers_33_a_clash_is_reported_with_both_origins_and_a_prefix_resolves_it() {
    let tools = || vec![declared("local_echo"), declared("read")];
    let bound_plain = bound(&[(named("one", &json!({})), tools()), (named("two", &json!({})), tools())]);
    assert_eq!(names(&bound_plain), ["read"], "linked tools win, then the earlier server");
    let reasons: Vec<(&str, &str)> = bound_plain
        .reports
        .iter()
        .flat_map(|report| report.quarantined.iter().map(|(name, why)| (name.as_str(), why.as_str())))
        .collect();
    assert_eq!(reasons.len(), 3);
    assert_eq!(reasons[0].0, "local_echo");
    assert!(reasons[0].1.contains("mount/testing.rs:") && reasons[0].1.contains("`prefix`"), "{reasons:?}");
    assert!(reasons[2].1.contains("taken by `read` of the server `one`"), "{reasons:?}");

    let resolved =
        bound(&[(named("one", &json!({})), tools()), (named("two", &json!({ "prefix": "two_" })), tools())]);
    assert_eq!(names(&resolved), ["read", "two_local_echo", "two_read"]);
}

#[tokio::test]
async fn peers_33_a_call_goes_to_the_server_whose_tool_is_listed() {
    let (one, two) = (Fake::new(vec![declared("read")]), Fake::new(vec![declared("read")]));
    let world = super::World::new(&[("one", &one), ("two", &two)]);
    world.write(&json!({ "one": { "command": "1" }, "two": { "command": "2", "prefix": "two." } }));
    // A dot is no letter of a prefix.
    assert!(super::Catalogue::open(base(), &world.file(), world.connect(), super::quick()).is_err());
    world.write(&json!({ "one": { "command": "1" }, "two": { "command": "2", "prefix": "two_" } }));
    let catalogue = world.opened().await;
    let client = Client::with(catalogue.now());
    let reply = client.call("two_read", json!({ "text": "x" })).await;
    assert_eq!(reply.result(), &json!({ "called": "read", "arguments": { "text": "x" } }));
    assert_eq!((*one.calls.borrow(), *two.calls.borrow()), (0, 1));
}

#[test]
fn the_rules_say_what_is_mounted() {
    let mut reads = declared("read_file");
    reads.hints = Hints { read_only: true, ..Hints::default() };
    let tools = vec![declared("write_file"), reads, declared("read_secret"), declared("other")];
    let at = |rules| names(&bound(&[(named("s", &rules), tools.clone())])).join(" ");
    assert_eq!(at(json!({})), "other read_file read_secret write_file");
    assert_eq!(at(json!({ "allow": ["read_*"] })), "read_file read_secret");
    assert_eq!(at(json!({ "allow": ["*"], "deny": ["*_secret", "write_file"] })), "other read_file");
    assert_eq!(at(json!({ "read_only": true })), "read_file");
    let report = &bound(&[(
        named("s", &json!({ "allow": ["reed_*"], "rename": { "writefile": "w" } })),
        tools.clone(),
    )])
    .reports[0];
    assert_eq!((report.hidden, report.tools.len()), (4, 0));
    assert!(report.notes.iter().any(|note| note.contains("`reed_*`, which covers no tool")), "{report:?}");
    assert!(report.notes.iter().any(|note| note.contains("did you mean `write_file`?")), "{report:?}");
}

#[test]
fn a_tool_is_shown_as_its_server_declares_it() {
    let mut tool = declared("read");
    tool.title = Some("Read it".to_owned());
    tool.hints = Hints { read_only: true, open_world: Some(true), ..Hints::default() };
    tool.output_schema = json!({ "type": "object" }).as_object().cloned();
    let bare = Declared { description: None, ..declared("bare") };
    let empty =
        Declared { description: Some(" ".to_owned()), title: Some("Empty".to_owned()), ..declared("empty") };
    let rules = json!({ "toolsets": ["docs"], "describe": { "bare": "Says nothing of itself." } });
    let bound = bound(&[(named("s", &rules), vec![tool.clone(), bare, empty])]);
    let registry = base().beside(bound.tools, Vec::new());
    let read = registry.get("read").unwrap();
    assert_eq!((read.title(), read.description(), read.toolsets()), ("Read it", "Does read.", vec!["s"]));
    assert_eq!(read.hints(), tool.hints);
    assert_eq!(read.input_schema(), &json!(tool.input_schema));
    assert_eq!(read.output_schema(), Some(&json!({ "type": "object" })));
    assert_eq!(registry.get("bare").unwrap().description(), "Says nothing of itself.");
    assert_eq!(registry.get("empty").unwrap().description(), "Empty", "A7: the title stands in");
}

#[test]
fn g29_a_description_is_bounded() {
    let mut tool = declared("talks");
    tool.description = Some("ä".repeat(100_000));
    tool.title = Some("t".repeat(1000));
    let bound = bound(&[(named("s", &json!({})), vec![tool])]);
    assert_eq!(bound.tools[0].description().chars().count(), 4001);
    assert_eq!(bound.tools[0].title().chars().count(), 201);
    assert!(bound.reports[0].notes[0].contains("was cut"), "{:?}", bound.reports[0].notes);
}

#[test]
fn g29_what_people_cannot_see_is_told_and_never_reaches_a_terminal() {
    let mut tool = declared("talks");
    tool.description = Some("Adds.\u{e0041}\u{e0042}".to_owned());
    let odd = declared("\u{1b}[2Jodd");
    let mut bad = declared("\u{1b}]0;bad");
    bad.input_schema.clear();
    let fine =
        Declared { description: Some("One.\n\tTwo 👩‍🚀 עברית".to_owned()), ..declared("fine") };
    let report = &bound(&[(named("s", &json!({})), vec![tool, odd, bad, fine])]).reports[0];
    let told: Vec<&String> = report.notes.iter().filter(|note| note.contains("cannot see")).collect();
    assert_eq!(told.len(), 2, "{report:?}");
    assert!(told.iter().any(|note| note.starts_with("`talks`: its description")), "{told:?}");
    for text in report.problems().into_iter().chain(report.to_string().lines().map(str::to_owned)) {
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn peers_10_a_bad_declaration_is_quarantined_and_named_and_the_rest_is_there() {
    let mut list = declared("list");
    list.input_schema = json!({ "type": "array" }).as_object().unwrap().clone();
    let mut untyped = declared("untyped");
    untyped.input_schema = serde_json::Map::new();
    let mut deep = json!({ "type": "string" });
    for _ in 0..100 {
        deep = json!({ "type": "object", "properties": { "x": deep } });
    }
    let mut deep_tool = declared("deep");
    deep_tool.input_schema = deep.as_object().unwrap().clone();
    let mut large = declared("large");
    large.input_schema.insert("description".to_owned(), "x".repeat(300_000).into());
    let fine = declared("fine");
    let source = Arc::new(Held::new("s", Fake::new(Vec::new()), None));
    let config = named("s", &json!({}));
    let listing = Listing {
        tools: vec![list, untyped, deep_tool, large, fine.clone(), fine],
        refused: vec![Refused { name: "#7".to_owned(), why: "it has no name".to_owned() }],
    };
    let mounts = [Mount { config: &config, source: &source, state: State::Listed, listing: Some(&listing) }];
    let bound = bind(&[], &mounts, None);
    assert_eq!(names(&bound), ["fine"]);
    let quarantined: Vec<&str> = bound.reports[0].quarantined.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(quarantined, ["#7", "fine", "deep", "large", "list", "untyped"]);
    assert!(bound.reports[0].quarantined[4].1.contains("must be \"object\" and is \"array\""));
}

#[test]
fn peers_36_the_order_of_the_server_changes_nothing() {
    let tools: Vec<Declared> = ["b", "a.x", "c", "a x", "a_x"].map(declared).into();
    let mut turned = tools.clone();
    turned.reverse();
    let text = |tools: Vec<Declared>| {
        let client = Client::with(Arc::new(
            base().beside(bound(&[(named("s", &json!({})), tools)]).tools, Vec::new()),
        ));
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(client.send(&list))
            .unwrap()
            .to_string()
    };
    assert_eq!(text(tools), text(turned));
}

#[tokio::test]
async fn peers_37_a_call_may_return_no_more_than_its_server_is_allowed() {
    let config = named("s", &json!({ "max_output": "1KiB" }));
    let tools = bound(&[(config, vec![declared("read"), declared("fail")])]).tools;
    let mounted = |tool: &Arc<crate::registry::Tool>| Mounted {
        source: Arc::new(Texts),
        ..tool.mount().unwrap().clone()
    };
    let registry =
        Registry::builder().mounted(mounted(&tools[0])).mounted(mounted(&tools[1])).build().unwrap();
    let client = Client::with(registry);
    for tool in ["read", "fail"] {
        let reply = client.call(tool, json!({})).await;
        assert!(reply.text().contains("1024 of 5000 bytes"), "{}", reply.text());
        assert!(reply.text().len() < 1200, "{}", reply.text());
        assert_eq!(reply.error.as_deref(), (tool == "fail").then_some("tool_failed"));
    }
}

/// Says too much, whether it fails or not.
#[derive(Debug)]
struct Texts;

impl crate::registry::Source for Texts {
    fn label(&self) -> &'static str {
        "texts"
    }

    fn list(&self) -> std::pin::Pin<Box<dyn Future<Output = Result<Listing, crate::ToolError>> + Send + '_>> {
        Box::pin(std::future::ready(Ok(Listing::default())))
    }

    fn call(
        &self,
        name: &str,
        _: serde_json::Map<String, serde_json::Value>,
        _: crate::Context,
    ) -> crate::tool::CallFuture {
        let text = "x".repeat(5000);
        let failure = crate::ToolError::new("tool_failed", text.as_str()).data(text.as_str());
        Box::pin(std::future::ready(if name == "fail" { Err(failure) } else { Ok(Output::text(text)) }))
    }

    fn changes(&self) -> tokio::sync::watch::Receiver<u64> {
        tokio::sync::watch::Sender::new(0).subscribe()
    }

    fn close(&self) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

#[test]
fn a_registry_by_hand_refuses_two_tools_of_one_name() {
    let tool: Mounted =
        bound(&[(named("s", &json!({})), vec![declared("read")])]).tools[0].mount().unwrap().clone();
    let bad = Mounted { name: "no name".to_owned(), toolsets: vec!["A B".to_owned()], ..tool.clone() };
    let error = Registry::builder().mounted(tool.clone()).mounted(tool).mounted(bad).build().unwrap_err();
    assert_eq!(error.problems.len(), 3, "{error}");
    assert!(error.problems[0].contains("two tools are named `read`"), "{error}");
    assert!(error.problems[1].contains("is no tool name"), "{error}");
    assert!(error.problems[2].contains("`A B` is no toolset"), "{error}");
}

#[test]
fn g34_a_business_error_is_one_where_its_server_says_so() {
    let rule = config(&json!({ "business_errors": { "field": "code", "success": [0], "message": "msg" } }));
    let rule = rule.business_errors.unwrap();
    let judged =
        |output: Output| rule.judge("s", output).map_err(|error| (error.code().to_owned(), error.text()));
    let structured = |value: serde_json::Value| Output::json(&value).unwrap();
    assert!(judged(structured(json!({ "code": 0, "msg": "fine" }))).is_ok());
    assert!(judged(structured(json!({ "other": 40001 }))).is_ok());
    assert!(judged(Output::text("code 40001")).is_ok());
    assert!(judged(Output::text(r#"{"code":40001}"#).with_text("beside it")).is_ok(), "no envelope");
    let (code, text) = judged(structured(json!({ "code": 40001, "msg": "no permission" }))).unwrap_err();
    assert_eq!(code, "business_error");
    for part in ["`s`", "40001", "no permission", r#"{"code":40001,"msg":"no permission"}"#] {
        assert!(text.contains(part), "{text}");
    }
    assert!(judged(Output::text(" {\"code\": \"0\"}")).is_err(), "a string is not the number");
}
