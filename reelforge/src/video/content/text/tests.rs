use std::sync::Arc;

use super::*;
use crate::video::files::NoFiles;
use crate::video::ink::{Ink, Rgba, Role as PieceRole};
use crate::video::layout::Body;
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::project::model::Kind;
use crate::video::text::{Fonts, Typesetter};
use crate::video::theme::Look;

const REEL: Size = Size::new(1080.0, 1920.0);
const ROOM: Room = Room { w: None, h: None, max_w: 900.0, max_h: 1200.0, ground: Size::new(1080.0, 1920.0) };

/// Makes the text with these keys on a reel.
fn built(keys: &str, room: Room, change: impl FnOnce(&mut Context)) -> Built {
    let project = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes:\n  - id: a\n    elements:\n      - {{type: text, {keys}}}\n"
    );
    let parsed = Project::parse(&project);
    assert!(parsed.issues.is_empty(), "{:?}", parsed.issues);
    let project = parsed.project.expect("the project parses");
    let Kind::Text(text) = &project.scenes[0].elements[0].kind else { panic!("a text") };
    let mut cx = Context {
        look: &Look::of(&project),
        text: &mut Typesetter::new(&Fonts::bundled()),
        pictures: &Pictures::new(Arc::new(NoFiles)),
        language: "en",
        canvas: REEL,
        fps: 30,
        shown: 3.0,
        by: By::Element,
        align: Some(TextAlign::Center),
        time: &|_| None,
        rows: &|_| None,
    };
    change(&mut cx);
    build(text, &room, &mut cx)
}

fn plain(keys: &str) -> Built {
    built(keys, ROOM, |_| {})
}

fn pieces(built: &Built) -> Vec<Piece> {
    let Body::Still(pieces) = &built.body else { panic!("text does not change") };
    pieces.to_vec()
}

const LONG: &str =
    "text: Two bad harvests in Brazil cut the supply and shipping costs doubled within one year";

#[test]
fn a_short_text_is_as_wide_as_its_letters() {
    let built = plain("text: Hi there, role: title");
    assert_eq!((built.measure.font_px, built.measure.wanted_px), (96.0, 96.0));
    assert!((300.0..500.0).contains(&built.size.width), "{}", built.size.width);
    assert!((built.size.height - 96.0 * 1.15).abs() < 0.01);
    assert_eq!(built.measure.overflow, None);
    assert_eq!(built.measure.text, "Hi there");
    let ink = pieces(&built)[0].bounds;
    assert!(ink.x0 > -10.0 && ink.x1 < built.size.width + 10.0);
}

#[test]
fn text_wraps_at_its_room() {
    let narrow = built(LONG, Room { max_w: 400.0, ..ROOM }, |_| {});
    assert!(narrow.size.width <= 400.0 && narrow.measure.lines.len() > 3);
    let wide = built(LONG, Room { w: Some(900.0), ..ROOM }, |_| {});
    assert!((wide.size.width - 900.0).abs() < 1e-9, "the width that it is given");
}

#[test]
fn too_much_text_gets_smaller_until_it_fits() {
    let room = Room { w: Some(500.0), h: Some(200.0), ..ROOM };
    let shrunk = built(&format!("{LONG}, role: heading"), room, |_| {});
    let measure = &shrunk.measure;
    assert!(measure.font_px < 72.0 && measure.font_px >= 36.0, "{}", measure.font_px);
    assert_eq!(measure.overflow, None);
    let ink = pieces(&shrunk)[0].bounds;
    assert!(ink.y0 > 0.0 && ink.y1 < 200.0 && ink.x0 > 0.0 && ink.x1 < 500.0, "{ink:?}");
    let lines = plain(&format!("{LONG}, max_lines: 2")).measure;
    assert!(lines.font_px < 48.0 && lines.lines.len() == 2 && lines.overflow.is_none());
}

#[test]
fn text_never_gets_smaller_than_can_be_read() {
    let room = Room { w: Some(300.0), h: Some(100.0), ..ROOM };
    let measure = built(&format!("{LONG}, role: display"), room, |_| {}).measure;
    assert!((measure.font_px - 36.0).abs() < 1e-9, "13 px at a view of 390 are 36 of 1080");
    let overflow = measure.overflow.expect("it does not fit");
    assert!(overflow.height > 150.0 && overflow.fitting_px.is_none(), "{overflow:?}");
    // On a wide canvas it is 14 px at a view of 844.
    let wide = built(&format!("{LONG}, role: display"), room, |cx| cx.canvas = Size::new(1920.0, 1080.0));
    assert!((wide.measure.font_px - 14.0 * 1920.0 / 844.0).abs() < 1e-9);
    // Who asks for less gets it, and no less.
    let small = built(&format!("{LONG}, size: 20"), room, |_| {}).measure;
    assert!((small.font_px - 20.0).abs() < 1e-9);
}

#[test]
fn text_that_only_wraps_says_what_would_fit() {
    let measure =
        built(&format!("{LONG}, fit: wrap, max_lines: 2"), Room { w: Some(860.0), ..ROOM }, |_| {}).measure;
    assert!((measure.font_px - 48.0).abs() < 1e-9);
    let overflow = measure.overflow.expect("it does not fit");
    assert_eq!(overflow.lines, 1);
    let fitting = overflow.fitting_px.expect("a smaller size fits");
    let smaller = format!("{LONG}, fit: wrap, max_lines: 2, size: {fitting}");
    assert_eq!(built(&smaller, Room { w: Some(860.0), ..ROOM }, |_| {}).measure.overflow, None);
}

#[test]
fn text_that_does_not_wrap_stays_on_its_lines() {
    let measure = plain(&format!("{LONG}, fit: none")).measure;
    assert_eq!(measure.lines.len(), 1);
    assert!(measure.overflow.expect("it does not fit").width > 500.0);
}

#[test]
fn words_shrink_before_they_break() {
    let word = plain("text: Donaudampfschifffahrt, role: display").measure;
    assert_eq!((word.lines.len(), word.overflow), (1, None));
    assert!(word.font_px < 132.0);
    let endless = plain(&format!("text: {}, role: title", "Rindfleischetikettierung".repeat(5)));
    assert!((endless.measure.font_px - 36.0).abs() < 1e-9 && endless.measure.overflow.is_none());
    assert!(endless.measure.lines.len() > 1 && pieces(&endless)[0].bounds.x1 <= 900.0, "nothing is lost");
}

#[test]
fn a_panel_lies_behind_the_text() {
    let bare = plain("text: Label, size: 40");
    let panel = plain("text: Label, size: 40, fill: $surface");
    let grown = (panel.size - bare.size).to_vec2() / 2.0;
    assert!(grown.y > 10.0 && grown.x > grown.y && grown.x < 2.0 * grown.y, "more space at the sides");
    let [below, letters] = &pieces(&panel)[..] else { panic!("a panel and letters") };
    assert_eq!((below.role, letters.role), (PieceRole::Panel, PieceRole::Text));
    assert!((below.bounds.size() - panel.size).to_vec2().hypot() < 1e-6);
    assert!((letters.bounds.x0 - pieces(&bare)[0].bounds.x0 - grown.x).abs() < 1e-9);
    let padded = plain("text: Label, size: 40, pad: 30");
    assert!((padded.size.width - bare.size.width - 60.0).abs() < 1e-9, "also without a panel");
}

#[test]
fn lines_stand_as_the_layout_does_unless_they_say_it() {
    let room = Room { w: Some(900.0), ..ROOM };
    let left = |keys: &str, align| pieces(&built(keys, room, |cx| cx.align = align))[0].bounds;
    let middle = left("text: Hi", Some(TextAlign::Center)).center().x;
    assert!((middle - 450.0).abs() < 4.0);
    assert!(left("text: Hi", None).x0 < 10.0);
    assert!(left("text: שלום", None).x1 > 890.0, "where the language begins");
    assert!(left("text: Hi, align: right", None).x1 > 890.0);
}

#[test]
fn text_stands_in_the_middle_of_a_box_that_is_too_tall() {
    let tall = built("text: HHH", Room { h: Some(400.0), ..ROOM }, |_| {});
    assert!((tall.size.height - 400.0).abs() < 1e-9);
    assert!((pieces(&tall)[0].bounds.center().y - 200.0).abs() < 3.0);
}

#[test]
fn words_move_alone_when_they_are_asked_to() {
    let built = built("text: \"One ==two== three\", fill: $surface", ROOM, |cx| cx.by = By::Word);
    let orders: Vec<u32> = pieces(&built).iter().map(|piece| piece.order).collect();
    assert_eq!(orders, [0, 0, 1, 2], "the panel comes with the first");
    assert_eq!(built.measure.text, "One two three");
    let colors: Vec<Rgba> = pieces(&built)
        .iter()
        .flat_map(|piece| &piece.inks)
        .filter_map(|ink| if let Ink::Glyphs(glyphs) = ink { Some(glyphs.color) } else { None })
        .collect();
    assert!(colors[0] == colors[2] && colors[0] != colors[1], "the marked word has the accent");
}

#[test]
fn capitals_are_read_as_they_are_shown() {
    assert_eq!(plain("text: \"Get ==it== now\", case: upper").measure.text, "GET IT NOW");
}
