use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::video::files::{FileError, NoFiles};
use crate::video::project::model::{Length, Time};
use crate::video::time::Times;

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
    let many_columns = (0..51).map(|index| format!("c{index}")).collect::<Vec<_>>().join(",");
    let long_name = format!("{}\n1\n", "é".repeat(51));
    let long_json = format!("[{{\"{}\": 1}}]", "x".repeat(101));
    for (file, bytes, rule, part) in [
        ("d.csv", &b"a,b\n1,2\n1,2,3\n"[..], "V-6", "line 3 has 3 values for 2 columns"),
        ("d.csv", b"a,a\n1,2\n", "V-6", "two columns named `a`"),
        ("d.csv", many_columns.as_bytes(), "V-2", "more than 50 columns"),
        ("d.csv", long_name.as_bytes(), "V-2", "more than 100 bytes"),
        ("d.json", long_json.as_bytes(), "V-2", "more than 100 bytes"),
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

fn elements_of(scene: &crate::video::project::model::Scene) -> usize {
    scene.elements.iter().map(|element| element.with_descendants().len()).sum()
}

#[test]
fn what_is_left_out_is_told() {
    let rows = |count: usize| format!("data: {{rows: [{}]}}\n", vec!["{n: 1}"; count].join(", "));
    let dot = "dot: {elements: [{type: shape, shape: circle, w: 9, h: 9}]}";
    let each = "{type: use, component: dot, for_each: rows}";
    let uses = |count: usize| vec![each; count].join(", ");
    let one = |count: usize, more: &str| {
        expanded(&format!(
            "{}components: {{{dot}}}\nscenes: [{{id: s, elements: [{}{more}]}}, {{id: t, elements: [{each}]}}]\n",
            rows(20),
            uses(count)
        ))
    };
    // Each circle stands in a group.
    let all = one(5, "");
    assert_eq!((elements_of(&all.project.scenes[0]), &all.left_out[..]), (200, &[][..]));
    let all = one(6, ", {type: use, component: dot}");
    assert_eq!(elements_of(&all.project.scenes[0]), 200);
    let path = "scenes.s.elements.use6".to_owned();
    assert_eq!(all.left_out, [LeftOut { path, why: TooMuch::Elements(201) }]);
    assert_eq!(elements_of(&all.project.scenes[1]), 40, "each scene has its own room");
    let all = expanded(&format!(
        "{}components: {{{dot}, many: {{elements: [{each}]}}}}\nscenes: [{{id: s, elements: [{{type: use, component: many}}, {{type: use, component: many}}]}}]\n",
        rows(30)
    ));
    assert_eq!(elements_of(&all.project.scenes[0]), 2 * 41);
    let path = "scenes.s.elements.use1.elements.use1.for_each".to_owned();
    assert_eq!(all.left_out, [LeftOut { path, why: TooMuch::Rows(30) }], "once for its place in the file");
}

#[test]
fn rows_that_multiply_are_not_all_tried() {
    let each = "{type: use, component: a, for_each: rows}";
    let ten = [each; 10].join(", ");
    let rows = ["{n: 1}"; 20].join(", ");
    let all = expanded(&format!(
        "data: {{rows: [{rows}]}}\ncomponents: {{a: {{elements: [{ten}]}}}}\nscenes: [{{id: s, elements: [{ten}]}}]\n"
    ));
    assert_eq!(elements_of(&all.project.scenes[0]), MAX_ELEMENTS);
    assert!(all.left_out.iter().any(|left| left.why == TooMuch::Elements(201)), "{:?}", all.left_out);
    let deep = TooMuch::Deep(vec!["a".to_owned(); 5]);
    assert!(
        all.left_out.iter().any(|left| left.why == deep) && all.left_out.len() <= 11,
        "{:?}",
        all.left_out
    );
    // Rows that are wrong do not say so each.
    let wrong = "{type: use, component: c, for_each: rows, props: {s: \"{{item.n}}\"}}";
    let all = expanded(&format!(
        "data: {{rows: [{}]}}\ncomponents: {{c: {{props: {{s: {{type: text}}}}, elements: [{{type: text, text: x, size: \"{{{{s}}}}\"}}]}}}}\nscenes: [{{id: s, elements: [{}]}}, {{id: t, elements: [{}]}}]\n",
        ["{n: big}"; 20].join(", "),
        [wrong; 10].join(", "),
        [wrong; 10].join(", "),
    ));
    assert_eq!(all.issues.len(), MAX_ISSUES);
}

#[test]
fn times_count_from_where_the_instance_is_in_the_end() {
    let body = |b: &str, more: &str| {
        expanded(&format!(
            "music: {{file: m.mp3, beats: {{bpm: 60}}}}
cues: {{later: end - 2}}
components:
  late: {{elements: [{{type: text, text: x, at: 4}}]}}
  two:
    elements:
      - {{id: a, type: text, text: x, until: 1}}
      - {{id: b, type: list, items: [x], at: 1, item_at: [1.5], keyframes: [{{at: 1.25, opacity: 1}}]}}
      - {{id: c, type: use, component: late, at: 0.5}}
scenes:
  - {{id: a, elements: [{{type: use, component: late}}]}}
  - {{id: b, {more}elements: [{{id: g, type: use, component: two, {b}}}]}}
"
        ))
    };
    let all = body("at: beat(10)", "duration: 12, ");
    assert_eq!(all.issues, []);
    let times = Times::of(&all.project, &Heard::none());
    let starts = |times: &Times<'_>| -> Vec<f64> {
        times.timeline().scenes[1].elements.iter().map(|element| element.t0).collect()
    };
    assert_eq!(times.timeline().scenes[1].t0, 7.0);
    assert_eq!(starts(&times), [9.0, 9.0, 10.0, 9.5, 13.5]);
    let b = element(&all, "scenes.b.elements.g.elements.b");
    let Kind::List(list) = &b.kind else { panic!("a list") };
    let seconds = [&b.common.at, &b.common.keyframes[0].at, &list.item_at.as_ref().unwrap()[0]];
    assert_eq!(seconds, [&Time::Seconds(3.0), &Time::Seconds(3.25), &Time::Seconds(3.5)]);
    let until = element(&all, "scenes.b.elements.g.elements.a").common.until.clone();
    assert_eq!(until, Some(Time::Seconds(3.0)));
    // What counts from the scene's end does not move that end.
    for end in ["at: end - 2.5", "at: later - 0.5"] {
        let all = body(end, "");
        let times = Times::of(&all.project, &Heard::none());
        assert_eq!((times.timeline().scenes[1].t0, times.timeline().scenes[1].t1), (7.0, 10.0), "{end}");
        assert_eq!(starts(&times)[..4], [7.5, 7.5, 8.5, 8.0], "{end}");
    }
    // A moment that does not exist is one fault, of the instance.
    let all = body("at: cue(nothing)", "duration: 12, ");
    assert_eq!(element(&all, "scenes.b.elements.g.elements.b").common.at, Time::Seconds(1.0));
}

/// Counts how often it is read.
struct Counted(Vec<u8>, std::sync::atomic::AtomicUsize);

impl Files for Counted {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Folder(BTreeMap::from([("d.csv", self.0.clone())])).read(path.rsplit('/').next().unwrap_or(path), max)
    }
}

impl Counted {
    fn reads(&self) -> usize {
        self.1.load(std::sync::atomic::Ordering::Relaxed)
    }
}

#[test]
fn a_data_file_is_read_once_however_many_lists_it_is() {
    let files = Counted(b"a,b\n1,2\n".to_vec(), 0.into());
    let named: Vec<String> = (0..200).map(|index| format!("d{index}: {{file: d.csv}}")).collect();
    let text = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\ndata: {{{}}}\nscenes: [{{id: s}}]\n",
        named.join(", ")
    );
    let project = Project::parse(&text).project.unwrap();
    let mut data = DataFiles::default();
    for _ in 0..2 {
        let all = expand_again(&project, &files, &Heard::none(), &mut data);
        assert_eq!((all.tables.len(), all.issues.len(), files.reads()), (200, 0, 1));
        assert!(all.tables.values().all(|table| Arc::ptr_eq(table, &all.tables["d0"])));
    }
}

#[test]
fn data_files_have_a_common_limit() {
    let files =
        Counted(format!("a\n{}", format!("{}\n", "x".repeat(999)).repeat(499)).into_bytes(), 0.into());
    let named: Vec<String> = (10..40).map(|index| format!("d{index}: {{file: {index}/d.csv}}")).collect();
    let all = expanded_with(&format!("data: {{{}}}\nscenes: [{{id: s}}]\n", named.join(", ")), &files);
    // Half a megabyte each.
    assert_eq!((all.tables.len(), all.issues.len(), files.reads()), (8, 22, 9));
    assert_eq!((all.issues[0].rule, all.issues[0].path.as_str()), ("V-2", "data.d18.file"));
    assert!(all.issues[0].message.contains("4 MB together"), "{}", all.issues[0].message);
}

#[test]
fn equal_tables_have_equal_hashes() {
    let hash =
        |rows: &str| expanded(&format!("data: {{d: [{rows}]}}\nscenes: [{{id: s}}]\n")).tables["d"].hash;
    let rows =
        ["{a: 1}, {b: x}", "{a: 1, b: x}", "{a: 1}, {b: y}", "{a: 1}, {b: 'x', c: 1}", "{a: 1.0}, {b: x}"];
    for (index, one) in rows.iter().enumerate() {
        assert_eq!(hash(one), hash(one));
        assert!(rows[..index].iter().all(|other| hash(other) != hash(one)), "{one}");
    }
}

#[test]
fn values_keep_their_letters_in_texts() {
    let all = expanded(
        "vars: {price: 1.50, zip: 00701, on: True, none: ~}
data: {rows: [{price: 2.50, code: 007}]}
components:
  show:
    props: {t: {type: text}, n: {type: number, default: 010}, l: {type: list}, b: {type: bool}}
    elements:
      - {id: t, type: text, text: \"{{t}} and {{t}}\", size: \"{{n}}\", hidden: \"{{b}}\"}
      - {id: whole, type: text, text: \"{{t}}\", rotate: \"{{t}}\"}
      - {id: n, type: text, text: \"{{n}}\"}
      - {id: l, type: list, items: \"{{l}}\"}
      - {id: card, type: use, component: title-card, props: {title: \"{{t}}\", kicker: 0x10}}
scenes:
  - id: s
    elements:
      - {id: v, type: text, text: \"Only {{price}} in {{zip}}, {{on}}, {{none}}\", rotate: \"{{price}}\"}
      - {id: card, type: use, component: title-card, props: {title: 1.50, kicker: 007, subtitle: \"{{zip}}\"}}
      - {id: show, type: use, component: show, props: {t: 3.0, n: 020, l: [1.50, +2, Yes], b: TRUE}}
      - {id: row, type: use, component: show, for_each: rows, props: {t: \"{{item.code}}\", l: [\"{{item.price}}\"]}}
",
    );
    assert_eq!(all.issues, []);
    for (path, shown) in [
        ("v", "Only 1.50 in 00701, True, ~"),
        ("card.elements.title", "1.50"),
        ("card.elements.kicker", "007"),
        ("card.elements.subtitle", "00701"),
        ("show.elements.t", "3.0 and 3.0"),
        ("show.elements.whole", "3.0"),
        ("show.elements.n", "020"),
        ("show.elements.card.elements.title", "3.0"),
        ("show.elements.card.elements.kicker", "0x10"),
        ("row.1.elements.t", "007 and 007"),
        ("row.1.elements.n", "010"),
    ] {
        assert_eq!(text(&all, &format!("scenes.s.elements.{path}")), shown, "{path}");
    }
    // Where a number is wanted it is that number.
    assert_eq!(element(&all, "scenes.s.elements.v").common.rotate, 1.5);
    assert_eq!(element(&all, "scenes.s.elements.show.elements.whole").common.rotate, 3.0);
    assert!(element(&all, "scenes.s.elements.show.elements.t").common.hidden);
    let Kind::Text(sized) = &element(&all, "scenes.s.elements.row.1.elements.t").kind else {
        panic!("a text")
    };
    assert_eq!(sized.style.size, Some(10.0));
    let items = |path: &str| match &element(&all, path).kind {
        Kind::List(list) => list.items.clone(),
        _ => panic!("{path} is no list"),
    };
    assert_eq!(items("scenes.s.elements.show.elements.l"), ["1.50", "+2", "Yes"]);
    assert_eq!(items("scenes.s.elements.row.1.elements.l"), ["2.50"]);
    assert_eq!(
        serde_json::to_value(&all.tables["rows"].rows).unwrap(),
        json!([{"price": 2.5, "code": 7}]),
        "charts count with numbers"
    );
    // What a tool shows of a component is the value itself.
    let show = serde_json::to_value(&all.project.components["show"].props["n"]).unwrap();
    assert_eq!(show["default"], json!(10));
}
