use std::collections::HashSet;

use super::*;

const PYTHON: &str =
    "{type: code, lang: python, code: \"def f(x):\\n    return x + 1  # one\\n\\ny = 'text'\\n\"}";

/// The colours of the letters from one height to another.
fn colors(pieces: &[Piece], from: f64, to: f64) -> HashSet<Rgba> {
    let inks = pieces.iter().filter(|piece| piece.role == Role::Text).flat_map(|piece| &piece.inks);
    let glyphs = inks.filter_map(|ink| match ink {
        Ink::Glyphs(glyphs) if (from..to).contains(&glyphs.origin.y) => Some(glyphs.color),
        _ => None,
    });
    glyphs.collect()
}

#[test]
fn code_has_colours_that_can_be_read_in_every_theme() {
    for theme in THEMES {
        let scene = Scene { theme, ..Scene::new(PYTHON) };
        let built = scene.built();
        let panel = scene.look().token("surface").expect("a colour");
        let colors = colors(&built.end(), 0.0, 9000.0);
        assert!(colors.len() >= 6, "{theme}: {colors:?}");
        for color in colors {
            assert!(color.contrast(panel) >= 4.5, "{theme}: {color:?} on {panel:?}");
        }
        assert_eq!(faults(&scene, &built), Vec::<String>::new());
    }
}

#[test]
fn what_stands_out_keeps_its_colours() {
    let plain = Scene::new(PYTHON).built();
    let element = PYTHON.replace("lang: python", "lang: python, highlight: [2]");
    let built = Scene::new(&element).built();
    let line = |built: &Built, index: usize| {
        let rect = built.measure.lines[index].rect;
        colors(&built.end(), rect.y0, rect.y1 + 4.0)
    };
    assert_eq!(built.size, plain.size);
    // Its number has the colour of keywords.
    assert!(line(&built, 1).len() + 1 >= line(&plain, 1).len());
    assert!(!line(&built, 0).is_subset(&line(&plain, 0)), "the others step back");
    assert_eq!(built.end()[0].inks.len(), 3, "a panel with a band and its edge");
}

#[test]
fn the_size_is_the_largest_that_fits() {
    let line = |length: usize| format!("{{type: code, numbers: false, code: \"{}\"}}", "x".repeat(length));
    let px = |length: usize| Scene::new(&line(length)).built().measure.font_px;
    assert_eq!(px(5), 48.0, "never larger than body text");
    assert!(px(36) < 48.0 && px(36) > 36.0, "{}", px(36));
    assert_eq!(px(80), 36.0);
    let overflow = Scene::new(&line(80)).built().measure.overflow.expect("it does not fit");
    assert!(overflow.width > 400.0, "{overflow:?}");
    let fitting = Scene::new(&line(36)).built();
    assert!(fitting.measure.overflow.is_none() && fitting.size.width <= 972.5, "{:?}", fitting.size);
}

#[test]
fn typed_code_appears_letter_by_letter() {
    let element = PYTHON.replace("lang: python", "lang: python, typing: true");
    let built = Scene::new(&element).built();
    let Body::Live(live) = &built.body else { panic!("it moves") };
    let letters =
        |since: f64| live.pieces(&clock(since)).iter().filter(|piece| piece.role == Role::Text).count();
    let counts: Vec<usize> = (0..=40).map(|step| letters(f64::from(step) / 20.0)).collect();
    assert!(counts.windows(2).take_while(|pair| pair[1] > 20).all(|pair| pair[0] <= pair[1]), "{counts:?}");
    assert!(counts[0] <= 2, "only the numbers are there at first: {counts:?}");
    assert!(
        Arc::ptr_eq(&live.pieces(&clock(2.8)), &live.pieces(&clock(4.0))),
        "what is typed is to be read as well"
    );
    let still = Scene::new(PYTHON).built();
    assert_eq!(built.end().len(), still.end().len(), "in the end it is the same picture");
}

#[test]
fn tabs_are_four_spaces() {
    let width =
        |code: &str| Scene::new(&format!("{{type: code, lang: go, code: \"{code}\"}}")).built().size.width;
    assert!(about(width("\\tx"), width("    x")));
    assert!(width("\\tx") > width(" x") + 40.0);
}

#[test]
fn lines_that_do_not_exist_do_not_stand_out() {
    let of = |lines: &str| {
        Scene::new(&format!("{{type: code, code: \"a = 1\\nb = 2\", highlight: {lines}}}")).built().end()
    };
    assert_eq!(of("[9]").len(), of("[]").len());
    assert_eq!(of("[2, 9, 2]").len(), of("[2]").len());
}
