//! What moves as one, what it covers, in which colour.

use kurbo::Rect;

use super::*;

fn by(text: &str, by: By) -> SetText {
    set(text, |spec| spec.by = by)
}

#[test]
fn pieces_are_lines_words_or_letters_in_reading_order() {
    let text = "One two,\nthree!";
    for (kind, count) in [(By::Element, 1), (By::Line, 2), (By::Word, 3), (By::Char, 13)] {
        let set = by(text, kind);
        assert_eq!(set.pieces.len(), count, "{kind:?}");
        assert!((0..count).eq(set.pieces.iter().map(|piece| piece.order as usize)));
        assert_eq!(places(&set).len(), 13, "every letter is drawn once");
    }
}

#[test]
fn pieces_together_are_the_whole() {
    let text = "Office “AVATAR” filet\nمرحبا بكم 👩🏽‍💻 नमस्ते";
    let union =
        |set: &SetText| set.pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b)).expect("ink");
    let whole = by(text, By::Element);
    for kind in [By::Line, By::Word, By::Char] {
        let split = by(text, kind);
        assert_eq!(split.size, whole.size);
        let (a, b) = (union(&whole), union(&split));
        assert!((a.origin() - b.origin()).hypot() < 0.01 && (a.size() - b.size()).to_vec2().hypot() < 0.01);
    }
}

#[test]
fn words_of_writing_without_spaces_are_those_of_a_dictionary() {
    assert_eq!(by("สวัสดีชาวโลก", By::Word).pieces.len(), 3);
    let chinese = set("你好，世界（测试）", |spec| (spec.by, spec.language) = (By::Word, "zh")).pieces.len();
    assert_eq!(chinese, 3, "punctuation belongs to its word");
    assert_eq!(by("don't well-known 3.5% (so)", By::Word).pieces.len(), 4);
}

#[test]
fn white_space_is_no_piece() {
    for kind in [By::Element, By::Line, By::Word, By::Char] {
        assert!(by("  \n \u{3000}\u{A0}", kind).pieces.is_empty(), "{kind:?}");
        assert!(by("", kind).pieces.is_empty());
    }
}

#[test]
fn spans_keep_their_colours() {
    let accent = Rgba([255, 0, 0, 255]);
    let spans = marked("Three ==shocks== at once", Rgba::WHITE, accent);
    let face = typeface("Inter");
    let set = Typesetter::new(&Fonts::bundled()).set(&spec(&spans, &face));
    let runs = letters(&set);
    let count =
        |color| runs.iter().filter(|run| run.color == color).map(|run| run.glyphs.len()).sum::<usize>();
    assert_eq!((count(accent), count(Rgba::WHITE)), (6, 11));
    let plain = super::set("Three shocks at once", |_| {});
    assert_eq!(places(&set), places(&plain), "colours move nothing");
}

/// The ink of one letter in a run of its own.
fn rect(text: &str) -> Rect {
    set(text, |_| {}).pieces[0].bounds
}

#[test]
fn bounds_are_those_of_the_outlines() {
    let baseline = set("x", |_| {}).baseline;
    assert!((rect("x").y1 - baseline).abs() < 0.5);
    assert!(rect("g").y1 > baseline + 15.0, "descenders are in");
    assert!(rect("Å").y0 < rect("A").y0 - 10.0, "marks are in");
    assert!(rect("j").x0 < 5.0 && rect("j").width() > 10.0);
    // From Inter's outlines: a capital H is 0.727 em tall.
    assert!((rect("H").height() - 72.7).abs() < 1.0);
    let emoji = rect("🚀");
    assert!(emoji.width() > 90.0 && emoji.height() > 90.0, "{emoji:?}");
}

#[test]
fn outlines_grow_the_bounds() {
    let outline = Outline { color: Rgba::BLACK, width: 12.0 };
    let plain = rect("gH");
    let outlined = set("gH", |spec| spec.outline = Some(outline));
    let bounds = outlined.pieces[0].bounds;
    assert!((bounds.width() - plain.width() - 12.0).abs() < 0.01);
    assert!((bounds.y1 - plain.y1 - 6.0).abs() < 0.01);
    assert_eq!(outlined.lines[0].rect, bounds);
    assert_eq!(letters(&outlined)[0].outline, Some((Rgba::BLACK, 12.0)));
}

#[test]
fn shadows_lie_below_and_count_for_nothing() {
    for sigma in [0.0, 8.0] {
        let shadow = Shadow { color: Rgba::BLACK, offset: [3.0, 5.0], sigma };
        let plain = set("ab 🚀", |spec| spec.by = By::Word);
        let shaded = set("ab 🚀", |spec| (spec.by, spec.shadow) = (By::Word, Some(shadow)));
        for (plain, shaded) in plain.pieces.iter().zip(&shaded.pieces) {
            assert_eq!(plain.bounds, shaded.bounds);
            assert_eq!(shaded.inks.len(), 2 * plain.inks.len());
            let [Ink::Glyphs(below), Ink::Glyphs(above)] = &shaded.inks[..] else { panic!("{shaded:?}") };
            assert!(below.sigma > 0.0 && above.sigma == 0.0);
            assert_eq!(below.color, Rgba::BLACK);
            assert_eq!((below.origin - above.origin).to_point(), kurbo::Point::new(3.0, 5.0));
        }
    }
}

#[test]
fn digits_have_one_width_where_they_shall() {
    let width = |text: &str, tabular| set(text, |spec| spec.tabular = tabular).size.width;
    assert!((width("1111", true) - width("8888", true)).abs() < 0.01);
    assert!(width("1111", false) < width("8888", false) - 10.0);
}

#[test]
fn ligatures_are_one_piece() {
    // Devanagari conjuncts are one sign of several letters.
    let set = by("क्षि", By::Char);
    assert!(set.missing.is_empty());
    assert_eq!(set.pieces.len(), 1);
}

#[test]
fn what_was_set_before_changes_nothing() {
    let (face, first, second) = (typeface("Archivo"), spans("直す 안녕 ☆ ✔ ♥ →"), spans("☆ ✔ ♥ → “你” ⚠"));
    let fonts = Fonts::bundled();
    let mut used = Typesetter::new(&fonts);
    used.set(&spec(&first, &face));
    let (again, fresh) =
        (used.set(&spec(&second, &face)), Typesetter::new(&fonts).set(&spec(&second, &face)));
    assert_eq!(
        (again.size, &again.fallbacks, &again.missing),
        (fresh.size, &fresh.fallbacks, &fresh.missing)
    );
    assert_eq!(places(&again), places(&fresh));
}
