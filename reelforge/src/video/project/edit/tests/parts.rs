//! Edits of whole parts: add, remove, move, wrap, and renamed references.

use super::*;

const SCENES: &str = "reelforge: 1
scenes:
  # the hook
  - id: hook   # first

    say: Hi
    # big
    elements:
      # a title
      - {id: t, type: text, text: 'it''s'}   # text
      - id: lines
        type: text
        text: |
          one

          two
        # a remark inside
      - {id: pic, type: image, src: a.png}

  # the middle
  - id: middle
    elements: []   # none yet

  - id: last
    layout: {type: stack, gap: 8}
    elements: [{id: a, type: text, text: A}, {id: b, type: text, text: B}]
output: {quality: draft}
";

pub(super) fn add(path: &str, value: serde_json::Value) -> Op {
    Op::Add { path: path.into(), value, before: None, after: None }
}

fn add_before(path: &str, value: serde_json::Value, before: &str) -> Op {
    Op::Add { path: path.into(), value, before: Some(before.into()), after: None }
}

fn add_after(path: &str, value: serde_json::Value, after: &str) -> Op {
    Op::Add { path: path.into(), value, before: None, after: Some(after.into()) }
}

pub(super) fn remove(path: &str) -> Op {
    Op::Remove { path: path.into() }
}

pub(super) fn carry(path: &str, to: Option<&str>, before: Option<&str>, after: Option<&str>) -> Op {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Op::Move { path: path.into(), to: own(to), before: own(before), after: own(after) }
}

fn wrap(paths: &[&str], group: serde_json::Value) -> Op {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    Op::Wrap { paths, group: serde_json::from_value(group).unwrap() }
}

pub(super) fn edited(text: &str, ops: &[Op]) -> String {
    apply_ops(text, ops).unwrap_or_else(|error| panic!("{error}\n{ops:#?}"))
}

/// Makes an edit and asserts that it changes exactly this piece of the text.
fn changes(op: &Op, from: &str, to: &str) {
    assert_eq!(SCENES.matches(from).count(), 1, "{from:?} must be unique");
    let after = edited(SCENES, std::slice::from_ref(op));
    assert_eq!(after, SCENES.replacen(from, to, 1), "{op:?}");
}

/// Asserts what an edit makes of a small text.
pub(super) fn makes(text: &str, op: &Op, expected: &str) {
    assert_eq!(edited(text, std::slice::from_ref(op)), expected, "{op:?}");
}

#[test]
fn what_is_added_looks_like_what_is_there() {
    let text = json!({"id": "new", "type": "text", "text": "New"});
    let line = "- {id: new, type: text, text: New}\n";
    changes(
        &add("scenes.hook.elements", text.clone()),
        "src: a.png}\n",
        &format!("src: a.png}}\n      {line}"),
    );
    changes(
        &add_before("scenes.hook.elements", text.clone(), "t"),
        "      # a title\n",
        &format!("      {line}      # a title\n"),
    );
    changes(
        &add_after("scenes.hook.elements", text.clone(), "lines"),
        "        # a remark inside\n",
        &format!("        # a remark inside\n      {line}"),
    );
    changes(
        &add_after("scenes.hook.elements", text.clone(), "0"),
        "# text\n",
        &format!("# text\n      {line}"),
    );
    changes(
        &add("scenes.middle.elements", text.clone()),
        "elements: []   # none yet\n",
        &format!("elements:   # none yet\n      {line}"),
    );
    changes(
        &add_before("scenes.last.elements", text.clone(), "b"),
        "{id: b,",
        "{id: new, type: text, text: New}, {id: b,",
    );
    changes(&add("scenes.last.elements", text), "text: B}", "text: B}, {id: new, type: text, text: New}");
    changes(&add_before("scenes.hook.notes", json!("x"), "say"), "    say: Hi", "    notes: x\n    say: Hi");
    changes(
        &add_before("scenes.middle.notes", json!("x"), "id"),
        "- id: middle",
        "- notes: x\n    id: middle",
    );
    changes(
        &add("scenes.last.layout", json!({"pad": 4, "align": "center"})),
        "gap: 8}",
        "gap: 8, pad: 4, align: center}",
    );
    changes(
        &add("scenes.last.sounds", json!({"src": "a.wav", "at": 1})),
        "text: B}]\n",
        "text: B}]\n    sounds: [{src: a.wav, at: 1}]\n",
    );
}

#[test]
fn a_new_scene_stands_in_lines_with_a_gap_where_the_others_have_one() {
    let scene = json!({"id": "new", "duration": 3, "elements": [{"id": "x", "type": "text", "text": "X"}]});
    let lines = "  - id: new\n    duration: 3\n    elements: [{id: x, type: text, text: X}]\n";
    changes(&add("scenes", scene.clone()), "output:", &format!("\n{lines}output:"));
    changes(
        &add_before("scenes", scene, "middle"),
        "  # the middle\n",
        &format!("{lines}\n  # the middle\n"),
    );
    let long: Vec<_> =
        (0..4).map(|n| json!({"id": format!("x{n}"), "type": "text", "text": "Some words"})).collect();
    let after = edited(SCENES, &[add("scenes", json!({"id": "new", "elements": long}))]);
    assert!(
        after.contains("  - id: new\n    elements:\n      - {id: x0, type: text, text: Some words}\n"),
        "{after}"
    );
}

#[test]
fn what_is_removed_takes_its_comments_along_and_no_others() {
    changes(
        &remove("scenes.hook.elements.t"),
        "      # a title\n      - {id: t, type: text, text: 'it''s'}   # text\n",
        "",
    );
    changes(
        &remove("scenes.hook.elements.lines"),
        "      - id: lines\n        type: text\n        text: |\n          one\n\n          two\n        # a remark inside\n",
        "",
    );
    changes(
        &remove("scenes.middle"),
        "  # the middle\n  - id: middle\n    elements: []   # none yet\n\n",
        "",
    );
    changes(&remove("scenes.last.elements.a"), "{id: a, type: text, text: A}, ", "");
    changes(&remove("scenes.last.elements.b"), ", {id: b, type: text, text: B}", "");
    changes(&remove("scenes.last.layout.gap"), ", gap: 8", "");
    changes(&remove("output"), "output: {quality: draft}\n", "");
    changes(&remove("scenes.hook.say"), "    say: Hi\n", "");
    makes("a:\n- x: 1 # c\n  # of y\n  y: 2\n", &remove("a.0.x"), "a:\n- # of y\n  y: 2\n");
    makes("a: # c\n  # of x\n  - x # d\nb: 1\n", &remove("a.0"), "a: [] # c\nb: 1\n");
    makes("a:\n  - [x]\n", &remove("a.0.0"), "a:\n  - []\n");
    makes("a: [\n  x, # c\n  # of y\n  y, # d\n  z\n]\n", &remove("a.1"), "a: [\n  x, # c\n  z\n]\n");
    makes("a: [\n  x, # c\n  z # d\n]\n", &remove("a.1"), "a: [\n  x # c\n]\n");
    makes("a: [x, # c\n  y]\n", &remove("a.1"), "a: [x # c\n  ]\n");
    makes("a: [x, # c\n  y]\n", &remove("a.0"), "a: [\n  y]\n");
    makes("a: [x]\nb: {k: }\n", &remove("a.0"), "a: []\nb: {k: }\n");
    makes("# file\n\n# of a\na: 1\nb: 2\n", &remove("b"), "# file\n\n# of a\na: 1\n");
    makes("# file\na: 1\nb: 2\n", &remove("a"), "# file\nb: 2\n");
    makes("a:\nb: 2", &remove("b"), "a:");
    makes("a:\r\n  - x\r\n  # of y\r\n  - y\r\n", &remove("a.1"), "a:\r\n  - x\r\n");
}

#[test]
fn what_moves_stays_as_it_is_written() {
    let t = "      # a title\n      - {id: t, type: text, text: 'it''s'}   # text\n";
    let lines = "      - id: lines\n        type: text\n        text: |\n          one\n\n          two\n        # a remark inside\n";
    let both = format!("{t}{lines}");
    changes(&carry("scenes.hook.elements.t", None, None, Some("lines")), &both, &format!("{lines}{t}"));
    changes(&carry("scenes.hook.elements.lines", None, Some("t"), None), &both, &format!("{lines}{t}"));
    changes(&carry("scenes.hook.elements.t", None, Some("lines"), None), t, t);
    changes(&carry("scenes.hook.elements.t", None, Some("t"), None), t, t);
    let moved =
        edited(SCENES, &[carry("scenes.hook.elements.lines", Some("scenes.middle.elements"), None, None)]);
    assert_eq!(
        moved,
        SCENES.replacen(lines, "", 1).replacen(
            "elements: []   # none yet\n",
            &format!("elements:   # none yet\n{lines}"),
            1
        )
    );
    let scene = "  # the middle\n  - id: middle\n    elements: []   # none yet\n\n";
    let moved = edited(SCENES, &[carry("scenes.middle", None, Some("hook"), None)]);
    assert_eq!(
        moved,
        SCENES.replacen(scene, "", 1).replacen("  # the hook\n", &format!("{scene}  # the hook\n"), 1)
    );
    // The last becomes the first, out of brackets into lines and the other way round.
    let moved =
        edited(SCENES, &[carry("scenes.last.elements.b", Some("scenes.hook.elements"), Some("t"), None)]);
    assert!(moved.contains("elements:\n      - {id: b, type: text, text: B}\n      # a title\n"), "{moved}");
    assert!(moved.contains("elements: [{id: a, type: text, text: A}]\n"), "{moved}");
    let moved =
        edited(SCENES, &[carry("scenes.hook.elements.pic", Some("scenes.last.elements"), Some("a"), None)]);
    assert!(moved.contains("elements: [{id: pic, type: image, src: a.png}, {id: a,"), "{moved}");
    // Deeper and less deep.
    makes(
        "a:\n- x\nb:\n  c:\n      - y\n",
        &carry("b.c.0", Some("a"), None, None),
        "a:\n- x\n- y\nb:\n  c: []\n",
    );
    makes(
        "a:\n- k: |\n    t\n\n    u\nb:\n  c:\n      - y\n",
        &carry("a.0", Some("b.c"), Some("0"), None),
        "a: []\nb:\n  c:\n      - k: |\n          t\n\n          u\n      - y\n",
    );
    makes("a: {x: 1}\nb: {y: 2}\n", &carry("a.x", Some("b"), Some("y"), None), "a: {}\nb: {x: 1, y: 2}\n");
    makes(
        "scenes:\n- id: a\n  elements:\n  - {id: x} # c\n- id: b\n",
        &carry("scenes.a.elements.x", Some("scenes.b.elements"), None, None),
        "scenes:\n- id: a\n  elements: []\n- id: b\n  elements:\n    - {id: x} # c\n",
    );
}

#[test]
fn elements_are_wrapped_with_their_comments() {
    let after = edited(
        SCENES,
        &[wrap(&["scenes.hook.elements.lines", "scenes.hook.elements.t"], json!({"id": "card", "gap": 12}))],
    );
    let group = "      - id: card
        type: group
        gap: 12
        elements:
          # a title
          - {id: t, type: text, text: 'it''s'}   # text
          - id: lines
            type: text
            text: |
              one

              two
            # a remark inside
      - {id: pic,";
    assert!(after.contains(group), "{after}");
    changes(
        &wrap(&["scenes.last.elements.b"], json!({"id": "g"})),
        "{id: b, type: text, text: B}",
        "{id: g, type: group, elements: [{id: b, type: text, text: B}]}",
    );
    let all = wrap(
        &["scenes.hook.elements.0", "scenes.hook.elements.1", "scenes.hook.elements.2"],
        json!({"id": "g"}),
    );
    let after = edited(SCENES, &[all]);
    assert!(
        after.contains(
            "elements:\n      - id: g\n        type: group\n        elements:\n          # a title\n"
        ),
        "{after}"
    );
}

#[test]
fn references_follow_a_new_name() {
    let text = "components:
  card: {props: {who: {type: text}}, elements: [{type: text, text: \"{{who}} {{brand}}\"}]}
  pair: {elements: [{type: use, component: 'card'}]}
data: {rows: [{label: a, value: 1}]}
vars: {brand: Kiln, who: me}
cues: {boom: 2, later: boom + 1}
scenes:
  - id: s
    say: rows of card and boom
    elements:
      - {type: use, component: card, for_each: rows, props: {who: \"{{ who }}\"}}
      - {type: chart, chart: bar, data: rows, at: boom}
      - {type: text, text: 'by {{brand}}, {{brand}}', at: \"boom+0.5\"}
";
    let after = edited(
        text,
        &[
            rename("components.card", "tile"),
            rename("data.rows", "table"),
            rename("vars.brand", "firm"),
            rename("vars.who", "name"),
            rename("cues.boom", "bang"),
        ],
    );
    let expected = text
        .replace("  card:", "  tile:")
        .replace("'card'", "'tile'")
        .replace("component: card", "component: tile")
        .replace("{rows:", "{table:")
        .replace("for_each: rows", "for_each: table")
        .replace("data: rows", "data: table")
        .replace("{brand:", "{firm:")
        .replace("{{brand}}", "{{firm}}")
        .replace("who: me", "name: me")
        .replace("{{ who }}", "{{ name }}")
        .replace("{boom: 2, later: boom", "{bang: 2, later: bang")
        .replace("at: boom", "at: bang")
        .replace("\"boom+", "\"bang+");
    assert_eq!(after, expected);
}

#[test]
fn a_renamed_prop_takes_its_users_along() {
    let text = "components:
  card:
    props:
      who: {type: text}   # whose
      n: {type: number, default: 1}
    elements:
      - {type: text, text: 'by {{who}}, {{ who }} {{n}}', alt: who}
      - {type: use, component: other, props: {who: \"{{who}}\"}}
  other: {props: {who: {type: text}}, elements: [{type: text, text: '{{who}}'}]}
scenes:
  - id: s
    elements:
      - {type: use, component: card, props: {'who': Ann, n: 2}}   # one
      - type: group
        elements:
          - {type: use, component: card, props: {n: 2, who: '{{who}}'}}
          - {type: use, component: other, props: {who: Ann}}
";
    let expected = text
        .replace("      who: {type", "      name: {type")
        .replace("'by {{who}}, {{ who }} {{n}}'", "'by {{name}}, {{ name }} {{n}}'")
        .replace("other, props: {who: \"{{who}}\"}", "other, props: {who: \"{{name}}\"}")
        .replace("{'who': Ann, n", "{name: Ann, n")
        .replace("{n: 2, who:", "{n: 2, name:");
    let there = rename("components.card.props.who", "name");
    assert_eq!(edited(text, std::slice::from_ref(&there)), expected);
    assert_eq!(
        edited(&expected, &[rename("components.card.props.name", "who")]),
        text.replace("'who'", "who")
    );
    // One that is given twice then would lose a value.
    let twice = text.replace("n: 2, who", "name: 2, who");
    assert!(apply_ops(&twice, &[there]).unwrap_err().message.contains("stand twice"));
}

#[test]
fn what_is_renamed_gets_a_name_that_the_format_knows() {
    const TEXT: &str = "reelforge: 1
meta: {title: T}
canvas: square
vars: {v: x}
data: {d: [{label: A, value: 1}]}
cues: {c: 1}
components: {k: {props: {p: {type: text}}, elements: [{type: text, text: '{{p}}{{v}}'}]}}
scenes:
  - id: s
    elements:
      - {id: e, type: text, text: x, at: c}
      - {id: f, type: use, component: k, props: {p: x}}
      - {id: g, type: chart, chart: bar, data: d}
";
    let issues = |text: &str| crate::video::project::Project::parse(text).issues;
    assert_eq!(issues(TEXT), []);
    let paths = [
        "scenes.s",
        "scenes.s.elements.e",
        "vars.v",
        "data.d",
        "cues.c",
        "components.k",
        "components.k.props.p",
    ];
    for path in paths {
        for (name, fits) in [
            ("good", Some(true)),
            ("a1_b", Some(true)),
            ("x-y", None),
            ("", Some(false)),
            ("Big", Some(false)),
            ("a b", Some(false)),
            ("a.b", Some(false)),
            ("1x", Some(false)),
            ("0", Some(false)),
            ("ü", Some(false)),
            ("a\nb", Some(false)),
            (&"x".repeat(40), Some(true)),
            (&"x".repeat(41), Some(false)),
        ] {
            match apply_ops(TEXT, &[rename(path, name)]) {
                Ok(renamed) => {
                    assert_ne!(fits, Some(false), "{path} {name:?}");
                    assert_eq!(issues(&renamed), [], "{path} {name:?}");
                }
                Err(error) => {
                    assert_ne!(fits, Some(true), "{path} {name:?}: {error}");
                    let said = if name.is_empty() { "\"\"" } else { "no name" };
                    assert!(error.message.contains(said), "{}", error.message);
                }
            }
        }
    }
    // What any other key is called is for the checks to say.
    makes("meta: {tilte: T, x: 1}\n", &rename("meta.tilte", "title"), "meta: {title: T, x: 1}\n");
}

#[test]
fn parts_that_cannot_go_where_they_shall_say_why() {
    let refused = |op: Op, said: &str| {
        let error = apply_ops(SCENES, &[set("reelforge", json!(1)), op.clone()]).unwrap_err();
        assert_eq!(error.index, 1);
        assert!(error.message.contains(said), "{op:?}: {}", error.message);
    };
    refused(add("scenes.hok.elements", json!({})), "did you mean `scenes.hook`?");
    refused(add("scenes.hook.say", json!("x")), "single value");
    refused(add("scenes.last.layout", json!(3)), "`scenes.last.layout.name`");
    refused(add("scenes.last.layout", json!({"gap": 3})), "`scenes.last.layout.gap` is there already");
    refused(add("scenes", json!(null)), "null");
    refused(add_after("scenes", json!({"id": "x"}), "nowhere"), "it has hook, middle, last");
    refused(
        Op::Add { path: "scenes".into(), value: json!(1), before: Some("0".into()), after: Some("1".into()) },
        "not both",
    );
    refused(remove("scenes.hook.elements.tt"), "did you mean `scenes.hook.elements.t`?");
    refused(remove(""), "whole file");
    refused(carry("scenes.hook", Some("scenes.hook.elements"), None, None), "into itself");
    refused(carry("scenes.hook", Some("output"), None, None), "is a map");
    refused(carry("output.quality", Some("scenes"), None, None), "is a list");
    refused(carry("scenes.hook.elements.t", Some("scenes.last.elements"), None, None), "comments");
    refused(wrap(&["scenes.hook", "scenes.last"], json!({})), "only elements");
    refused(wrap(&["scenes.hook.elements.t", "scenes.last.elements.a"], json!({})), "one list");
    refused(wrap(&["scenes.hook.elements.t"], json!({"elements": []})), "`paths`");
    refused(wrap(&[], json!({})), "`paths`");
    refused(rename("scenes.hook", "last"), "taken");
    assert!(apply_ops("a: 1\n", &[remove("a")]).unwrap_err().message.contains("last key"));
}
