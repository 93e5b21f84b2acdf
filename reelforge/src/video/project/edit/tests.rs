use serde_json::json;

use super::*;

mod over;
mod parts;
mod random;

const TEXT: &str = "# top
reelforge: 1   # version
meta:
  title: 'Old'   # shown

  language: en
theme:
canvas: reel
vars: {}
flow: {a: 1, b: [1, 2], c: x}
scenes:
  # the hook
  - id: hook
    notes: |
      line one
      line two
    elements:
      - {id: t, type: text, text: \"hi\"}   # text
      - type: text   # second
        text: there
        at: 2
  - id: last
    duration: 4";

fn set(path: &str, value: serde_json::Value) -> Op {
    Op::Set { path: path.into(), value }
}

fn unset(path: &str) -> Op {
    Op::Unset { path: path.into() }
}

fn rename(path: &str, id: &str) -> Op {
    Op::Rename { path: path.into(), id: id.into() }
}

/// Makes an edit and asserts that it changes exactly this piece of the text.
fn changes(op: &Op, from: &str, to: &str) {
    let edited = apply_ops(TEXT, std::slice::from_ref(op)).unwrap_or_else(|error| panic!("{op:?}: {error}"));
    assert_eq!(TEXT.matches(from).count(), 1, "{from:?} must be unique");
    assert_eq!(edited, TEXT.replacen(from, to, 1), "{op:?}");
}

#[test]
fn only_the_edited_piece_changes() {
    changes(&set("meta.title", json!("New: one")), "'Old'", "\"New: one\"");
    changes(&set("reelforge", json!(2)), "reelforge: 1", "reelforge: 2");
    changes(
        &set("canvas", json!({"preset": "reel", "fps": 60})),
        "canvas: reel",
        "canvas: {preset: reel, fps: 60}",
    );
    changes(&set("flow.b.1", json!("two")), "[1, 2]", "[1, two]");
    changes(&set("flow.b", json!([])), "[1, 2]", "[]");
    changes(&set("flow.d", json!(true)), "c: x", "c: x, d: true");
    changes(&set("vars.x", json!(1.5)), "vars: {}", "vars: {x: 1.5}");
    changes(&set("meta.author", json!("Ada")), "language: en", "language: en\n  author: Ada");
    changes(&set("theme", json!({"preset": "paper"})), "theme:", "theme: {preset: paper}");
    changes(&set("theme.preset", json!("paper")), "theme:", "theme: {preset: paper}");
    changes(&set("meta.a.b", json!("$x")), "language: en", "language: en\n  a: {b: $x}");
    changes(
        &set("scenes.hook.notes", json!("short")),
        "notes: |\n      line one\n      line two",
        "notes: short",
    );
    changes(&set("scenes.hook.elements.text1.at", json!("cue(a, b)")), "at: 2", "at: \"cue(a, b)\"");
    changes(&set("scenes.hook.elements.text1.w", json!("50%")), "at: 2", "at: 2\n        w: \"50%\"");
    changes(&set("scenes.hook.elements.t.at", json!(1)), "\"hi\"}", "\"hi\", at: 1}");
    changes(&set("scenes.last.say", json!("Bye")), "duration: 4", "duration: 4\n    say: Bye");
    changes(&unset("meta.language"), "  language: en\n", "");
    changes(&unset("meta.title"), "  title: 'Old'   # shown\n", "");
    changes(&unset("scenes.hook.notes"), "    notes: |\n      line one\n      line two\n", "");
    changes(&unset("flow.a"), "a: 1, ", "");
    changes(&unset("flow.c"), ", c: x", "");
    changes(&unset("scenes.last.duration"), "\n    duration: 4", "");
    changes(
        &unset("scenes.hook.elements.text1.type"),
        "type: text   # second\n        text: there",
        "text: there",
    );
    changes(&rename("flow.a", "z"), "a: 1", "z: 1");
    changes(&rename("scenes.last", "end"), "id: last", "id: end");
    changes(&rename("scenes.hook.elements.t", "title"), "id: t,", "id: title,");
    let place = Op::ReplaceText { line: 8, column: 9, end_line: 8, end_column: 13, text: "wide".into() };
    changes(&place, "canvas: reel", "canvas: wide");
}

#[test]
fn line_ends_and_marks_of_the_file_stay() {
    let edited = apply_ops("\u{feff}a: 1\r\nb: 2\r\n", &[set("c", json!(3)), set("a", json!(4))]).unwrap();
    assert_eq!(edited, "\u{feff}a: 4\r\nb: 2\r\nc: 3\r\n");
    let edited = apply_ops("\u{feff}a: 1\nb: 2\n", &[unset("a")]).unwrap();
    assert_eq!(source::parse(&edited).root.unwrap().to_json(), json!({"b": 2}));
}

#[test]
fn edits_that_cannot_be_made_say_why_and_change_nothing() {
    let refused = |op: Op, said: &str| {
        let error = apply_ops(TEXT, &[set("canvas", json!("wide")), op.clone()]).unwrap_err();
        assert_eq!(error.index, 1);
        assert!(error.message.contains(said), "{op:?}: {}", error.message);
    };
    refused(set("scenes.hok.say", json!("x")), "it has hook, last");
    refused(set("scenes.hook.elements.2.say", json!("x")), "it has t, text1");
    refused(set("canvas.fps", json!(30)), "holds nothing that has a name");
    refused(set("meta.title", json!(null)), "remove the key");
    refused(set("", json!(1)), "address");
    refused(unset("scenes.hook.elements.t"), "only keys");
    refused(unset("nothing"), "it has reelforge, meta");
    refused(rename("flow.a", "b"), "twice");
    refused(
        Op::ReplaceText { line: 99, column: 1, end_line: 99, end_column: 2, text: String::new() },
        "no such place",
    );

    let anchored = "a: &x {k: 1}\nb: *x\n";
    assert!(apply_ops(anchored, &[set("b.k", json!(2))]).unwrap_err().message.contains("alias"));
    assert!(apply_ops(anchored, &[set("a.k", json!(2))]).unwrap_err().message.contains("anchor"));
    assert!(apply_ops("a: [", &[set("a", json!(1))]).unwrap_err().message.contains("syntax"));
    assert!(apply_ops(TEXT, &vec![set("canvas", json!("reel")); 101]).is_err());
}

#[test]
fn texts_are_quoted_where_a_reader_could_mistake_them() {
    for text in [
        "Yes",
        "null",
        "2024",
        "1.50",
        "#fff",
        "a #1",
        "a: b",
        "- x",
        "*b*",
        "@me",
        "%",
        "{{x}}",
        " lead",
        "",
        "12:30",
        "a, b",
        "é\u{85}b",
        "tab\there",
        "q\"q",
    ] {
        let edited =
            apply_ops("a: old\nf: {k: old}\n", &[set("a", json!(text)), set("f.k", json!(text))]).unwrap();
        let root = source::parse(&edited).root.unwrap();
        assert_eq!(
            (root.get("a").unwrap().to_json(), root.find("f.k").unwrap().node.to_json()),
            (json!(text), json!(text)),
            "{edited}"
        );
    }
    assert_eq!(
        flow(&json!({"a": "plain words", "b": ["$accent", "img/a.png", 1.5]})),
        "{a: plain words, b: [$accent, img/a.png, 1.5]}"
    );
}

#[test]
fn edits_are_written_as_tools_write_them() {
    let ops: Vec<Op> = serde_json::from_value(json!([
        {"op": "set", "path": "a.b", "value": 1},
        {"op": "unset", "path": "a.b"},
        {"op": "rename", "path": "a.b", "id": "c"},
        {"op": "replace_text", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "text": "x"},
    ]))
    .unwrap();
    assert_eq!(ops[0], set("a.b", json!(1)));
    assert_eq!(serde_json::to_value(&ops[2]).unwrap(), json!({"op": "rename", "path": "a.b", "id": "c"}));
}

#[test]
fn every_value_of_the_examples_can_be_edited_and_nothing_else_changes() {
    for text in [
        include_str!("../../../../../examples/projects/coffee/project.yaml"),
        include_str!("../../../../../examples/projects/cache-stampede/project.yaml"),
        include_str!("../../../../../examples/projects/quote-card/project.yaml"),
    ] {
        let root = source::parse(text).root.unwrap();
        let mut values = Vec::new();
        root.walk(&mut |path, key, node| {
            if node.as_scalar().is_some_and(|scalar| scalar.style != source::Style::Literal) {
                values.push((path.to_owned(), key, node.span));
            }
        });
        assert!(values.len() > 20);
        for (path, key, span) in values {
            let edited = apply_ops(text, &[set(&path, json!("changed"))])
                .unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(edited, [&text[..span.start], "changed", &text[span.end..]].concat());
            if key.is_some() {
                let edited =
                    apply_ops(text, &[unset(&path)]).unwrap_or_else(|error| panic!("{path}: {error}"));
                let same = text.lines().filter(|line| edited.lines().any(|other| other == *line)).count();
                // The first key of a list item takes its line along, and the next one moves up.
                assert!(same + 2 >= text.lines().count(), "{path}");
            }
        }
    }
}
