//! V-11, V-12, V-24 and V-25: whether text fits, can be read, and has its letters.

use serde_json::json;

use super::{Severity, clean, fixed, found, free, only, severity, stacked};

#[test]
fn lost_text_is_found_and_fitted() {
    let narrow = |fit: &str| {
        free(&format!(
            "id: t, type: text, text: Unbelievable, size: 120, fit: {fit}, x: 100, y: 600, w: 300\n"
        ))
    };
    let (issue, text) = fixed("V-11", &narrow("none"));
    assert_eq!(severity(&issue), Severity::Error);
    assert!(issue.message.contains("px of width"), "{}", issue.message);
    assert!(!text.contains("size: 120"), "{text}");
    clean("V-11", &narrow("shrink"));
    // Smaller than what can be read is no way out.
    let tiny = free(
        "id: t, type: text, text: Some words that take several lines, size: 60, x: 100, y: 600, w: 200, h: 60\n",
    );
    assert!(only("V-11", &tiny).hint.contains("no size"), "{tiny}");
}

#[test]
fn lines_beyond_the_allowed_are_lost() {
    let lines = |allowed: u32| {
        free(&format!(
            "id: t, type: text, text: \"one\\ntwo\\nthree\", size: 60, fit: wrap, max_lines: {allowed}, x: 100, y: 600\n"
        ))
    };
    let (issue, text) = fixed("V-11", &lines(2));
    assert_eq!(issue.measured.unwrap()["lines"], json!(1));
    assert!(text.contains("max_lines: 3") || !text.contains("size: 60"), "{text}");
    clean("V-11", &lines(3));
}

#[test]
fn a_flow_that_is_too_tall_says_by_how_much() {
    let blocks = |count: usize, height: i32| -> String {
        (0..count)
            .map(|n| format!("id: b{n}, type: shape, shape: rect, fill: $accent, w: 400, h: {height}\n"))
            .collect()
    };
    // The area of 1728 px holds four of 400 with three gaps of 36.
    clean("V-11", &stacked(&blocks(4, 400)));
    let (issue, text) = fixed("V-11", &stacked(&blocks(4, 415)));
    assert_eq!((issue.path.as_str(), &issue.measured.unwrap()["height"]), ("scenes.s", &json!(40.0)));
    assert!(issue.message.contains("40 px of height"), "{}", issue.message);
    assert!(text.contains("gap: 22"), "{text}");
    let issue = only("V-11", &stacked(&blocks(4, 500)));
    assert_eq!(issue.measured.unwrap()["height"], json!(380.0));
    assert!(issue.fix.is_empty());
}

#[test]
fn small_text_is_measured_on_a_phone() {
    let tall = |size: u32, more: &str| {
        free(&format!("id: t, type: text, text: Small, size: {size}, x: 100, y: 600{more}\n"))
    };
    // 36 px of 1080 are 13 of 390.
    clean("V-12", &tall(36, ""));
    let (issue, text) = fixed("V-12", &tall(35, ""));
    assert_eq!((severity(&issue), issue.limit.clone()), (Severity::Warning, Some(json!(13.0))));
    assert_eq!(issue.measured.as_ref().unwrap()["px"], json!(35.0));
    assert!(issue.message.contains("35 px; 36 px is readable"), "{}", issue.message);
    assert!(text.contains("size: 36"), "{text}");
    assert_eq!(severity(&only("V-12", &tall(25, ""))), Severity::Warning);
    assert_eq!(severity(&only("V-12", &tall(24, ""))), Severity::Error);
    // What is scaled is read at its scale.
    clean("V-12", &tall(24, ", scale: 1.5"));
    let (_, text) = fixed("V-12", &tall(48, ", scale: 0.5"));
    assert!(text.contains("size: 72"), "{text}");
    let wide = |size: u32| tall(size, "").replace("canvas: reel", "canvas: wide");
    clean("V-12", &wide(32));
    assert_eq!(severity(&only("V-12", &wide(31))), Severity::Warning);
    assert_eq!(severity(&only("V-12", &wide(23))), Severity::Error);
}

#[test]
fn components_are_repaired_where_they_are_written() {
    let body = format!(
        "components:\n  c:\n    elements: [{{id: small, type: text, text: Small, size: 30}}]\n{}",
        free(
            "id: a, type: use, component: c, x: 100, y: 300\nid: b, type: use, component: c, x: 100, y: 900\n"
        )
    );
    let issues = super::found("V-12", &body);
    let paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["scenes.s.elements.a.elements.small", "scenes.s.elements.b.elements.small"]);
    assert!(issues.iter().all(|issue| issue.line == Some(5)), "{issues:#?}");
    let text = super::look("V-12", &body).combined.unwrap().text;
    assert!(text.contains("size: 36"), "{text}");
}

#[test]
fn characters_without_a_glyph_are_named() {
    let text = |text: &str| free(&format!("id: t, type: text, text: \"{text}\", x: 100, y: 600\n"));
    clean("V-24", &text("Käse, сыр, τυρί"));
    let issue = only("V-24", &text("a \\U000E0000 and \\uFFFF"));
    assert!(issue.message.contains("U+FFFF"), "{}", issue.message);
}

#[test]
fn letters_that_a_family_lacks_are_counted() {
    // Archivo has no Cyrillic letters; spaces and signs are expected nowhere else.
    let body =
        |text: &str| free(&format!("id: t, type: text, role: title, text: \"{text}\", x: 100, y: 600\n"));
    let issue = only("V-25", &body("We all do love the letter Ж so much"));
    assert_eq!((issue.measured.clone(), issue.limit.clone()), (Some(json!(1)), Some(json!(0))), "{issue:?}");
    assert!(issue.message.contains("lacks 1 of the characters"), "{}", issue.message);
    assert!(only("V-25", &body("Привет, мир!")).message.contains("lacks 9 of"));
    clean("V-25", &body("We all do love the letter Z so much ☕"));
}

#[test]
fn a_weight_beyond_a_variable_font_is_told_and_brought_back() {
    let body = |weight: u32| free(&format!("id: t, type: text, text: Hi, font: mono, weight: {weight}\n"));
    clean("V-25", &body(800));
    let (issue, text) = fixed("V-25", &body(1000));
    assert!(issue.message.contains("no weight 1000"), "{}", issue.message);
    assert!(text.contains("weight: 800"), "{text}");
}

#[test]
fn what_is_wider_than_its_cell_of_a_grid_is_told() {
    let body = |w: u32| {
        stacked(&format!(
            "id: a, type: shape, shape: rect, w: {w}\nid: b, type: shape, shape: rect, w: {w}\n"
        ))
        .replace("    elements:", "    layout: {type: grid, columns: 2}\n    elements:")
    };
    clean("V-11", &body(400));
    assert!(!found("V-11", &body(700)).is_empty());
}
