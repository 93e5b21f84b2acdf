//! E1.22 to E1.27: names, risks, declarations and blocks, without a server.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::text;
use crate::client::Risk;
use crate::client::names::{LONGEST, Renamed, bind, clean};
use crate::client::translate::{declared, output};
use crate::registry::Refused;
use crate::tool::{Content, Hints};

#[test]
fn e1_22_names_are_cleaned() {
    for (prefix, original, expected) in [
        ("", "read_file-2", "read_file-2".to_owned()),
        ("", "files.read", "files_read".to_owned()),
        ("", "文件", "__".to_owned()),
        ("", "a🎬b", "a_b".to_owned()),
        ("", "", "_".to_owned()),
        ("", &"a".repeat(80), "a".repeat(64)),
        ("fs.", "read", "fs_read".to_owned()),
        ("fs_", &"a".repeat(64), format!("fs_{}", "a".repeat(61))),
    ] {
        assert_eq!(clean(prefix, original), expected, "{prefix} + {original}");
    }
}

#[test]
fn names_that_would_be_the_same_are_told_apart_whatever_the_order() {
    let originals = ["files.read", "files_read", "files/read", "other"];
    let taken = |name: &str| name == "other";
    let forwards = bind("", originals, taken);
    let mut backwards = bind("", originals.into_iter().rev(), taken);
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let names: HashSet<&str> = forwards.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(names.len(), 4);
    assert_eq!(forwards[1].name, "files_read", "the name that needed no change keeps it");
    assert_eq!(forwards[1].renamed, None);
    for at in [0, 2] {
        assert_eq!(forwards[at].renamed, Some(Renamed::Collided));
        assert!(forwards[at].name.starts_with("files_read_"), "{:?}", forwards[at]);
    }
    assert!(forwards[3].name.starts_with("other_"), "another tool has the name already");
    let long = ["a".repeat(70), "a".repeat(80)];
    for named in bind("", long.iter().map(String::as_str), |_| false) {
        assert_eq!(named.name.len(), LONGEST);
        assert_eq!(named.renamed, Some(Renamed::Collided));
    }
    let one = bind("", ["a.b"], |_| false);
    assert_eq!((one[0].name.as_str(), one[0].renamed), ("a_b", Some(Renamed::Cleaned)));
}

#[test]
fn e1_23_hints_give_a_risk() {
    let risk = |read_only, destructive| {
        let risk = Risk::of(&Hints { read_only, destructive, ..Hints::default() });
        (risk.name(), risk.needs_approval())
    };
    assert_eq!(risk(false, None), ("medium", false));
    assert_eq!(risk(true, None), ("low", false));
    assert_eq!(risk(true, Some(false)), ("low", false));
    assert_eq!(risk(false, Some(false)), ("medium", false));
    assert_eq!(risk(false, Some(true)), ("high", true));
    assert_eq!(risk(true, Some(true)), ("high", true));
}

#[test]
fn e1_24_a_declaration_is_reduced_to_what_is_used() {
    let tool = declared(
        json!({
            "name": "read", "title": "Read", "description": "", "inputSchema": { "type": "object", "x": 1 },
            "outputSchema": { "type": "object" }, "icons": [{ "src": "x" }], "_meta": { "a": 1 },
            "annotations": { "title": "other", "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        }),
        1,
    )
    .unwrap();
    assert_eq!(tool.name, "read");
    assert_eq!(tool.title.as_deref(), Some("Read"));
    assert_eq!(tool.description.as_deref(), Some(""), "an empty description stays empty");
    assert_eq!(json!(tool.input_schema), json!({ "type": "object", "x": 1 }));
    assert_eq!(json!(tool.output_schema), json!({ "type": "object" }));
    let hints = Hints { read_only: true, destructive: None, idempotent: Some(true), open_world: Some(false) };
    assert_eq!(tool.hints, hints);
    let plain = json!({ "name": "x", "inputSchema": {}, "annotations": { "title": "Shown" } });
    let plain = declared(plain, 1).unwrap();
    assert_eq!((plain.title.as_deref(), plain.description), (Some("Shown"), None));
}

#[test]
fn e1_25_a_declaration_that_cannot_be_used_is_named_with_the_reason() {
    let refused = |declaration: Value| {
        let Refused { name, why } = declared(declaration, 3).unwrap_err();
        format!("{name}: {why}")
    };
    assert_eq!(refused(json!("read")), "declaration 3: it is not an object");
    assert_eq!(refused(json!({ "inputSchema": {} })), "declaration 3: it has no name");
    assert_eq!(refused(json!({ "name": "", "inputSchema": {} })), "declaration 3: its name is empty");
    assert_eq!(refused(json!({ "name": 5, "inputSchema": {} })), "declaration 3: its name is not a text");
    assert_eq!(refused(json!({ "name": "read" })), "read: it has no inputSchema");
    assert_eq!(
        refused(json!({ "name": "read", "inputSchema": null })),
        "read: its inputSchema is not an object"
    );
}

#[test]
fn e1_26_every_kind_of_block_keeps_its_place() {
    let content = json!([
        { "type": "text", "text": "hello" },
        { "type": "image", "data": "AQID", "mimeType": "image/png" },
        { "type": "audio", "data": "AQI=", "mimeType": "audio/wav" },
        { "type": "resource_link", "uri": "file:///a", "name": "a", "mimeType": "text/csv", "description": "Rows." },
        { "type": "resource", "resource": { "uri": "file:///b", "mimeType": "text/markdown", "text": "# b" } },
        { "type": "resource", "resource": { "uri": "file:///c", "mimeType": "image/gif", "blob": "AQIDBA==" } },
        { "type": "resource", "resource": { "uri": "file:///d", "mimeType": "application/zip", "blob": "AQIDBAU=" } },
        { "type": "hologram", "size": 3 },
    ]);
    let output = output(json!({ "content": content }), "fixture").unwrap();
    insta::assert_snapshot!(text(&output), @r##"
    hello
    Image(Image { data: [1, 2, 3], mime_type: "image/png" })
    Audio { data: [1, 2], mime_type: "audio/wav" }
    Link(Link { uri: "file:///a", name: "a", mime_type: Some("text/csv"), description: Some("Rows.") })
    Resource { uri: "file:///b", mime_type: "text/markdown", text: "# b" }
    Image(Image { data: [1, 2, 3, 4], mime_type: "image/gif" })
    [a resource that is not shown: file:///d, application/zip, 5 bytes]
    {"type":"hologram","size":3}
    "##);
}

#[test]
fn g23_blocks_that_lack_something_say_so() {
    for (block, kind) in [
        (json!({ "type": "image", "mimeType": "image/png" }), "image"),
        (json!({ "type": "image", "data": "AQID" }), "image"),
        (json!({ "type": "image", "data": "not base64!", "mimeType": "image/png" }), "image"),
        (json!({ "type": "audio", "data": "AQID" }), "audio"),
        (json!({ "type": "resource_link", "name": "a" }), "resource_link"),
        (json!({ "type": "resource" }), "resource"),
    ] {
        let output = output(json!({ "content": [block] }), "fixture").unwrap();
        assert_eq!(text(&output), format!("[an incomplete block of the kind {kind}]"));
    }
    let odd = output(json!({ "content": [{ "type": "text", "text": 5 }, "bare", null] }), "fixture").unwrap();
    assert_eq!(text(&odd), "\n\"bare\"\nnull");
}

#[test]
fn e1_27_a_structured_result_is_kept_with_and_without_blocks() {
    let alone = output(json!({ "content": [], "structuredContent": { "sum": 5 } }), "fixture").unwrap();
    assert_eq!((alone.structured(), alone.content()), (Some(r#"{"sum":5}"#), &[][..]));
    let repeated = json!({ "content": [{ "type": "text", "text": "{ \"sum\": 5 }" }], "structuredContent": { "sum": 5 } });
    let repeated = output(repeated, "fixture").unwrap();
    assert_eq!(repeated.content(), [], "a block that only repeats it is not shown twice");
    let told = json!({ "content": [{ "type": "text", "text": "five" }], "structuredContent": [5] });
    let told = output(told, "fixture").unwrap();
    assert_eq!(told.structured(), Some("[5]"));
    assert_eq!(told.content(), [Content::Text("five".to_owned())]);
    let nothing = output(json!({}), "fixture").unwrap();
    assert_eq!((nothing.structured(), nothing.content()), (None, &[][..]));
}

#[test]
fn a_tool_that_failed_says_why() {
    let failed = |result: Value| output(result, "fixture").unwrap_err();
    let error = failed(json!({
        "isError": true, "content": [{ "type": "text", "text": "no such file" }, { "type": "text", "text": "try ls" }],
        "structuredContent": { "errno": 2 },
    }));
    assert_eq!((error.code(), error.message()), ("tool_failed", "no such file\ntry ls"));
    assert_eq!(error.get_data(), Some(&json!({ "errno": 2 })));
    assert_eq!(
        failed(json!({ "isError": true })).message(),
        "fixture says that the tool failed, and not why"
    );
    let asks = failed(json!({ "resultType": "input_required", "inputRequests": {} }));
    assert_eq!(asks.message(), "fixture: the tool asks for input, which nobody can give here");
    assert_eq!(failed(json!([])).code(), "bad_answer");
    // Only exactly true is an error.
    assert!(output(json!({ "isError": "true", "content": [] }), "fixture").is_ok());
}
