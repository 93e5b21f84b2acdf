//! V-28.

use super::{Severity, clean, fixed, only};

fn spoken(captions: &str, say: &str, elements: &str) -> String {
    format!(
        "canvas: reel\ntargets: []\ncaptions: {captions}\nscenes:\n  - {{id: s, say: {say}, layout: free, elements: [{elements}]}}\n"
    )
}

const SAY: &str = "This goes on for quite some time so that there are enough words to fill lines with";

#[test]
fn lines_and_letters() {
    clean("V-28", &spoken("{style: block, max_lines: 2, max_chars: 32}", SAY, ""));
    let (issue, text) = fixed("V-28", &spoken("{style: block, max_lines: 4, max_chars: 16}", SAY, ""));
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "captions"));
    assert!(text.contains("max_lines: 2"), "{text}");
    let (issue, text) =
        fixed("V-28", &spoken("{style: block, max_lines: 2, max_chars: 44, size: 40}", SAY, ""));
    assert_eq!(issue.severity, Severity::Warning);
    assert!(text.contains("max_chars: 32"), "{text}");
    clean(
        "V-28",
        &spoken("{style: block, max_chars: 44, size: 40}", SAY, "").replace("canvas: reel", "canvas: wide"),
    );
}

#[test]
fn captions_over_elements() {
    let text = |y: u32| format!("{{id: t, type: text, text: Hello, x: 300, y: {y}}}");
    clean("V-28", &spoken("{size: 60}", SAY, &text(900)));
    let issue = only("V-28", &spoken("{size: 60}", SAY, &text(1765)));
    assert_eq!(issue.severity, Severity::Error);
    assert!(issue.message.contains("of `t`"), "{}", issue.message);
    fixed("V-28", &spoken("{size: 60}", SAY, &text(1765)));
    // What is meant to lie under them, and what is gone at once.
    clean("V-28", &spoken("{size: 60}", SAY, "{id: t, type: text, text: Hello, x: 300, y: 1765, layer: -1}"));
    clean(
        "V-28",
        &spoken("{size: 60}", SAY, "{id: t, type: text, text: Hello, x: 300, y: 1765, allow: [V-28]}"),
    );
}

#[test]
fn captions_too_fast_to_read() {
    let long = "Incomprehensibilities characteristically institutionalized";
    clean("V-28", &spoken("{size: 40}", "One two three four five.", ""));
    let issue = only("V-28", &spoken("{size: 30, max_chars: 32}", long, ""));
    assert!(issue.message.contains("letters a second"), "{}", issue.message);
    assert_eq!(issue.severity, Severity::Warning);
}

#[test]
fn captions_are_text_that_is_read() {
    let (issue, text) = fixed("V-12", &spoken("{style: line, size: 20}", "Hello there", ""));
    assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "captions"));
    assert!(text.contains("size: 36"), "{text}");
    clean("V-12", &spoken("{style: line, size: 36}", "Hello there", ""));
    clean("V-24", &spoken("{style: line}", "Hello there", ""));
    let issue = only("V-24", &spoken("{style: line}", "Hello \u{13000} there", ""));
    assert!(issue.message.contains("U+13000") && issue.message.contains("captions"), "{}", issue.message);
}
