//! V-29 and V-30: what is not used, and what platforms do not take.

use serde_json::json;

use super::{HEAD, Severity, clean, found, look, severity};
use crate::video::check::{Assets, Depth, Options, Presence, validate};
use crate::video::project::edit::apply_ops;

fn reel(head: &str, seconds: f64) -> String {
    let scene = |number: usize, seconds: f64| format!("{{id: s{number}, duration: {seconds}}}");
    let mut left = seconds;
    let mut scenes = Vec::new();
    while left > 0.0 {
        let length = if left > 60.0 { 60.0_f64.min(left - 0.5) } else { left };
        scenes.push(scene(scenes.len(), length));
        left -= length;
    }
    format!("{head}\nscenes: [{}]\n", scenes.join(", "))
}

#[test]
fn a_video_has_the_length_that_its_targets_take() {
    clean("V-30", &reel("canvas: reel", 180.0));
    let issues = found("V-30", &reel("canvas: reel", 204.0));
    let told: Vec<_> = issues.iter().map(|issue| (issue.severity, issue.message.as_str())).collect();
    let [(Severity::Error, shorts), (Severity::Warning, reels)] = told[..] else { panic!("{told:?}") };
    assert!(shorts.starts_with("YouTube Shorts allows 180 s, this is 204.0 s"), "{shorts}");
    assert!(reels.starts_with("Instagram Reels allows 180 s in its app"), "{reels}");
    assert!(shorts.contains("source: YouTube help on Shorts, read 2026-"), "{shorts}");
    let issues = found("V-30", &reel("canvas: reel\ntargets: [tiktok]", 2.0));
    assert!(issues[0].message.contains("wants at least 3 s"), "{issues:?}");
    clean("V-30", &reel("canvas: reel\ntargets: []", 204.0));
    // Before there is a voice, nobody knows.
    let draft = found("V-30", "canvas: reel\ntargets: [tiktok]\nscenes: [{id: s, say: Only three words.}]\n");
    let [issue] = &draft[..] else { panic!("{draft:?}") };
    assert!(issue.message.contains("this is about"), "{}", issue.message);
    assert_eq!(severity(issue), Severity::Warning);
}

#[test]
fn size_rate_and_format_are_checked_and_repaired() {
    let fixed = |head: &str| {
        let report = look("V-30", &reel(head, 20.0));
        let text = report.combined.unwrap_or_else(|| panic!("{head}: {:#?}", report.issues)).text;
        clean("V-30", text.strip_prefix(HEAD).unwrap());
        (report.issues[0].clone(), text)
    };
    let (issue, text) = fixed("canvas: {preset: reel, fps: 60}\ntargets: [linkedin]");
    assert_eq!((severity(&issue), issue.measured), (Severity::Warning, Some(json!(60.0))));
    assert!(text.contains("fps: 30"), "{text}");
    let (issue, text) = fixed("canvas: wide\ntargets: [reels]");
    assert_eq!(severity(&issue), Severity::Warning);
    assert!(text.contains("preset: reel"), "{text}");
    let (issue, _) = fixed("canvas: {width: 2160, height: 3840}\ntargets: [reels]");
    assert!(issue.message.contains("width of at most 1920"), "{}", issue.message);
    let (issue, _) = fixed("canvas: {width: 320, height: 568}\ntargets: [tiktok]");
    assert!(issue.message.contains("360 to 4096 px"), "{}", issue.message);
    let (issue, text) = fixed("canvas: reel\noutput: {format: gif, quality: draft}");
    assert!(issue.message.contains("not gif") && !text.contains("gif"), "{text}");
    clean("V-30", &reel("canvas: {preset: wide, fps: 60}", 20.0));
}

const UNUSED: &str = "canvas: reel
theme: {colors: {accent: \"#FF0000\", bad: \"#00FF00\", good: \"#00FF00\"}}
vars: {name: Kiln, other: x}
data: {rows: [{label: a, value: 1}], more: [{label: a, value: 1}]}
cues: {boom: 1, late: 2}
components:
  used: {elements: [{type: use, component: inner}]}
  inner: {elements: [{type: text, text: \"{{name}}\", color: $good}]}
  alone: {elements: [{type: use, component: below}]}
  below: {elements: [{type: text, text: x}]}
scenes:
  - id: s
    duration: 4
    elements:
      - {type: use, component: used, at: boom}
      - {id: h, type: text, text: x, hidden: true}
      - {type: list, items: [a], color: $text}
      - {type: use, component: used, for_each: rows}
";

#[test]
fn what_nothing_uses_is_told_and_taken_out() {
    let report = look("V-29", UNUSED);
    let mut paths: Vec<&str> = report.issues.iter().map(|issue| issue.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "components.alone",
            "components.below",
            "cues.late",
            "data.more",
            "scenes.s.elements.h",
            "theme.colors.bad",
            "vars.other",
        ]
    );
    assert!(report.issues.iter().all(|issue| issue.severity == Severity::Info && issue.line.is_some()));
    // Each can be taken out by itself, but nobody does it unasked.
    assert_eq!(report.combined, None);
    let fixed: Vec<&str> = report.fixes.iter().map(|fix| report.issues[fix.issue].path.as_str()).collect();
    assert_eq!(fixed, ["theme.colors.bad", "vars.other", "data.more", "cues.late", "components.alone"]);
    for fix in &report.fixes {
        let text = apply_ops(&format!("{HEAD}{UNUSED}"), &fix.ops).unwrap();
        assert!(found("V-29", body(&text)).len() < report.issues.len(), "{text}");
    }
}

fn body(text: &str) -> &str {
    text.strip_prefix(HEAD).unwrap_or_else(|| panic!("{text}"))
}

/// A folder with two pictures.
struct Folder;

impl Assets for Folder {
    fn at(&self, _: &str) -> Presence {
        Presence::Usable
    }

    fn paths(&self) -> Vec<&str> {
        vec!["img/a.png", "img/b.png", "img/c.png"]
    }
}

#[test]
fn files_that_nothing_names_are_told_together() {
    let text = format!(
        "{HEAD}canvas: reel\ndata: {{rows: [{{file: img/b.png}}]}}\ncomponents: {{p: {{props: {{f: {{type: image}}}}, elements: [{{type: image, src: \"{{{{f}}}}\"}}]}}}}\nscenes: [{{id: s, duration: 3, elements: [{{type: image, src: ./img/a.png}}, {{type: use, component: p, for_each: rows, props: {{f: \"{{{{item.file}}}}\"}}}}]}}]\n"
    );
    let options = Options { stage: Depth::Static, rules: vec!["V-29".to_owned()], ..Options::default() };
    let report = validate(&text, &Folder, &options);
    let [issue] = &report.issues[..] else { panic!("{:#?}", report.issues) };
    assert!(issue.message.contains("1 file of the folder is not used: `img/c.png`"), "{}", issue.message);
    assert!(report.fixes.is_empty());
}
