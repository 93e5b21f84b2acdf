use std::fmt::Write;

use super::*;

fn root(text: &str) -> Node {
    let document = parse(text);
    assert_eq!(document.problems, [], "{text}");
    document.root.expect("the text is YAML")
}

#[test]
fn every_value_knows_its_place() {
    let text =
        "a: 1 # c\nscenes:\n  - id: hook\n    elements:\n      - {type: text, text: 'it''s'}\nlit: |\n  é\n";
    let root = root(text);
    let found = root.find("scenes.hook.elements.text1.text").unwrap();
    assert_eq!(&text[found.node.span.start..found.node.span.end], "'it''s'");
    assert_eq!((found.node.span.line, found.node.span.column), (5, 28));
    assert_eq!((found.span().line, found.span().column), (5, 22));
    assert_eq!(found.node.as_text(), Some("it's"));
    assert_eq!(root.get("lit").unwrap().as_text(), Some("é\n"));
    assert_eq!(parse(text).comments.len(), 1);
}

#[test]
fn columns_count_characters_and_a_byte_order_mark_none() {
    let root = root("\u{feff}é: ü\r\nb: 2\r\n");
    let found = root.find("é").unwrap();
    assert_eq!((found.node.span.line, found.node.span.column), (1, 4));
    assert_eq!(root.find("b").unwrap().node.span.line, 2);
}

#[test]
fn addresses_prefer_ids_and_fall_back_to_indexes() {
    let root = root(
        "scenes:\n- id: a\n  elements: [{type: text}, {id: text2, type: text}, {type: text}, {id: text2, type: shape}]\n- id: a\n- {}\n",
    );
    let mut paths = Vec::new();
    root.walk(&mut |path, _, node| {
        if matches!(node.value, Value::Map(_)) {
            paths.push(path.to_owned());
        }
    });
    assert_eq!(
        paths,
        [
            "",
            "scenes.a",
            "scenes.a.elements.text1",
            "scenes.a.elements.text2",
            "scenes.a.elements.text3",
            "scenes.a.elements.3",
            "scenes.1",
            "scenes.2"
        ]
    );
    for path in &paths {
        assert!(root.find(path).is_ok(), "{path}");
    }
    let missing = root.find("scenes.b.elements").unwrap_err();
    assert_eq!((missing.parent.as_str(), missing.segment.as_str()), ("scenes", "b"));
    assert_eq!(missing.existing, ["a", "1", "2"]);
}

#[test]
fn the_core_schema_decides_what_plain_scalars_are() {
    for (text, want) in [
        ("1", Core::Int(1)),
        ("0x1F", Core::Int(31)),
        ("0o17", Core::Int(15)),
        ("010", Core::Int(10)),
        ("1.50", Core::Float(1.5)),
        (".5", Core::Float(0.5)),
        ("1e3", Core::Float(1000.0)),
        ("true", Core::Bool(true)),
        ("null", Core::Null),
        ("~", Core::Null),
        ("Yes", Core::Text("Yes")),
        ("12:30", Core::Text("12:30")),
        ("0x-1", Core::Text("0x-1")),
        (".inf", Core::Text(".inf")),
        ("1e999", Core::Text("1e999")),
        (".", Core::Text(".")),
        ("1_000", Core::Text("1_000")),
    ] {
        let scalar = Scalar { text: text.into(), style: Style::Plain };
        assert_eq!(scalar.core(), want, "{text}");
        let quoted = Scalar { text: text.into(), style: Style::Single };
        assert_eq!(quoted.core(), Core::Text(text));
    }
}

fn kinds(text: &str) -> Vec<ProblemKind> {
    parse(text).problems.into_iter().map(|problem| problem.kind).collect()
}

#[test]
fn faults_of_the_yaml_are_named() {
    assert_eq!(kinds("a: 1\nb: 2\na: 3\n"), [ProblemKind::DuplicateKey("a".into(), 1)]);
    assert_eq!(kinds("a:\n\tb: 1\n"), [ProblemKind::Tab]);
    assert_eq!(kinds("a: 1\n---\nb: 2\n"), [ProblemKind::SecondDocument]);
    assert_eq!(kinds("a: &x {k: 1}\nb: {<<: *x}\n"), [ProblemKind::MergeKey]);
    assert_eq!(kinds("a: !important x\n"), [ProblemKind::Tag]);
    assert_eq!(kinds("? [a]\n: b\n"), [ProblemKind::ComplexKey]);
    assert_eq!(kinds(" # only this\n"), [ProblemKind::Empty]);
    assert!(matches!(kinds("a: [1\n")[..], [ProblemKind::Syntax(_)]));
}

#[test]
fn limits_hold() {
    let too_large = |text: &str| matches!(kinds(text)[..], [ProblemKind::TooLarge(_)]);
    assert!(too_large(&"x".repeat(MAX_BYTES + 1)));
    assert!(too_large(&format!("a: {}{}", "[".repeat(100), "]".repeat(100))));
    let block = (0..100).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "a:\n");
    assert!(too_large(&block));
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        writeln!(laughs, "a{level}: &a{level} [{aliases}]").unwrap();
    }
    assert!(too_large(&laughs));
    let wide = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), vec!["*a"; 1000].join(", "));
    assert!(too_large(&wide));
    let nested = |inner: &str| format!("{}{inner}{}", "[".repeat(40), "]".repeat(40));
    assert!(too_large(&format!("a: &a {}\nb: {}\n", nested("x"), nested("*a"))));
    assert!(too_large(&format!("a: [{}]", vec!["1"; MAX_NODES].join(","))));
    assert_eq!(kinds(&format!("a: {}\n", "x".repeat(MAX_BYTES - 4))), []);
    assert_eq!(kinds(&format!("{}a: 1\n", "# comment\n".repeat(5000))), []);
}

#[test]
fn aliases_are_copies_that_say_so() {
    let root = root("a: &a {k: 1}\nb: *a\n");
    let found = root.find("b.k").unwrap();
    assert!(found.through_alias && !root.find("a.k").unwrap().through_alias);
    assert_eq!(root.get("b").unwrap().span.line, 2);
    assert_eq!(parse("a: &a {k: 1}\n").anchors.len(), 1);
}
