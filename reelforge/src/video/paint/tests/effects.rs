use kurbo::Vec2;

use super::*;
use crate::video::layout::PartState;

#[test]
fn a_translucent_group_is_drawn_as_one() {
    // Two red squares that overlap, in a group at half the opacity, over white: nowhere is the red stronger.
    let image = Hand::on(WHITE)
        .with(vec![], |group| group.opacity = 0.5)
        .with(vec![square([10.0, 10.0, 60.0, 60.0], RED)], stay)
        .with(vec![square([40.0, 40.0, 90.0, 90.0], RED)], stay)
        .grouped(2)
        .paint();
    for place in [(20, 20), (50, 50), (80, 80)] {
        assert_pixel(&image, place, [255, 127, 127]);
    }
    assert_pixel(&image, (95, 95), [255; 3]);
    // The same for the inks of one element.
    let inks = vec![square([10.0, 10.0, 60.0, 60.0], RED), square([40.0, 40.0, 90.0, 90.0], RED)];
    let image = Hand::on(WHITE).with(inks, |node| node.opacity = 0.5).paint();
    assert_pixel(&image, (50, 50), [255, 127, 127]);
}

#[test]
fn opacities_in_one_another_multiply() {
    let image = Hand::on(BLACK)
        .with(vec![], |group| group.opacity = 0.5)
        .with(vec![square([0.0, 0.0, 50.0, 100.0], WHITE)], |child| child.opacity = 0.5)
        .grouped(1)
        .with(vec![square([50.0, 0.0, 100.0, 100.0], WHITE)], |node| node.opacity = 0.0)
        .paint();
    assert_pixel(&image, (25, 50), [64; 3]);
    assert_pixel(&image, (75, 50), [0; 3]);
}

#[test]
fn elements_are_moved_turned_and_cut_at_the_canvas() {
    let turned = Affine::rotate_about(std::f64::consts::FRAC_PI_4, (50.0, 50.0));
    let image = Hand::on(BLACK)
        .with(vec![square([30.0, 30.0, 70.0, 70.0], RED)], |node| node.transform = turned)
        .with(vec![square([0.0, 0.0, 100.0, 100.0], GREEN)], |node| {
            node.transform = Affine::translate((90.0, -95.0));
        })
        .paint();
    // The corner of the square now stands above, and beside it is nothing.
    assert_pixel(&image, (50, 25), [255, 0, 0]);
    assert_pixel(&image, (33, 33), [0; 3]);
    assert_pixel(&image, (95, 2), [0, 255, 0]);
    assert_pixel(&image, (95, 7), [0; 3]);
}

#[test]
fn what_is_uncovered_shows_from_the_left() {
    let all = |node: &mut Node| node.wipe = 0.25;
    let image = Hand::on(BLACK).with(vec![square([0.0, 0.0, 80.0, 80.0], RED)], all).paint();
    assert_pixel(&image, (10, 40), [255, 0, 0]);
    assert_pixel(&image, (21, 40), [0; 3]);
    // A group uncovers its children too, in its own direction when it is turned: here from above.
    let image = Hand::on(BLACK)
        .with(vec![square([0.0, 0.0, 80.0, 10.0], BLUE)], |group| {
            group.transform = Affine::translate((80.0, 0.0)) * Affine::rotate(std::f64::consts::FRAC_PI_2);
            group.wipe = 0.5;
        })
        .with(vec![square([0.0, 0.0, 80.0, 80.0], RED)], stay)
        .grouped(1)
        .paint();
    assert_pixel(&image, (40, 35), [255, 0, 0]);
    assert_pixel(&image, (40, 45), [0; 3]);
}

#[test]
fn blur_spreads_what_is_there_and_keeps_its_sum() {
    let sharp = Hand::on(BLACK).with(vec![square([40.0, 40.0, 60.0, 60.0], WHITE)], stay).paint();
    let soft =
        Hand::on(BLACK).with(vec![square([40.0, 40.0, 60.0, 60.0], WHITE)], |node| node.blur = 5.0).paint();
    let sum = |image: &Image| image.rgb().iter().map(|byte| u64::from(*byte)).sum::<u64>() as f64;
    assert!((sum(&soft) / sum(&sharp) - 1.0).abs() < 0.06, "{} of {}", sum(&soft), sum(&sharp));
    assert!(soft.pixel(50, 50)[0] > 200 && soft.pixel(37, 50)[0] > 30 && soft.pixel(20, 50)[0] < 3);
    let half = soft.pixel(40, 50)[0];
    assert!(half.abs_diff(128) < 20, "the edge is half as light: {half}");
    // It counts in canvas pixels, at any scale of the painter.
    let small = Hand::on(BLACK)
        .with(vec![square([40.0, 40.0, 60.0, 60.0], WHITE)], |node| node.blur = 5.0)
        .scaled(0.5);
    for (x, y) in [(25, 25), (20, 25), (19, 25), (30, 20)] {
        let (small, large) = (small.pixel(x, y)[0], soft.pixel(x * 2, y * 2)[0]);
        assert!(small.abs_diff(large) < 24, "{x}, {y}: {small} and {large}");
    }
}

#[test]
fn a_blurred_element_within_a_blurred_translucent_group_is_drawn() {
    let image = Hand::on(BLACK)
        .with(vec![], |group| (group.opacity, group.blur) = (0.5, 2.0))
        .with(vec![square([20.0, 20.0, 80.0, 80.0], WHITE)], |node| (node.blur, node.wipe) = (3.0, 0.9))
        .grouped(1)
        .paint();
    assert_pixel(&image, (50, 50), [128; 3]);
    assert_pixel(&image, (5, 5), [0; 3]);
}

#[test]
fn pieces_move_on_their_own() {
    let piece = |x: f64| Piece::new(Role::Text, vec![square([x, 0.0, x + 20.0, 20.0], WHITE)]);
    let states = [
        PartState { transform: Affine::translate((0.0, 40.0)), ..PartState::STILL },
        PartState { opacity: 0.5, ..PartState::STILL },
        PartState { wipe: 0.5, ..PartState::STILL },
        PartState { opacity: 0.0, ..PartState::STILL },
    ];
    let pieces = (0..5).map(|index| piece(f64::from(index) * 20.0)).collect();
    let image = Hand::on(BLACK).with_pieces(pieces, |node| node.parts = Some(Arc::new(states))).paint();
    let places = [(10, 10), (10, 50), (30, 10), (45, 10), (55, 10), (70, 10), (90, 10)];
    assert_eq!(places.map(|(x, y)| image.pixel(x, y)[0].div_ceil(64)), [0, 4, 2, 4, 0, 0, 4]);
}

#[test]
fn lines_are_drawn_by_and_by_and_insides_fade_in_behind_them() {
    let inks = || {
        vec![
            square([70.0, 70.0, 90.0, 90.0], RED),
            line(&[(10.0, 10.0), (90.0, 10.0), (90.0, 50.0)], 4.0, WHITE),
        ]
    };
    let drawn = |part: f64| Hand::on(BLACK).with(inks(), |node| node.draw = part).paint();
    let half = drawn(0.5);
    assert_pixel(&half, (60, 10), [255; 3]);
    assert_pixel(&half, (76, 10), [0; 3]);
    assert_pixel(&half, (80, 80), [0; 3]);
    let most = drawn(0.75);
    assert_pixel(&most, (88, 10), [255; 3]);
    assert_pixel(&most, (90, 40), [0; 3]);
    assert_pixel(&most, (80, 80), [128, 0, 0]);
    let all = drawn(1.0);
    assert_pixel(&all, (90, 48), [255; 3]);
    assert_pixel(&all, (80, 80), [255, 0, 0]);
    assert_eq!(drawn(0.0), Hand::on(BLACK).paint());
}

#[test]
fn a_transition_moves_fades_cuts_and_whitens_the_whole_scene() {
    let effect = |effect: Effect| {
        let mut hand = Hand::on(BLUE).with(vec![square([0.0, 0.0, 20.0, 20.0], RED)], stay);
        hand.effect = effect;
        hand.paint()
    };
    let shifted = effect(Effect { shift: Vec2::new(50.0, 0.0), ..Effect::NONE });
    assert_pixel(&shifted, (60, 10), [255, 0, 0]);
    assert_pixel(&shifted, (80, 80), [0, 0, 255]);
    assert_pixel(&shifted, (40, 10), [0; 3]);
    let faded = effect(Effect { opacity: 0.5, ..Effect::NONE });
    assert_pixel(&faded, (10, 10), [128, 0, 0]);
    let smaller = effect(Effect { scale: 0.5, ..Effect::NONE });
    assert_pixel(&smaller, (30, 30), [255, 0, 0]);
    assert_pixel(&smaller, (10, 10), [0; 3]);
    let cut = effect(Effect { clip: Some(Rect::new(0.0, 0.0, 10.0, 100.0)), ..Effect::NONE });
    assert_pixel(&cut, (5, 10), [255, 0, 0]);
    assert_pixel(&cut, (15, 10), [0; 3]);
    let white = effect(Effect { flash: 0.5, ..Effect::NONE });
    assert_pixel(&white, (80, 80), [128, 128, 255]);
    // Both at once: the new scene is shifted, and only then cut.
    let both = effect(Effect {
        shift: Vec2::new(50.0, 0.0),
        clip: Some(Rect::new(60.0, 0.0, 100.0, 100.0)),
        ..Effect::NONE
    });
    assert_pixel(&both, (65, 10), [255, 0, 0]);
    assert_pixel(&both, (55, 10), [0; 3]);
}

#[test]
fn what_cannot_be_placed_is_left_out() {
    for transform in [
        Affine::scale(0.0),
        Affine::scale(f64::NAN),
        Affine::translate((f64::INFINITY, 0.0)),
        Affine::scale(1e9),
    ] {
        let image = Hand::on(BLUE)
            .with(
                vec![square([0.0, 0.0, 20.0, 20.0], RED), line(&[(1.0, 1.0), (9.0, 9.0)], 2.0, RED)],
                |node| {
                    node.transform = transform;
                },
            )
            .with(vec![square([80.0, 80.0, 100.0, 100.0], GREEN)], stay)
            .paint();
        assert_pixel(&image, (90, 90), [0, 255, 0]);
    }
}

#[test]
fn a_blur_larger_than_the_picture_is_one_of_a_quarter() {
    let blurred = |sigma: f64| {
        let square = square([0.0, 0.0, 50.0, 100.0], WHITE);
        Hand::on(BLACK).with(vec![square], |node| node.blur = sigma).paint()
    };
    let quarter = blurred(25.0);
    assert_eq!(blurred(8192.0).rgb(), quarter.rgb());
    assert_ne!(blurred(10.0).rgb(), quarter.rgb());
}
