//! What must hold for whatever a server sends.

use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::http::Events;
use crate::client::names::{LONGEST, bind};
use crate::client::translate::{declared, output};

/// JSON of the words that the protocol uses, in places where they belong and where they do not.
fn json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "content",
        "type",
        "text",
        "image",
        "audio",
        "resource",
        "resource_link",
        "data",
        "mimeType",
        "uri",
        "blob",
        "structuredContent",
        "isError",
        "resultType",
        "complete",
        "name",
        "inputSchema",
        "annotations",
        "readOnlyHint",
        "AQID",
        "image/png",
        "",
    ]);
    let leaf = prop_oneof![
        word.clone().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6).prop_map(|members| {
                Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_result_and_any_declaration_are_taken_or_refused(value in json(), block in json()) {
        let _ = declared(value.clone(), 1);
        let _ = output(value, "fixture");
        // Every block becomes one: nothing is dropped, whatever it is.
        let shown = output(json!({ "content": [block] }), "fixture").unwrap();
        prop_assert_eq!(shown.content().len(), 1);
    }

    #[test]
    fn events_are_the_same_wherever_a_stream_is_cut(
        pieces in prop::collection::vec(prop::sample::select(vec!["data", ":", " ", "\n", "\r\n", "id", "x", "retry", "5", "\0"]), 0..60),
        cut in 1..7_usize,
    ) {
        let stream = pieces.concat();
        let feed = |size: usize| {
            let (mut events, mut found) = (Events::new(1000), Vec::new());
            for piece in stream.as_bytes().chunks(size) {
                events.feed(piece, &mut found).unwrap();
            }
            (found, events.last_id, events.retry)
        };
        prop_assert_eq!(feed(cut), feed(stream.len().max(1)));
    }

    #[test]
    fn names_are_legal_and_different_whatever_the_server_calls_its_tools(
        originals in prop::collection::hash_set("[a-c._/ é]{0,70}", 0..20),
        prefix in "[a.]{0,3}",
    ) {
        let originals: Vec<String> = originals.into_iter().collect();
        let named = bind(&prefix, originals.iter().map(String::as_str), |name| name == "a" || name == "_");
        let names: HashSet<&str> = named.iter().map(|named| named.name.as_str()).collect();
        prop_assert_eq!(names.len(), originals.len());
        prop_assert!(!names.contains("a") && !names.contains("_"));
        for name in names {
            prop_assert!((1..=LONGEST).contains(&name.len()), "{}", name);
            prop_assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)), "{}", name);
        }
    }
}
