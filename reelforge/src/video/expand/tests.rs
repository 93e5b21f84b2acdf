use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::video::files::{FileError, NoFiles};
use crate::video::project::model::Length;

struct Folder(BTreeMap<&'static str, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.get(path).cloned().ok_or(FileError::Absent)?;
        if bytes.len() as u64 > max { Err(FileError::TooLarge(max)) } else { Ok(bytes) }
    }
}

fn expanded_with(body: &str, files: &dyn Files) -> Expanded {
    let parsed = Project::parse(&format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\n{body}"));
    assert_eq!(parsed.issues, [], "{body}");
    expand(&parsed.project.unwrap(), files, &Heard::none())
}

fn expanded(body: &str) -> Expanded {
    expanded_with(body, &NoFiles)
}

const CARD: &str = "components:
  card:
    props:
      label: {type: text, required: true}
      note: {type: text}
      color: {type: color, default: $surface}
      size: {type: number}
    w: 400
    layout: row
    elements:
      - {id: head, type: text, text: \"{{label}}\", fill: \"{{color}}\", size: \"{{size}}\", at: 0.5}
      - {id: note, type: text, text: \"{{note}}\"}
      - {type: group, elements: [{id: deep, type: text, text: \"{{label}}: {{note}}\", at: 1, duration: 2}]}
";

fn scene(elements: &str) -> String {
    format!("{CARD}scenes: [{{id: s, duration: 9, elements: [{elements}]}}]\n")
}

fn paths(project: &Project) -> Vec<(&str, &str)> {
    project.elements().map(|(_, element)| (element.common.path.as_str(), element.type_name())).collect()
}

fn element<'a>(expanded: &'a Expanded, path: &str) -> &'a Element {
    let found = expanded.project.elements().find(|(_, element)| element.common.path == path);
    found.unwrap_or_else(|| panic!("{path} in {:?}", paths(&expanded.project))).1
}

fn text(expanded: &Expanded, path: &str) -> String {
    match &element(expanded, path).kind {
        Kind::Text(text) => text.text.clone(),
        _ => panic!("{path} is no text"),
    }
}

#[test]
fn an_instance_becomes_a_group_that_carries_its_own_keys() {
    let all = expanded(&scene(
        "{id: a, type: use, component: card, x: 10, layer: 3, opacity: 0.5, props: {label: Hi, note: there}}",
    ));
    assert_eq!(all.issues, []);
    assert_eq!(
        paths(&all.project),
        [
            ("scenes.s.elements.a", "group"),
            ("scenes.s.elements.a.elements.head", "text"),
            ("scenes.s.elements.a.elements.note", "text"),
            ("scenes.s.elements.a.elements.group1", "group"),
            ("scenes.s.elements.a.elements.group1.elements.deep", "text"),
        ]
    );
    let group = element(&all, "scenes.s.elements.a");
    assert_eq!(
        (group.common.x, group.common.layer, group.common.opacity, group.common.w),
        (Some(Length::Px(10.0)), 3, 0.5, Some(Length::Px(400.0)))
    );
    let Kind::Group(inner) = &group.kind else { panic!("a group") };
    assert_eq!(inner.layout.kind, crate::video::project::model::LayoutKind::Row);
    assert_eq!(text(&all, "scenes.s.elements.a.elements.group1.elements.deep"), "Hi: there");
    let Kind::Text(head) = &element(&all, "scenes.s.elements.a.elements.head").kind else { panic!("a text") };
    assert_eq!((head.style.fill.as_ref().unwrap().to_string().as_str(), head.style.size), ("$surface", None));
    assert_eq!(all.written("scenes.s.elements.a"), Some("scenes.s.elements.a"));
    let deep = all.written("scenes.s.elements.a.elements.group1.elements.deep");
    assert_eq!(deep, Some("components.card.elements.group1.elements.deep"));
}

#[test]
fn what_an_absent_prop_would_fill_is_left_out() {
    let all = expanded(&scene("{id: a, type: use, component: card, props: {label: Hi, size: 99}}"));
    assert_eq!(all.issues, []);
    let inner: Vec<&str> = paths(&all.project).into_iter().map(|(path, _)| path).collect();
    assert!(!inner.contains(&"scenes.s.elements.a.elements.note"), "{inner:?}");
    assert_eq!(text(&all, "scenes.s.elements.a.elements.group1.elements.deep"), "Hi: ");
    let Kind::Text(head) = &element(&all, "scenes.s.elements.a.elements.head").kind else { panic!("a text") };
    assert_eq!(head.style.size, Some(99.0));
    // A value of a wrong type is none.
    let all = expanded(&scene("{id: a, type: use, component: card, props: {label: Hi, size: big}}"));
    assert_eq!(all.issues, []);
}

#[test]
fn times_of_a_component_count_from_its_instance() {
    let all = expanded(&scene("{id: a, type: use, component: card, at: 2, props: {label: Hi}}"));
    let at = |path: &str| {
        let common = &element(&all, path).common;
        (common.at.clone(), common.duration)
    };
    assert_eq!(at("scenes.s.elements.a"), (Time::Seconds(2.0), None));
    assert_eq!(at("scenes.s.elements.a.elements.head"), (Time::Seconds(2.5), None));
    assert_eq!(at("scenes.s.elements.a.elements.group1.elements.deep"), (Time::Seconds(3.0), Some(2.0)));
    let spoken = format!(
        "{CARD}scenes: [{{id: s, say: One two three four., elements: [{{id: a, type: use, component: card, at: cue(three), props: {{label: x}}}}]}}]\n"
    );
    let all = expanded(&spoken);
    let Time::Seconds(head) = element(&all, "scenes.s.elements.a.elements.head").common.at else {
        panic!("seconds")
    };
    // The third word begins 0.3 s of lead and two words of 1/2.6 s after the scene.
    assert!((head - (0.3 + 2.0 / 2.6 + 0.5)).abs() < 1e-9, "{head}");
}

#[test]
fn components_nest_and_times_add_up() {
    let body = "components:
  inner: {props: {t: {type: text}}, elements: [{id: x, type: text, text: \"{{t}}\", at: 0.25, keyframes: [{at: 1, opacity: 1}]}]}
  outer: {props: {t: {type: text}}, elements: [{id: i, type: use, component: inner, at: 1, props: {t: \"<{{t}}>\"}}]}
scenes: [{id: s, duration: 9, elements: [{id: o, type: use, component: outer, at: 3, props: {t: a}}]}]
";
    let all = expanded(body);
    let path = "scenes.s.elements.o.elements.i.elements.x";
    assert_eq!(text(&all, path), "<a>");
    let common = &element(&all, path).common;
    assert_eq!((&common.at, &common.keyframes[0].at), (&Time::Seconds(4.25), &Time::Seconds(5.0)));
    assert_eq!(all.written(path), Some("components.inner.elements.x"));
    assert_eq!(all.written("scenes.s.elements.o.elements.i"), Some("components.outer.elements.i"));
}

#[test]
fn rows_make_an_instance_each() {
    let body = format!(
        "data: {{people: [{{name: Ada, top: 100}}, {{name: Bo, note: b}}]}}\n{}",
        scene(
            "{id: a, type: use, component: card, for_each: people, at: \"{{index}}\", props: {label: \"{{index}} {{item.name}}\", note: \"{{item.note}}\"}}"
        )
    );
    let all = expanded(&body);
    assert_eq!(all.issues, []);
    assert_eq!(text(&all, "scenes.s.elements.a.1.elements.head"), "1 Ada");
    assert_eq!(text(&all, "scenes.s.elements.a.2.elements.head"), "2 Bo");
    assert_eq!(text(&all, "scenes.s.elements.a.2.elements.note"), "b");
    let second = element(&all, "scenes.s.elements.a.2");
    assert_eq!((second.common.id.as_str(), &second.common.at), ("a.2", &Time::Seconds(2.0)));
    assert_eq!(all.written("scenes.s.elements.a.2"), Some("scenes.s.elements.a"));
    let many: Vec<String> = (0..30).map(|n| format!("{{name: n{n}}}")).collect();
    let body = format!(
        "data: {{people: [{}]}}\ncomponents: {{c: {{props: {{n: {{type: text}}}}, elements: [{{type: text, text: \"{{{{n}}}}\"}}]}}}}\nscenes: [{{id: s, elements: [{{id: a, type: use, component: c, for_each: people, props: {{n: \"{{{{item.name}}}}\"}}}}]}}]\n",
        many.join(", ")
    );
    assert_eq!(expanded(&body).project.scenes[0].elements.len(), MAX_ROWS);
}

#[test]
fn expansion_ends_whatever_uses_whatever() {
    let twice = "[{type: use, component: b}, {type: use, component: b}]";
    let body = format!(
        "components:\n  a: {{elements: {twice}}}\n  b: {{elements: [{{type: use, component: a}}, {{type: use, component: a}}, {{type: text, text: x}}]}}\nscenes: [{{id: s, elements: {twice}}}, {{id: t, elements: {twice}}}]\n"
    );
    let all = expanded(&body);
    for scene in &all.project.scenes {
        let elements: Vec<_> = scene.elements.iter().flat_map(Element::with_descendants).collect();
        assert!(
            elements.len() <= MAX_ELEMENTS
                && elements.iter().all(|element| !matches!(element.kind, Kind::Use(_)))
        );
        let deepest = elements.iter().map(|element| element.common.path.matches(".elements.").count()).max();
        assert!(deepest <= Some(MAX_DEPTH + 1), "{deepest:?}");
    }
    assert!(!all.project.scenes[1].elements.is_empty());
}

#[test]
fn data_comes_from_csv_and_json_files() {
    let files = Folder(BTreeMap::from([
        ("d/a.csv", b"\xef\xbb\xbflabel, value,note\r\n\"A, b\", 14.2,\r\nC,007,x\r\n".to_vec()),
        ("d/b.json", br#"[{"label": "A", "value": null}, {"label": 3, "on": true}]"#.to_vec()),
    ]));
    let all = expanded_with(
        "data: {a: {file: d/a.csv}, b: {file: d/b.json}, c: {file: d/none.csv}}\nscenes: [{id: s}]\n",
        &files,
    );
    assert_eq!(all.issues, []);
    assert_eq!(all.tables["a"].columns, ["label", "value", "note"]);
    assert_eq!(
        serde_json::to_value(&all.tables["a"].rows).unwrap(),
        json!([{"label": "A, b", "value": 14.2}, {"label": "C", "value": 7, "note": "x"}])
    );
    assert_eq!(
        serde_json::to_value(&all.tables["b"].rows).unwrap(),
        json!([{"label": "A"}, {"label": 3, "on": true}])
    );
    assert!(!all.tables.contains_key("c"));
}

#[test]
fn faulty_data_files_say_what_is_wrong() {
    let many_rows = format!("a\n{}", "1\n".repeat(501));
    let large = "a,b\n".repeat(300_000);
    for (file, bytes, rule, part) in [
        ("d.csv", &b"a,b\n1,2\n1,2,3\n"[..], "V-6", "line 3 has 3 values for 2 columns"),
        ("d.csv", b"a,a\n1,2\n", "V-6", "two columns named `a`"),
        ("d.csv", b"a\nx\n\xff\n", "V-6", "line 3"),
        ("d.csv", many_rows.as_bytes(), "V-2", "more than 500 rows"),
        ("d.csv", large.as_bytes(), "V-6", "1 MB"),
        ("d.json", b"[{\"a\": 1}", "V-6", "no JSON"),
        ("d.json", b"{\"a\": 1}", "V-2", "no list"),
        ("d.json", b"[1]", "V-2", "item 1"),
        ("d.json", b"[{\"a\": 1}, {\"a\": [1]}]", "V-2", "`a` of item 2"),
    ] {
        let files = Folder(BTreeMap::from([(file, bytes.to_vec())]));
        let all = expanded_with(&format!("data: {{d: {{file: {file}}}}}\nscenes: [{{id: s}}]\n"), &files);
        let [issue] = &all.issues[..] else { panic!("{:?}", all.issues) };
        assert_eq!((issue.rule, issue.path.as_str()), (rule, "data.d.file"));
        assert!(issue.message.contains(part) && !issue.hint.is_empty(), "{}", issue.message);
        assert!(all.tables.is_empty());
    }
}

#[test]
fn a_list_of_texts_can_be_a_prop() {
    let all = expanded(
        "scenes: [{id: s, elements: [{id: a, type: use, component: steps, props: {items: [Grind, Pour]}}]}]\n",
    );
    assert_eq!(all.issues, []);
    let Kind::List(list) = &element(&all, "scenes.s.elements.a.elements.items").kind else {
        panic!("a list")
    };
    assert_eq!(list.items, ["Grind", "Pour"]);
    assert_eq!(
        all.written("scenes.s.elements.a.elements.items"),
        None,
        "it stands in no file of the project"
    );
}
