//! Checks of the file and its folder.

use crate::video::check::{Assets, Depth, Issue, Options, Presence, RULES, Report, Severity, validate};

/// Without targets, since these texts are shorter than any platform takes.
const HEAD: &str = "reelforge: 1\nmeta: {title: t}\ncanvas: square\n";

/// A folder with these files; one that is named `broken…` cannot be read.
struct Files(&'static [&'static str]);

impl Assets for Files {
    fn at(&self, path: &str) -> Presence {
        match self.0.iter().find(|file| **file == path) {
            Some(file) if file.contains("broken") => Presence::Faulty("the file is empty".to_owned()),
            Some(_) => Presence::Usable,
            None => Presence::Absent,
        }
    }

    fn paths(&self) -> Vec<&str> {
        self.0.to_vec()
    }
}

const FOLDER: Files = Files(&[
    "audio/Bed.mp3",
    "audio/broken.mp3",
    "data/load.csv",
    "fonts/a.woff2",
    "img/beans.jpg",
    "img/logo.png",
    "script.txt",
    "v/clip.mp4",
    "words.json",
]);

/// All checks but that for what is not used: these texts are short.
fn options() -> Options {
    let rules = RULES.iter().map(|rule| rule.id.to_owned()).filter(|id| id != "V-29").collect();
    Options { stage: Depth::Static, rules, ..Options::default() }
}

fn check(body: &str) -> Report {
    validate(&format!("{HEAD}{body}"), &FOLDER, &options())
}

/// The only issue of a text, which is of this check.
fn only(rule: &str, body: &str) -> (Issue, Report) {
    let report = check(body);
    let [issue] = &report.issues[..] else { panic!("{body}\n{:#?}", report.issues) };
    assert_eq!(issue.rule, rule, "{body}\n{issue:#?}");
    assert!(issue.line.is_some() && issue.column.is_some(), "{body}\n{issue:#?}");
    assert!(!issue.hint.is_empty(), "{body}\n{issue:#?}");
    (issue.clone(), report)
}

/// A text whose only issue has a fix after which nothing is left to say; yields the fixed text.
fn fixed(rule: &str, body: &str) -> (Issue, String) {
    let (issue, report) = only(rule, body);
    let [fix] = &report.fixes[..] else { panic!("{body}\n{issue:#?}") };
    assert_eq!((fix.after.errors, fix.after.warnings), (0, 0), "{body}");
    assert_eq!(fix.ops, issue.fix);
    let text = report.fixed_text().expect("a fix that works is applied");
    let after = validate(text, &FOLDER, &options());
    assert_eq!(after.issues, [], "{text}");
    (issue, text.to_owned())
}

fn clean(body: &str) {
    assert_eq!(check(body).issues, [], "{body}");
}

fn scene(elements: &str) -> String {
    format!("scenes: [{{id: s, duration: 4, elements: [{elements}]}}]\n")
}

#[test]
fn two_scenes_share_an_id() {
    let (issue, text) =
        fixed("V-4", "scenes: [{id: a, duration: 1}, {id: a, duration: 1}, {id: a-2, duration: 1}]\n");
    assert_eq!((issue.path.as_str(), issue.line), ("scenes.1.id", Some(4)));
    assert!(text.contains("{id: a-3, duration: 1}"), "{text}");
}

#[test]
fn two_elements_of_a_scene_share_an_id() {
    let (issue, text) = fixed(
        "V-4",
        &scene(
            "{id: x, type: group, elements: [{type: text, text: a}]}, \
             {type: group, elements: [{id: x, type: text, text: b}]}",
        ),
    );
    assert_eq!(issue.path, "scenes.s.elements.group1.elements.x.id");
    assert!(text.contains("{id: x-2, type: text"), "{text}");
    let many = ["{id: x, type: text, text: a}"; 4].join(", ");
    let report = check(&scene(&many));
    assert_eq!((report.summary.by_rule["V-4"], report.fixes.len()), (3, 3));
    let text = report.fixed_text().unwrap();
    assert!(["x-2", "x-3", "x-4"].iter().all(|id| text.contains(id)), "{text}");
}

#[test]
fn ids_of_different_scenes_and_given_numbers_are_no_duplicates() {
    clean(
        "scenes:
  - {id: a, duration: 1, elements: [{id: text1, type: text, text: x}, {type: text, text: x}]}
  - {id: b, duration: 1, elements: [{id: text1, type: text, text: x}]}
",
    );
}

#[test]
fn colours_that_the_theme_has_not() {
    for (body, path) in [
        (scene("{type: text, text: x, color: $acent}"), "scenes.s.elements.text1.color"),
        (scene("{type: shape, shape: rect, w: 9, h: 9, fill: $acent}"), "scenes.s.elements.shape1.fill"),
        (
            scene("{type: chart, chart: pie, data: [{label: a, value: 1}], colors: [$acent]}"),
            "scenes.s.elements.chart1.colors.0",
        ),
        ("scenes: [{id: s, duration: 1, background: $acent}]\n".into(), "scenes.s.background"),
        (
            "scenes: [{id: s, duration: 1, background: {gradient: [$bg, $acent]}}]\n".into(),
            "scenes.s.background.gradient.1",
        ),
        ("captions: {active: $acent}\nscenes: [{id: s, duration: 1}]\n".into(), "captions.active"),
        (format!("vars: {{c: $acent}}\n{}", scene("{type: text, text: x, color: '{{c}}'}")), "vars.c"),
        (
            format!(
                "components: {{c: {{props: {{p: {{type: color, default: $acent}}}}, elements: [{{type: text, text: x, color: '{{{{p}}}}'}}]}}}}\n{}",
                scene("{type: use, component: c}")
            ),
            "components.c.props.p.default",
        ),
    ] {
        let (issue, text) = fixed("V-5", &body);
        assert_eq!(issue.path, path);
        assert!(text.contains("$accent"), "{text}");
    }
    let (issue, _) = only("V-5", &scene("{type: text, text: x, color: $primary}"));
    assert!(issue.hint.contains("$muted") && issue.fix.is_empty(), "{}", issue.hint);
}

#[test]
fn a_dollar_elsewhere_is_text() {
    clean(&scene("{type: text, text: $acent}, {type: counter, to: 3, prefix: $, label: $10}"));
}

#[test]
fn colours_that_depend_on_themselves() {
    let report = check(
        "theme: {colors: {accent: $accent2, accent2: $accent, good: $accent}}\nscenes: [{id: s, duration: 1}]\n",
    );
    let paths: Vec<&str> = report.issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["theme.colors.accent", "theme.colors.accent2"]);
    assert!(report.issues[0].message.contains("$accent → $accent2 → $accent"));
    clean("theme: {colors: {accent: $accent2, good: $accent}}\nscenes: [{id: s, duration: 1}]\n");
}

const CARD: &str = "components:
  card:
    props: {label: {type: text, required: true}, tone: {type: color}, photo: {type: image}}
    elements: [{type: text, text: '{{label}}'}]
";

#[test]
fn components_and_props_that_are_not_there() {
    let with = |instance: &str| format!("{CARD}{}", scene(instance));
    clean(&with("{type: use, component: card, props: {label: x, tone: $good, photo: img/logo.png}}"));
    clean(&with("{type: use, component: end-card, props: {title: x}}"));
    let (issue, _) = fixed("V-5", &with("{type: use, component: crad, props: {label: x}}"));
    assert_eq!(issue.path, "scenes.s.elements.use1.component");
    let (issue, _) = only("V-5", &with("{type: use, component: unheard, props: {label: x}}"));
    assert!(issue.hint.contains("`card`") && issue.hint.contains("`end-card`"), "{}", issue.hint);
    let (issue, _) = fixed("V-5", &with("{type: use, component: card, props: {label: x, tnoe: $good}}"));
    assert_eq!(issue.path, "scenes.s.elements.use1.props.tnoe");
    fixed("V-5", &with("{type: use, component: card, props: {label: x, tone: $god}}"));
    let (issue, _) = only("V-5", &with("{type: use, component: card}"));
    assert!(issue.message.contains("needs the prop `label`"), "{}", issue.message);
    let report = check(&with("{type: use, component: card, props: {label: x, other: 1}}"));
    assert!(report.issues[0].hint.contains("`photo`"), "{:?}", report.issues);
    let inside = "components: {a: {elements: [{type: use, component: bee}]}, b: {elements: [{type: text, text: x}]}}\n";
    let (issue, _) = only("V-5", &format!("{inside}{}", scene("{type: use, component: a}")));
    assert_eq!(issue.path, "components.a.elements.use1.component");
}

#[test]
fn names_in_braces_that_nothing_defines() {
    let (_, text) = fixed(
        "V-5",
        &format!("vars: {{product: x}}\n{}", scene("{type: text, text: 'Why {{prodct}} fell'}")),
    );
    assert!(text.contains("{{product}}"), "{text}");
    clean(&format!("vars: {{product: x}}\n{}", scene("{type: text, text: 'Why {{product}} fell'}")));
}

#[test]
fn lists_and_columns_that_are_not_there() {
    let data = "data: {load: [{label: a, value: 1}], far: {file: data/load.csv}}\n";
    let with = |element: &str| format!("{data}{CARD}{}", scene(element));
    clean(&with("{type: chart, chart: bar, data: load}"));
    clean(&with("{type: use, component: card, for_each: load, props: {label: '{{index}} {{item.label}}'}}"));
    clean(&with("{type: use, component: card, for_each: far, props: {label: '{{item.anything}}'}}"));
    let (issue, _) = fixed("V-5", &with("{type: chart, chart: bar, data: laod}"));
    assert_eq!(issue.path, "scenes.s.elements.chart1.data");
    fixed("V-5", &with("{type: use, component: card, for_each: lod, props: {label: '{{item.label}}'}}"));
    let (issue, _) = fixed(
        "V-5",
        &with("{type: use, component: card, for_each: load, props: {label: 'a {{item.lable}}'}}"),
    );
    assert_eq!(issue.path, "scenes.s.elements.use1.props.label");
}

#[test]
fn files_that_are_there() {
    clean(
        "voice: {file: ./audio/Bed.mp3, words: words.json, script: script.txt}
music: audio/Bed.mp3
theme: {fonts: {body: {family: A, file: fonts/a.woff2}}}
data: {far: {file: img/../data/load.csv}}
scenes:
  - id: s
    duration: 4
    background: {image: img/beans.jpg}
    sounds: [{src: audio/Bed.mp3}]
    elements: [{type: image, src: img/logo.png}, {type: video, src: v/clip.mp4}]
",
    );
}

#[test]
fn files_that_are_not_there() {
    for (body, path) in [
        ("voice: audio/bed.wav\nscenes: [{id: s, duration: 1}]\n".to_owned(), "voice"),
        ("music: {file: audio/bed.mp3}\nscenes: [{id: s, duration: 1}]\n".to_owned(), "music.file"),
        (
            "scenes: [{id: s, duration: 1, background: {image: img/beans.png}}]\n".to_owned(),
            "scenes.s.background.image",
        ),
        (scene("{type: image, src: Img/Logo.PNG}"), "scenes.s.elements.image1.src"),
        ("data: {a: {file: data/load.json}}\nscenes: [{id: s, duration: 1}]\n".to_owned(), "data.a.file"),
    ] {
        let (issue, _) = fixed("V-6", &body);
        assert_eq!(issue.path, path);
    }
    let (issue, _) = only("V-6", &scene("{type: image, src: img/bean.jpg}"));
    assert!(issue.hint.contains("list_assets") && issue.hint.contains("img/beans.jpg"), "{}", issue.hint);
    let prop =
        format!("{CARD}{}", scene("{type: use, component: card, props: {label: x, photo: img/none.png}}"));
    assert_eq!(only("V-6", &prop).0.path, "scenes.s.elements.use1.props.photo");
    let inside =
        "components: {a: {elements: [{type: image, src: img/none.png}]}}\nscenes: [{id: s, duration: 1}]\n";
    assert_eq!(only("V-6", inside).0.path, "components.a.elements.image1.src");
}

#[test]
fn files_that_can_never_be_used() {
    for (file, part) in [
        ("https://example.com/a.png", "never fetched"),
        ("data:image/png;base64,AAAA", "never fetched"),
        ("//host/a.png", "never fetched"),
        ("../img/logo.png", "outside the project"),
        ("img/../../logo.png", "outside the project"),
        ("/img/logo.png", "outside the project"),
        ("C:/img/logo.png", "outside the project"),
        ("audio/Bed.mp3", "expected a picture"),
        ("img/logo", "expected a picture"),
    ] {
        let (issue, _) = only("V-6", &scene(&format!("{{type: image, src: '{file}'}}")));
        assert!(issue.message.contains(part), "{file}: {}", issue.message);
    }
    let (issue, _) = only("V-6", "music: audio/broken.mp3\nscenes: [{id: s, duration: 1}]\n");
    assert!(issue.message.contains("the file is empty"), "{}", issue.message);
}

fn chain(length: usize, last: &str) -> String {
    let mut text = "components:\n".to_owned();
    for index in 0..length {
        let next = if index + 1 == length {
            last.to_owned()
        } else {
            format!("{{type: use, component: c{}}}", index + 1)
        };
        text.extend([format!("  c{index}: {{elements: [{next}]}}\n")]);
    }
    text
}

#[test]
fn components_use_each_other_in_a_circle() {
    let body = format!("{}{}", chain(3, "{type: use, component: c1}"), scene("{type: use, component: c0}"));
    let (issue, _) = only("V-7", &body);
    assert!(issue.message.ends_with("c1 → c2 → c1"), "{}", issue.message);
    assert_eq!(issue.path, "components.c2.elements.use1");
    let (issue, _) = only("V-7", &format!("{}{}", chain(1, "{type: use, component: c0}"), scene("")));
    assert!(issue.message.ends_with("c0 → c0"), "{}", issue.message);
}

#[test]
fn a_circle_goes_with_all_that_holds_nothing_else() {
    let text = "{type: text, text: x}";
    let uses = |name: &str| format!("{{type: use, component: {name}}}");
    for (components, elements, left) in [
        // The use alone, where its component has more.
        (vec![("a", format!("{text}, {}", uses("a")))], uses("a"), vec!["a"]),
        (vec![("a", uses("b")), ("b", format!("{}, {text}", uses("a")))], uses("a"), vec!["a", "b"]),
        // Components of nothing but each other, with those that use them and nothing else.
        (vec![("a", uses("a"))], format!("{text}, {}", uses("a")), vec![]),
        (vec![("a", uses("b")), ("b", uses("c")), ("c", uses("b"))], uses("a"), vec![]),
        (vec![("a", format!("{text}, {}", uses("b"))), ("b", uses("b"))], uses("a"), vec!["a"]),
        (
            vec![("a", format!("{}, {}", uses("b"), uses("b"))), ("b", uses("b"))],
            format!("{text}, {}", uses("a")),
            vec![],
        ),
        (vec![("a", format!("{{type: group, elements: [{}]}}", uses("a")))], text.to_owned(), vec![]),
    ] {
        let list: String =
            components.iter().map(|(name, inside)| format!("  {name}: {{elements: [{inside}]}}\n")).collect();
        let body = format!("vars: {{keep: x}}\ncomponents:\n{list}{}", scene(&elements));
        let report = check(&body);
        let at = report.issues.iter().position(|issue| issue.rule == "V-7").expect("there is a circle");
        let fix = report.fixes.iter().find(|fix| fix.issue == at);
        let fix = fix.unwrap_or_else(|| panic!("no fix: {body}\n{:#?}", report.issues));
        assert_eq!(fix.after.errors, 0, "{body}\n{fix:#?}");
        let text = report.fixed_text().unwrap();
        let after = validate(text, &FOLDER, &options());
        assert_eq!(after.summary.errors, 0, "{text}\n{:#?}", after.issues);
        let kept = ["a", "b", "c"].into_iter().filter(|name| text.contains(&format!("  {name}: {{")));
        assert_eq!(kept.collect::<Vec<_>>(), left, "{text}");
    }
}

#[test]
fn rows_that_a_chart_cannot_show_are_told() {
    let chart = scene("{type: chart, chart: bar, data: d}, {type: chart, chart: line, data: d}");
    let rows =
        |value: &str| format!("data: {{d: [{{label: A, value: 1}}, {{label: B, value: {value}}}]}}\n{chart}");
    for shown in ["2", "-2.5", "'1,200'", "0x10", "1e15", "1e-999"] {
        clean(&rows(shown));
    }
    for wrong in ["1e999", ".nan", ".inf", "NaN", "twelve", "'12%'", "true", "1e16", "-1e16", "1_000"] {
        let (issue, _) = only("V-2", &rows(wrong));
        assert_eq!((issue.path.as_str(), issue.line), ("data.d.1", Some(4)), "{wrong}");
        assert!(issue.message.contains("row 2 has no number"), "{}", issue.message);
    }
    clean(&format!("data: {{d: [{{label: A, value: 1}}, {{label: nothing known}}]}}\n{chart}"));
    // Another column is no substitute, and texts are texts where no chart takes them for numbers.
    only("V-2", &format!("data: {{d: [{{label: A, rank: 1, value: x}}]}}\n{chart}"));
    let list = scene("{type: use, component: c, for_each: d, props: {x: '{{item.value}}'}}");
    clean(&format!(
        "data: {{d: [{{label: A, value: NaN}}]}}\ncomponents: {{c: {{props: {{x: {{type: text}}}}, elements: [{{type: text, text: '{{{{x}}}}'}}]}}}}\n{list}"
    ));
}

#[test]
fn nothing_is_less_wide_or_high_than_nothing() {
    for key in ["w", "h"] {
        for (size, fits) in
            [("0", true), ("1.5", true), ("50%", true), ("-1", false), ("'-50%'", false), ("-0.5%", false)]
        {
            let element = scene(&format!("{{type: text, text: x, {key}: {size}}}"));
            let component = format!(
                "components: {{c: {{{key}: {size}, elements: [{{type: text, text: x}}]}}}}\n{}",
                scene("{type: use, component: c}")
            );
            for body in [element, component] {
                if fits {
                    clean(&body);
                } else {
                    let report = check(&body);
                    let is_told = |issue: &&Issue| {
                        issue.rule == "V-2"
                            && issue.path.ends_with(&format!(".{key}"))
                            && issue.message.contains("0 or more")
                    };
                    assert_eq!(
                        report.issues.iter().filter(is_told).count(),
                        1,
                        "{body}: {:#?}",
                        report.issues
                    );
                }
            }
        }
    }
}

#[test]
fn components_nest_too_deep() {
    let text = "{type: text, text: x}";
    clean(&format!("{}{}", chain(4, text), scene("{type: use, component: c0}")));
    let (issue, _) = only("V-7", &format!("{}{}", chain(5, text), scene("{type: use, component: c0}")));
    assert!(issue.message.contains("c0 → c1 → c2 → c3 → c4"), "{}", issue.message);
    clean(&format!("{}{}", chain(5, text), scene("{type: use, component: c1}")));
}

#[test]
fn components_become_too_many_elements() {
    let rows = |count| format!("data: {{rows: [{}]}}\n", vec!["{a: 1}"; count].join(", "));
    let texts = |count| vec!["{type: text, text: x}"; count].join(", ");
    let with = |size, count| {
        let use_ = scene("{type: use, component: c, for_each: rows}");
        format!("{}components: {{c: {{elements: [{}]}}}}\n{use_}", rows(count), texts(size))
    };
    // Each of the 20 instances is an element, too.
    clean(&with(9, 20));
    let (issue, _) = only("V-7", &with(10, 20));
    assert_eq!((issue.measured, issue.limit), (Some(209.into()), Some(200.into())));
    assert_eq!((issue.path.as_str(), issue.line), ("scenes.s.elements.use1.19", Some(6)));
    assert_eq!(only("V-7", &with(1, 21)).0.path, "scenes.s.elements.use1.for_each");
    let each = "{type: use, component: c, for_each: rows}";
    let spread = |count, uses: &str| {
        format!(
            "{}components: {{c: {{elements: [{}]}}, d: {{elements: [{each}]}}}}\n{}",
            rows(count),
            texts(1),
            scene(uses)
        )
    };
    clean(&spread(20, &[each; 5].join(", ")));
    assert_eq!(only("V-7", &spread(20, &[each; 6].join(", "))).0.path, "scenes.s.elements.use6");
    let (issue, _) = only("V-7", &spread(30, "{type: use, component: d}, {type: use, component: d}"));
    assert_eq!(issue.path, "scenes.s.elements.use1.elements.use1.for_each");
    assert_eq!((issue.line, issue.measured), (Some(5), Some(30.into())));
    // Each level multiplies; no computer could count it out one by one.
    let mut wide = chain(4, &texts(40));
    for index in 0..3 {
        let one = format!("{{type: use, component: c{}}}", index + 1);
        wide = wide.replace(&format!("[{one}]"), &format!("[{}]", vec![one.as_str(); 40].join(", ")));
    }
    only("V-7", &format!("{wide}{}", scene("{type: use, component: c0}")));
}

fn spoken(elements: &str) -> String {
    format!(
        "scenes:
  - {{id: one, say: 'Your coffee went up forty percent, and up again.', elements: [{elements}]}}
  - {{id: two, say: Two bad harvests cut supply.}}
"
    )
}

#[test]
fn phrases_that_are_spoken() {
    clean(&spoken(
        "{type: text, text: x, at: cue(COFFEE went)}, {type: text, text: x, at: cue(up#2)},
         {type: text, text: x, at: cue(forty) - 0.1, until: cue_end(percent)}, {type: text, text: x, at: pause(1)}",
    ));
}

#[test]
fn phrases_that_are_not_spoken() {
    let (issue, text) = fixed("V-13", &spoken("{type: text, text: x, at: cue(fourty percent) + 0.2}"));
    assert_eq!(issue.path, "scenes.one.elements.text1.at");
    assert!(issue.hint.contains("Your coffee went up"), "{}", issue.hint);
    assert!(text.contains("cue(forty percent) + 0.2"), "{text}");
    let (_, text) = fixed("V-13", &spoken("{type: text, text: x, at: cue(up#4)}"));
    assert!(text.contains("cue(up#2)"), "{text}");
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(entirely different)}"));
    assert!(issue.fix.is_empty());
    fixed("V-13", &spoken("{type: list, items: [a, b], item_at: [cue(coffee), cue(percentt)]}"));
    fixed("V-13", &spoken("{type: text, text: x, keyframes: [{at: cue(cofee), opacity: 1}]}"));
    fixed("V-13", &spoken("{type: text, text: x, at: sentence(2)}"));
    fixed("V-13", &format!("cues: {{boom: 1}}\n{}", spoken("{type: text, text: x, at: bom}")));
    fixed("V-13", &format!("cues: {{boom: cue(forti)}}\n{}", spoken("")));
}

#[test]
fn moments_outside_of_their_scene() {
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(harvests)}"));
    assert_eq!(issue.severity, Severity::Error);
    assert!(issue.message.contains("after its scene") && issue.t0 == Some(0.0), "{issue:?}");
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(coffee) + 9}"));
    assert_eq!(issue.severity, Severity::Warning);
    let (issue, _) =
        only("V-13", &format!("cues: {{late: 9}}\n{}", scene("{type: text, text: x, at: late}")));
    assert_eq!(issue.severity, Severity::Error);
    clean(&format!("cues: {{late: 3}}\n{}", scene("{type: text, text: x, at: late, until: end}")));
    fixed("V-13", &spoken("{type: text, text: x, at: cue(percent), until: cue(forty)}"));
}

#[test]
fn moments_without_sound_to_tell_them() {
    let (issue, _) = only("V-13", &scene("{type: text, text: x, at: sentence(1)}"));
    assert!(issue.message.contains("nothing is spoken"), "{}", issue.message);
    let (issue, _) = only("V-13", &scene("{type: text, text: x, at: beat(1)}"));
    assert!(issue.message.contains("no music"), "{}", issue.message);
    clean(&format!("music: audio/Bed.mp3\n{}", scene("{type: text, text: x, at: beat(1)}")));
    clean(&format!(
        "music: {{file: audio/Bed.mp3, beats: {{bpm: 60}}}}\n{}",
        scene("{type: text, text: x, at: beat(4)}")
    ));
    only(
        "V-13",
        &format!(
            "music: {{file: audio/Bed.mp3, beats: {{bpm: 60}}}}\n{}",
            scene("{type: text, text: x, at: beat(6)}")
        ),
    );
    clean(&format!("voice: audio/Bed.mp3\n{}", scene("{type: text, text: x, at: cue(unknown words)}")));
}

#[test]
fn elements_that_end_before_they_start_or_after_their_scene() {
    clean(&scene("{type: text, text: x, at: 1, until: 4}, {type: text, text: x, at: 1, duration: 3.03}"));
    let (issue, _) = fixed("V-14", &scene("{type: text, text: x, at: 2, until: 1}"));
    assert!(issue.message.contains("1.00 s") && issue.message.contains("2.00 s"), "{}", issue.message);
    fixed("V-14", &scene("{type: text, text: x, at: 2, duration: 0}"));
    let (issue, _) = fixed("V-14", &scene("{type: text, text: x, at: 1, until: 4.1}"));
    assert_eq!((issue.t0, issue.t1), (Some(1.0), Some(4.1)));
    fixed("V-14", &scene("{type: text, text: x, at: 1, duration: 4}"));
    fixed("V-14", &scene("{type: text, text: x, at: 4}"));
    fixed("V-14", &scene("{type: list, items: [a], item_at: [7]}"));
    fixed("V-14", &scene("{type: video, src: v/clip.mp4, trim: [5, 2]}"));
    let (issue, _) =
        only("V-14", "scenes: [{id: s, say: Short., elements: [{type: text, text: x, until: 9}]}]\n");
    assert_eq!(issue.severity, Severity::Warning);
}

#[test]
fn children_of_an_instance_begin_with_it() {
    clean(
        "music: {file: audio/Bed.mp3, beats: {bpm: 60}}
components:
  late: {elements: [{type: text, text: x, at: 4}]}
  two: {elements: [{type: text, text: x}, {type: text, text: x, at: 1}]}
scenes:
  - {id: a, elements: [{type: use, component: late}]}
  - {id: b, duration: 6, elements: [{type: use, component: two, at: beat(10)}]}
",
    );
    // The moment of an instance is at fault once, not for each of its elements.
    let two = "components: {two: {elements: [{type: text, text: x}, {type: text, text: y, at: 1}]}}\n";
    let (issue, _) = only(
        "V-13",
        &format!("{two}{}", spoken("{id: g, type: use, component: two, at: cue(entirely different)}")),
    );
    assert_eq!(issue.path, "scenes.one.elements.g.at");
}

#[test]
fn only_some_wrong_phrases_are_looked_for() {
    let wrong = |letter: char| format!("{{type: text, text: x, at: cue(fort{letter} percent)}}");
    let report = check(&spoken(&('a'..='x').map(wrong).collect::<Vec<_>>().join(", ")));
    let hints = |part: &str| report.issues.iter().filter(|issue| issue.hint.contains(part)).count();
    assert_eq!((report.issues.len(), hints("What is said: “Your coffee")), (24, 24));
    assert_eq!(hints("did you mean `forty percent`?"), 12);
    // The same phrase again costs nothing.
    let same = "{type: text, text: x, at: cue(fourty percent)}";
    let report = check(&spoken(&[same; 30].join(", ")));
    assert!(report.issues.iter().all(|issue| issue.hint.contains("did you mean `forty percent`?")));
}

#[test]
fn automatic_lengths_have_limits() {
    let body = |elements: &str| format!("scenes: [{{id: a, elements: [{elements}]}}]\n");
    let (issue, _) = only("V-14", &body("{type: text, text: Hi, at: 0.1, duration: 0.3}"));
    assert_eq!((issue.path.as_str(), issue.severity), ("scenes.a", Severity::Warning));
    assert!(issue.message.contains("ends at 0.40 s, but a scene lasts at least 0.5 s"), "{}", issue.message);
    let report = check(&body("{type: text, text: Hi, duration: 0.01}"));
    let messages: Vec<&str> = report.issues.iter().map(|issue| issue.message.as_str()).collect();
    assert!(
        messages[0].contains("less than a frame") && messages[1].contains("at least 0.5 s"),
        "{messages:?}"
    );
    let (issue, text) = fixed("V-14", &body("{type: text, text: Hi, at: 100}"));
    assert!(issue.hint.contains("start it at 59 s: a scene lasts at most 60 s"), "{}", issue.hint);
    assert!(text.contains("at: 59"), "{text}");
    clean(&body("{type: text, text: Hi, at: 58}"));
    only("V-14", "scenes: [{id: a}, {id: b, at: 100, duration: 1}]\n");
}

#[test]
fn what_is_too_long_to_be_made_is_not_looked_at() {
    let long = |count: usize| {
        let scenes: Vec<String> = (0..count)
            .map(|index| {
                format!("{{id: s{index}, duration: 60, elements: [{{type: text, text: Hi, y: 1060}}]}}")
            })
            .collect();
        let text = format!("{HEAD}targets: []\nscenes: [{}]\n", scenes.join(", "));
        let rules = ["V-9", "V-14"].map(str::to_owned).to_vec();
        let report = validate(&text, &FOLDER, &Options { stage: Depth::Full, rules, ..Options::default() });
        report.summary.by_rule.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(long(11), ["V-14"]);
    assert_eq!(long(1), ["V-9"]);
}

#[test]
fn keyframes_out_of_order() {
    clean(&scene("{type: text, text: x, keyframes: [{at: 1, x: 1}, {at: 1, y: 2}, {at: 2, x: 3}]}"));
    let (issue, text) = fixed(
        "V-14",
        &scene("{type: text, text: x, keyframes: [{at: 1, x: 1}, {at: 3, x: 2}, {at: 2, x: 3}]}"),
    );
    assert_eq!(issue.path, "scenes.s.elements.text1.keyframes.2.at");
    assert!(text.find("at: 2") < text.find("at: 3"), "{text}");
}

#[test]
fn scenes_that_do_not_meet() {
    clean("scenes: [{id: a, duration: 4}, {id: b, at: 4.03, duration: 1}]\n");
    clean("scenes: [{id: a}, {id: b, at: 2, duration: 1}]\n");
    for body in [
        "scenes: [{id: a, duration: 4}, {id: b, at: 5, duration: 1}]\n",
        "scenes: [{id: a, duration: 4}, {id: b, at: 3, duration: 1}]\n",
        "scenes: [{id: a}, {id: b, at: 0, duration: 1}]\n",
        "scenes: [{id: a, at: 1, duration: 4}]\n",
    ] {
        let (issue, _) = fixed("V-14", body);
        assert!(issue.message.contains("starts at"), "{}", issue.message);
    }
    let long = |count: usize, extra: &str| {
        let scenes: Vec<String> = (0..count).map(|index| format!("{{id: s{index}, duration: 60}}")).collect();
        format!("scenes: [{}{extra}]\n", scenes.join(", "))
    };
    clean(&long(10, ""));
    assert_eq!(only("V-14", &long(10, ", {id: end, duration: 0.5}")).0.path, "scenes");
}

#[test]
fn outlines_that_cannot_be_drawn_are_told_where_they_stand() {
    let star = |data: &str| scene(&format!("{{type: shape, shape: path, w: 90, d: \"{data}\"}}"));
    clean(&star("M50 5 L61 38 97,38 Q 0 0 3 4 A 5 5 0 0 1 9 9 Z m1 1h4v-2z"));
    for (data, said) in [
        ("M 0 0 L 10", "it ends too early"),
        ("M 0 0 X 9 9", "there is no command `X`"),
        ("L 9 9", "it has to begin with `M`"),
        ("M 0 zero", "a number is missing or cannot be read"),
    ] {
        let (issue, _) = only("V-2", &star(data));
        assert_eq!(issue.path, "scenes.s.elements.shape1.d");
        assert!(issue.message.ends_with(said), "{data}: {}", issue.message);
    }
    let components =
        "components: {c: {props: {p: {type: text}}, elements: [{type: shape, shape: path, d: oops}]}}\n";
    let (issue, _) =
        only("V-2", &format!("{components}{}", scene("{type: use, component: c, props: {p: x}}")));
    assert_eq!(issue.path, "components.c.elements.shape1.d");
    clean(&format!(
        "{}{}",
        components.replace("oops", "\"{{p}}\""),
        scene("{type: use, component: c, props: {p: M0 0L9 9}}")
    ));
}

#[test]
fn props_of_built_in_components_are_checked() {
    let with = |props: &str| scene(&format!("{{type: use, component: stat, props: {{{props}}}}}"));
    clean(&with("value: 42, label: of all"));
    let (issue, _) = only("V-5", &with("label: of all"));
    assert!(issue.message.contains("component `stat` needs the prop `value`"), "{}", issue.message);
    let (_, text) = fixed("V-5", &with("value: 42, lable: of all"));
    assert!(text.contains("label: of all"), "{text}");
    let (issue, _) = only("V-5", &with("value: 42, label: x, other: 1"));
    assert!(issue.hint.contains("its props are"), "{}", issue.hint);
}

#[test]
fn props_have_the_type_that_is_declared() {
    const TYPED: &str = "components: {c: {props: {n: {type: number}, c: {type: color}, b: {type: bool}, l: {type: list}, t: {type: text}, i: {type: image}}, elements: [{type: text, text: \"{{n}} {{t}}\", color: \"{{c}}\", hidden: \"{{b}}\"}, {type: list, items: \"{{l}}\"}, {type: image, src: \"{{i}}\"}]}}\n";
    let with = |props: &str| {
        let instance = scene(&format!("{{type: use, component: c, props: {{{props}}}}}"));
        format!("vars: {{n: 5, word: five}}\n{TYPED}{instance}")
    };
    clean(&with("n: 1.5, c: $accent, b: true, l: [a, b], t: 2024, i: img/logo.png"));
    clean(&with("n: \"{{n}}\", t: \"{{word}}\""));
    let (_, text) = fixed("V-2", &with("n: \"12\", t: \"{{word}}\""));
    assert!(text.contains("n: 12"), "{text}");
    let (issue, _) = only("V-2", &with("n: \"{{word}}\""));
    assert_eq!(issue.path, "scenes.s.elements.use1.props.n");
    let (issue, _) = only("V-2", &with("n: 1, b: maybe, t: \"{{word}}\""));
    assert!(issue.message.contains("expected true or false"), "{}", issue.message);
    fixed("V-2", &with("n: 1, l: one, t: \"{{word}}\""));
    only("V-2", &with("n: 1, c: reddish, t: \"{{word}}\""));
    fixed("V-5", &with("n: 1, c: $acent, t: \"{{word}}\""));
}

#[test]
fn what_components_and_rows_make_is_checked_where_it_is_used() {
    const CUED: &str = "components: {c: {props: {w: {type: text}}, elements: [{id: x, type: text, text: x, at: \"cue({{w}})\"}]}}\n";
    let spoken = |word: &str| {
        format!(
            "{CUED}scenes: [{{id: s, say: One two three., elements: [{{id: a, type: use, component: c, props: {{w: {word}}}}}]}}]\n"
        )
    };
    clean(&spoken("two"));
    let (issue, _) = only("V-13", &spoken("four"));
    assert_eq!((issue.path.as_str(), issue.line), ("scenes.s.elements.a.elements.x.at", Some(4)));
    let late = "components: {c: {elements: [{id: x, type: text, text: x, at: 1}]}}\n";
    clean(&format!("{late}{}", scene("{type: use, component: c, at: 2}")));
    let (issue, _) = only("V-14", &format!("{late}{}", scene("{type: use, component: c, at: 3.5}")));
    assert!(issue.message.contains("starts at 4.50 s"), "{}", issue.message);
    let pictures = "data: {rows: [{src: img/logo.png}, {src: img/none.png}]}\ncomponents: {c: {props: {f: {type: text}}, elements: [{type: image, src: \"{{f}}\"}]}}\n";
    let rows = scene("{id: a, type: use, component: c, for_each: rows, props: {f: \"{{item.src}}\"}}");
    let (issue, _) = only("V-6", &format!("{pictures}{rows}"));
    assert_eq!(issue.path, "scenes.s.elements.a.2.elements.image1.src");
}

#[test]
fn font_families_exist() {
    let with = |family: &str| {
        let text = scene("{type: text, text: x}");
        format!("theme: {{fonts: {{heading: {{family: {family}}}}}}}\n{text}")
    };
    let look = |body: &str| {
        let options = Options { stage: Depth::Layout, rules: vec!["V-5".to_owned()], ..Options::default() };
        validate(&format!("{HEAD}{body}"), &FOLDER, &options)
    };
    assert_eq!(look(&with("Archivo")).issues, []);
    let report = look(&with("Archivoo"));
    assert!(report.issues[0].hint.contains("did you mean `Archivo`?"), "{:?}", report.issues);
    assert!(report.fixed_text().unwrap().contains("family: Archivo}"));
    assert!(look(&with("Helvetica")).issues[0].hint.contains("the build has"));
}

#[test]
fn lines_of_code_that_stand_out_exist() {
    let code =
        |lines: &str| scene(&format!("{{type: code, code: \"a = 1\\nb = 2\\n\", highlight: {lines}}}"));
    clean(&code("[1, 2]"));
    let (issue, text) = fixed("V-2", &code("[2, 9]"));
    assert!(issue.message.contains("no line 9: the code has 2"), "{}", issue.message);
    assert!(text.contains("highlight: [2]"), "{text}");
}
