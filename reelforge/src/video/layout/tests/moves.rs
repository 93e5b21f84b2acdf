use super::*;
use crate::video::layout::Phase;

/// One box at (100, 200) of 100 × 100 in the second of two scenes of 4 seconds.
fn moving(keys: &str) -> Plan {
    plan(&format!(
        "scenes: [{{id: x, duration: 1}}, {{id: y, duration: 4, elements: [{}]}}]",
        boxed("a", 100.0, 100.0, &format!(", x: 100, y: 200, {keys}"))
    ))
}

/// The first frame of that scene.
const START: u32 = 30;

fn opacities(plan: &Plan, frames: impl IntoIterator<Item = u32>) -> Vec<f64> {
    frames.into_iter().map(|number| plan.node(START + number, "a").unwrap().opacity).collect()
}

#[test]
fn elements_fade_in_unless_they_begin_the_video() {
    let plan = moving("layer: 0");
    let fading = opacities(&plan, 0..12);
    assert!(near(fading[0], 0.0) && near(fading[11], 1.0) && fading.is_sorted(), "{fading:?}");
    assert!(fading[10] < 1.0, "it takes 0.35 s");
    let first =
        scene(&format!("elements: [{}, {}]", boxed("a", 9.0, 9.0, ""), boxed("b", 9.0, 9.0, ", at: 1")));
    assert!(near(first.node(0, "a").unwrap().opacity, 1.0), "the first frame is the poster");
    assert!(near(first.node(30, "b").unwrap().opacity, 0.0));
    let asked = scene(&format!("elements: [{}]", boxed("a", 9.0, 9.0, ", enter: fade")));
    assert!(near(asked.node(0, "a").unwrap().opacity, 0.0));
}

#[test]
fn what_begins_with_its_group_comes_with_it() {
    let plan = plan(
        "scenes: [{id: x, duration: 1}, {id: y, duration: 4, elements: [{id: g, type: group, elements: [
            {id: a, type: shape, shape: rect, w: 10, h: 10}, {id: b, type: shape, shape: rect, w: 10, h: 10, at: 1}]}]}]",
    );
    let node = plan.node(START + 3, "a").unwrap();
    assert!(near(node.opacity, 1.0), "it does not fade a second time");
    assert!(
        node.visible_opacity < 1.0 && near(node.visible_opacity, plan.node(START + 3, "g").unwrap().opacity)
    );
    assert!(near(plan.node(START + 30, "b").unwrap().opacity, 0.0));
}

#[test]
fn enter_and_exit_frame_the_life_of_an_element() {
    let plan = moving(
        "at: 1, until: 3, enter: {type: fade, duration: 0.5, delay: 0.2}, exit: {type: fade, duration: 0.4}",
    );
    let phase = |number| plan.node(START + number, "a").unwrap().phase;
    assert_eq!([30, 50, 51, 76, 77, 89].map(phase), {
        use Phase::{Entering, Leaving, Settled};
        [Entering, Entering, Settled, Settled, Leaving, Leaving]
    });
    let seen = opacities(&plan, [30, 36, 51, 77, 78, 86, 89]);
    assert!(near(seen[0], 0.0) && near(seen[1], 0.0) && near(seen[2], 1.0), "{seen:?}");
    assert!(near(seen[3], 1.0) && seen[4] < 1.0 && seen[5] < 0.7, "{seen:?}");
    assert!(near(seen[6], 0.0), "the last frame is held under the next scene");
    let early = moving("at: 1, until: 3, enter: none, exit: {type: fade, duration: 0.4, delay: 0.5}");
    let seen = opacities(&early, [62, 63, 73, 74, 89]);
    assert!(near(seen[0], 1.0) && seen[2] < 0.3 && near(seen[3], 0.0) && near(seen[4], 0.0), "{seen:?}");
}

#[test]
fn what_lacks_time_hurries() {
    let plan = moving(
        "at: 1, until: 1.4334, enter: {type: fade, duration: 1, ease: linear}, exit: {type: fade, duration: 1, ease: linear}",
    );
    let seen = opacities(&plan, 30..43);
    assert!(near(seen[0], 0.0) && near(seen[6], 1.0) && near(seen[3], 0.5) && near(seen[9], 0.5), "{seen:?}");
}

#[test]
fn slides_end_at_the_element_s_place() {
    let plan = moving("enter: {type: slide-up, duration: 1, ease: linear}");
    // 6% of the canvas' shorter side.
    for (number, y) in [(0, 260.0), (15, 230.0), (30, 200.0), (60, 200.0)] {
        let seen = plan.seen(START + number, "a");
        assert!(near(seen[0], 100.0) && near(seen[1], y), "{number}: {seen:?}");
    }
}

#[test]
fn size_and_turn_are_about_the_centre() {
    let plan = moving("scale: 2, rotate: 90, opacity: 0.5, enter: none");
    let node = plan.node(START, "a").unwrap();
    assert_near(
        node.transform.transform_rect_bbox(Rect::new(0.0, 0.0, 100.0, 100.0)),
        Rect::new(50.0, 150.0, 250.0, 350.0),
    );
    assert!(near(node.opacity, 0.5));
    assert_eq!(plan.rect("a"), Rect::new(100.0, 200.0, 200.0, 300.0), "its place is without motion");
}

#[test]
fn each_property_goes_its_own_way_through_the_keyframes() {
    let plan = moving(
        "enter: none, keyframes: [{at: 1, x: 100, opacity: 0}, {at: 1.5, opacity: 1, ease: linear},
         {at: 3, x: 50%, y: 800, scale: 2, ease: linear}]",
    );
    let seen = |number: u32| {
        let number = START + number;
        let node = plan.node(number, "a").unwrap();
        let [_, _, scale] = plan.seen(number, "a");
        let centre = node.transform * kurbo::Point::new(50.0, 50.0);
        [centre.x - 50.0, centre.y - 50.0, scale, node.opacity]
    };
    let wanted = [
        // Before the first keyframe that names it, a property has that keyframe's value.
        (0, [100.0, 800.0, 2.0, 0.0]),
        (30, [100.0, 800.0, 2.0, 0.0]),
        (36, [140.0, 800.0, 2.0, 0.4]),
        (60, [300.0, 800.0, 2.0, 1.0]),
        (90, [500.0, 800.0, 2.0, 1.0]),
        (117, [500.0, 800.0, 2.0, 1.0]),
    ];
    for (number, wanted) in wanted {
        let found = seen(number);
        assert!(found.iter().zip(wanted).all(|(a, b)| near(*a, b)), "{number}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn keyframes_in_a_group_count_from_its_box() {
    let plan = scene(
        "elements: [{id: g, type: group, x: 300, y: 400, w: 200, h: 200, elements: [
            {id: a, type: shape, shape: rect, w: 20, h: 20, keyframes: [{at: 0, x: 10, y: 50%}]}]}]",
    );
    let seen = plan.seen(0, "a");
    assert!(near(seen[0], 310.0) && near(seen[1], 500.0), "{seen:?}");
}

#[test]
fn groups_carry_what_is_in_them() {
    let plan = scene(
        "elements: [{id: g, type: group, x: 300, y: 400, w: 200, h: 200, scale: 0.5, layout: free,
            keyframes: [{at: 0, x: 300}, {at: 1, x: 330, ease: linear}], elements: [
            {id: a, type: shape, shape: rect, w: 20, h: 20, x: 0, y: 0}]}]",
    );
    // Half as large about (400, 500), and moved with it.
    let (first, last) = (plan.seen(0, "a"), plan.seen(30, "a"));
    assert!(near(first[0], 350.0) && near(first[1], 450.0) && near(first[2], 0.5), "{first:?}");
    assert!(near(last[0], 380.0) && near(last[1], 450.0), "{last:?}");
}

#[test]
fn words_come_one_after_the_other() {
    let enter = |by: &str| {
        plan(&format!(
            "scenes: [{{id: x, duration: 1}}, {{id: y, duration: 4, elements: [{{id: a, type: text, text: one two three,
             enter: {{type: fade, by: {by}, stagger: 0.2, duration: 0.2, ease: linear}}, exit: {{type: fade, by: {by}, stagger: 0.1}}}}]}}]"
        ))
    };
    let plan = enter("word");
    let parts = |number: u32| {
        let node = plan.node(START + number, "a").unwrap();
        let parts = node.parts.expect("they move on their own");
        assert_eq!(parts.len(), node.pieces.len());
        let words = node.pieces.iter().zip(parts.iter());
        (0..3)
            .map(|order| words.clone().find(|it| it.0.order == order).unwrap().1.opacity)
            .collect::<Vec<_>>()
    };
    for (number, wanted) in [
        (0, [0.0, 0.0, 0.0]),
        (3, [0.5, 0.0, 0.0]),
        (6, [1.0, 0.0, 0.0]),
        (9, [1.0, 0.5, 0.0]),
        (15, [1.0, 1.0, 0.5]),
    ] {
        let found = parts(number);
        assert!(found.iter().zip(wanted).all(|(a, b)| near(*a, b)), "{number}: {found:?}");
    }
    let node = plan.node(START + 60, "a").unwrap();
    assert!(node.parts.is_none() && near(node.opacity, 1.0), "at rest they are one");
    assert!(parts(119)[0] < parts(119)[2], "the first one goes first");
    assert_eq!(enter("char").node(START, "a").unwrap().pieces.iter().map(|it| it.order).max(), Some(10));
}

#[test]
fn only_lines_are_drawn() {
    let plan = scene(
        "elements: [
            {id: a, type: shape, shape: line, x: 0, y: 0, to: [100, 100], stroke: $text, enter: {type: draw, duration: 1, ease: linear}},
            {id: b, type: shape, shape: rect, w: 10, h: 10, fill: $text, enter: {type: draw, duration: 1, ease: linear}}]",
    );
    let (line, rect) = (plan.node(15, "a").unwrap(), plan.node(15, "b").unwrap());
    assert!(near(line.draw, 0.5) && near(line.wipe, 1.0));
    assert!(near(rect.draw, 1.0) && near(rect.wipe, 0.5), "what has no lines is uncovered");
}

#[test]
fn moving_backdrops_move() {
    let plan = plan("scenes: [{id: a, duration: 2, background: {image: a.png, motion: zoom-in}}]");
    let backdrop = |number| plan.frame(number).stages[0].backdrop;
    assert_eq!(backdrop(0), kurbo::Affine::IDENTITY);
    assert!(backdrop(59).determinant() > backdrop(30).determinant());
}
