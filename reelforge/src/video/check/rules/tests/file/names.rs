//! Ids, colours, columns, files and what else is named.

use super::*;

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
