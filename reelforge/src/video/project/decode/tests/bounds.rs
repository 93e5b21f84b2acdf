//! Whatever comes in, the answer comes soon and is clear.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;

#[test]
fn ten_thousand_elements_are_one_issue() {
    let mut text =
        "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nscenes:\n  - id: a\n    elements:\n".to_owned();
    for _ in 0..10_000 {
        text += "    - {type: progress}\n";
    }
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues.len(), 1);
    assert!(parsed.issues[0].message.contains("at most 40 items, got 10000"), "{}", parsed.issues[0].message);
    assert_eq!(parsed.project.unwrap().scenes[0].elements.len(), 40);
}

#[test]
fn fewer_fixes_are_tried_on_a_larger_text() {
    let fixes = |comment: usize| {
        let mut text =
            format!("# {}\nreelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes:\n", "x".repeat(comment));
        for index in 0..30 {
            writeln!(text, "  - {{id: s{index}, duraton: 1s}}").unwrap();
        }
        Project::parse(&text).issues.iter().filter(|issue| !issue.fix.is_empty()).count()
    };
    assert_eq!(fixes(0), 50);
    assert_eq!(fixes(200 * 1024), 5);
}

#[test]
fn many_problems_are_cut_short() {
    let mut text = "reelforge: 1\nmeta: {title: t}\ncanvas: reel\nscenes: [{id: a}]\n".to_owned();
    for index in 0..3000 {
        writeln!(text, "key{index}: 1").unwrap();
    }
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues.len(), 201);
    assert!(parsed.issues.iter().any(|issue| issue.message.contains("more problems")));
}

#[test]
fn many_lost_texts_are_cut_short() {
    let text = format!("a:\n{}", "  - x #y\n".repeat(25_000));
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues.iter().filter(|issue| issue.rule == "V-1").count(), 20);
}

#[test]
fn oversized_and_nested_files_are_refused_with_a_reason() {
    for (text, said) in [
        ("x".repeat(300 * 1024), "bytes"),
        (format!("a: {}", "[".repeat(20_000)), "nest deeper"),
        (
            format!(
                "a: &a [x, x]\nb: &b [{0}]\nc: &c [{1}]\nd: [{2}]",
                vec!["*a"; 99].join(","),
                vec!["*b"; 99].join(","),
                vec!["*c"; 99].join(",")
            ),
            "values",
        ),
    ] {
        let parsed = Project::parse(&text);
        assert_eq!((parsed.issues[0].rule, parsed.project.is_none()), ("V-1", true));
        assert!(parsed.issues[0].message.contains(said), "{}", parsed.issues[0].message);
    }
    let line = format!(
        "reelforge: 1\nmeta: {{title: t, description: \"{}\"}}\ncanvas: reel\nscenes: [{{id: a}}]\n",
        "{{a".repeat(80_000)
    );
    assert!(Project::parse(&line).issues[0].message.contains("at most 5000 characters"));
}

/// Pieces that YAML and this format give a meaning, in any order.
fn yaml_ish() -> impl Strategy<Value = String> {
    let pieces = [
        "\n",
        "  ",
        "- ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "\"",
        "'",
        "#",
        " #",
        "&a ",
        "*a",
        "|",
        ">",
        "!x ",
        "---\n",
        "\t",
        "? ",
        "<<: ",
        "{{",
        "}}",
        "cue(",
        ")",
        "scenes",
        "elements",
        "type",
        "text",
        "id",
        "use",
        "for_each",
        "components",
        "props",
        "vars",
        "1",
        "4s",
        "é",
        "\u{2028}",
        "\u{feff}",
        "\r\n",
        "x",
        "%",
        "@",
        "`",
        "reelforge: 1\n",
        "\n  - ",
        "\n    ",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..60)
        .prop_map(|pieces| pieces.concat())
}

/// An example with a few characters taken out, doubled or replaced.
fn damaged() -> impl Strategy<Value = String> {
    let edit = (0.0..1.0_f64, 0..4_usize, yaml_ish());
    (proptest::sample::select(vec![COFFEE, STAMPEDE, QUOTE]), proptest::collection::vec(edit, 1..4)).prop_map(
        |(text, edits)| {
            let mut text = text.to_owned();
            for (place, cut, new) in edits {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    clippy::cast_precision_loss
                )]
                let at = text.floor_char_boundary((place * text.len() as f64) as usize);
                let end = text.ceil_char_boundary((at + cut).min(text.len()));
                text.replace_range(at..end, &new[..new.floor_char_boundary(6)]);
            }
            text
        },
    )
}

fn check(text: &str) {
    let parsed = Project::parse(text);
    // YAML ends a line at a carriage return, too.
    let lines = text.replace("\r\n", "\n").matches(['\n', '\r']).count() + 1;
    for issue in &parsed.issues {
        if let Some(tree) = &parsed.tree
            && !issue.path.is_empty()
        {
            assert!(tree.find(&issue.path).is_ok(), "{} leads nowhere in\n{text}", issue.path);
        }
        assert!(issue.line.is_some_and(|line| line <= lines), "{issue:?}\n{text}");
        if !issue.fix.is_empty() {
            apply_ops(text, &issue.fix).unwrap_or_else(|error| panic!("{error}\n{issue:?}\n{text}"));
        }
    }
    assert!(parsed.project.is_some() || !parsed.issues.is_empty(), "silence about\n{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_yaml_is_answered(text in yaml_ish()) {
        check(&text);
    }

    #[test]
    fn any_damage_to_a_project_is_answered(text in damaged()) {
        check(&text);
    }
}
