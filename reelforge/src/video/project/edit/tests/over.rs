//! What stands beside an edit stays: comments, block texts, blank lines that belong to a text, and unusual forms.

use super::parts::{add, carry, edited, makes, remove};
use super::*;

#[test]
fn a_new_key_leaves_the_comments_above_it_with_their_owners() {
    let text =
        "scenes:\n  - id: a\n    elements:\n      - {id: s, type: text}\n      # note on s\n  - id: b\n";
    let noted = edited(text, &[set("scenes.a.notes", json!("x"))]);
    assert_eq!(noted, text.replace("      # note on s\n", "      # note on s\n    notes: x\n"));
    assert_eq!(edited(&noted, &[unset("scenes.a.notes")]), text);
    // `set` and `add` write a new key alike.
    let wide = json!({ "elements": vec![json!({ "type": "text", "text": "Some words" }); 4] });
    for (text, path, value) in [
        (TEXT, "meta.author", json!("Ada")),
        (TEXT, "flow.d", json!([1, 2])),
        (TEXT, "vars.x", json!(1)),
        (TEXT, "theme.preset", json!("paper")),
        (TEXT, "components", json!({ "card": wide })),
        ("a:\n  k: {x: }\n", "a.k.x.y", json!(1)),
        ("components:\nb: 1\n", "components.card", wide.clone()),
    ] {
        assert_eq!(edited(text, &[set(path, value.clone())]), edited(text, &[add(path, value)]), "{path}");
    }
}

#[test]
fn comments_beside_what_is_replaced_stay() {
    let fade = "enter: # soft, asked for by Ann\n  type: fade\n  by: word\nb: 1\n";
    makes(fade, &set("enter", json!("none")), "enter: none # soft, asked for by Ann\nb: 1\n");
    makes(fade, &set("enter", json!({"type": "pop"})), "enter: {type: pop} # soft, asked for by Ann\nb: 1\n");
    makes("a: # c\nb: 1\n", &set("a", json!(2)), "a: 2 # c\nb: 1\n");
    makes("a:\n  - # first\n    k: 1\n  - x\n", &set("a.0", json!("new")), "a:\n  - new # first\n  - x\n");
    let code = "code: | # from main.rs\n    x\n\n    y\n# of b\nb: 1\n";
    makes(code, &set("code", json!("x\n  z\n")), "code: | # from main.rs\n    x\n      z\n# of b\nb: 1\n");
    makes(code, &set("code", json!("x\ny")), "code: |- # from main.rs\n    x\n    y\n# of b\nb: 1\n");
    makes(code, &set("code", json!("short")), "code: short # from main.rs\n# of b\nb: 1\n");
    makes(code, &set("code", json!(" x\ny")), "code: \" x\\ny\" # from main.rs\n# of b\nb: 1\n");
    makes("- |\n  x\n- y\n", &set("0", json!("a\nb\n")), "- |\n  a\n  b\n- y\n");
    makes("a: |\r\n  x\r\nb: 1\r\n", &set("a", json!("x\ny\n")), "a: |\r\n  x\r\n  y\r\nb: 1\r\n");
    makes("a:\n  b: |\n  c: 1\n", &set("a.b", json!("x\ny\n")), "a:\n  b: |\n    x\n    y\n  c: 1\n");
    makes("a: |\n  x", &set("a", json!("y\nz\n")), "a: |\n  y\n  z\n");
    for empty in ["vars: {\n  # names go here\n}\nb: 1\n", "vars: { # names\n  # go here\n  }\nb: 1\n"] {
        let added = edited(empty, &[set("vars.a", json!("x"))]);
        assert_eq!(added, empty.replace("go here\n", "go here\n  a: x\n"));
        assert_eq!(added, edited(empty, &[add("vars", json!({"a": "x"}))]));
    }
    makes("l: [\n    # items\n]\n", &add("l", json!("x")), "l: [\n    # items\n    x\n]\n");
}

#[test]
fn texts_that_keep_their_blank_lines_keep_them() {
    let text = "s:\n  - id: a\n    code: |+\n      x\n\n  - id: b\n";
    makes(
        text,
        &set("s.0.notes", json!("new")),
        "s:\n  - id: a\n    code: |+\n      x\n\n    notes: new\n  - id: b\n",
    );
    makes(text, &carry("s.0", None, None, Some("1")), "s:\n  - id: b\n  - id: a\n    code: |+\n      x\n\n");
    makes(
        text,
        &set("s.0.code", json!("y\nz\n")),
        "s:\n  - id: a\n    code: |\n      y\n      z\n  - id: b\n",
    );
    makes(text, &remove("s.1"), "s:\n  - id: a\n    code: |+\n      x\n\n");
    makes(text, &remove("s.0"), "s:\n  - id: b\n");
    makes(text, &add("s", json!({"id": "c"})), &format!("{text}  - {{id: c}}\n").replace("{id: c}", "id: c"));
    let last = "a: 1\ncode: >+ # c\n  x\n\n\n";
    makes(last, &set("b", json!(2)), &format!("{last}b: 2\n"));
    makes(last, &remove("code"), "a: 1\n");
}

#[test]
fn unusual_forms_are_edited_like_others() {
    makes("a: {k: 1, text: }\n", &set("a.b", json!(2)), "a: {k: 1, text:, b: 2 }\n");
    makes("a: {k: 1, text: }\n", &set("a.text", json!("x")), "a: {k: 1, text: x }\n");
    makes("a: {text, at: 1}\n", &set("a.text", json!("x")), "a: {text: x, at: 1}\n");
    makes("a: {\"text\" , at: 1}\n", &set("a.text.b", json!("x")), "a: {\"text\": {b: x} , at: 1}\n");
    makes("t:\n  -\n  - b\n", &set("t.0", json!("a")), "t:\n  - a\n  - b\n");
    makes("t:\n- # c\n- b\n", &set("t.0", json!("a")), "t:\n- a # c\n- b\n");
    makes("t:\n  b: 1\n  c:\nd: 1\n", &set("t", json!(1)), "t: 1\nd: 1\n");
    for list in [
        "s:\n-\n  id: a\n",
        "s:\n- # first\n  id: a\n",
        "s:\n- # first\n\n  # of id\n  id: a\n",
        "s:\n  -\n    id: a\n",
    ] {
        let indent = if list.contains("  -") { "  " } else { "" };
        makes(list, &add("s", json!({"id": "b"})), &format!("{list}{indent}- id: b\n"));
        makes(&format!("{list}{indent}- id: b\n"), &remove("s.1"), list);
        makes(&format!("{list}{indent}- id: b\n"), &remove("s.0"), &format!("s:\n{indent}- id: b\n"));
    }
    // Where a key is not written, its part is not taken apart.
    for text in ["v: {a: 1,   : 2, b: 3}\n", "v: {a: 1, # c\n  : 2, b: 3}\n"] {
        for op in [remove("v.b"), carry("v.b", None, Some("a"), None), set("v.c", json!(1))] {
            let told = apply_ops(text, &[op]).map_err(|error| error.message);
            assert!(
                told.as_ref().map_or_else(|said| said.contains("write the part anew"), |_| true),
                "{told:?}"
            );
        }
    }
    // A key that stands twice is not in the data, and is never taken along.
    let twice = "v: {a: 1, a: 2, b: 3}\n";
    assert!(apply_ops(twice, &[remove("v.b")]).unwrap_err().message.contains("write the part anew"));
}

#[test]
fn comments_between_brackets_go_with_what_they_stand_beside() {
    let two = "l: [\n  {id: a, type: x}, {id: b, type: x}, # of b\n  {id: c, type: x} # of c\n]\n";
    makes(two, &remove("l.1"), &two.replace(" {id: b, type: x}, # of b", ""));
    makes(two, &remove("l.0"), &two.replace("{id: a, type: x}, ", ""));
    makes(
        two,
        &carry("l.1", None, None, Some("2")),
        "l: [\n  {id: a, type: x},\n  {id: c, type: x}, # of c\n  {id: b, type: x} # of b\n]\n",
    );
    let last = "l: [\n  {id: c, type: x}, # of c\n  {id: a, type: x}, {id: b, type: x} # of b\n]\n";
    makes(last, &remove("l.2"), &last.replace(", {id: b, type: x} # of b", ""));
    makes(
        last,
        &carry("l.2", None, Some("0"), None),
        "l: [\n  {id: b, type: x}, # of b\n  {id: c, type: x}, # of c\n  {id: a, type: x}\n]\n",
    );
    makes("l: [ {id: a} # of a\n]\n", &remove("l.0"), "l: [ \n]\n");
    // Where no line is for a part alone, there is no place for its comment, and nothing is changed.
    let map = "v: {a: 1, # of a\n  b: 2, # of b\n  c: 3}\n";
    for op in [carry("v.a", None, None, Some("c")), carry("v.b", None, Some("a"), None)] {
        let error = apply_ops(map, &[op]).unwrap_err();
        assert!(error.message.contains("comments have no place"), "{}", error.message);
    }
    makes(map, &carry("v.c", None, Some("a"), None), "v: {c: 3, a: 1, # of a\n  b: 2 # of b\n  }\n");
}

#[test]
fn a_tag_goes_with_the_value_that_it_was_for() {
    for (text, after) in [
        ("a: !!str 5\nb: 1\n", "a: {k: 1}\nb: 1\n"),
        ("a: !<tag:x> [5]  # c\n", "a: {k: 1}  # c\n"),
        ("a: !!str &n 5\n", "a: &n {k: 1}\n"),
        ("a: &n !!str 5\n", "a: &n {k: 1}\n"),
        ("a: !!str\n  'x'\n", "a: {k: 1}\n"),
        ("a: !!map\n  b: 1\n", "a: {k: 1}\n"),
        ("a: !!str |\n  b\nb: 1\n", "a: {k: 1}\nb: 1\n"),
    ] {
        makes(text, &set("a", json!({"k": 1})), after);
    }
    makes("l: [!!int 5, !x {a: 1}]\n", &set("l.0", json!("x")), "l: [x, !x {a: 1}]\n");
    makes("l: [!!int 5, !x {a: 1}]\n", &set("l.1.a", json!(2)), "l: [!!int 5, !x {a: 2}]\n");
    makes("l:\n  - !!int 5\n  - b\n", &set("l.0", json!("x")), "l:\n  - x\n  - b\n");
    makes("!!map\na: 1\n", &set("a", json!(2)), "!!map\na: 2\n");
}

#[test]
fn what_would_be_too_much_is_told_as_that() {
    use crate::video::project::source::{MAX_BYTES, MAX_DEPTH};
    let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!({ "k": inner }));
    let refused = |ops: &[Op], said: &str| {
        let error = apply_ops(TEXT, ops).unwrap_err();
        assert_eq!(error.index, ops.len() - 1);
        assert!(error.message.contains("too large") && error.message.contains(said), "{}", error.message);
    };
    let half = json!("x".repeat(MAX_BYTES / 2));
    for path in ["meta.title", "scenes.hook.elements.t.text", "new", "flow.new"] {
        refused(&[set(path, json!("x".repeat(MAX_BYTES)))], "262144");
        refused(&[set("one", half.clone()), set(path, half.clone())], "262144");
    }
    refused(&[add("scenes", json!({ "id": "x", "say": "x".repeat(MAX_BYTES) }))], "262144");
    refused(&[set("new", deep(MAX_DEPTH))], "nest deeper than 64");
    refused(&[add("scenes.hook.elements", deep(MAX_DEPTH - 3))], "nest deeper than 64");
    refused(&[set("flow.new", json!(vec![1; 51_000]))], "50000");
    // Groups in groups, each edit reading all that the others have made.
    let wrap = |number: usize| Op::Wrap {
        paths: vec!["scenes.hook.elements.0".to_owned()],
        group: serde_json::from_value(json!({ "id": format!("g{number}") })).unwrap(),
    };
    let error = apply_ops(TEXT, &(0..100).map(wrap).collect::<Vec<_>>()).unwrap_err();
    assert!(error.index > 25 && error.message.contains("nest deeper than 64"), "{error}");
}

#[test]
fn addresses_with_a_dot_too_many_are_refused_with_the_nearest_one() {
    for (path, near) in [
        ("scenes.hook.", "`scenes.hook`"),
        (".", "`meta.title`"),
        (".meta.title", "`meta.title`"),
        ("scenes.hook..notes", "`scenes.hook.notes`"),
        ("scenes.hook..new", "`scenes.hook.new`"),
        ("scenes.hook.new..x", "`scenes.hook.new.x`"),
        ("meta.title.", "`meta.title`"),
    ] {
        let path = path.to_owned();
        for op in [
            set(&path, json!("reels")),
            unset(&path),
            rename(&path, "x"),
            add(&path, json!("x")),
            remove(&path),
            carry(&path, None, None, Some("last")),
        ] {
            let error = apply_ops(TEXT, std::slice::from_ref(&op)).unwrap_err().message;
            assert!(error.contains(near), "{op:?}: {error}");
        }
    }
    // A key may be empty, and then the address leads to it.
    let empty = "a: {k: 1, \"\": 2}\n";
    makes(empty, &unset("a."), "a: {k: 1}\n");
    makes(empty, &set("a.", json!(3)), "a: {k: 1, \"\": 3}\n");
    for path in ["scenes.00", "scenes.+0"] {
        assert!(apply_ops(TEXT, &[remove(path)]).is_err(), "{path}");
    }
}
