use image::RgbaImage;

use super::*;
use crate::video::ink::Picture;
use crate::video::project::model::Fit;

fn quarters() -> Arc<dyn Files> {
    png(RgbaImage::from_fn(80, 80, |x, y| {
        image::Rgba(match (x < 40, y < 40) {
            (true, true) => [255, 0, 0, 255],
            (false, true) => [0, 255, 0, 255],
            (true, false) => [0, 0, 255, 255],
            (false, false) => [255, 255, 255, 0],
        })
    }))
}

fn picture(rect: Rect, clip: Rect) -> Picture {
    Picture { file: "x".into(), frame: 0, is_clip: false, rect, clip, radius: 0.0, tint: None }
}

fn shown(picture: Picture) -> Hand {
    let mut hand = Hand::on(BLACK).with(vec![Ink::Picture(picture)], stay);
    hand.files = quarters();
    hand
}

#[test]
fn a_picture_lies_in_its_place_and_is_cut_at_its_clip() {
    let image = shown(picture(Rect::new(-30.0, 10.0, 50.0, 90.0), Rect::new(0.0, 20.0, 50.0, 80.0))).paint();
    assert_pixel(&image, (5, 30), [255, 0, 0]);
    assert_pixel(&image, (45, 30), [0, 255, 0]);
    assert_pixel(&image, (5, 70), [0, 0, 255]);
    assert_pixel(&image, (45, 70), [0; 3]);
    assert_pixel(&image, (5, 15), [0; 3]);
    assert_pixel(&image, (5, 85), [0; 3]);
}

#[test]
fn corners_of_the_clip_are_round() {
    let rect = Rect::new(10.0, 10.0, 90.0, 90.0);
    let image = shown(Picture { radius: 30.0, ..picture(rect, rect) }).paint();
    assert_pixel(&image, (13, 13), [0; 3]);
    assert_pixel(&image, (45, 13), [255, 0, 0]);
    assert_pixel(&image, (22, 22), [255, 0, 0]);
}

#[test]
fn tint_replaces_the_colours_and_keeps_the_opacity() {
    let rect = Rect::new(10.0, 10.0, 90.0, 90.0);
    let image = shown(Picture { tint: Some(Rgba([255, 255, 0, 128])), ..picture(rect, rect) }).paint();
    for place in [(30, 30), (70, 30), (30, 70)] {
        assert_pixel(&image, place, [128, 128, 0]);
    }
    assert_pixel(&image, (70, 70), [0; 3]);
}

#[test]
fn a_picture_that_cannot_be_decoded_leaves_a_grey_box() {
    let rect = Rect::new(10.0, 10.0, 90.0, 90.0);
    let image = shown(Picture { file: "y".into(), ..picture(rect, rect) }).paint();
    assert_pixel(&image, (50, 50), [64; 3]);
}

fn backdrop(fit: Fit, dim: f64, blur: f64) -> Hand {
    let mut hand = Hand::on(BLACK);
    hand.canvas = Size::new(100.0, 200.0);
    hand.files = png(RgbaImage::from_fn(80, 80, |x, _| {
        image::Rgba(if x < 40 { [200, 0, 0, 255] } else { [0, 200, 0, 255] })
    }));
    hand.backdrop = Backdrop::Picture {
        file: "x".into(),
        source: None,
        fit,
        focus: [0.5, 0.5],
        dim,
        blur,
        motion: None,
        behind: WHITE,
    };
    hand
}

#[test]
fn a_backdrop_s_picture_covers_the_canvas_or_stands_on_its_colour() {
    let image = backdrop(Fit::Cover, 0.0, 0.0).paint();
    assert_pixel(&image, (2, 2), [200, 0, 0]);
    assert_pixel(&image, (97, 197), [0, 200, 0]);
    let image = backdrop(Fit::Contain, 0.5, 0.0).paint();
    assert_pixel(&image, (2, 100), [100, 0, 0]);
    assert_pixel(&image, (2, 20), [255; 3]);
}

#[test]
fn a_blurred_backdrop_is_blurred_to_its_edges_and_no_further() {
    let image = backdrop(Fit::Cover, 0.5, 8.0).paint();
    assert_pixel(&image, (0, 0), [100, 0, 0]);
    assert_pixel(&image, (99, 199), [0, 100, 0]);
    let [r, g, b] = image.pixel(50, 100);
    assert!(r.abs_diff(50) < 8 && g.abs_diff(50) < 8 && b == 0, "{r} {g}");
    let slope: Vec<u8> = (20..80).map(|x| image.pixel(x, 60)[0]).collect();
    assert!(slope.is_sorted_by(|a, b| a >= b) && slope[20] > 70 && slope[40] < 30, "{slope:?}");
}

#[test]
fn a_backdrop_moves_by_its_own() {
    let hand = backdrop(Fit::Cover, 0.0, 0.0);
    let (plan, mut frame) = (hand.plan(), hand.frame());
    frame.stages[0].backdrop = Affine::translate((30.0, 0.0));
    let image = Image::of(painter(&plan, 1.0, &hand.files).paint(&plan, &frame));
    assert_pixel(&image, (70, 100), [200, 0, 0]);
    assert_pixel(&image, (90, 100), [0, 200, 0]);
}
