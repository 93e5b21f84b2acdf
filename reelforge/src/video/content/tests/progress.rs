use kurbo::Shape;

use super::*;

fn full(scene: &Scene, since: f64) -> Option<Rect> {
    let accent = scene.look().token("accent").expect("a colour");
    marks(&scene.built().at(since), accent).first().copied()
}

#[test]
fn a_bar_is_as_long_as_time_has_passed() {
    let scene = Scene::new("{type: progress}");
    let built = scene.built();
    assert_eq!(built.size, Size::new(972.0, 20.0));
    assert_eq!(full(&scene, 0.0), None, "nothing has passed");
    // The first of them is shorter than its round ends.
    for (since, part) in [(0.04, 0.01), (1.0, 0.25), (2.0, 0.5), (4.0, 1.0), (9.0, 1.0)] {
        let rect = full(&scene, since).expect("it shows");
        assert!(about(rect.width(), 972.0 * part) && about(rect.x0, 0.0), "{since}: {rect:?}");
        assert!(rect.y0 > -0.01 && rect.y1 < 20.01, "{since}: {rect:?}");
    }
}

#[test]
fn a_bar_goes_between_its_ends_and_can_be_thicker() {
    let scene = Scene::new("{type: progress, from: 0.8, to: 0.2, thickness: 60}");
    assert_eq!(scene.built().size.height, 60.0);
    assert!(about(full(&scene, 0.0).expect("it shows").width(), 972.0 * 0.8));
    assert!(about(full(&scene, 2.0).expect("it shows").width(), 972.0 * 0.5));
    assert!(about(full(&scene, 4.0).expect("it shows").width(), 972.0 * 0.2));
}

#[test]
fn where_people_read_from_the_right_bars_fill_from_there() {
    let scene = Scene { language: "ar", ..Scene::new("{type: progress}") };
    let rect = full(&scene, 1.0).expect("it shows");
    assert!(about(rect.x1, 972.0) && about(rect.x0, 972.0 * 0.75), "{rect:?}");
    let scene = Scene { language: "ar", ..Scene::new("{type: progress, span: video}") };
    assert!(
        about(full(&scene, 1.0).expect("it shows").x0, 0.0),
        "a video is played from the left everywhere"
    );
}

#[test]
fn a_ring_covers_its_part_of_the_circle() {
    let scene = Scene::new("{type: progress, style: ring, w: 400, thickness: 40}");
    let room =
        Room { w: Some(400.0), h: None, max_w: 972.0, max_h: 1728.0, ground: Size::new(1080.0, 1920.0) };
    let built = scene.built_in(room);
    assert_eq!(built.size, Size::new(400.0, 400.0));
    let area = |since: f64| {
        let pieces = built.at(since);
        let paths = pieces.iter().flat_map(|piece| &piece.inks).map(|ink| match ink {
            Ink::Fill { path, .. } => path.area().abs(),
            other => panic!("{other:?}"),
        });
        paths.collect::<Vec<f64>>()
    };
    let ring = std::f64::consts::PI * (200.0_f64.powi(2) - 160.0_f64.powi(2));
    // The two round ends make a circle as wide as the ring.
    let ends = std::f64::consts::PI * 20.0_f64.powi(2);
    assert!((area(0.0)[0] - ring).abs() < ring * 0.001);
    for (since, part) in [(1.0, 0.25), (2.0, 0.5), (3.0, 0.75)] {
        let want = ring * part + ends;
        assert!((area(since)[1] - want).abs() < want * 0.01, "{since}: {:?}, not {want}", area(since));
    }
    assert!((area(4.0)[1] - ring).abs() < ring * 0.001, "it closes");
}
