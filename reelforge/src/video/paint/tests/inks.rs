use super::*;

#[test]
fn gradients_run_from_end_to_end() {
    let linear = |from: (f64, f64), to: (f64, f64), colors: Vec<Rgba>| Paint::Linear {
        from: from.into(),
        to: to.into(),
        colors,
    };
    let mut hand = Hand::on(BLACK);
    hand.backdrop = Backdrop::Paint(linear((0.0, 0.0), (0.0, 100.0), vec![RED, GREEN, BLUE]));
    let image = hand.paint();
    assert_pixel(&image, (50, 0), [254, 1, 0]);
    assert_pixel(&image, (50, 50), [0, 253, 2]);
    assert_pixel(&image, (50, 99), [0, 1, 254]);
    assert_pixel(&image, (3, 25), [126, 129, 0]);
    // In the coordinates of the path, which its element moves.
    let path = Arc::new(Rect::new(0.0, 0.0, 50.0, 50.0).to_path(0.1));
    let ink = Ink::Fill { path, paint: linear((10.0, 0.0), (40.0, 0.0), vec![BLACK, WHITE]) };
    let image =
        Hand::on(BLUE).with(vec![ink], |node| node.transform = Affine::translate((50.0, 50.0))).paint();
    assert_pixel(&image, (55, 75), [0; 3]);
    assert_pixel(&image, (75, 75), [130; 3]);
    assert_pixel(&image, (95, 75), [255; 3]);
    // Without a length, or without colours to run through.
    for (paint, wanted) in [
        (linear((5.0, 5.0), (5.0, 5.0), vec![RED, GREEN]), [0, 255, 0]),
        (linear((0.0, 0.0), (9.0, 9.0), vec![RED]), [255, 0, 0]),
        (linear((0.0, 0.0), (9.0, 9.0), vec![]), [0, 0, 255]),
    ] {
        let ink = Ink::Fill { path: Arc::new(Rect::new(0.0, 0.0, 50.0, 50.0).to_path(0.1)), paint };
        assert_pixel(&Hand::on(BLUE).with(vec![ink], stay).paint(), (25, 25), wanted);
    }
}

#[test]
fn lines_have_round_ends_and_corners() {
    let image = Hand::on(BLACK).with(vec![line(&[(30.0, 50.0), (70.0, 50.0)], 20.0, WHITE)], stay).paint();
    assert_pixel(&image, (22, 50), [255; 3]);
    assert_pixel(&image, (22, 42), [0; 3]);
    let corner = Hand::on(BLACK)
        .with(vec![line(&[(20.0, 80.0), (80.0, 80.0), (80.0, 20.0)], 20.0, WHITE)], stay)
        .paint();
    assert_pixel(&corner, (85, 85), [255; 3]);
    assert_pixel(&corner, (89, 89), [0; 3]);
}

#[test]
fn outlines_with_holes_follow_the_rule_that_counts_turns() {
    // A square within a square: in the same direction it fills, in the other one it is a hole.
    let mut path = Rect::new(20.0, 20.0, 80.0, 80.0).to_path(0.1);
    path.extend(&Rect::new(40.0, 40.0, 60.0, 60.0).to_path(0.1).reverse_subpaths());
    let image = Hand::on(BLACK).with(vec![Ink::fill(path, WHITE)], stay).paint();
    assert_pixel(&image, (50, 50), [0; 3]);
    assert_pixel(&image, (30, 50), [255; 3]);
}

fn shadow(rect: Rect, sigma: f64) -> Ink {
    Ink::Shadow { rect, radius: 8.0, sigma, color: Rgba([0, 0, 0, 128]) }
}

#[test]
fn shadows_are_dark_in_the_middle_and_fade_outwards() {
    let rect = Rect::new(30.0, 30.0, 70.0, 70.0);
    let image = Hand::on(WHITE).with(vec![shadow(rect, 6.0)], stay).paint();
    assert_pixel(&image, (50, 50), [127; 3]);
    let edge = image.pixel(30, 50)[0];
    assert!(edge.abs_diff(191) < 12, "half of it is left at its edge: {edge}");
    let fades: Vec<u8> = (10..50).map(|x| image.pixel(x, 50)[0]).collect();
    assert!(fades.is_sorted_by(|a, b| a >= b), "{fades:?}");
    assert_pixel(&image, (5, 50), [255; 3]);
}

#[test]
fn a_kept_shadow_is_where_its_element_moves() {
    let rect = Rect::new(10.0, 10.0, 40.0, 40.0);
    let moved = |by: (f64, f64)| Affine::translate(by);
    let hand = Hand::on(WHITE)
        .with(vec![shadow(rect, 9.0)], stay)
        .with(vec![shadow(rect, 9.0)], |node| node.transform = moved((50.0, 50.0)));
    let (plan, frame) = (hand.plan(), hand.frame());
    let mut painter = painter(&plan, 1.0, &hand.files);
    let first = Image::of(painter.paint(&plan, &frame));
    assert!(first.pixel(25, 25)[0].abs_diff(first.pixel(75, 75)[0]) <= 1);
    // Whatever was kept from earlier frames, the pixels are the same.
    assert_eq!(Image::of(painter.paint(&plan, &frame)), first);
    // A turned or larger one is drawn from the same picture.
    let mut other = frame.clone();
    other.stages[0].nodes.truncate(1);
    other.stages[0].nodes[0].transform = Affine::scale(2.0);
    let large = Image::of(painter.paint(&plan, &other));
    assert!(large.pixel(50, 50)[0] < 150 && large.pixel(99, 99)[0] > 215, "{:?}", large.pixel(50, 50));
}
