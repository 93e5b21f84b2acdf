use super::*;
use crate::video::ink::Glyphs;
use crate::video::project::model::By;
use crate::video::text::{Outline, Shadow, Span, TextSpec, Typesetter};
use crate::video::theme::Typeface;

/// A text of one line, 60 pixels high, from the corner.
fn text(text: &str, color: Rgba, outline: Option<Outline>, shadow: Option<Shadow>) -> Vec<Piece> {
    let face = Typeface { family: "Inter".to_owned(), weight: 400, file: None };
    let spans = [Span { text: text.to_owned(), color }];
    let spec = TextSpec {
        spans: &spans,
        face: &face,
        weight: 400,
        size: 60.0,
        line_height: 1.2,
        align: None,
        language: "en",
        max_width: None,
        tabular: false,
        by: By::Element,
        outline,
        shadow,
    };
    Typesetter::new(&Fonts::bundled()).set(&spec).pieces
}

/// Changes the letters of pieces.
fn changed(mut pieces: Vec<Piece>, change: impl Fn(&mut Glyphs)) -> Vec<Piece> {
    for ink in pieces.iter_mut().flat_map(|piece| &mut piece.inks) {
        if let Ink::Glyphs(run) = ink {
            change(run);
        }
    }
    pieces
}

fn shown(below: Rgba, pieces: Vec<Piece>) -> Image {
    Hand::on(below).with_pieces(pieces, |node| node.transform = Affine::translate((15.0, 12.0))).paint()
}

/// How many pixels are nearly of a colour.
fn count(image: &Image, wanted: [u8; 3]) -> usize {
    let near = |pixel: &&[u8]| pixel.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 40);
    image.rgb().chunks_exact(3).filter(near).count()
}

/// The columns and rows in which something differs from a colour.
fn extent(image: &Image, below: [u8; 3]) -> [u32; 4] {
    let places = (0..100).flat_map(|x| (0..100).map(move |y| (x, y)));
    let inked: Vec<(u32, u32)> = places
        .filter(|(x, y)| image.pixel(*x, *y).iter().zip(below).any(|(a, b)| a.abs_diff(b) > 100))
        .collect();
    let columns = inked.iter().map(|(x, _)| *x);
    let rows = inked.iter().map(|(_, y)| *y);
    [columns.clone().min(), rows.clone().min(), columns.max(), rows.max()].map(Option::unwrap)
}

#[test]
fn letters_cover_what_their_ink_says() {
    let pieces = text("HI", WHITE, None, None);
    let bounds = pieces[0].bounds;
    let found = extent(&shown(BLACK, pieces), [0; 3]).map(f64::from);
    let wanted = [bounds.x0 + 15.0, bounds.y0 + 12.0, bounds.x1 + 14.0, bounds.y1 + 11.0];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() <= 1.0, "{found} is not {wanted}");
    }
}

#[test]
fn an_outline_lies_below_the_letters() {
    let plain = shown(BLACK, text("HI", RED, None, None));
    let outlined = shown(BLACK, text("HI", RED, Some(Outline { color: GREEN, width: 8.0 }), None));
    let (before, now) = (extent(&plain, [0; 3]), extent(&outlined, [0; 3]));
    for (before, now) in before.iter().zip(now) {
        assert!((3..=5).contains(&before.abs_diff(now)), "by half of its width: {before} and {now}");
    }
    let (before, now) = (count(&plain, [255, 0, 0]), count(&outlined, [255, 0, 0]));
    assert!(now.abs_diff(before) < before / 10, "the letters keep their width: {before} and {now}");
    assert!(count(&outlined, [0, 255, 0]) > before);
}

#[test]
fn made_up_faces_are_bolder_and_lean_to_the_right() {
    let plain = text("l", WHITE, None, None);
    let sum = |image: &Image| image.rgb().iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let bold = shown(BLACK, changed(plain.clone(), |run| run.face.embolden = 4.0));
    let regular = shown(BLACK, plain.clone());
    assert!(sum(&bold) > sum(&regular) * 3 / 2);
    // A translucent bold letter is as translucent everywhere.
    let half = shown(
        BLACK,
        changed(plain.clone(), |run| (run.face.embolden, run.color) = (4.0, Rgba([255, 255, 255, 128]))),
    );
    assert!(half.rgb().iter().all(|byte| *byte <= 130) && count(&half, [128; 3]) > 100);
    let slanted = shown(BLACK, changed(plain, |run| run.face.slant = 14.0));
    let middle = |image: &Image, y: u32| {
        let row: Vec<u32> = (0..100).filter(|x| image.pixel(*x, y)[0] > 128).collect();
        f64::from(row.iter().sum::<u32>()) / row.len() as f64
    };
    let [_, top, _, bottom] = extent(&regular, [0; 3]);
    let (up, down) = (middle(&slanted, top + 4), middle(&slanted, bottom - 4));
    let rise = f64::from(bottom - top - 8) * 14.0_f64.to_radians().tan();
    assert!((up - down - rise).abs() < 1.5, "{up} {down} {rise}");
}

#[test]
fn emoji_have_their_own_colours_and_fade_with_the_text() {
    let heart = || text("\u{2764}\u{fe0f}", BLUE, None, None);
    let image = shown(BLACK, heart());
    let reds = |image: &Image, least: u8| {
        image.rgb().chunks_exact(3).filter(|pixel| pixel[0] > least && pixel[2] < pixel[0] / 2).count()
    };
    assert!(reds(&image, 180) > 500, "{}", reds(&image, 180));
    assert_eq!(count(&image, [0, 0, 255]), 0);
    let faded = Hand::on(BLACK)
        .with_pieces(heart(), |node| (node.opacity, node.transform) = (0.5, Affine::translate((15.0, 12.0))))
        .paint();
    assert!(reds(&faded, 140) == 0 && reds(&faded, 80) > 500);
}

#[test]
fn soft_shadows_have_their_colour_under_letters_and_emoji_alike() {
    for letters in ["H", "\u{2764}\u{fe0f}"] {
        let shadow = Shadow { color: GREEN, offset: [0.0, 0.0], sigma: 3.0 };
        let pieces = text(letters, WHITE, None, Some(shadow));
        let only = changed(pieces, |run| {
            if run.sigma <= 0.0 {
                run.color = Rgba([0; 4]);
                run.size = 0.01;
            }
        });
        let image = shown(BLACK, only);
        let lit = image.rgb().chunks_exact(3).filter(|pixel| pixel[1] > 60).count();
        assert!(lit > 300, "{letters}: {lit}");
        assert!(image.rgb().chunks_exact(3).all(|pixel| pixel[0] < 8 && pixel[2] < 8), "{letters}");
    }
}

#[test]
fn a_translucent_text_is_as_translucent_where_its_letters_touch() {
    // Arabic letters are joined: each pair overlaps a little.
    let pieces = text("\u{628}\u{628}\u{628}", WHITE, None, None);
    let image = Hand::on(BLACK)
        .with_pieces(pieces, |node| (node.opacity, node.transform) = (0.5, Affine::translate((5.0, 0.0))))
        .paint();
    assert!(image.rgb().iter().all(|byte| *byte <= 130), "{:?}", image.rgb().iter().max());
    assert!(count(&image, [128; 3]) > 150);
}
