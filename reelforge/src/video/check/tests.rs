use super::*;
use crate::video::project::edit::apply_ops;

const EXAMPLES: [(&str, &str); 3] = [
    ("coffee", include_str!("../../../../examples/projects/coffee/project.yaml")),
    ("cache-stampede", include_str!("../../../../examples/projects/cache-stampede/project.yaml")),
    ("quote-card", include_str!("../../../../examples/projects/quote-card/project.yaml")),
];

/// A folder without files.
struct Empty;

impl Assets for Empty {
    fn at(&self, _: &str) -> Presence {
        Presence::Absent
    }

    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// What the file and its folder tell.
fn check(text: &str) -> Report {
    validate(text, &Empty, &file())
}

fn layout() -> Options {
    Options { stage: Depth::Layout, ..Options::default() }
}

fn file() -> Options {
    Options { stage: Depth::Static, ..Options::default() }
}

#[test]
fn the_examples_lack_nothing_but_files() {
    for (name, text) in EXAMPLES {
        let issues = validate(text, &Empty, &layout()).issues;
        assert!(issues.iter().all(|issue| issue.rule == "V-6"), "{name}: {issues:#?}");
        let missing: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
        let want: &[&str] = match name {
            "coffee" => &["voice.file", "voice.words", "music.file", "scenes.hook.background.image"],
            _ => &[],
        };
        assert_eq!(missing, want, "{name}");
    }
}

#[test]
fn templates_have_no_issue() {
    use crate::video::project::templates::{self, Template};
    for template in Template::ALL {
        for script in [Vec::new(), vec!["One thing, said well.".to_owned(), "And then another.".to_owned()]] {
            let options = templates::Options { script, ..templates::Options::default() };
            let text = templates::render(template, &options).unwrap();
            let report = validate(&text, &NoAssets, &layout());
            assert_eq!(report.issues, [], "{}\n{text}", template.name());
        }
    }
}

#[test]
fn a_template_has_no_issue_when_it_is_painted() {
    use crate::video::project::templates::{self, Template};
    for template in [Template::Quote, Template::Product] {
        let text = templates::render(template, &templates::Options::default()).unwrap();
        assert_eq!(validate(&text, &NoAssets, &Options::default()).issues, [], "{}", template.name());
    }
}

#[test]
fn the_galleries_have_no_issue() {
    use crate::video::project::store::Root;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/projects");
    let root = std::sync::Arc::new(Root::open(folder).unwrap());
    let listing = root.list().unwrap();
    let names: Vec<&str> = listing.projects.iter().map(|project| project.name.as_str()).collect();
    let galleries: Vec<&str> = names.into_iter().filter(|name| name.starts_with("gallery-")).collect();
    assert!(galleries.len() > 15, "{galleries:?}");
    for name in galleries {
        let text = root.read(name).unwrap().text;
        let report = validate(&text, &StoredAssets::new(&root, name), &layout());
        assert_eq!(report.issues, [], "{name}");
    }
}

const ALL_AT_ONCE: &str = r#"reelforge: 1
meta: {title: Everything wrong}
canvas: reel
vars: {brand: Kiln}
components:
  a: {elements: [{type: use, component: b}]}
  b: {elements: [{type: use, component: a}]}
scenes:
  - id: one
    say: Your coffee went up forty percent.
    duration: 4
    elements:
      - {id: t, type: text, text: Hello, color: $acent}
      - {id: t, type: text, text: "{{brnd}}", start: 1}
      - {id: c, type: text, text: x, opacity: 3}
      - {id: i, type: image, src: img/none.png}
      - {id: q, type: text, text: x, at: cue(fourty)}
      - {id: e, type: text, text: x, at: 3, until: 2}
      - id: r
        type: text
        text: Hit #1
"#;

#[test]
fn every_fault_is_seen_at_once() {
    let report = check(ALL_AT_ONCE);
    let found: Vec<&str> = report.summary.by_rule.keys().copied().collect();
    assert_eq!(
        found,
        ["V-1", "V-13", "V-14", "V-2", "V-29", "V-3", "V-4", "V-5", "V-6", "V-7"],
        "{:#?}",
        report.issues
    );
    let fixed = check(report.fixed_text().expect("most of it can be fixed"));
    let left: Vec<&str> = fixed.summary.by_rule.keys().copied().collect();
    assert_eq!(left, ["V-6"], "{:#?}", fixed.issues);
}

#[test]
fn every_fix_keeps_its_promise() {
    let report = check(ALL_AT_ONCE);
    assert!(report.fixes.len() >= 7, "{:#?}", report.fixes);
    for fix in &report.fixes {
        let issue = &report.issues[fix.issue];
        let after = check(&apply_ops(ALL_AT_ONCE, &fix.ops).unwrap());
        assert_eq!((after.summary.errors, after.summary.warnings), (fix.after.errors, fix.after.warnings));
        let is_error = issue.severity == Severity::Error;
        assert!(!is_error || after.summary.errors < report.summary.errors, "{issue:#?}");
    }
}

#[test]
fn a_fix_tells_which_other_issues_go_with_it() {
    let text = "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nvars: {brand: Kiln}\nscenes: [{id: s, duration: 4, elements: [{type: text, text: \"{{brnd}}\"}]}]\n";
    let report = check(text);
    let rule = |index: usize| report.issues[index].rule;
    let fix = report.fixes.iter().find(|fix| !fix.also.is_empty()).expect("what is named is used");
    let solved: Vec<&str> = std::iter::once(fix.issue).chain(fix.also.iter().copied()).map(rule).collect();
    assert!(solved == ["V-5", "V-29"], "{:#?}", report.issues);
    assert_eq!(check(&apply_ops(text, &fix.ops).unwrap()).issues, []);
}

#[test]
fn fixes_that_go_together_are_one_batch_of_edits() {
    let report = check(ALL_AT_ONCE);
    let combined = report.combined.expect("most of it can be fixed");
    assert_eq!(apply_ops(ALL_AT_ONCE, &combined.ops).unwrap(), combined.text);
    assert!(combined.after.errors < combined.before.errors && combined.fixes >= 7, "{:?}", combined.after);
}

#[test]
fn a_text_that_does_not_parse_is_fixed_all_the_way() {
    let text = "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nscenes:\n  - id: a\n    durtion: 3\n    elements:\n      - type: text\n        text: @me\n";
    let report = check(text);
    assert!(report.issues.iter().all(|issue| issue.rule == "V-1") && report.timeline.is_none());
    let fixed = report.fixed_text().expect("quoting repairs it");
    assert!(fixed.contains("duration: 3"), "{fixed}");
    assert_eq!(check(fixed).issues, []);
}

#[test]
fn waivers_and_tunings_are_honoured_and_listed() {
    let text = "reelforge: 1
meta: {title: t}
canvas: square
output: {rules: {V-6: warn, V-14: off}}
scenes:
  - id: s
    duration: 2
    elements:
      - {type: image, src: a.png}
      - {type: text, text: x, until: 9}
      - {type: text, text: x, color: $nothing, allow: [V-5]}
";
    let report = check(text);
    assert_eq!((report.summary.errors, report.summary.warnings), (0, 1));
    let tuned: Vec<_> = report.summary.tuned.iter().map(|t| (t.rule.as_str(), t.issues)).collect();
    assert_eq!(tuned, [("V-14", 1), ("V-6", 1)]);
    let [waiver] = &report.summary.waived[..] else { panic!("{:?}", report.summary) };
    assert_eq!(
        (waiver.path.as_str(), waiver.rule.as_str(), waiver.issues),
        ("scenes.s.elements.text2", "V-5", 1)
    );
}

#[test]
fn reports_can_be_narrowed() {
    let text = "reelforge: 1
meta: {title: t}
canvas: square
scenes:
  - {id: a, duration: 2, elements: [{type: text, text: x, until: 9}, {type: image, src: a.png}]}
  - {id: b, duration: 2, elements: [{type: text, text: x, until: 9}]}
";
    let rules = |options: Options| {
        let report = validate(text, &Empty, &options);
        let rules: Vec<&str> = report.issues.iter().map(|issue| issue.rule).collect();
        (rules, report.summary.errors, report.omitted, report.fixes.len())
    };
    let all = file;
    assert_eq!(rules(all()), (vec!["V-14", "V-6", "V-14"], 3, 0, 2));
    assert_eq!(rules(Options { rules: vec!["V-6".into()], ..all() }), (vec!["V-6"], 1, 0, 0));
    assert_eq!(rules(Options { scene: Some("b".into()), ..all() }), (vec!["V-14"], 1, 0, 1));
    assert_eq!(rules(Options { max_issues: 1, ..all() }), (vec!["V-14"], 3, 2, 1));
}

#[test]
fn reports_read_as_json() {
    let report = check(
        "reelforge: 1\nmeta: {title: t}\ncanvas: square\nscenes: [{id: s, duration: 2, elements: [{type: text, text: x, until: 9}]}]\n",
    );
    insta::assert_json_snapshot!(report);
}

#[test]
fn outlines_and_facts_tell_what_a_project_is() {
    let parsed = crate::video::project::Project::parse(EXAMPLES[0].1);
    let (project, tree) = (parsed.project.unwrap(), parsed.tree.unwrap());
    let report = check(EXAMPLES[0].1);
    let outline = outline(&project, report.timeline.as_ref().unwrap());
    assert_eq!(
        outline.iter().map(|scene| scene.scene.as_str()).collect::<Vec<_>>(),
        ["hook", "why", "chart", "cta"]
    );
    let why: Vec<_> =
        outline[1].elements.iter().map(|e| (e.id.as_str(), e.kind, e.text.as_deref())).collect();
    assert_eq!(
        why,
        [
            ("title", "text", Some("Three ==shocks== at once")),
            ("reasons", "list", Some("Two bad harvests · Less supply · Shipping costs doubled")),
        ]
    );
    let (facts, summary) = glance(EXAMPLES[0].1, &NoAssets);
    let facts = facts.unwrap();
    assert_eq!(
        (facts.title.as_str(), facts.canvas.as_str(), facts.scenes),
        ("Why your coffee costs more", "reel 1080×1920 30 fps", 4)
    );
    assert!(summary.errors == 0 && facts.duration > 10.0);
    let used = used_files(&project, &tree);
    assert_eq!(used["img/beans.jpg"], ["scenes.hook.background.image"]);
    assert_eq!(glance("a: [", &NoAssets).0, None);
}

#[test]
fn stored_files_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("p");
    std::fs::create_dir_all(project.join("img")).unwrap();
    let text = "reelforge: 1\nmeta: {title: t}\ncanvas: square\nvoice: {file: v.wav, script: say.txt}\nscenes:\n  - {id: s, duration: 2, elements: [{type: image, src: img/a.jpg}, {type: image, src: img/empty.png}, {type: image, src: img/half.png}, {type: image, src: img/text.svg}]}\n";
    std::fs::write(project.join("project.yaml"), text).unwrap();
    std::fs::write(project.join("say.txt"), "words").unwrap();
    let whole = crate::video::paint::Image::new(8, 8, [9; 3]).to_png().unwrap();
    std::fs::write(project.join("img/a.png"), &whole).unwrap();
    std::fs::write(project.join("img/half.png"), &whole[..50]).unwrap();
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>x</text></svg>";
    std::fs::write(project.join("img/text.svg"), drawing).unwrap();
    std::fs::write(project.join("img/empty.png"), "").unwrap();
    let root = std::sync::Arc::new(crate::video::project::store::Root::open(folder.path()).unwrap());
    let report = validate(text, &StoredAssets::new(&root, "p"), &file());
    let found: Vec<(&str, &str)> =
        report.issues.iter().map(|i| (i.path.as_str(), i.message.as_str())).collect();
    assert_eq!(
        found,
        [
            ("voice.file", "there is no file `v.wav` in the project folder"),
            ("scenes.s.elements.image1.src", "there is no file `img/a.jpg` in the project folder"),
            ("scenes.s.elements.image2.src", "`img/empty.png` cannot be used: the file is empty"),
            (
                "scenes.s.elements.image3.src",
                "`img/half.png` cannot be used: it is cut off after 50 bytes: the rest of the picture is missing"
            ),
            (
                "scenes.s.elements.image4.src",
                "`img/text.svg` cannot be used: its text is not drawn; convert the text to paths in the program that \
                 made it"
            ),
            ("", "1 file of the folder is not used: `img/a.png`"),
        ]
    );
    assert!(report.fixed_text().unwrap().contains("src: img/a.png"));
}

/// Many texts that appear letter by letter, and lie over each other.
fn animated(count: usize) -> String {
    let text = |number: usize| {
        format!(
            "      - {{id: t{number}, type: text, text: A text of many letters number {number}, x: {}, y: {}, enter: {{type: slide-up, by: char}}}}\n",
            50 + 20 * number,
            100 + 30 * number
        )
    };
    let elements: String = (0..count).map(text).collect();
    format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\ntargets: []\nscenes:\n  - id: s\n    duration: 12\n    layout: free\n    elements:\n{elements}"
    )
}

#[test]
fn what_is_too_much_to_try_is_counted_and_can_be_asked_for_in_parts() {
    let text = format!(
        "{}  - id: t\n    duration: 4\n    layout: free\n    elements:\n      - {{type: text, text: Out of view, x: 1000, y: 900}}\n",
        animated(24)
    );
    let report = validate(&text, &Empty, &layout());
    let repairable = report.fixes.len() + report.untried;
    assert!(report.untried > 0 && !report.fixes.is_empty(), "{:?} of {repairable}", report.untried);
    let combined = report.combined.as_ref().expect("some are tried together");
    assert!(combined.after.errors < combined.before.errors, "{combined:?}");
    assert_eq!(validate(&text, &Empty, &layout()), report, "the same text has the same fixes");
    // Those of a part are tried where only they are wanted.
    let of_last = |report: &Report| {
        report.fixes.iter().filter(|fix| report.issues[fix.issue].scene.as_deref() == Some("t")).count()
    };
    let some = validate(&text, &Empty, &Options { scene: Some("t".to_owned()), ..layout() });
    assert!(of_last(&report) == 0 && of_last(&some) > 0 && some.untried == 0, "{:#?}", some.fixes);
    // What is small is tried in whole.
    assert_eq!(validate(&animated(3), &Empty, &layout()).untried, 0);
    assert_eq!(check(ALL_AT_ONCE).untried, 0);
}

#[test]
fn a_huge_file_is_answered() {
    let mut text = "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nscenes:\n".to_owned();
    for scene in 0..60 {
        text.extend(["- id: s\n  say: ", &"a ".repeat(200), "\n  elements:\n"]);
        for _ in 0..4 {
            text += "  - type: group\n    elements:\n";
            for _ in 0..30 {
                text += if scene % 2 == 0 {
                    "    - {type: text, text: x, at: cue(a b)}\n"
                } else {
                    "    - {id: t}\n"
                };
            }
        }
    }
    assert!(text.len() <= crate::video::project::source::MAX_BYTES, "{}", text.len());
    let report = check(&text);
    assert!(report.summary.by_rule["V-13"] == 100 && report.issues.len() == 50, "{:?}", report.summary);
}

mod mutated {
    use proptest::prelude::*;

    use super::*;

    const PIECES: [&str; 24] = [
        "",
        " ",
        "\n",
        "  ",
        "x",
        "0",
        "-1",
        "9e9",
        "$acent",
        "{{",
        "{{x}}",
        "}",
        "[",
        "]",
        "cue(",
        "cue(forty)",
        "sentence(9)",
        "beat(2)",
        "end",
        "id: title",
        "at: 99",
        "until: 0",
        "component: stat",
        "日",
    ];

    fn mutate(text: &str, edits: &[(usize, usize, usize)]) -> String {
        let mut text = text.to_owned();
        for (at, length, piece) in edits {
            let start = text.floor_char_boundary(at % (text.len() + 1));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, PIECES[piece % PIECES.len()]);
        }
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(6))]

        #[test]
        fn layouts_never_panic_and_fixes_keep_their_promise(
            example in 0..EXAMPLES.len(),
            edits in prop::collection::vec((any::<usize>(), 0_usize..12, any::<usize>()), 1..4),
        ) {
            let text = mutate(EXAMPLES[example].1, &edits);
            let look = |text: &str| validate(text, &Empty, &layout());
            let report = look(&text);
            for fix in &report.fixes {
                let after = look(&apply_ops(&text, &fix.ops).unwrap());
                prop_assert_eq!((after.summary.errors, after.summary.warnings), (fix.after.errors, fix.after.warnings));
                let issue = &report.issues[fix.issue];
                let count = |report: &Report| {
                    let same = |other: &&Issue| (other.rule, &other.path) == (issue.rule, &issue.path);
                    report.issues.iter().filter(same).count()
                };
                prop_assert!(count(&after) < count(&report) || after.summary.errors < report.summary.errors, "{:#?}", issue);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn examples_never_panic_and_fixes_keep_their_promise(
            example in 0..EXAMPLES.len(),
            edits in prop::collection::vec((any::<usize>(), 0_usize..12, any::<usize>()), 1..6),
        ) {
            let text = mutate(EXAMPLES[example].1, &edits);
            let report = check(&text);
            for fix in &report.fixes {
                let after = check(&apply_ops(&text, &fix.ops).unwrap());
                prop_assert_eq!((after.summary.errors, after.summary.warnings), (fix.after.errors, fix.after.warnings));
                let issue = &report.issues[fix.issue];
                let same = |report: &Report| {
                    report.issues.iter().filter(|other| (other.rule, &other.path, &other.message) == (issue.rule, &issue.path, &issue.message)).count()
                };
                prop_assert!(same(&after) < same(&report), "{:#?}", issue);
                prop_assert!(report.timeline.is_none() || after.summary.errors <= report.summary.errors);
            }
            if let Some(fixed) = &report.combined {
                let after = check(&fixed.text);
                prop_assert_eq!(&apply_ops(&text, &fixed.ops).unwrap(), &fixed.text);
                prop_assert!(report.timeline.is_none() || after.summary.errors <= report.summary.errors);
                prop_assert_eq!((after.summary.errors, after.summary.warnings), (fixed.after.errors, fixed.after.warnings));
                prop_assert!(report.timeline.is_none() || after.summary.score >= report.summary.score);
            }
        }
    }
}
