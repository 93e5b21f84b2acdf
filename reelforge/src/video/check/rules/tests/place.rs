//! V-9 and V-10: the canvas, and what platforms lay over it.

use serde_json::json;

use super::{Severity, clean, fixed, found, free, only, severity, stacked};

fn shape(x: i32, y: i32, w: i32, h: i32, more: &str) -> String {
    format!(
        "id: s, type: shape, shape: rect, fill: $accent, enter: none, x: {x}, y: {y}, w: {w}, h: {h}{more}\n"
    )
}

fn words(x: i32, y: i32, more: &str) -> String {
    format!(
        "id: t, type: text, text: Unforgettable, size: 80, fit: none, enter: none, x: {x}, y: {y}{more}\n"
    )
}

#[test]
fn a_shape_may_reach_out_by_a_seventh() {
    clean("V-9", &free(&shape(910, 600, 200, 200, "")));
    let (issue, fixed_text) = fixed("V-9", &free(&shape(911, 600, 200, 200, "")));
    assert_eq!(severity(&issue), Severity::Warning);
    let measured = issue.measured.unwrap();
    assert_eq!((&measured["part"], &measured["px"]), (&json!(0.155), &json!(31.0)));
    assert!(issue.message.contains("31 px beyond the right edge"), "{}", issue.message);
    assert!(issue.hint.contains("left 31 px") && fixed_text.contains("x: 880"), "{fixed_text}");
}

#[test]
fn letters_stay_on_the_canvas() {
    clean("V-9", &free(&words(2, 600, "")));
    let (issue, _) = fixed("V-9", &free(&words(-20, 600, "")));
    assert_eq!(severity(&issue), Severity::Error);
    // Two pixels are nobody's loss.
    let measured = found("V-9", &free(&words(-20, 600, "")))[0].measured.clone().unwrap();
    let over = measured["px"].as_f64().unwrap();
    #[allow(clippy::cast_possible_truncation)]
    let nearly = -20 + over.floor() as i32 - 1;
    clean("V-9", &free(&words(nearly, 600, "")));
    // A panel may reach out where its letters do not.
    clean(
        "V-9",
        &free(
            "id: t, type: text, text: Words, fill: $surface, pad: 90, align: left, enter: none, x: -60, y: 600, w: 600\n",
        ),
    );
}

#[test]
fn pinned_and_moved_elements_are_shifted_by_what_places_them() {
    let (_, text) = fixed(
        "V-9",
        &free(
            "id: s, type: shape, shape: rect, fill: $accent, enter: none, pin: left, offset: [-200, 0], w: 200, h: 200\n",
        ),
    );
    assert!(text.contains("offset: [-54, 0]"), "{text}");
    let moving = shape(100, 600, 200, 200, ", keyframes: [{at: 0, x: 100}, {at: 2, x: 1000}]");
    let (issue, text) = fixed("V-9", &free(&moving));
    assert!(issue.t1 == Some(4.0) && text.contains("x: 880"), "{issue:?} {text}");
}

#[test]
fn what_is_too_large_gets_smaller() {
    let (issue, text) = fixed(
        "V-9",
        &free("id: t, type: text, text: Unbreakable, size: 300, fit: none, enter: none, x: 0, y: 600\n"),
    );
    assert!(issue.hint.contains("larger than the canvas"), "{}", issue.hint);
    assert!(!text.contains("size: 300"), "{text}");
}

#[test]
fn only_what_rests_counts() {
    clean(
        "V-9",
        &free(
            &shape(100, 600, 200, 200, "").replace("enter: none", "enter: {type: slide-left, duration: 1}"),
        ),
    );
    clean(
        "V-9",
        &free(&shape(1300, 600, 200, 200, ", keyframes: [{at: 0, x: 1300}, {at: 1, x: 100, ease: linear}]"))
            .replace("duration: 4", "duration: 1"),
    );
}

#[test]
fn three_frames_off_the_canvas_are_found() {
    let jump =
        ", keyframes: [{at: 1, x: 100}, {at: 1.01, x: -2000}, {at: 1.11, x: -2000}, {at: 1.12, x: 100}]";
    let issue = only("V-9", &free(&shape(100, 600, 200, 200, jump)));
    // It is there with frames 31 to 33, and leaves with the last of them.
    assert_eq!((issue.t0, issue.t1), (Some(31.0 / 30.0), Some(33.0 / 30.0)));
    let brief = free(&shape(-400, 600, 200, 200, ", at: 1, duration: 0.1"));
    let issue = only("V-9", &brief);
    assert_eq!((issue.t0, issue.t1, &issue.measured.unwrap()["part"]), (Some(1.0), Some(1.1), &json!(1.0)));
}

#[test]
fn what_fills_the_canvas_may_bleed() {
    clean("V-9", &free(&shape(-300, -300, 1700, 2600, "")));
    only("V-9", &free(&shape(-300, 100, 1700, 600, "")));
}

#[test]
fn a_turned_shape_is_measured_as_it_lies() {
    // Half of a square on its corner lies left of its middle.
    let issue = only("V-9", &free(&shape(-100, 600, 200, 200, ", rotate: 45")));
    assert_eq!(issue.measured.unwrap()["part"], json!(0.5));
}

fn reel(placement: &str, elements: &str) -> String {
    free(elements)
        .replace("targets: []", &format!("targets: [tiktok, reels, shorts]\nplacement: {placement}"))
}

#[test]
fn buttons_must_not_cover_text() {
    let (issue, text) = fixed("V-10", &reel("organic", &words(500, 1200, "")));
    assert_eq!(severity(&issue), Severity::Warning);
    assert!(
        issue.message.contains("button rail covers") && issue.message.contains("YouTube Shorts"),
        "{}",
        issue.message
    );
    assert!(issue.hint.starts_with("move it left"), "{}", issue.hint);
    assert!(issue.measured.unwrap()["covered"]["shorts"].as_f64().unwrap() > 0.02);
    assert!(!text.contains("x: 500"), "{text}");
    clean("V-10", &reel("organic", &words(200, 1200, "")));
    let (issue, _) = fixed("V-10", &reel("ad", &words(200, 1300, "")));
    assert_eq!(severity(&issue), Severity::Error);
}

#[test]
fn each_platform_is_named_with_its_part() {
    // TikTok's rail begins at x = 930 below y = 780, that of Reels at x = 900 below y = 1090.
    let wide = shape(800, 1200, 200, 100, "");
    let body = reel("organic", &wide).replace("tiktok, reels, shorts", "tiktok, reels");
    let issue = only("V-10", &body);
    let covered = &issue.measured.as_ref().unwrap()["covered"];
    assert_eq!(covered, &json!({"tiktok": 0.35, "reels": 0.5}));
    assert_eq!(issue.message, "Instagram Reels' button rail covers 50% of `s`, TikTok's button rail 35%");
    assert_eq!(issue.limit, Some(json!(0.25)));
    // A quarter of a shape may be covered.
    let body =
        reel("organic", &shape(750, 1200, 200, 100, "")).replace("tiktok, reels, shorts", "tiktok, reels");
    clean("V-10", &body);
}

#[test]
fn pictures_from_edge_to_edge_and_projects_without_targets_are_free() {
    clean("V-10", &reel("organic", &shape(0, 0, 1080, 1920, "")));
    clean("V-10", &free(&words(500, 1200, "")));
    only("V-10", &reel("organic", &shape(0, 1600, 1080, 200, "")));
}

#[test]
fn a_flow_over_the_whole_canvas_is_led_back() {
    let body = stacked("id: t, type: text, text: Words at the very bottom, size: 60\n")
        .replace("targets: []", "targets: [shorts]")
        .replace("    elements:", "    layout: {type: stack, area: canvas, justify: end}\n    elements:");
    let (_, text) = fixed("V-10", &body);
    assert!(text.contains("area: safe"), "{text}");
}
