//! Changing a project: by edits, against other writers, back to earlier versions, and along the recommended steps.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Fixture;

const SMALL: &str = "# mine
reelforge: 1
meta: {title: T}   # the title
canvas: square
scenes:
  - id: a
    duration: 4   # long enough
    elements:
      # says hello
      - {id: hi, type: text, role: title, text: Hi}
      - {id: pic, type: text, text: There}
";

async fn small(studio: &Fixture) -> Value {
    studio.get("create_project", json!({ "name": "p", "yaml": SMALL })).await
}

#[tokio::test]
async fn edits_change_what_they_name_and_nothing_else() {
    let studio = Fixture::new();
    let made = small(&studio).await;
    let ops = json!([
        { "op": "set", "path": "scenes.a.elements.hi.text", "value": "Hello: you" },
        { "op": "add", "path": "scenes.a.elements", "value": { "id": "end", "type": "text", "text": "Bye" } },
        { "op": "move", "path": "scenes.a.elements.pic", "before": "hi" },
        { "op": "rename", "path": "scenes.a", "id": "intro" },
    ]);
    let args = json!({ "project": "p", "ops": ops, "base_revision": made["revision"] });
    let mut dry = args.clone();
    dry["dry_run"] = true.into();
    let would = studio.get("edit_project", dry).await;
    assert_eq!(studio.file("p/project.yaml"), SMALL, "a dry run stores nothing");
    assert_eq!((&would["dry_run"], &would["revision"]), (&json!(true), &made["revision"]));
    let done = studio.get("edit_project", args).await;
    assert_eq!(done["changed"], json!(["scenes.a", "scenes.intro"]));
    assert_eq!((&would["diff"], &would["validation"]), (&done["diff"], &done["validation"]));
    assert_eq!(done["validation"]["summary"]["errors"], 0, "{done:#}");
    let expected = SMALL
        .replace("- id: a", "- id: intro")
        .replace("      - {id: pic, type: text, text: There}\n", "")
        .replace("      # says hello\n", "      - {id: pic, type: text, text: There}\n      # says hello\n")
        .replace("text: Hi}\n", "text: \"Hello: you\"}\n      - {id: end, type: text, text: Bye}\n");
    assert_eq!(studio.file("p/project.yaml"), expected);
}

#[tokio::test]
async fn one_edit_that_cannot_be_made_stops_them_all_and_is_named() {
    let studio = Fixture::new();
    small(&studio).await;
    let ops = json!([
        { "op": "set", "path": "meta.title", "value": "New" },
        { "op": "remove", "path": "scenes.a.elements.hii" },
    ]);
    let refused = studio.call("edit_project", json!({ "project": "p", "ops": ops })).await;
    assert_eq!(refused.error.as_deref(), Some("invalid_arguments"));
    for said in ["ops[1]", "scenes.a.elements.hi", "nothing was changed"] {
        assert!(refused.text().contains(said), "{}", refused.text());
    }
    assert_eq!(studio.file("p/project.yaml"), SMALL);
    let ops = json!([{ "op": "replace_text", "line": 3, "column": 1, "end_line": 3, "end_column": 5, "text": "meta: [" }]);
    let refused = studio.call("edit_project", json!({ "project": "p", "ops": ops })).await;
    assert_eq!(refused.error.as_deref(), Some("yaml_syntax"));
    assert_eq!(studio.file("p/project.yaml"), SMALL);
    let many = vec![json!({ "op": "set", "path": "meta.title", "value": "x" }); 101];
    let refused = studio.call("edit_project", json!({ "project": "p", "ops": many })).await;
    assert!(refused.text().contains("100"), "{}", refused.text());
}

#[tokio::test]
async fn every_writer_is_told_what_another_one_changed_meanwhile() {
    let studio = Fixture::new();
    let base = small(&studio).await["revision"].clone();
    let set = |value: &str| json!([{ "op": "set", "path": "meta.title", "value": value }]);
    let theirs = studio.get("edit_project", json!({ "project": "p", "ops": set("Theirs") })).await;
    let stored = studio.file("p/project.yaml");
    for (tool, key, value) in [
        ("edit_project", "ops", set("Mine")),
        ("write_yaml", "yaml", json!(SMALL.replace("title: T", "title: Mine"))),
        ("restore_revision", "revision", base.clone()),
    ] {
        let mut args = json!({ "project": "p", "base_revision": base });
        args[key] = value;
        let refused = studio.call(tool, args).await;
        assert_eq!(refused.error.as_deref(), Some("stale_revision"), "{tool}: {}", refused.text());
        let data = refused.data.as_ref().unwrap();
        assert_eq!(data["current"], theirs["revision"], "{tool}: {data:#}");
        assert_eq!(data["changed"], json!(["meta"]), "{tool}: {data:#}");
        assert!(data["diff"].as_str().unwrap().contains("+meta: {title: Theirs}"), "{tool}: {data:#}");
        assert_eq!(studio.file("p/project.yaml"), stored);
    }
    let both = studio.get("edit_project", json!({ "project": "p", "ops": set("Mine") })).await;
    assert_eq!(both["changed"], json!(["meta"]), "without a base the newest version is edited");
}

#[tokio::test]
async fn an_earlier_version_comes_back_byte_for_byte() {
    let studio = Fixture::new();
    let first = format!("\u{feff}{}", SMALL.replace('\n', "\r\n"));
    studio.get("create_project", json!({ "name": "p", "yaml": first })).await;
    let mut revisions = Vec::new();
    for title in ["One", "Two"] {
        let ops = json!([{ "op": "set", "path": "meta.title", "value": title }]);
        revisions.push(
            studio.get("edit_project", json!({ "project": "p", "ops": ops })).await["revision"].clone(),
        );
    }
    let listed = studio.get("restore_revision", json!({ "project": "p" })).await;
    let versions = listed["revisions"].as_array().unwrap();
    let told: Vec<_> = versions.iter().map(|version| (&version["current"], &version["changed"])).collect();
    let none = &Value::Null;
    assert_eq!(told, [(&json!(true), &json!(["meta"])), (none, &json!(["meta"])), (none, none)]);
    assert_eq!((&versions[0]["revision"], &versions[1]["revision"]), (&revisions[1], &revisions[0]));
    assert_eq!(versions[2]["size"], first.len());

    // The recommended step takes the last change back.
    let back = studio.get("restore_revision", listed["next"]["args"].clone()).await;
    assert_eq!(back["revision"], revisions[0]);
    let undone =
        studio.get("restore_revision", json!({ "project": "p", "revision": versions[2]["revision"] })).await;
    assert_eq!(studio.file("p/project.yaml"), first);
    assert_eq!(undone["changed"], json!(["meta"]));
    assert!(undone["diff"].as_str().unwrap().contains("-meta: {title: One}"), "{undone:#}");
    assert_eq!(undone["validation"]["summary"]["errors"], 0);
    let again = studio.get("restore_revision", json!({ "project": "p", "revision": revisions[1] })).await;
    assert_eq!(again["revision"], revisions[1], "what was undone can be done again");

    let unknown =
        studio.call("restore_revision", json!({ "project": "p", "revision": "b3:0000000000000000" })).await;
    assert_eq!(unknown.error.as_deref(), Some("not_found"));
    assert!(unknown.text().contains("without `revision` lists"), "{}", unknown.text());
}

/// One fault of each check from V-1 to V-10.
const TEN_FAULTS: &str = "reelforge: 1
meta: {title: Ten faults}
canvas: reel
components:
  a: {elements: [{type: use, component: b}]}
  b: {elements: [{type: text, text: x}, {type: use, component: a}]}
scenes:
  - id: one
    duration: 4s
    elements:
      - {id: mark, type: text, text: Hello, start: 1}
      - {id: mark, type: text, text: World, color: $acent}
      - {id: pic, type: image, src: img/Dot.svg, h: 200}   # by hand
      - id: quoted
        type: text
        text: @me
  - id: two
    layout: free
    duration: 4
    elements:
      - {id: left, type: text, text: One thing, x: 100, y: 400}
      - {id: right, type: text, text: Another, x: 120, y: 420}
  - id: three
    layout: free
    duration: 4
    elements:
      - {id: box, type: shape, shape: rect, x: 980, y: 600, w: 200, h: 200, fill: $accent}
      - {id: under, type: text, text: Covered words, x: 780, y: 1000}
";

/// A project that somebody else has put there.
fn put(studio: &Fixture, name: &str, yaml: &str) {
    let folder = studio.root.path().join(name);
    std::fs::create_dir_all(folder.join("img")).unwrap();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"400\"><path d=\"M0 0h400v400H0z\" fill=\"#888\"/></svg>";
    std::fs::write(folder.join("img/dot.svg"), svg).unwrap();
    std::fs::write(folder.join("project.yaml"), yaml).unwrap();
}

fn rules(report: &Value) -> Vec<String> {
    report["summary"]["by_rule"].as_object().unwrap().keys().cloned().collect()
}

#[tokio::test]
async fn ten_faults_are_repaired_by_the_offered_fixes_alone() {
    let studio = Fixture::new();
    // With what the syntax error hides, each of the ten is there.
    put(&studio, "seen", &TEN_FAULTS.replace("text: @me", "text: Hit #1"));
    let seen = rules(&studio.get("validate_project", json!({ "project": "seen" })).await);
    for number in 1..=10 {
        assert!(seen.contains(&format!("V-{number}")), "V-{number} in {seen:?}");
    }
    for text in [TEN_FAULTS.to_owned(), TEN_FAULTS.replace("text: @me", "text: Hit #1")] {
        put(&studio, "ten", &text);
        let mut calls = 1;
        let mut told = studio.get("validate_project", json!({ "project": "ten" })).await;
        while told["next"]["args"].get("ops").is_some() {
            calls += 1;
            assert!(calls <= 5, "{told:#}");
            told = studio.get("edit_project", told["next"]["args"].clone()).await;
        }
        let left = studio.get("validate_project", json!({ "project": "ten" })).await;
        let faults = rules(&left).into_iter().filter(|rule| (1..=10).any(|n| *rule == format!("V-{n}")));
        assert_eq!(faults.collect::<Vec<_>>(), [""; 0], "{left:#}");
        assert_eq!(left["summary"]["errors"], 0);
        assert!(studio.file("ten/project.yaml").contains("# by hand"), "a comment was lost");
    }
}

#[tokio::test]
async fn the_recommended_steps_lead_to_an_end_and_never_in_a_circle() {
    let body = |body: &str| format!("reelforge: 1\nmeta: {{title: T}}\ncanvas: reel\n{body}");
    let element = |element: &str| {
        body(&format!("scenes:\n  - id: a\n    duration: 4\n    elements:\n      - {{{element}}}\n"))
    };
    let projects = [
        TEN_FAULTS.to_owned(),
        SMALL.to_owned(),
        body("scenes: []\n"),
        "meta: [\n".to_owned(),
        element("id: i, type: image, src: nowhere/to/be/found.png"),
        element("id: t, type: text, text: Hi, at: cue(not said)"),
        element("id: t, type: text, text: Hi, until: 9"),
        element("id: t, type: text, text: Hi, wobble: 3"),
        element("id: t, type: text, text: Hi, opacity: 3, x: 5, pin: top"),
        element("id: t, type: text, size: 8, text: A very small text that nobody can read on a phone"),
        body(
            "components: {unused: {elements: [{type: text, text: x}]}}\nscenes:\n  - {id: a, duration: 2, elements: [{type: text, text: x}]}\n",
        ),
    ];
    for (number, yaml) in projects.iter().enumerate() {
        let studio = Fixture::new();
        put(&studio, "p", yaml);
        let mut told = studio.get("validate_project", json!({ "project": "p", "stage": "layout" })).await;
        let mut seen: Vec<Value> = Vec::new();
        loop {
            let next = told["next"].clone();
            assert!(!seen.contains(&next), "{number}: in a circle: {next:#}");
            seen.push(next.clone());
            assert!(seen.len() <= 6, "{number}: {seen:#?}");
            let (tool, args) = (next["tool"].as_str().unwrap(), next["args"].clone());
            if matches!(tool, "edit_project" | "write_yaml") {
                told = studio.get(tool, args).await;
                continue;
            }
            let errors = studio.get("validate_project", json!({ "project": "p", "stage": "layout" })).await;
            let errors = errors["summary"]["errors"].as_u64().unwrap();
            let why = next["why"].as_str().unwrap();
            match tool {
                "preview_frames" => assert_eq!(errors, 0, "{number}: {next:#}"),
                "list_assets" | "get_schema" => {
                    assert!(errors > 0 && why.contains("you have to decide"), "{number}: {next:#}");
                }
                other => panic!("{number}: {other} is no end: {next:#}"),
            }
            // The step can be made as it stands.
            let made = studio.call(tool, args).await;
            assert_eq!(made.error, None, "{number}: {}", made.text());
            break;
        }
    }
}

#[tokio::test]
async fn a_render_that_errors_block_names_the_edits_that_repair_them() {
    let studio = Fixture::new();
    put(&studio, "p", &SMALL.replace("duration: 4", "duration: 4s"));
    let refused = studio.call("render_project", json!({ "project": "p" })).await;
    assert_eq!(refused.error.as_deref(), Some("blocked_by_errors"));
    let ops = &refused.data.as_ref().unwrap()["ops"];
    let done = studio.get("edit_project", json!({ "project": "p", "ops": ops })).await;
    assert_eq!(done["validation"]["summary"]["errors"], 0, "{done:#}");
    assert_eq!(studio.file("p/project.yaml"), SMALL);
}

#[tokio::test]
async fn what_was_checked_in_full_and_is_sound_goes_on_to_be_rendered() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "q", "template": "quote" })).await;
    let checked = studio.get("validate_project", json!({ "project": "q" })).await;
    assert_eq!(checked["next"]["tool"], "render_project");
    let part = studio.get("validate_project", json!({ "project": "q", "rules": ["V-6"] })).await;
    assert_eq!(part["next"]["tool"], "preview_frames", "who looked at a part has not seen all");
}

/// A random edit of a project that the templates make, by the numbers of what it is made to.
fn random_op(choice: [u8; 4]) -> Value {
    let [kind, scene, from, to] = choice.map(usize::from);
    let list = format!("scenes.{}.elements", scene % 3);
    match kind % 5 {
        0 => json!({ "op": "set", "path": format!("{list}.{}.alt", from % 3), "value": "Ünü: #1" }),
        1 => json!({ "op": "add", "path": list, "value": { "type": "text", "text": format!("T{to}") } }),
        2 => {
            json!({ "op": "move", "path": format!("{list}.{}", from % 3), "to": format!("scenes.{}.elements", to % 3) })
        }
        3 => json!({ "op": "remove", "path": format!("{list}.{}", from % 3) }),
        _ => {
            json!({ "op": "wrap", "paths": [format!("{list}.0"), format!("{list}.1")], "group": { "id": format!("g{to}") } })
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn whatever_was_edited_the_first_version_comes_back(
        template in prop::sample::select(vec!["narrated-reel", "explainer", "list", "product"]),
        choices in prop::collection::vec(any::<[u8; 4]>(), 1..5),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let studio = Fixture::new();
            let made = studio.get("create_project", json!({ "name": "p", "template": template })).await;
            let first = studio.file("p/project.yaml");
            let comments = |text: &str| text.lines().filter(|line| line.trim_start().starts_with('#')).count();
            let mut removed = false;
            for choice in choices {
                let op = random_op(choice);
                let done = studio.call("edit_project", json!({ "project": "p", "ops": [op] })).await;
                // What does not exist is refused; that changes nothing.
                assert!(matches!(done.error.as_deref(), None | Some("invalid_arguments")), "{}", done.text());
                removed |= done.error.is_none() && op["op"] == "remove";
            }
            let text = studio.file("p/project.yaml");
            assert!(removed || comments(&text) == comments(&first), "{first}\n---\n{text}");
            studio.get("restore_revision", json!({ "project": "p", "revision": made["revision"] })).await;
            assert_eq!(studio.file("p/project.yaml"), first);
        });
    }
}
