use crate::video::check::{Issue, Severity};
use crate::video::project::Project;
use crate::video::project::edit::apply_ops;

/// A project whose last lines are these keys of a text element, in block style.
fn with(lines: &str) -> String {
    format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes:\n  - id: a\n    elements:\n      - id: e\n        type: counter\n        to: 4\n{lines}"
    )
}

fn trap(text: &str) -> Issue {
    let issues = Project::parse(text).issues;
    let traps: Vec<Issue> = issues.into_iter().filter(|issue| issue.rule == "V-1").collect();
    assert_eq!(traps.len(), 1, "{text}\n{traps:#?}");
    traps.into_iter().next().unwrap()
}

/// Each trap, the line it is in, what is said of it and what the line becomes.
const TRAPS: [(&str, &str, &str); 21] = [
    ("color: #ff0000", "read as a comment", "color: \"#ff0000\""),
    ("label: a #1 hit", "dropped as a comment", "label: \"a #1 hit\""),
    ("label: *bold* word", "alias", "label: \"*bold* word\""),
    ("suffix: %", "begin with `%`", "suffix: \"%\""),
    ("label: @me", "begin with `@`", "label: \"@me\""),
    ("label: - dash", "begins a list", "label: \"- dash\""),
    ("label: `x`", "backquote", "label: \"`x`\""),
    ("label: Note: read", "a colon", "label: \"Note: read\""),
    ("label: & more", "anchor", "label: \"& more\""),
    ("label: > 5 items", "block of text", "label: \"> 5 items\""),
    ("label: !important thing", "tag", "label: \"!important thing\""),
    ("label: [Note] read", "a bracket", "label: \"[Note] read\""),
    ("label: \"he said \"hi\" there\"", "closing quote", "label: \"he said \\\"hi\\\" there\""),
    ("label: 'don't'", "closing quote", "label: \"don't\""),
    ("label: \"a\" and b", "closing quote", "label: \"\\\"a\\\" and b\""),
    ("label: \"never closed", "closing quote", "label: \"never closed\""),
    ("enter: {type: @fade}", "begin with `@`", "enter: {type: \"@fade\"}"),
    ("keyframes: [{at: cue(a, b)}]", "torn apart", "keyframes: [{at: \"cue(a, b)\"}]"),
    ("label:Hello", "a space is missing", "label: Hello"),
    ("label: Note: read # a comment", "a colon", "label: \"Note: read\" # a comment"),
    ("label: *bold*", "alias", "label: \"*bold*\""),
];

#[test]
fn each_trap_is_named_and_repaired() {
    for (line, said, repaired) in TRAPS {
        let text = with(&format!("        {line}\n        at: 1\n"));
        let issue = trap(&text);
        assert!(issue.message.contains(said), "{line}: {}", issue.message);
        assert_eq!(issue.line, Some(10), "{line}");
        assert!(!issue.hint.is_empty());
        let edited = apply_ops(&text, &issue.fix).unwrap();
        assert_eq!(edited, text.replace(line, repaired), "{line}");
        assert!(Project::parse(&edited).issues.iter().all(|issue| issue.rule != "V-1"), "{edited}");
    }
}

#[test]
fn several_traps_are_found_at_once() {
    let text = with("        label: @me\n        suffix: %\n        color: #ff0000\n        prefix: - x\n");
    let parsed = Project::parse(&text);
    let lines: Vec<_> = parsed.issues.iter().map(|issue| (issue.rule, issue.line.unwrap())).collect();
    assert_eq!(lines, [("V-1", 10), ("V-1", 11), ("V-1", 12), ("V-1", 13)]);
    let ops: Vec<_> = parsed.issues.iter().flat_map(|issue| issue.fix.clone()).collect();
    assert_eq!(Project::parse(&apply_ops(&text, &ops).unwrap()).issues, []);
}

#[test]
fn comments_that_are_comments_are_left_alone() {
    let text = with(
        "        label: Hello # world\n        color: \"#FF0000\" #red\n        at: 1 #second\n        theme: #dark\n          - 1\n",
    );
    let issues = Project::parse(&text).issues;
    assert!(issues.iter().all(|issue| issue.rule != "V-1"), "{issues:#?}");
}

#[test]
fn tabs_are_replaced_by_spaces() {
    let text = "reelforge: 1\nmeta:\n\ttitle: t\n\tlanguage: en\ncanvas: reel\nscenes: [{id: a}]\n";
    let issue = trap(text);
    assert!(issue.message.contains("tab"), "{issue:#?}");
    let edited = apply_ops(text, &issue.fix).unwrap();
    assert_eq!(edited, text.replace('\t', "  "));
    assert_eq!(Project::parse(&edited).issues, []);
}

#[test]
fn a_tab_is_found_also_where_the_parser_lets_it_pass() {
    for text in ["\treelforge: 1\n", "meta: {title: t,\n\tlanguage: en}\n", "scenes:\n  -\tid: a\n"] {
        let issue = trap(text);
        assert!(issue.message.contains("tab"), "{text:?}: {issue:#?}");
    }
    let text = with("        label: |\n          a\tb\n          \tc\n        prefix: \"a\tb\"\n");
    assert!(
        Project::parse(&text).issues.iter().all(|issue| issue.rule != "V-1"),
        "tabs inside a text are text"
    );
}

#[test]
fn what_yaml_allows_and_we_do_not_is_explained() {
    for (text, said, hint) in [
        (with("        label: a\n        label: b\n"), "the first is on line 10", "keep one"),
        (with("---\nreelforge: 1\n"), "second document", "one file"),
        (with("        enter: {<<: {type: fade}}\n"), "merge keys", "write the keys out"),
        (with("        ? [a]\n        : b\n"), "a key is a list", "plain words"),
        ("  \n".to_owned(), "empty", "begin with"),
        ("a: [1, 2\nb: 3\n".to_owned(), "not YAML", "brackets"),
        (with("     at: 1\n"), "not YAML", "indentation"),
    ] {
        let issue = trap(&text);
        assert!(issue.message.contains(said) && issue.hint.contains(hint), "{issue:#?}");
        assert_eq!(issue.severity, Severity::Error);
        assert_eq!(issue.fix, []);
    }
}

#[test]
fn anchors_are_read_and_reported() {
    let text = with("        enter: &e {type: fade}\n        exit: *e\n");
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues.len(), 1);
    assert_eq!((parsed.issues[0].severity, parsed.issues[0].line), (Severity::Info, Some(10)));
    let element = &parsed.project.unwrap().scenes[0].elements[0].common;
    assert_eq!(element.enter, element.exit);
}
