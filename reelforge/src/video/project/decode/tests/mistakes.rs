//! Each kind of mistake: what is said, where, and what repairs it.

use serde_json::json;

use super::*;
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;

/// A project with one scene that has one text element with these further keys.
fn with_element(keys: &str) -> String {
    format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes:\n  - id: a\n    elements:\n      - {{id: e, type: text, text: hi, {keys}}}\n"
    )
}

fn only_issue(text: &str) -> Issue {
    let parsed = Project::parse(text);
    assert_eq!(parsed.issues.len(), 1, "{:#?}\n{text}", parsed.issues);
    parsed.issues.into_iter().next().unwrap()
}

/// The issue, and the text after its fix.
fn repaired(text: &str) -> (Issue, String) {
    let issue = only_issue(text);
    let edited = apply_ops(text, &issue.fix).unwrap();
    assert_ne!(edited, text, "a fix was expected: {issue:#?}");
    assert_eq!(Project::parse(&edited).issues, [], "{edited}");
    (issue, edited)
}

#[test]
fn wrong_values_are_repaired_where_they_can_be() {
    for (written, repaired_to, said) in [
        ("at: 4s", "at: 4", "got '4s'"),
        ("at: 400ms", "at: 0.4", "got '400ms'"),
        ("at: \"4\"", "at: 4", "got '4'"),
        ("duration: 2 sec", "duration: 2", "a number of seconds from 0 to 600, got '2 sec'"),
        ("size: 64px", "size: 64", "pixels"),
        ("w: 200px", "w: 200", "a length"),
        ("opacity: 40%", "opacity: 0.4", "a number from 0 to 1"),
        ("opacity: 3", "opacity: 1", "got 3"),
        ("layer: 12", "layer: 9", "a whole number from -9 to 9, got 12"),
        ("rotate: 45°", "rotate: 45", "degrees"),
        ("hidden: yes", "hidden: true", "true or false, got 'yes'"),
        ("color: \"#fff\"", "color: \"#FFFFFF\"", "a colour"),
        ("color: white", "color: \"#FFFFFF\"", "a colour"),
        ("color: accent", "color: $accent", "a colour"),
        ("role: Title", "role: title", "one of display, title"),
        ("role: headng", "role: heading", "one of display, title"),
        ("enter: slideUp", "enter: slide-up", "slide-up"),
        ("enter: {type: slide_up, duration: 1}", "enter: {type: slide-up, duration: 1}", "slide-up"),
        ("pin: top_left", "pin: top-left", "top-left"),
        ("allow: V-8", "allow: [V-8]", "a list"),
        ("max_lines: 0", "max_lines: 1", "a whole number from 1 to 50"),
        ("until: 3, duration: 2", "until: 3", "both say when it ends"),
        ("pin: top, x: 10", "pin: top", "both say where it stands"),
    ] {
        let text = with_element(written);
        let (issue, edited) = repaired(&text);
        assert_eq!(issue.rule, "V-2", "{written}");
        assert!(issue.message.contains(said), "{written}: {}", issue.message);
        assert!(edited.contains(repaired_to), "{written}: {edited}");
        assert!(issue.path.starts_with("scenes.a.elements.e."), "{}", issue.path);
        assert_eq!((issue.scene.as_deref(), issue.element.as_deref()), (Some("a"), Some("e")));
        assert_eq!(issue.line, Some(7));
    }
}

#[test]
fn unknown_keys_are_renamed_to_what_was_meant() {
    for (written, meant) in [
        ("start: 1", "at"),
        ("end: 3", "until"),
        ("fontSize: 64", "size"),
        ("font_size: 64", "size"),
        ("fontsize: 64", "size"),
        ("position: top", "pin"),
        ("z: 2", "layer"),
        ("zIndex: 2", "layer"),
        ("colour: $accent", "color"),
        ("width: 100", "w"),
        ("maxLines: 2", "max_lines"),
        ("opcaity: 0.5", "opacity"),
        ("animation: fade", "enter"),
        ("text-align: left", "align"),
    ] {
        let (issue, edited) = repaired(&with_element(written));
        assert_eq!(
            (issue.rule, issue.hint.as_str()),
            ("V-3", format!("did you mean `{meant}`?").as_str()),
            "{written}"
        );
        assert!(edited.contains(&format!(" {meant}: ")), "{edited}");
    }
    let content = with_element("at: 1").replace("text: hi", "content: hi");
    let parsed = Project::parse(&content);
    assert!(
        parsed.issues.iter().any(|issue| issue.rule == "V-3" && issue.hint.contains("`text`")),
        "{:#?}",
        parsed.issues
    );
}

#[test]
fn an_unknown_key_without_a_near_one_lists_what_is_known() {
    let issue = only_issue(&with_element("xylophone: 1"));
    assert!(issue.hint.contains("`align`") && !issue.hint.contains("`id`"), "{}", issue.hint);
    assert_eq!(issue.fix, []);
}

#[test]
fn a_fix_that_another_key_stands_in_the_way_of_is_not_offered() {
    let issue = only_issue(&with_element("at: 1, start: 2"));
    assert_eq!((issue.rule, issue.fix), ("V-3", Vec::new()));
}

#[test]
fn times_are_not_clocks() {
    let issue = only_issue(&with_element("at: 12:30"));
    assert!(issue.message.contains("times are seconds"), "{}", issue.message);
    assert_eq!(issue.fix, []);
}

#[test]
fn what_is_missing_is_named_with_its_meaning() {
    let issue = only_issue(
        "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nscenes:\n  - id: a\n    elements:\n      - {type: counter}\n",
    );
    assert_eq!(issue.path, "scenes.a.elements.counter1");
    assert!(issue.message.contains("`to` is missing") && issue.hint.contains("ends at"), "{issue:#?}");

    let parsed = Project::parse("reelforge: 1\n");
    let missing: Vec<_> =
        parsed.issues.iter().map(|issue| issue.message.split('`').nth(1).unwrap()).collect();
    assert_eq!(missing, ["meta", "canvas", "scenes"]);
    assert!(parsed.project.is_some());
}

#[test]
fn keys_that_need_each_other_are_explained() {
    let canvas = "reelforge: 1\nmeta: {title: t}\nscenes: [{id: a}]\ncanvas: ";
    assert!(
        only_issue(&format!("{canvas}{{fps: 30}}\n")).message.contains("`preset`, or `width` and `height`")
    );
    assert!(only_issue(&format!("{canvas}{{width: 401, height: 400}}\n")).message.contains("even"));
    assert!(
        only_issue(&format!("{canvas}{{preset: reel, fps: 29}}\n"))
            .message
            .contains("one of 24, 25, 30, 50 or 60")
    );
    let (issue, edited) = repaired(&format!("{canvas}{{preset: reel, width: 400}}\n"));
    assert_eq!((issue.path.as_str(), edited.contains("width")), ("canvas.width", false));

    let voices =
        "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nvoice: a.mp3\nscenes: [{id: a, voice: b.mp3}]\n";
    assert!(only_issue(voices).message.contains("not both"));

    let background = |map: &str| {
        format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes: [{{id: a, background: {map}}}]\n")
    };
    assert!(
        only_issue(&background("{angle: 4}")).message.contains("`color`, `gradient`, `image` or `video`")
    );
    assert_eq!(only_issue(&background("{image: a.png, angle: 4}")).rule, "V-3");
    assert!(only_issue(&background("{gradient: [\"#000000\"]}")).message.contains("a list of 2 to 4 items"));
}

#[test]
fn element_types_are_suggested() {
    let text = with_element("at: 1").replace("type: text", "type: title");
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues[0].hint, "did you mean `text`?");
    assert_eq!(
        parsed.issues[0].fix,
        [Op::Set { path: "scenes.a.elements.e.type".into(), value: "text".into() }]
    );
}

#[test]
fn names_are_replaced_and_unknown_ones_reported() {
    let text = "reelforge: 1\nmeta: {title: \"About {{product}}\"}\ncanvas: reel\nvars: {product: Tea, size: 72}\nscenes:\n  - id: a\n    elements:\n      - {type: text, text: \"{{ product }} {{size}}\", size: \"{{size}}\"}\n";
    let parsed = Project::parse(text);
    assert_eq!(parsed.issues, []);
    let project = parsed.project.unwrap();
    assert_eq!(project.meta.title, "About Tea");
    let Kind::Text(element) = &project.scenes[0].elements[0].kind else { panic!("no text") };
    assert_eq!(element.style.size, Some(72.0));

    let (issue, edited) = repaired(&text.replace("{{ product }}", "{{ prodct }}"));
    assert_eq!((issue.rule, issue.path.as_str()), ("V-5", "scenes.a.elements.text1.text"));
    assert!(edited.contains("\"{{ product }} {{size}}\""), "{edited}");

    let code = text.replace(
        "type: text, text: \"{{ product }} {{size}}\", size",
        "type: code, code: \"{{ page.title }}\", size",
    );
    assert_eq!(Project::parse(&code).issues, []);
}

#[test]
fn component_props_are_filled_in_and_checked_then() {
    let project = Project::parse(STAMPEDE).project.unwrap();
    let component = &project.components["box-label"];
    let known = |name: &str| match name {
        "label" => Some(json!(400)),
        "color" => Some(json!("$accent")),
        _ => None,
    };
    let (elements, issues) =
        ElementTemplate::fill(&component.elements, "scenes.flow.elements.cache.elements", &known);
    assert_eq!(issues, []);
    assert_eq!(elements[0].common.path, "scenes.flow.elements.cache.elements.text1");
    let Kind::Text(text) = &elements[0].kind else { panic!("a text") };
    assert_eq!(
        (text.text.as_str(), text.style.fill.as_ref().unwrap().to_string().as_str()),
        ("400", "$accent")
    );

    let wrong = |name: &str| if name == "color" { Some(json!("red-ish")) } else { known(name) };
    let (elements, issues) = ElementTemplate::fill(&component.elements, "x", &wrong);
    assert_eq!((elements.len(), issues.len(), issues[0].path.as_str()), (1, 1, "x.text1.fill"));

    let text = STAMPEDE.replace("fill: \"{{color}}\"", "fill: \"{{colour}}\"");
    assert!(only_issue(&text).hint.contains("{{color}}"));
    let text = STAMPEDE.replace("role: heading, fill", "role: headline, fill");
    assert_eq!(only_issue(&text).path, "components.box-label.elements.text1.role");
}

#[test]
fn a_repeated_instance_keeps_its_template() {
    let text = "reelforge: 1\nmeta: {title: t}\ncanvas: reel\ndata: {rows: [{label: A, top: 100}]}\nscenes:\n  - id: a\n    elements:\n      - {type: use, component: stat, for_each: rows, y: \"{{item.top}}\", props: {label: \"{{item.label}} {{index}}\"}}\n";
    let parsed = Project::parse(text);
    assert_eq!(parsed.issues, []);
    let project = parsed.project.unwrap();
    let crate::video::project::model::Kind::Use(instance) = &project.scenes[0].elements[0].kind else {
        panic!("a use")
    };
    assert_eq!(project.scenes[0].elements[0].common.y, None);
    let row = |name: &str| match name {
        "item.top" => Some(json!(100)),
        "item.label" => Some(json!("A")),
        "index" => Some(json!(0)),
        _ => None,
    };
    let template = instance.template.clone().unwrap();
    let (elements, issues) = ElementTemplate::fill(&[template], "scenes.a.elements", &row);
    assert_eq!(issues, []);
    assert_eq!(elements[0].common.y, Some(crate::video::project::model::Length::Px(100.0)));
    let crate::video::project::model::Kind::Use(instance) = &elements[0].kind else { panic!("a use") };
    assert_eq!(instance.props["label"], json!("A 0"));
}

#[test]
fn what_is_sound_is_kept_when_the_rest_is_not() {
    let text = "reelforge: 1\nmeta: {title: 5}\ncanvas: huge\nscenes:\n  - id: a\n    say: 2024\n    elements:\n      - {type: text, text: null, size: big}\n      - {type: text}\n  - elements: [{type: list, items: [Yes, No, 3, 1.50]}]\n";
    let parsed = Project::parse(text);
    let project = parsed.project.unwrap();
    assert_eq!(project.meta.title, "5");
    assert_eq!(project.canvas.size(), (1080, 1920));
    assert_eq!(project.scenes.len(), 2);
    assert_eq!(project.scenes[0].say.as_deref(), Some("2024"));
    assert_eq!(project.scenes[0].elements.len(), 1);
    assert_eq!(project.scenes[0].elements[0].common.id, "text1");
    assert_eq!(project.scenes[1].path, "scenes.1");
    let crate::video::project::model::Kind::List(list) = &project.scenes[1].elements[0].kind else {
        panic!("a list")
    };
    assert_eq!(list.items, ["Yes", "No", "3", "1.50"]);
    assert_eq!(parsed.issues.len(), 4, "{:#?}", parsed.issues);
}

#[test]
fn a_faulty_file_reads_like_this() {
    let text = "reelforge: 2\nmeta:\n  titel: Coffee\ncanvas: {preset: reel, fps: 29}\ntargets: tiktok\nvoice: voice.mp3\nscenes:\n  - id: Hook\n    duration: 90s\n    background: {gradient: [red], blur: 4}\n    elements:\n      - {type: text, txet: hello, at: 4s, pin: top, x: 5}\n      - {type: headline}\n      - type: shape\n        shape: path\n        keyframes: [{at: 1, opacity: 50%}, {opacity: 1}]\n    color: #ff0000\n  - id: cta\n    voice: cta.mp3\n    transition: {type: slide-down}\noutput: {rules: {V-2: off, V-18: warning}}\n";
    insta::assert_json_snapshot!(Project::parse(text).issues);
}

#[test]
fn issues_below_an_empty_key_lead_there() {
    for text in [
        ": cue(: #-\n",
        ": {a: 'x', b: [cue(a, b)]}\n",
        "vars: {\"\": {a: 1}}\n",
        "scenes: [{\"\": cue(: #-}]\n",
    ] {
        let parsed = Project::parse(text);
        assert!(!parsed.issues.is_empty(), "{text}");
        let Some(tree) = parsed.tree else { continue };
        for issue in parsed.issues {
            assert!(tree.find(&issue.path).is_ok(), "{text}: {issue:#?}");
        }
    }
}
