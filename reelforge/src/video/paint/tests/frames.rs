use super::*;
use crate::video::paint::sheet;

fn scene() -> Hand {
    let ramp = Paint::Linear {
        from: Point::ZERO,
        to: Point::new(100.0, 100.0),
        colors: vec![BLUE, Rgba([90, 20, 120, 255])],
    };
    let mut hand = Hand::on(BLACK)
        .with(
            vec![
                Ink::Shadow {
                    rect: Rect::new(20.0, 20.0, 80.0, 60.0),
                    radius: 6.0,
                    sigma: 5.0,
                    color: BLACK,
                },
                Ink::round_rect(Rect::new(20.0, 16.0, 80.0, 56.0), 6.0, Paint::Solid(WHITE)),
            ],
            |node| node.opacity = 0.8,
        )
        .with(vec![line(&[(10.0, 80.0), (50.0, 70.0), (90.0, 90.0)], 5.0, RED)], |node| {
            node.transform = Affine::rotate_about(0.1, (50.0, 80.0));
        })
        .with(vec![square([30.0, 25.0, 60.0, 45.0], GREEN)], |node| node.blur = 2.0);
    hand.backdrop = Backdrop::Paint(ramp);
    hand
}

/// The scene at a frame: everything moves.
fn frame_at(frame: &Frame, number: u32) -> Frame {
    let mut frame = Frame { number, ..frame.clone() };
    for node in &mut frame.stages[0].nodes {
        node.transform *= Affine::translate((f64::from(number) * 0.7, f64::from(number) * 0.3));
    }
    frame
}

#[test]
fn a_frame_looks_the_same_whoever_paints_it_and_whatever_was_painted_before() {
    let hand = scene();
    let (plan, frame) = (hand.plan(), hand.frame());
    let painted = |numbers: &mut dyn Iterator<Item = u32>| {
        let pictures = Arc::new(Pictures::new(Arc::new(NoFiles)));
        let mut painter = Painter::new(plan.canvas, 0.9, pictures, Precision::Fastest);
        numbers.map(|number| Image::of(painter.paint(&plan, &frame_at(&frame, number)))).collect::<Vec<_>>()
    };
    let one = painted(&mut (0..12));
    assert!(one[0] != one[1], "frames differ");
    let [even, odd] = std::thread::scope(|scope| {
        let painted = &painted;
        [0, 1]
            .map(|first| scope.spawn(move || painted(&mut (first..12).step_by(2))))
            .map(|it| it.join().unwrap())
    });
    let in_turns: Vec<_> = even.into_iter().zip(odd).flat_map(|(even, odd)| [even, odd]).collect();
    assert!(in_turns == one);
    let mut backwards = painted(&mut (0..12).rev());
    backwards.reverse();
    assert!(backwards == one);
}

#[test]
fn a_preview_looks_like_the_video_made_smaller() {
    let large = scene().scaled(8.0);
    let small = scene().scaled(4.0);
    assert_eq!((small.width(), small.height(), large.width()), (400, 400, 800));
    let (mut sum, mut far) = (0_u64, 0);
    for (x, y) in (0..400).flat_map(|x| (0..400).map(move |y| (x, y))) {
        let mean = |channel: usize| {
            let four =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| large.pixel(2 * x + dx, 2 * y + dy)[channel]);
            four.iter().map(|byte| u16::from(*byte)).sum::<u16>() / 4
        };
        for channel in 0..3 {
            let difference = mean(channel).abs_diff(small.pixel(x, y)[channel].into());
            far += u32::from(difference > 30);
            sum += u64::from(difference);
        }
    }
    // On the whole by a tenth of a step; a few pixels at corners of lines by more.
    assert!(far < 60 && sum < 400 * 400 * 3 / 4, "{far}, {sum}");
}

#[test]
fn both_sides_are_filled_when_a_scale_leaves_a_part_of_a_pixel() {
    let mut hand = Hand::on(WHITE);
    hand.canvas = Size::new(101.0, 67.0);
    let image = hand.scaled(0.5);
    assert_eq!((image.width(), image.height()), (51, 34));
    assert_pixel(&image, (50, 33), [255; 3]);
    assert_eq!(Hand::on(WHITE).scaled(0.0).width(), 1);
    assert_eq!(Hand::on(WHITE).scaled(f64::NAN).width(), 1);
}

#[test]
fn single_items_are_left_out_or_painted_alone() {
    let hand = Hand::on(BLUE)
        .with(vec![square([0.0, 0.0, 60.0, 60.0], RED)], |group| group.opacity = 0.5)
        .with(vec![square([20.0, 20.0, 40.0, 40.0], WHITE)], stay)
        .grouped(1)
        .with(vec![square([50.0, 50.0, 100.0, 100.0], GREEN)], stay);
    let (plan, frame) = (hand.plan(), hand.frame());
    let mut painter = painter(&plan, 1.0, &hand.files);
    let mut shown = |show| {
        let pixels = painter.paint_some(&plan, &frame, show);
        [(10, 10), (30, 30), (55, 55), (90, 90), (90, 10)].map(|(x, y)| {
            let pixel = pixels.sample(x, y);
            [pixel.r, pixel.g, pixel.b, pixel.a]
        })
    };
    let (red, white, blue, green) =
        ([127, 0, 128, 255], [127, 127, 255, 255], [0, 0, 255, 255], [0, 255, 0, 255]);
    let near = |found: [[u8; 4]; 5], wanted: [[u8; 4]; 5]| {
        let far = found.iter().flatten().zip(wanted.iter().flatten()).any(|(a, b)| a.abs_diff(*b) > 2);
        assert!(!far, "{found:?} is not {wanted:?}");
    };
    near(shown(Show::All), [red, white, green, green, blue]);
    let half = |color: [u8; 3]| [color[0] / 2, color[1] / 2, color[2] / 2, 128];
    let none = [0; 4];
    near(shown(Show::Only { scene: 0, item: 2 }), [none, none, green, green, none]);
    near(
        shown(Show::Only { scene: 0, item: 0 }),
        [half([255, 0, 0]), half([255; 3]), half([255, 0, 0]), none, none],
    );
    // A child is seen as its group shows it.
    near(shown(Show::Only { scene: 0, item: 1 }), [none, half([255; 3]), none, none, none]);
}

#[test]
fn images_become_files_that_say_the_same() {
    let image = scene().scaled(2.0);
    let png = image::load_from_memory(&image.to_png().unwrap()).unwrap().to_rgb8();
    assert_eq!((png.dimensions(), png.as_raw().as_slice()), ((200, 200), image.rgb()));
    let bytes = image.to_jpeg().unwrap();
    let jpeg = image::load_from_memory(&bytes).unwrap().to_rgb8();
    let difference: u64 = jpeg.as_raw().iter().zip(image.rgb()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    assert!(difference / (200 * 200 * 3) < 6 && bytes.len() < 12_000, "{difference}, {} bytes", bytes.len());
}

#[test]
fn a_sheet_puts_images_side_by_side() {
    let image = |color: [u8; 3]| Image::new(20, 10, color);
    let made = sheet(&[image([255, 0, 0]), image([0, 255, 0]), image([0, 0, 255])], 2, 4);
    assert_eq!((made.width(), made.height()), (4 + 24 + 24, 4 + 14 + 14));
    assert_eq!(made.pixel(4, 4), [255, 0, 0]);
    assert_eq!(made.pixel(28, 4), [0, 255, 0]);
    assert_eq!(made.pixel(4, 18), [0, 0, 255]);
    assert!([(0, 0), (25, 5), (30, 20)].iter().all(|(x, y)| made.pixel(*x, *y) == made.pixel(0, 0)));
    assert_eq!((sheet(&[], 3, 4).width(), sheet(&[image([0; 3])], 9, 0).width()), (8, 20));
}
