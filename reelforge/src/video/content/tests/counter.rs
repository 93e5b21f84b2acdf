use super::*;

#[test]
fn nothing_jumps_while_it_counts() {
    let scene =
        Scene::new("{type: counter, to: 12500, format: comma, prefix: $, role: display, label: a month}");
    let built = scene.built();
    let edges = |since: f64| {
        let pieces = built.at(since);
        pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b)).expect("it shows")
    };
    let whole = edges(600.0);
    for frame in 0..60 {
        let rect = edges(f64::from(frame) / 30.0);
        assert!(
            rect.x0 >= -1.0 && rect.x1 <= built.size.width + 1.0,
            "{frame}: {rect:?} in {:?}",
            built.size
        );
        assert!(about(rect.y1, whole.y1), "the label stays: {frame}");
        assert!(about(rect.center().x, built.size.width / 2.0) || rect.width() < whole.width(), "{frame}");
    }
    assert_eq!(built.measure.text, "$12,500\na month");
    assert_eq!(built.measure.wanted_px, 132.0);
    assert_eq!(faults(&scene, &built), Vec::<String>::new());
}

#[test]
fn nothing_changes_once_it_has_counted() {
    let built = Scene::new("{type: counter, to: 5, count: 1}").built();
    let Body::Live(live) = &built.body else { panic!("it moves") };
    let pieces = |since: f64| live.pieces(&clock(since));
    assert!(Arc::ptr_eq(&pieces(1.0), &pieces(3.0)), "what does not change is the same");
    assert!(!Arc::ptr_eq(&pieces(0.0), &pieces(1.0)));
    for still in ["{type: counter, to: 5, count: 0}", "{type: counter, to: 5, from: 5}"] {
        assert!(matches!(Scene::new(still).built().body, Body::Still(_)), "{still}");
    }
}

#[test]
fn huge_numbers_shrink_as_far_as_they_can_be_read() {
    let scene = Scene::new("{type: counter, to: 123456789012, format: comma, role: display}");
    let built = scene.built();
    assert_eq!(faults(&scene, &built), Vec::<String>::new());
    assert!(built.measure.font_px < 132.0, "{}", built.measure.font_px);
    let narrow =
        Room { w: Some(200.0), h: None, max_w: 200.0, max_h: 900.0, ground: Size::new(1080.0, 1920.0) };
    let overflow = scene.built_in(narrow).measure.overflow.expect("it does not fit");
    assert!(overflow.width > 20.0 && overflow.fitting_px.is_none(), "{overflow:?}");
    let element = "{type: counter, to: 123456789012, role: display, fit: none}";
    let overflow = Scene::new(element).built_in(Room { w: None, max_w: 700.0, ..narrow }).measure.overflow;
    let fitting = overflow.and_then(|overflow| overflow.fitting_px).expect("it could be smaller");
    assert!(fitting > 36.0 && fitting < 132.0, "{fitting}");
}

#[test]
fn what_lacks_time_hurries_to_its_end() {
    // It is shown for 4 s of 30 frames: the last one shows the end.
    let last = |element: &str| {
        let built = Scene::new(element).built();
        let pieces = |since: f64| built.body.pieces(&clock(since));
        Arc::ptr_eq(&pieces(4.0 - 1.0 / 30.0), &pieces(600.0))
    };
    assert!(last("{type: counter, to: 100, count: 9}"));
    assert!(last(
        "{type: chart, chart: column, grow: 9, data: [{label: a, value: 1}, {label: b, value: 2}]}"
    ));
}
