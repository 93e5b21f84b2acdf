use super::*;

#[test]
fn ink_is_what_is_painted_where_it_is_painted() {
    let plan =
        scene(&format!("elements: [{}]", boxed("a", 100.0, 60.0, ", x: 10, y: 20, scale: 2, fill: $text")));
    assert_near(plan.node(0, "a").unwrap().ink, Rect::new(-40.0, -10.0, 160.0, 110.0));
}

#[test]
fn the_ink_of_a_group_is_that_of_all_in_it() {
    let plan = scene(
        "elements: [{id: g, type: group, x: 100, y: 100, w: 300, h: 300, layout: free, elements: [
            {id: a, type: shape, shape: rect, x: 0, y: 0, w: 20, h: 20},
            {id: b, type: shape, shape: rect, x: 250, y: 100, w: 100, h: 20, at: 1, enter: none}]}]",
    );
    assert_near(plan.node(0, "g").unwrap().ink, Rect::new(100.0, 100.0, 120.0, 120.0));
    assert_near(plan.node(30, "g").unwrap().ink, Rect::new(100.0, 100.0, 450.0, 220.0));
    assert_eq!(plan.node(30, "g").unwrap().turned, None);
}

#[test]
fn what_does_not_show_covers_nothing() {
    let plan = scene(&format!(
        "elements: [{}, {}]",
        boxed("a", 100.0, 60.0, ", opacity: 0"),
        boxed("b", 100.0, 60.0, ", enter: {type: wipe, duration: 1, ease: linear}")
    ));
    assert_eq!(plan.node(0, "a").unwrap().ink, Rect::ZERO);
    assert_eq!(plan.node(0, "b").unwrap().ink, Rect::ZERO);
    let half = plan.node(15, "b").unwrap().ink;
    assert!(near(half.width(), 50.0) && near(half.x0, plan.rect("b").x0), "{half:?}");
}

#[test]
fn a_group_that_is_uncovered_hides_what_is_in_it() {
    let plan = scene(
        "elements: [{id: g, type: group, x: 100, y: 100, w: 200, h: 200, layout: free,
            enter: {type: wipe, duration: 1, ease: linear}, elements: [
            {id: a, type: shape, shape: rect, x: 50, y: 0, w: 100, h: 20},
            {id: b, type: shape, shape: rect, x: 150, y: 0, w: 50, h: 20}]}]",
    );
    assert_near(plan.node(15, "a").unwrap().ink, Rect::new(150.0, 100.0, 200.0, 120.0));
    assert_eq!(plan.node(15, "b").unwrap().ink, Rect::ZERO);
    assert_near(plan.node(15, "g").unwrap().ink, Rect::new(150.0, 100.0, 200.0, 120.0));
    assert_near(plan.node(45, "g").unwrap().ink, Rect::new(150.0, 100.0, 300.0, 120.0));
}

#[test]
fn what_is_turned_is_a_polygon() {
    let turned = |rotate: f64| {
        let plan = scene(&format!(
            "elements: [{}]",
            boxed("a", 100.0, 100.0, &format!(", x: 0, y: 0, rotate: {rotate}"))
        ));
        let node = plan.node(0, "a").unwrap();
        (node.ink, node.turned)
    };
    assert_eq!(turned(4.0).1, None);
    let (ink, corners) = turned(45.0);
    let half = 50.0 * 2.0_f64.sqrt();
    assert_near(ink, Rect::new(50.0 - half, 50.0 - half, 50.0 + half, 50.0 + half));
    let corners = corners.unwrap();
    // The top left corner has come to the top.
    assert!((corners[0] - kurbo::Point::new(50.0, 50.0 - half)).hypot() < 1e-6, "{corners:?}");
    assert!((corners[1] - kurbo::Point::new(50.0 + half, 50.0)).hypot() < 1e-6, "{corners:?}");
    let group = scene(
        "elements: [{id: g, type: group, x: 0, y: 0, w: 100, h: 100, rotate: -45, layout: free, elements: [
            {id: a, type: shape, shape: rect, x: 0, y: 0, w: 100, h: 50}]}]",
    );
    let corners = group.node(0, "g").unwrap().turned.unwrap();
    assert!((corners[0] - kurbo::Point::new(50.0 - half, 50.0)).hypot() < 1e-6, "{corners:?}");
    assert!(group.node(0, "a").unwrap().turned.is_some());
}

#[test]
fn what_leaves_the_canvas_for_three_frames_is_seen_to_do_so() {
    let keys = ", x: 100, y: 100, keyframes: [{at: 0, x: 100}, {at: 1, x: 100}, {at: 1, x: -500}, {at: 1.1, x: -500}, {at: 1.1, x: 100}]";
    let plan = scene(&format!("elements: [{}]", boxed("a", 100.0, 100.0, keys)));
    let outside: Vec<u32> =
        (0..plan.frames).filter(|number| plan.node(*number, "a").unwrap().ink.x1 < 0.0).collect();
    assert_eq!(outside, [30, 31, 32]);
}

#[test]
fn a_line_to_the_left_is_uncovered_like_any_other() {
    let plan = scene(
        "elements: [{id: l, type: shape, shape: line, x: 500, y: 100, to: [100, 100], stroke_width: 4,
            enter: {type: wipe, duration: 1, ease: linear}}]",
    );
    assert_eq!(plan.node(0, "l").unwrap().ink, Rect::ZERO);
    let half = plan.node(15, "l").unwrap().ink;
    assert!((half.width() - 200.0).abs() < 4.0, "{half:?}");
}
