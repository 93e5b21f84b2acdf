//! V-17, V-20, V-21 and V-27: what only pixels tell.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{HEAD, Severity, free, severity};
use crate::video::check::{Assets, Depth, Issue, Options, Presence, Report, validate};
use crate::video::files::{FileError, Files};
use crate::video::paint::Image;
use crate::video::pictures::made_clips;

/// A folder with a few pictures.
#[derive(Default)]
pub(super) struct Folder(Arc<Pictures>);

#[derive(Default)]
pub(super) struct Pictures(BTreeMap<&'static str, Vec<u8>>);

impl Files for Pictures {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or(FileError::Absent)
    }
}

impl Assets for Folder {
    fn at(&self, _: &str) -> Presence {
        Presence::Usable
    }

    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::clone(&self.0) as Arc<dyn Files>
    }
}

/// Pictures of 108 × 192 pixels: one half white and half black, one grey.
pub(super) fn folder() -> Folder {
    let mut halves = Image::new(108, 192, [255; 3]);
    halves.put(&Image::new(54, 192, [0; 3]), 0, 0);
    let grey = Image::new(108, 192, [118; 3]);
    let files = BTreeMap::from([
        ("halves.png", halves.to_png().unwrap()),
        ("grey.png", grey.to_png().unwrap()),
        ("short.png", short_png()),
        ("black.mp4", made_clips::clip(1, 25, 1)),
        ("moving.mp4", made_clips::clip(5, 25, 5)),
    ]);
    Folder(Arc::new(Pictures(files)))
}

/// A picture whose container is whole, and whose pixels end early.
fn short_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 100, 100);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    let mut rows = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut rows, &[0; 500]).unwrap();
    writer.write_chunk(png::chunk::IDAT, &rows.finish().unwrap()).unwrap();
    writer.finish().unwrap_or(());
    bytes
}

fn look(rule: &str, body: &str) -> Report {
    let options = Options { stage: Depth::Full, rules: vec![rule.to_owned()], ..Options::default() };
    validate(&format!("{HEAD}{body}"), &folder(), &options)
}

fn clean(rule: &str, body: &str) {
    assert_eq!(look(rule, body).issues, [], "{body}");
}

fn only(rule: &str, body: &str) -> Issue {
    let report = look(rule, body);
    let [issue] = &report.issues[..] else { panic!("{body}\n{:#?}", report.issues) };
    assert!(issue.line.is_some() && !issue.hint.is_empty() && issue.measured.is_some(), "{issue:#?}");
    issue.clone()
}

fn fixed(rule: &str, body: &str) -> (Issue, String) {
    let report = look(rule, body);
    let text = report.combined.unwrap_or_else(|| panic!("{body}\n{:#?}", report.issues)).text;
    clean(rule, text.strip_prefix(HEAD).unwrap());
    (report.issues[0].clone(), text)
}

fn ratio(issue: &Issue) -> f64 {
    issue.measured.as_ref().unwrap()["ratio"].as_f64().unwrap()
}

/// A text over a background.
fn text(background: &str, color: &str, more: &str) -> String {
    let text = format!(
        "id: t, type: text, text: Contrast, size: 50, enter: none, x: 200, y: 600, color: {color}{more}\n"
    );
    free(&text).replace("    layout: free", &format!("    background: {background}\n    layout: free"))
}

#[test]
fn text_stands_out_from_a_clip() {
    clean("V-17", &text("{video: black.mp4}", "'#FFFFFF'", ""));
    let issue = only("V-17", &text("{video: black.mp4}", "'#202020'", ""));
    assert!(ratio(&issue) < 1.5, "{issue:?}");
}

#[test]
fn text_stands_out_from_a_plain_colour() {
    // WCAG: #767676 on white has 4.54, #777777 has 4.48.
    clean("V-17", &text("\"#FFFFFF\"", "\"#767676\"", ""));
    let (issue, _) = fixed("V-17", &text("\"#FFFFFF\"", "\"#777777\"", ""));
    assert_eq!((severity(&issue), ratio(&issue)), (Severity::Warning, 4.48));
    assert!(issue.message.contains("#777777") && issue.hint.contains("color: $"), "{issue:?}");
    let issue = only("V-17", &text("\"#FFFFFF\"", "\"#999999\"", ""));
    assert_eq!(severity(&issue), Severity::Error);
    // Large text needs less: 24 of 390 pixels are 67 of 1080.
    clean("V-17", &text("\"#FFFFFF\"", "\"#949494\"", "").replace("size: 50", "size: 67"));
    let issue = only("V-17", &text("\"#FFFFFF\"", "\"#949494\"", "").replace("size: 50", "size: 65"));
    assert_eq!(severity(&issue), Severity::Warning);
    // What shines through counts.
    let faint = text("\"#FFFFFF\"", "\"#000000\"", ", opacity: 0.5");
    assert!((ratio(&only("V-17", &faint)) - 3.98).abs() < 0.05);
}

#[test]
fn a_panel_and_a_thick_outline_are_what_is_behind() {
    clean("V-17", &text("\"#FFFFFF\"", "\"#FFFFFF\"", ", fill: \"#000000\", pad: 20"));
    only("V-17", &text("\"#000000\"", "\"#FFFFFF\"", ", fill: \"#FFFFFF\", pad: 20"));
    clean("V-17", &text("\"#FFFFFF\"", "\"#FFFFFF\"", ", stroke: \"#000000\", stroke_width: 2"));
    only("V-17", &text("\"#FFFFFF\"", "\"#FFFFFF\"", ", stroke: \"#000000\", stroke_width: 1.9"));
    only("V-17", &text("\"#FFFFFF\"", "\"#FFFFFF\"", ", shadow: hard"));
}

#[test]
fn pixels_behind_the_letters_decide_on_a_picture() {
    // #767676 on itself, and white on it.
    let issue = only("V-17", &text("{image: grey.png}", "\"#777777\"", ""));
    assert!(ratio(&issue) < 1.1, "{issue:?}");
    clean("V-17", &text("{image: grey.png}", "\"#FFFFFF\"", ""));
    // Over both halves, the worse one counts; over the black one alone, all is well.
    let across = text("{image: halves.png}", "\"#FFFFFF\"", "").replace("x: 200", "x: 440");
    let issue = only("V-17", &across);
    assert!(ratio(&issue) < 1.1 && severity(&issue) == Severity::Error, "{issue:?}");
    clean("V-17", &text("{image: halves.png}", "\"#FFFFFF\"", ""));
    let (_, fixed_text) = fixed("V-17", &across);
    assert!(fixed_text.contains("fill: $"), "{fixed_text}");
    // The same by an element below instead of the background.
    let shape = "id: s, type: shape, shape: rect, fill: \"#FFFFFF\", enter: none, layer: -1, x: 420, y: 500, w: 600, h: 400\n";
    let on_shape = text("\"#000000\"", "\"#FFFFFF\"", "").replace("x: 200", "x: 350");
    let both = on_shape.replace("    elements:\n", &format!("    elements:\n      - {{{}}}\n", shape.trim()));
    only("V-17", &both);
    clean("V-17", &on_shape);
}

#[test]
fn charts_stand_out_as_well() {
    let chart = |color: &str| {
        free(&format!(
            "id: c, type: chart, chart: column, values: false, colors: [{color}], data: [{{label: a, value: 1}}, {{label: b, value: 2}}], enter: none, grow: 0, x: 100, y: 300, w: 800, h: 600\n"
        ))
    };
    clean("V-17", &chart("\"#FFFFFF\""));
    let issue = only("V-17", &chart("\"#1A2036\""));
    assert_eq!((severity(&issue), issue.limit), (Severity::Warning, Some(3.0.into())));
}

fn covered(layer: &str, width: i32) -> String {
    free(&format!(
        "id: t, type: text, text: Words below, size: 90, enter: none, x: 100, y: 600\nid: s, type: shape, shape: rect, fill: $surface, enter: none, x: 90, y: 590, w: {width}, h: 160{layer}\n"
    ))
}

#[test]
fn a_higher_layer_must_not_hide_what_is_below() {
    let (issue, text) = fixed("V-27", &covered(", layer: 1", 200));
    assert_eq!(severity(&issue), Severity::Error);
    assert!(issue.message.contains("`s` on layer 1 covers"), "{}", issue.message);
    assert!(text.contains("layer: 2"), "{text}");
    clean("V-27", &covered(", layer: -1", 200));
    clean("V-27", &covered(", layer: 1", 12));
    clean("V-27", &covered(", layer: 1, opacity: 0.5", 200));
    // That a text is covered is no lack of contrast.
    clean("V-17", &covered(", layer: 1", 400).replace("$surface", "\"#FFFFFF\""));
    // Neither must it inside of a group, among those that are in it.
    let grouped = |layer: i32| {
        free(&format!(
            "id: g, type: group, layout: free, x: 100, y: 300, w: 800, h: 400, enter: none, elements: [{{id: t, type: text, text: Hidden words, size: 90, x: 120, y: 320, enter: none}}, {{id: c, type: shape, shape: rect, fill: $surface, x: 100, y: 300, w: 800, h: 300, layer: {layer}, enter: none}}]\n"
        ))
    };
    clean("V-27", &grouped(-1));
    let (issue, text) = fixed("V-27", &grouped(1));
    assert!(severity(&issue) == Severity::Error && issue.path.ends_with("g.elements.t"), "{issue:?}");
    assert!(text.contains("layer: 2"), "{text}");
    // Of a shape, three fifths may be hidden.
    let shapes = |width: i32| {
        free(&format!(
            "id: a, type: shape, shape: rect, fill: $text, enter: none, x: 100, y: 600, w: 500, h: 200\nid: b, type: shape, shape: rect, fill: $accent, enter: none, layer: 1, x: 100, y: 600, w: {width}, h: 200\n"
        ))
    };
    clean("V-27", &shapes(295));
    assert_eq!(severity(&only("V-27", &shapes(305))), Severity::Warning);
    assert_eq!(severity(&only("V-27", &shapes(500))), Severity::Error);
}

/// A white square over everything that comes and goes.
fn strobe(times: usize, each: f64) -> String {
    let keyframes: Vec<String> = (0..times)
        .flat_map(|n| {
            let start = 0.5 + f64::from(u32::try_from(n).unwrap()) * 2.0 * each;
            let on = start + each;
            [
                format!("{{at: {start:.3}, opacity: 0}}"),
                format!("{{at: {:.3}, opacity: 1}}", start + 0.001),
                format!("{{at: {on:.3}, opacity: 1}}"),
                format!("{{at: {:.3}, opacity: 0}}", on + 0.001),
            ]
        })
        .collect();
    free(&format!(
        "id: s, type: shape, shape: rect, fill: \"#FFFFFF\", enter: none, x: 0, y: 0, w: 1080, h: 1920, opacity: 0, keyframes: [{}]\n",
        keyframes.join(", ")
    ))
}

#[test]
fn flashes_are_counted() {
    clean("V-21", &strobe(2, 0.1));
    let issue = only("V-21", &strobe(3, 0.1));
    assert_eq!((severity(&issue), &issue.measured.unwrap()["flashes"]), (Severity::Warning, &3.into()));
    let issue = only("V-21", &strobe(5, 0.1));
    assert_eq!(severity(&issue), Severity::Error);
    assert!(issue.message.contains("can cause seizures") && issue.t0.unwrap() > 0.4, "{issue:?}");
    clean("V-21", &strobe(5, 0.6));
    let (issue, text) = fixed("V-21", &strobe(8, 0.1));
    assert!(text.contains("opacity: 1") && text.matches("at:").count() == 3, "{issue:?}\n{text}");
}

#[test]
fn captions_flash_too() {
    // One word at a time on a bright panel, by turns a narrow and a wide one: ten a second, or two.
    let body = |pairs: usize| {
        let say = vec!["I extraordinary"; pairs].join(" ");
        format!(
            "canvas: square\ntargets: []\ncaptions: {{style: karaoke, max_words: 1, size: 150, fill: '#FFFFFF'}}\n\
             scenes:\n  - {{id: a, duration: 2, background: '#000000', say: {say}}}\n"
        )
    };
    let issue = only("V-21", &body(10));
    assert_eq!(severity(&issue), Severity::Error);
    clean("V-21", &body(2));
}

#[test]
fn flashing_transitions_fade_instead() {
    // Each scene begins with a flash; with a second one of its own there are four a second.
    let scenes = |own: &str| {
        let scene = |n: usize| {
            format!(
                "  - {{id: s{n}, duration: 0.5, background: \"#303030\", transition: {{type: flash, duration: 0.3}}, elements: [{own}]}}\n"
            )
        };
        let scenes: String = (0..6).map(scene).collect();
        format!("canvas: reel\ntargets: []\nscenes:\n{scenes}")
    };
    // Two flashes a second are safe.
    clean("V-21", &scenes(""));
    let white = "{type: shape, shape: rect, x: 0, y: 0, w: 1080, h: 1920, fill: '#FFFFFF', enter: none, at: 0.3333, duration: 0.1}";
    let (issue, text) = fixed("V-21", &scenes(white));
    assert_eq!(severity(&issue), Severity::Error);
    assert!(text.contains("fade"), "{text}");
}

#[test]
fn something_small_that_moves_does_not_hide_flashes() {
    // A speck in every frame, between flashes whose changes are seven frames from each other.
    let speck = "id: d, type: shape, shape: rect, fill: \"#808080\", enter: none, motion: float, x: 500, y: 1800, w: 60, h: 60\n";
    let body = strobe(5, 0.117).replace("canvas: reel", "canvas: {preset: reel, fps: 60}");
    let with_speck = format!("{body}      - {{{}}}\n", speck.trim());
    let flashes = |body: &str| only("V-21", body).measured.unwrap()["flashes"].clone();
    assert_eq!(flashes(&with_speck), flashes(&body));
}

#[test]
fn black_frames_inside_are_gaps() {
    let body = |seconds: f64| {
        format!(
            "canvas: reel\ntargets: []\nscenes:\n  - {{id: a, duration: 1, background: \"#808080\"}}\n  - id: b\n    duration: 3\n    background: \"#808080\"\n    elements:\n      - {{id: k, type: shape, shape: rect, fill: \"#000000\", layer: 1, x: 0, y: 0, w: 1080, h: 1920, enter: none, at: 1, duration: {seconds}}}\n"
        )
    };
    let black = |seconds: f64| {
        let issues = look("V-20", &body(seconds)).issues;
        issues.into_iter().find(|issue| issue.message.contains("black"))
    };
    let issue = black(0.1).unwrap();
    assert_eq!((severity(&issue), issue.t0, issue.t1), (Severity::Error, Some(2.0), Some(2.1)));
    assert!(issue.message.contains("3 black frames"), "{}", issue.message);
    assert_eq!(black(0.0667), None);
    // What stood there before stays.
    let gap = "canvas: reel\ntargets: []\nscenes:\n  - id: a\n    duration: 4\n    background: \"#000000\"\n    elements:\n      \
         - {id: t, type: text, text: One, enter: none, until: 1.5}\n      - {id: u, type: text, text: Two, enter: none, at: 2}\n";
    let (issue, text) = fixed("V-20", gap);
    assert!(issue.message.contains("15 black frames"), "{}", issue.message);
    assert!(!text.contains("until"), "{text}");
}

#[test]
fn a_scene_that_another_one_replaces_is_something_to_see() {
    let body = |kind: &str| {
        let scene = |id: &str, more: &str| {
            format!(
                "  - {{id: {id}, duration: 4, background: \"#204080\", {more}elements: [{{type: text, text: Words, enter: none}}]}}\n"
            )
        };
        let transition = format!("transition: {{type: {kind}, duration: 1.5}}, ");
        format!("canvas: reel\ntargets: []\nscenes:\n{}{}", scene("a", ""), scene("b", &transition))
    };
    for kind in ["flash", "fade", "slide-left", "zoom"] {
        clean("V-20", &body(kind));
    }
}

#[test]
fn captions_on_black_are_something_to_see() {
    let body = |captions: &str| {
        format!(
            "canvas: square\ntargets: []\nscenes:\n  - {{id: a, duration: 1, elements: [{{type: text, text: Hi, enter: none}}]}}\n  \
             - {{id: b, say: There are some words here that take their time, background: \"#000000\"{captions}}}\n  \
             - {{id: c, duration: 1, elements: [{{type: text, text: Hi, enter: none}}]}}\n"
        )
    };
    // Before the first word and after the last it is black, as it is.
    let longest = |body: &str| {
        let issues = look("V-20", body).issues;
        issues.iter().filter_map(|issue| Some(issue.t1? - issue.t0?)).fold(0.0, f64::max)
    };
    assert!(longest(&body(", captions: {style: line, color: \"#FFFFFF\"}")) < 0.5);
    assert!(longest(&body("")) > 3.0);
}

#[test]
fn a_translucent_background_lies_on_black() {
    clean("V-17", &text("\"#FFFFFF20\"", "\"#FFFFFF\"", ""));
    assert!(ratio(&only("V-17", &text("\"#FFFFFF20\"", "\"#000000\"", ""))) < 1.5);
}

#[test]
fn elements_that_follow_each_other_are_all_looked_at() {
    let one = |index: usize| {
        let color = if index == 34 { "$bg" } else { "$text" };
        format!("id: t{index}, type: text, text: Hello, color: {color}, at: {index}, duration: 0.9\n")
    };
    // As many as a scene may have, and nearly.
    let elements: String = (0..35).map(one).collect();
    let body = free(&elements).replace("duration: 4\n", "duration: 36\n");
    assert!(only("V-17", &body).path.ends_with("t34"), "{body}");
}

#[test]
fn many_layers_are_each_painted_once() {
    // Each below is covered by another one above; painted pair by pair that would be 900 pictures.
    let below = |index: usize| {
        format!(
            "id: b{index}, type: shape, shape: rect, fill: $accent, x: {0}, y: {0}, w: 20, h: 20, enter: none\n",
            30 * index
        )
    };
    let above = |index: usize| {
        format!(
            "id: a{index}, type: shape, shape: rect, fill: $text, x: {0}, y: {0}, w: 20, h: 20, layer: 1, enter: none\n",
            30 * index
        )
    };
    let elements: String = (0..15).map(below).chain((0..15).map(above)).collect();
    let issues = look("V-27", &free(&elements)).issues;
    assert_eq!(issues.len(), 15, "{issues:#?}");
    assert!(issues.iter().all(|issue| issue.severity == Severity::Error));
}

#[test]
fn a_picture_that_cannot_be_drawn_is_told() {
    let body =
        |file: &str, more: &str| free(&format!("id: p, type: image, src: {file}, w: 100, h: 100{more}\n"));
    clean("V-6", &body("grey.png", ""));
    // However little of it is seen at first.
    for enter in ["none", "{type: fade, duration: 0.5, ease: in-out}", "{type: slide-left, duration: 0.5}"] {
        let report = look("V-6", &body("short.png", &format!(", enter: {enter}")));
        let [issue] = &report.issues[..] else { panic!("{enter}: {:#?}", report.issues) };
        assert_eq!((issue.severity, issue.path.as_str()), (Severity::Error, "scenes.s.elements.p.src"));
        assert!(issue.message.contains("cannot be drawn") && issue.line.is_some(), "{issue:#?}");
    }
}
