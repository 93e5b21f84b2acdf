//! Captions: where they stand, and which of their words show.

use super::*;
use crate::video::ink::{Ink, Rgba};
use crate::video::layout::CaptionNode;
use crate::video::time::{HeardVoice, HeardWord};

/// A tall project without targets, of one scene that says six words: 0.38 s each from 0.3 s on.
fn spoken(captions: &str) -> Plan {
    plan(&format!(
        "captions: {captions}\nscenes: [{{id: a, say: one two three four five six, layout: free}}, {{id: b, duration: 2}}]"
    ))
}

fn shown(plan: &Plan, number: u32) -> CaptionNode {
    plan.frame(number).captions.unwrap_or_else(|| panic!("no captions at frame {number}"))
}

/// Colours of the words of a frame.
fn colors(node: &CaptionNode) -> Vec<Rgba> {
    let color = |ink: &Ink| match ink {
        Ink::Glyphs(glyphs) if glyphs.sigma <= 0.0 => Some(glyphs.color),
        _ => None,
    };
    node.pieces.iter().filter_map(|piece| piece.inks.iter().find_map(color)).collect()
}

#[test]
fn words_come_in_groups_and_go_when_all_is_said() {
    let plan = spoken("{style: line, max_chars: 14}");
    let texts: Vec<&str> = plan.captions.iter().map(|caption| caption.text.as_str()).collect();
    assert_eq!(texts, ["one two three", "four five six"]);
    assert!(plan.frame(0).captions.is_none());
    assert_eq!(shown(&plan, 9).text, "one two three");
    // The fourth word begins at 0.3 + 3 / 2.6 s.
    assert_eq!(shown(&plan, 43).text, "one two three");
    assert_eq!(shown(&plan, 44).text, "four five six");
    assert!(plan.frame(plan.frames - 1).captions.is_none());
}

#[test]
fn captions_stand_in_their_third_within_the_safe_area() {
    let rect = |position: &str| shown(&spoken(&format!("{{style: line, position: {position}}}")), 12).rect;
    let (lower, middle, upper) = (rect("lower"), rect("middle"), rect("upper"));
    assert!(lower.y0 > 1750.0 && lower.y1 <= AREA.y1, "{lower:?}");
    assert!((middle.center().y - 1000.0).abs() < 40.0, "{middle:?}");
    assert!(upper.y0 >= AREA.y0 && upper.y1 < 250.0, "{upper:?}");
    for rect in [lower, middle, upper] {
        assert!((rect.center().x - 500.0).abs() < 12.0 && rect.x0 >= AREA.x0, "{rect:?}");
    }
}

#[test]
fn the_word_being_said_has_another_colour() {
    let head = format!(
        "{HEAD}voice: v.mp3\ncaptions: {{style: karaoke, active: \"#FF0000\", color: \"#FFFFFF\"}}\n"
    );
    let parsed = Project::parse(&format!("{head}scenes: [{{id: a, say: one two three}}]\n"));
    let expanded = expand(&parsed.project.unwrap(), &NoFiles, &Heard::none());
    let node = |conf: f64, number: u32| {
        let words = [(0.0, 0.4), (0.5, 0.9), (1.0, 1.4)].map(|(t0, t1)| HeardWord { t0, t1, conf });
        let voice = HeardVoice { length: 2.0, words: words.to_vec(), ..HeardVoice::default() };
        let heard = Heard { voice: Some(Arc::new(voice)), ..Heard::default() };
        let times = Times::of(&expanded.project, &heard);
        let plan = Plan::build(&expanded, &times, &Fonts::bundled(), &Pictures::new(Arc::new(NoFiles)));
        shown(&plan, number)
    };
    let (white, red) = (Rgba::WHITE, Rgba([255, 0, 0, 255]));
    // The voice begins at 0.3 s: its second word is said from 0.8 to 1.2 s.
    assert_eq!(colors(&node(0.9, 12)), [red, white, white]);
    assert_eq!(colors(&node(0.9, 24)), [white, red, white]);
    assert_eq!(colors(&node(0.9, 40)), [white, white, red]);
    // Words whose times are little sure pop in instead.
    let unsure = node(0.5, 12);
    assert_eq!(colors(&unsure), [white, white, white]);
    assert!(unsure.parts.is_some());
}

#[test]
fn words_pop_in_as_they_are_said() {
    let plan = spoken("{style: pop}");
    let opacities = |number: u32| -> Vec<f64> {
        shown(&plan, number).parts.unwrap().iter().map(|part| part.opacity).collect()
    };
    // Two words have begun at 0.9 s, the third begins at 1.07 s.
    assert_eq!(opacities(27), [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(opacities(40), [1.0, 1.0, 1.0, 0.0]);
}

#[test]
fn a_panel_lies_behind_all_words() {
    let plan = spoken("{style: block, fill: \"#000000\", max_chars: 12}");
    let node = shown(&plan, 12);
    assert_eq!(node.text, "one two\nthree four");
    let panel = node.pieces[0].bounds;
    assert!(node.pieces[1..].iter().all(|piece| panel.contains_rect(piece.bounds)), "{panel:?}");
    assert!((node.rect.x0 - panel.x0).abs() < 1.0);
}

#[test]
fn long_words_shrink_and_capitals_are_written_as_their_language_does() {
    let word = "Donaudampfschifffahrtsgesellschaft";
    let plan = plan(&format!("captions: {{size: 90}}\nscenes: [{{id: a, say: {word}}}]"));
    let caption = &plan.captions[0];
    assert!(caption.rect.width() <= 900.5 + 13.0 && caption.font_px < 90.0, "{caption:?}");
    let upper = super::plan("captions: {case: upper}\nscenes: [{id: a, say: straße}]");
    assert_eq!(upper.captions[0].text, "STRASSE");
}

#[test]
fn scenes_hide_or_change_their_captions() {
    let plan = plan(
        "captions: true\nscenes: [{id: a, say: one two, captions: false}, {id: b, say: three four, captions: {max_words: 1}}]",
    );
    let texts: Vec<(usize, &str)> =
        plan.captions.iter().map(|caption| (caption.scene, caption.text.as_str())).collect();
    assert_eq!(texts, [(1, "three"), (1, "four")]);
}
