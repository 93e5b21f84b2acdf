//! V-16, V-18, V-19 and V-20: whether there is time to see.

use serde_json::json;

use super::{Severity, clean, fixed, found, free, only, severity, stacked};

const HEAD: &str = "canvas: reel\ntargets: []\nscenes:\n";

/// Two scenes: what is asked about stands in the first, so that it is not the last.
fn first(duration: f64, elements: &str) -> String {
    format!(
        "{HEAD}  - id: s\n    duration: {duration}\n    elements:\n{}  - id: last\n    duration: 3\n    elements:\n      - {{id: end, type: text, text: End}}\n",
        super::listed(elements)
    )
}

#[test]
fn reading_takes_time_by_its_letters() {
    // 34 letters take 2 s at 17 a second, and 1.36 s at 25.
    let text = "abcdefghijklmnopq rstuvwxyzabcdefgh";
    assert_eq!(text.replace(' ', "").len(), 34);
    let body = |seconds: f64| first(seconds, &format!("id: t, type: text, text: {text}, enter: none\n"));
    clean("V-18", &body(2.0));
    let (issue, _) = fixed("V-18", &body(1.9));
    assert_eq!(severity(&issue), Severity::Warning);
    assert_eq!(issue.measured.as_ref().unwrap()["needed"], json!(2.0));
    assert!(issue.message.contains("34 characters need 2.0 s, shown 1.9 s"), "{}", issue.message);
    assert_eq!(severity(&only("V-18", &body(1.4))), Severity::Warning);
    assert_eq!(severity(&only("V-18", &body(1.3))), Severity::Error);
}

#[test]
fn each_script_has_its_speed() {
    let body =
        |text: &str, seconds: f64| first(seconds, &format!("id: t, type: text, text: {text}, enter: none\n"));
    clean("V-18", &body("今天的咖啡涨价了一倍", 1.2));
    let issue = only("V-18", &body("今天的咖啡涨价了一倍", 1.0));
    assert_eq!(severity(&issue), Severity::Warning);
    clean("V-18", &body("コーヒーがたかい", 1.2));
    only("V-18", &body("コーヒーがたかい", 1.1));
}

#[test]
fn texts_shown_together_add_up() {
    let two = |at: f64| {
        first(
            4.0,
            &format!(
                "id: a, type: text, text: abcdefghijklmnopqrstuvwxyzabcdefgh, enter: none, duration: 2.2\nid: b, type: text, text: abcdefghijklmnopqrstuvwxyzabcdefgh, enter: none, at: {at}, duration: 2.2\n"
            ),
        )
    };
    let issue = only("V-18", &two(0.0));
    assert!(issue.message.contains("`a`, `b`: 68 characters need 4.0 s, shown 2.2 s"), "{}", issue.message);
    // One after the other there is time for both.
    clean("V-18", &two(1.8));
}

#[test]
fn a_list_is_read_item_by_item() {
    let list = |stagger: f64| {
        first(
            3.0,
            &format!(
                "id: l, type: list, stagger: {stagger}, enter: none, items: [abcdefghijklmnopq, abcdefghijklmnopq]\n"
            ),
        )
    };
    clean("V-18", &list(0.5));
    let issue = only("V-18", &list(2.5));
    assert!(issue.message.contains("17 characters need 1.0 s"), "{}", issue.message);
}

#[test]
fn a_text_that_could_stay_is_kept() {
    let body = first(
        4.0,
        "id: t, type: text, text: abcdefghijklmnopqrstuvwxyzabcdefgh, enter: none, duration: 1.5\n",
    );
    let (_, text) = fixed("V-18", &body);
    assert!(!text.contains("duration: 1.5"), "{text}");
    let body =
        first(4.0, "id: t, type: text, text: abcdefghijklmnopqrstuvwxyzabcdefgh, enter: none, at: 2.5\n");
    let (_, text) = fixed("V-18", &body);
    assert!(text.contains("at: 2.0"), "{text}");
}

#[test]
fn animations_must_leave_time_to_read() {
    // 17 letters need 1 s.
    let body = |exit: f64| {
        first(
            2.0,
            &format!(
                "id: t, type: text, text: abcdefghijklmnopq, enter: {{type: fade, duration: 0.5}}, exit: {{type: fade, duration: {exit}}}\n"
            ),
        )
    };
    clean("V-16", &body(0.6));
    let (issue, text) = fixed("V-16", &body(0.8));
    assert_eq!((issue.measured, issue.limit), (Some(json!(2.3)), Some(json!(2.0))));
    assert!(
        issue.message.contains("needs 2.3 s to appear, be read and go, but is shown 2.0 s"),
        "{}",
        issue.message
    );
    assert!(text.contains("duration: 0.3") && text.contains("duration: 0.6"), "{text}");
}

#[test]
fn a_list_must_be_complete_in_time() {
    let body = |stagger: f64| {
        first(3.0, &format!("id: l, type: list, stagger: {stagger}, enter: none, items: [one, two, three]\n"))
    };
    clean("V-16", &body(1.1));
    let (issue, text) = fixed("V-16", &body(1.5));
    assert_eq!(issue.measured, Some(json!(3.7)));
    assert!(text.contains("stagger: 1.15"), "{text}");
}

#[test]
fn what_is_gone_too_soon_is_told() {
    let body = |seconds: f64| {
        first(4.0, &format!("id: t, type: text, text: Hi, enter: none, duration: {seconds}\n"))
    };
    clean("V-19", &body(0.7));
    let (issue, text) = fixed("V-19", &body(0.6));
    assert_eq!((issue.measured, issue.limit), (Some(json!(0.6)), Some(json!(0.7))));
    assert!(!text.contains("duration: 0.6"), "{text}");
    // A fade counts from nine tenths of its way on.
    let faded = first(
        4.0,
        "id: t, type: text, text: Hi, enter: {type: fade, duration: 0.5, ease: linear}, duration: 0.9\n",
    );
    only("V-19", &faded);
    // The last scene's text is what is remembered.
    let last =
        |seconds: f64| free(&format!("id: t, type: text, text: Hi, enter: none, duration: {seconds}\n"));
    clean("V-19", &last(1.5));
    assert_eq!(only("V-19", &last(1.4)).limit, Some(json!(1.5)));
    // Of a mark that is always faint, its own strength counts.
    clean("V-19", &first(4.0, "id: t, type: text, text: Hi, opacity: 0.3, enter: none\n"));
}

#[test]
fn an_empty_stretch_is_found() {
    let body = |until: f64, at: f64| {
        free(&format!(
            "id: a, type: text, text: One, enter: none, x: 100, y: 600, until: {until}\nid: b, type: text, text: Two, enter: none, x: 100, y: 900, at: {at}\n"
        ))
    };
    clean("V-20", &body(1.0, 1.6));
    let (issue, text) = fixed("V-20", &body(1.0, 2.0));
    assert_eq!((issue.t0, issue.t1, issue.path.as_str()), (Some(1.0), Some(2.0), "scenes.s.elements.a"));
    assert!(issue.message.contains("nothing on screen from 1.0 s to 2.0 s"), "{}", issue.message);
    assert!(!text.contains("until: 1"), "{text}");
    // A picture behind is something to see.
    let picture =
        body(1.0, 2.0).replace("    layout: free", "    layout: free\n    background: {image: a.png}");
    clean("V-20", &picture);
}

#[test]
fn the_first_frame_is_the_cover() {
    let body = |at: f64| stacked(&format!("id: a, type: text, text: One, at: {at}\n"));
    clean("V-20", &body(0.0));
    let (issue, text) = fixed("V-20", &body(0.3));
    assert!(issue.message.contains("cover"), "{}", issue.message);
    assert!(text.contains("at: 0}"), "{text}");
    clean("V-20", &format!("{}output: {{poster: 1}}\n", body(0.3)));
    let faded = stacked("id: a, type: text, text: One, enter: fade\n");
    fixed("V-20", &faded);
    assert_eq!(found("V-20", &body(0.8)).len(), 1);
}
