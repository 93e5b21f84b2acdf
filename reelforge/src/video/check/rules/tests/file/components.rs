//! Components and their props.

use super::*;

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
