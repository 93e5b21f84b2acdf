//! V-8, clause by clause (rules, §2).

use serde_json::json;

use super::{Severity, clean, fixed, found, free, only, severity};

/// A panel of 400 × 200 with a short text: its box is known to the pixel.
fn card(id: &str, x: i32, y: i32, more: &str) -> String {
    format!(
        "id: {id}, type: text, text: Hi, fill: $surface, enter: none, x: {x}, y: {y}, w: 400, h: 200{more}\n"
    )
}

/// A plain square of 200 × 200.
fn square(id: &str, x: i32, y: i32, more: &str) -> String {
    format!(
        "id: {id}, type: shape, shape: rect, fill: $accent, enter: none, x: {x}, y: {y}, w: 200, h: 200{more}\n"
    )
}

fn pair(first: &str, second: &str) -> String {
    free(&format!("{first}{second}"))
}

#[test]
fn squares_that_share_a_quarter() {
    let body = pair(&square("a", 200, 600, ""), &square("b", 350, 600, ""));
    let (issue, text) = fixed("V-8", &body);
    assert_eq!(severity(&issue), Severity::Warning);
    assert_eq!((issue.t0, issue.t1, issue.limit.clone()), (Some(0.0), Some(4.0), Some(json!(0.1))));
    assert_eq!(
        issue.measured.unwrap(),
        json!({
            "a": "b", "b": "a", "t0": 0.0, "t1": 4.0, "t_worst": 0.0,
            "box_a": [350.0, 600.0, 200.0, 200.0], "box_b": [200.0, 600.0, 200.0, 200.0],
            "area_px": 10_000.0, "ratio": 0.25, "move": {"element": "b", "dx": 50.0, "dy": 0.0},
        })
    );
    assert!(issue.message.contains("`b` and `a` share 25% of `b` from 0.0 s to 4.0 s"), "{}", issue.message);
    assert!(issue.hint.contains("move `b` right 50 px") && issue.hint.contains("layer: 1"), "{}", issue.hint);
    assert!(text.contains("x: 400"), "{text}");
}

#[test]
fn only_the_base_layer_of_what_is_seen_counts() {
    let over = |more: &str| pair(&square("a", 200, 600, ""), &square("b", 250, 600, more));
    only("V-8", &over(""));
    clean("V-8", &over(", layer: 1"));
    clean("V-8", &over(", layer: -1"));
    clean("V-8", &over(", hidden: true"));
    clean("V-8", &over(", opacity: 0.1"));
    only("V-8", &over(", opacity: 0.2"));
    clean("V-8", &over(", at: 2").replace("w: 200, h: 200}", "w: 200, h: 200, until: 2}"));
}

#[test]
fn a_group_is_one_element_and_its_own_are_checked_among_themselves() {
    let group = |second: i32| {
        format!(
            "id: g, type: group, enter: none, x: 100, y: 600, w: 800, h: 400, layout: free, elements: [{{{}}}, {{{}}}]\n",
            square("a", 0, 0, "").trim(),
            square("b", second, 0, "").trim()
        )
    };
    clean("V-8", &free(&group(300)));
    let issue = only("V-8", &free(&group(150)));
    assert!(issue.path.starts_with("scenes.s.elements.g.elements."), "{}", issue.path);
    // Outsiders meet the group, not each of its elements.
    let body = format!("{}{}", group(300), square("c", 150, 650, ""));
    let issue = only("V-8", &free(&body));
    let measured = issue.measured.unwrap();
    assert_eq!((&measured["a"], &measured["b"]), (&json!("c"), &json!("g")));
}

#[test]
fn boxes_are_cut_at_the_canvas() {
    // Of both, 100 px lie on the canvas, where they share 100 × 50 of 100 × 200.
    let body = pair(&square("a", -100, 600, ""), &square("b", -100, 750, ""));
    let issue = only("V-8", &body);
    let measured = issue.measured.unwrap();
    assert_eq!((&measured["area_px"], &measured["ratio"]), (&json!(5000.0), &json!(0.25)));
    assert_eq!(measured["box_a"], json!([0.0, 750.0, 100.0, 200.0]));
    clean("V-8", &pair(&square("a", -190, 600, ""), &square("b", -400, 600, "")));
}

#[test]
fn others_may_share_a_tenth() {
    clean("V-8", &pair(&square("a", 200, 600, ""), &square("b", 380, 600, "")));
    only("V-8", &pair(&square("a", 200, 600, ""), &square("b", 379, 600, "")));
}

#[test]
fn a_text_may_lose_a_twentieth_to_others() {
    // The square covers 200 px of the text's height: 20 of 400 px in width are a twentieth.
    clean("V-8", &pair(&card("t", 300, 600, ""), &square("s", 680, 600, "")));
    let issue = only("V-8", &pair(&card("t", 300, 600, ""), &square("s", 676, 600, "")));
    assert_eq!(severity(&issue), Severity::Error);
    assert_eq!((issue.limit, &issue.measured.unwrap()["ratio"]), (Some(json!(0.05)), &json!(0.06)));
}

#[test]
fn texts_may_share_a_fiftieth() {
    clean("V-8", &pair(&card("a", 300, 600, ""), &card("b", 300, 796, "")));
    let issue = only("V-8", &pair(&card("a", 300, 600, ""), &card("b", 300, 795, "")));
    assert_eq!(severity(&issue), Severity::Error);
    assert_eq!((issue.limit, &issue.measured.unwrap()["ratio"]), (Some(json!(0.02)), &json!(0.025)));
}

#[test]
fn lines_count_and_not_the_box_around_them() {
    // The second text stands right of the short second line of the first: their boxes meet, their lines do not.
    let long = "id: a, type: text, text: \"Every single word of this line\\nend\", size: 60, align: left, enter: none, x: 60, y: 600\n";
    let beside = |y: i32| format!("id: b, type: text, text: beside, size: 60, enter: none, x: 400, y: {y}\n");
    clean("V-8", &pair(long, &beside(672)));
    only("V-8", &pair(long, &beside(600)));
}

#[test]
fn what_is_hardly_deep_is_no_overlap() {
    // Of a bar 8 px high, 3.9 px are half.
    let bar = |y: f64| {
        format!("id: b, type: shape, shape: rect, fill: $text, enter: none, x: 200, y: {y}, w: 200, h: 8\n")
    };
    clean("V-8", &pair(&square("a", 200, 600, ""), &bar(796.1)));
    only("V-8", &pair(&square("a", 200, 600, ""), &bar(795.9)));
}

#[test]
fn what_lies_on_a_card_is_on_it() {
    let shape =
        "id: c, type: shape, shape: rect, fill: $surface, enter: none, x: 200, y: 500, w: 600, h: 600\n";
    clean("V-8", &pair(shape, &card("t", 300, 600, "")));
    // At 97% it is not.
    only("V-8", &pair(shape, &card("t", 412, 600, "")));
    // The card has to lie below.
    let issue = only("V-8", &pair(&card("t", 300, 600, ""), shape));
    assert_eq!(severity(&issue), Severity::Error);
    // A text's panel is a card, but its letters are not.
    let panel = "id: p, type: text, text: \"Letters of the panel itself\", size: 60, fill: $surface, align: left, pad: 40, enter: none, x: 100, y: 500, w: 800, h: 600\n";
    let note =
        |x: i32, y: i32| format!("id: n, type: text, text: A note, size: 60, enter: none, x: {x}, y: {y}\n");
    clean("V-8", &pair(panel, &note(300, 1000)));
    only("V-8", &pair(panel, &note(150, 760)));
}

#[test]
fn an_element_may_allow_it() {
    for body in [
        pair(&square("a", 200, 600, ", allow: [V-8]"), &square("b", 250, 600, "")),
        pair(&square("a", 200, 600, ""), &square("b", 250, 600, ", allow: [V-8]")),
    ] {
        let report = super::look("V-8", &body);
        assert_eq!(report.issues, []);
        let [waiver] = &report.summary.waived[..] else { panic!("{:?}", report.summary) };
        assert_eq!((waiver.rule.as_str(), waiver.issues), ("V-8", 1));
    }
}

#[test]
fn it_depends_on_how_long_they_rest() {
    // 30 frames a second: 7, 8, 14 and 15 frames.
    let texts = |seconds: f64| {
        let more = format!(", duration: {seconds}");
        pair(&card("a", 300, 600, ""), &card("b", 300, 650, &more))
    };
    let squares = |seconds: f64| {
        let more = format!(", duration: {seconds}");
        pair(&square("a", 200, 600, ""), &square("b", 250, 600, &more))
    };
    clean("V-8", &texts(0.2));
    assert_eq!(severity(&only("V-8", &texts(0.3))), Severity::Warning);
    assert_eq!(severity(&only("V-8", &texts(0.4667))), Severity::Warning);
    assert_eq!(severity(&only("V-8", &texts(0.5))), Severity::Error);
    assert_eq!(severity(&only("V-8", &squares(3.0))), Severity::Warning);
    clean("V-8", &squares(0.2));
}

#[test]
fn only_what_hides_a_text_is_an_error() {
    let under = |more: &str| {
        let shape = "id: s, type: shape, shape: rect, enter: none, x: 500, y: 600, w: 400, h: 150";
        pair(&card("t", 300, 600, ""), &format!("{shape}{more}\n"))
    };
    assert_eq!(severity(&only("V-8", &under(", fill: $accent"))), Severity::Error);
    assert_eq!(severity(&only("V-8", &under(", fill: $accent, opacity: 0.5"))), Severity::Warning);
    assert_eq!(severity(&only("V-8", &under(", fill: \"#FF000080\""))), Severity::Warning);
    // Below the text it hides nothing.
    let below = pair(&square("s", 600, 650, ""), &card("t", 300, 600, ""));
    assert_eq!(severity(&only("V-8", &below)), Severity::Warning);
}

#[test]
fn what_overlaps_only_while_it_moves_is_told() {
    // Passes over the other; in 20 frames at 40 px, 11 of them share more than a tenth.
    let moving = |seconds: f64| {
        let end = 1.0 + seconds;
        let keyframes = format!(", keyframes: [{{at: 1, x: 0}}, {{at: {end}, x: 800, ease: linear}}]");
        pair(&square("a", 400, 600, ""), &square("b", 0, 600, &keyframes).replace("w: 200", "w: 300"))
    };
    let issue = only("V-8", &moving(0.6667));
    assert_eq!(severity(&issue), Severity::Info);
    clean("V-8", &moving(0.3));
}

#[test]
fn pairs_are_told_one_by_one() {
    let body = free(&format!(
        "{}{}{}",
        square("a", 200, 600, ""),
        square("b", 350, 600, ""),
        square("c", 500, 600, "")
    ));
    let pairs: Vec<_> = found("V-8", &body)
        .into_iter()
        .map(|issue| {
            let measured = issue.measured.unwrap();
            (measured["b"].clone(), measured["a"].clone())
        })
        .collect();
    assert_eq!(pairs, [(json!("a"), json!("b")), (json!("b"), json!("c"))]);
}

#[test]
fn the_move_keeps_clear_of_everything_else() {
    // To the right is no room, above stands a third one: down is what is left.
    let body = free(&format!(
        "{}{}{}{}",
        square("above", 700, 380, ""),
        square("a", 560, 590, ""),
        square("b", 720, 600, ""),
        square("right", 921, 600, ", hidden: true"),
    ));
    let (issue, text) = fixed("V-8", &body);
    assert_eq!(issue.measured.unwrap()["move"]["element"], json!("b"));
    assert!(!text.contains("layout: stack"), "{text}");
}

#[test]
fn without_room_the_scene_stacks_them() {
    let tall = |id: &str, x: i32| {
        format!(
            "id: {id}, type: shape, shape: rect, fill: $accent, enter: none, x: {x}, y: 120, w: 800, h: 800\n"
        )
    };
    let (issue, text) = fixed("V-8", &pair(&tall("a", 60), &tall("b", 200)));
    assert_eq!(issue.measured.unwrap()["ratio"], json!(0.825));
    assert!(text.contains("y: 920") || text.contains("layout: stack"), "{text}");
    let wide = |id: &str, y: i32| {
        format!(
            "id: {id}, type: shape, shape: rect, fill: $accent, enter: none, x: 60, y: {y}, w: 950, h: 800\n"
        )
    };
    let (issue, text) = fixed("V-8", &pair(&wide("a", 560), &wide("b", 500)));
    assert_eq!(issue.measured.unwrap().get("move"), None);
    assert!(text.contains("layout: stack") && !text.contains("x: 60"), "{text}");
}

#[test]
fn a_free_part_of_a_text_panel_is_a_card() {
    let circle = |x: i32| {
        format!(
            "id: c, type: shape, shape: circle, fill: $accent, enter: none, x: {x}, y: 350, w: 200, h: 200\n"
        )
    };
    let card = "id: a, type: text, text: Hi, fill: $surface, align: left, enter: none, x: 100, y: 300, w: 800, h: 300\n";
    clean("V-8", &pair(card, &circle(650)));
    assert_eq!(severity(&only("V-8", &pair(card, &circle(110)))), Severity::Error, "it lies on the letters");
}
