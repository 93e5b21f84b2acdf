//! V-26: pictures that are enlarged or cut too much, clips that are played unevenly.

use serde_json::json;

use super::painted::folder;
use super::{HEAD, Severity, free, severity};
use crate::video::check::{Depth, Issue, Options, Report, validate};

fn look(rule: &str, body: &str) -> Report {
    let options = Options { stage: Depth::Layout, rules: vec![rule.to_owned()], ..Options::default() };
    validate(&format!("{HEAD}{body}"), &folder(), &options)
}

fn issues(body: &str) -> Vec<Issue> {
    look("V-26", body).issues
}

/// A picture of 108 × 192 pixels in a box.
fn picture(w: i32, h: i32, more: &str) -> String {
    free(&format!("id: p, type: image, src: grey.png, x: 60, y: 100, w: {w}, h: {h}{more}\n"))
}

#[test]
fn a_pixel_may_become_half_a_pixel_more() {
    assert_eq!(issues(&picture(162, 288, "")), []);
    let found = issues(&picture(163, 290, ""));
    let [issue] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((severity(issue), issue.limit.clone()), (Severity::Warning, Some(json!(1.5))));
    assert!(issue.message.contains("108 × 192 px") && issue.hint.contains("at least"), "{issue:?}");
    assert_eq!(severity(&issues(&picture(330, 587, ""))[0]), Severity::Error);
    // What a scale makes of it counts, at its largest.
    assert_eq!(issues(&picture(108, 192, ", scale: 1.5")), []);
    assert_eq!(issues(&picture(108, 192, ", scale: 1.6")).len(), 1);
    let growing = picture(108, 192, ", keyframes: [{at: 0, scale: 1}, {at: 2, scale: 2}]");
    assert_eq!(issues(&growing)[0].measured, Some(json!(2.0)));
}

#[test]
fn two_fifths_of_a_picture_may_be_cut_off() {
    // Of 192 px in height, 116 are 60%.
    assert_eq!(issues(&picture(108, 116, "")), []);
    let report = look("V-26", &picture(108, 114, ""));
    let [issue] = &report.issues[..] else { panic!("{:#?}", report.issues) };
    assert!(issue.message.contains("41% of `p` is cut off"), "{}", issue.message);
    let text = report.fixed_text().unwrap();
    assert!(text.contains("fit: contain"), "{text}");
    assert_eq!(issues(text.strip_prefix(HEAD).unwrap()), []);
    assert_eq!(issues(&picture(108, 114, ", fit: contain")), []);
}

#[test]
fn backgrounds_are_pictures_too() {
    let body = |background: &str| {
        format!(
            "canvas: {{width: 162, height: 288}}\ntargets: []\nscenes:\n  - {{id: s, duration: 2, background: {background}}}\n"
        )
    };
    assert_eq!(issues(&body("{image: grey.png}")), []);
    let large = body("{image: grey.png}").replace("162, height: 288", "360, height: 640");
    let found = issues(&large);
    let [issue] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((severity(issue), issue.path.as_str()), (Severity::Error, "scenes.s.background"));
    assert!(issue.message.contains("108 × 192 px and shown 3.3 times"), "{}", issue.message);
    // It fills the canvas, so it may lose any part of itself: the format says which point stays.
    let wide = body("{image: grey.png}").replace("width: 162, height: 288", "width: 160, height: 128");
    assert_eq!(issues(&wide), []);
    // What is blurred has no edges to be soft.
    assert_eq!(issues(&large.replace("grey.png", "grey.png, blur: 20")), []);
}

#[test]
fn clips_are_played_evenly() {
    // `moving.mp4` has 25 frames a second, of 64 × 48 pixels.
    let with = |fps: u32, element: &str| {
        let canvas = format!("canvas: {{preset: reel, fps: {fps}}}\n");
        let scene = format!(
            "{{id: s, duration: 2, elements: [{{id: c, type: video, src: moving.mp4, w: 64, h: 48{element}}}]}}"
        );
        issues(&format!("{canvas}targets: []\nscenes: [{scene}]\n"))
    };
    assert_eq!(with(25, ""), []);
    assert_eq!(with(50, ""), [], "each is shown twice");
    let found = with(30, "");
    let [issue] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((severity(issue), issue.path.as_str()), (Severity::Warning, "scenes.s.elements.c"));
    assert_eq!((issue.measured.clone(), issue.limit.clone()), (Some(json!(25.0)), Some(json!(30.0))));
    assert!(issue.message.contains("some of its frames are shown longer"), "{}", issue.message);
    assert_eq!(with(30, ", speed: 1.2"), []);
    assert!(with(24, "")[0].message.contains("left out"));
    // What is advised is possible.
    assert!(issue.hint.contains("set `canvas.fps` to 25"), "{}", issue.hint);
    let faster = &with(30, ", speed: 0.88")[0];
    assert!(faster.message.contains("plays 22 frames") && !faster.hint.contains("canvas.fps"), "{faster:?}");
    assert_eq!(with(60, ""), [], "too short to be seen");
    let behind = "canvas: {width: 128, height: 128}\ntargets: []\nscenes: [{id: s, duration: 2, background: {video: moving.mp4}}]\n";
    assert!(
        issues(behind)
            .iter()
            .any(|issue| issue.path == "scenes.s.background" && issue.message.contains("25 frames"))
    );
}
