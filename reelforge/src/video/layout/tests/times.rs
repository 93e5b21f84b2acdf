use super::*;

#[test]
fn frames_follow_the_times_as_written() {
    let elements = [
        boxed("a", 10.0, 10.0, ""),
        boxed("b", 10.0, 10.0, ", at: 1.02, duration: 0.5"),
        boxed("c", 10.0, 10.0, ", at: 2, until: end - 1"),
        boxed("late", 10.0, 10.0, ", at: 4, duration: 9"),
    ];
    let plan = plan(&format!(
        "scenes: [{{id: x, duration: 2}}, {{id: y, duration: 5, elements: [{}]}}]",
        elements.join(", ")
    ));
    assert_eq!((plan.fps, plan.frames), (30, 210));
    assert_eq!(plan.scenes.iter().map(|scene| scene.frames.clone()).collect::<Vec<_>>(), [0..60, 60..210]);
    assert_eq!(
        ["a", "b", "c", "late"].map(|id| plan.item(id).frames.clone()),
        [60..210, 91..106, 120..180, 180..210]
    );
    assert!(plan.node(90, "b").is_none() && plan.node(91, "b").is_some());
    assert!(plan.node(105, "b").is_some() && plan.node(106, "b").is_none());
}

#[test]
fn what_is_in_a_group_lives_within_it() {
    let plan = scene(
        "elements: [{id: g, type: group, at: 1, until: 3, elements: [
            {id: a, type: shape, shape: rect, w: 10, h: 10},
            {id: b, type: shape, shape: rect, w: 10, h: 10, at: 0.5, until: 2},
            {id: c, type: shape, shape: rect, w: 10, h: 10, at: 2, until: 4.5}]}]",
    );
    assert_eq!(["g", "a", "b", "c"].map(|id| plan.item(id).frames.clone()), [30..90, 30..90, 30..60, 60..90]);
    assert!(plan.frame(10).stages[0].nodes.is_empty());
    let nodes = &plan.frame(70).stages[0].nodes;
    assert_eq!(nodes.iter().map(|node| (node.item, node.end)).collect::<Vec<_>>(), [(0, 3), (1, 2), (3, 3)]);
}

#[test]
fn what_comes_later_has_its_place_from_the_start() {
    let places = |at: &str| {
        let elements = [boxed("a", 10.0, 10.0, ""), boxed("b", 10.0, 10.0, at)].join(", ");
        let plan = scene(&format!("elements: [{elements}]"));
        (plan.rect("a"), plan.seen(149, "a"), plan.seen(149, "b"))
    };
    assert_eq!(places(""), places(", at: 2"));
}

#[test]
fn after_the_last_frame_it_stays() {
    let plan = plan("scenes: [{id: a, duration: 1}, {id: b, duration: 1}]");
    assert_eq!((plan.frame(59).number, plan.frame(60).number, plan.frame(u32::MAX).number), (59, 59, 59));
    assert!(near(plan.frame(45).t, 1.5));
    assert_eq!(plan.frame(29).stages[0].scene, 0);
    assert_eq!(plan.frame(30).stages[0].scene, 1);
}

#[test]
fn a_scene_that_comes_later_leaves_the_one_before_standing() {
    let plan = plan("scenes: [{id: a, duration: 1}, {id: b, at: 2, duration: 1}]");
    let stage = &plan.frame(45).stages[0];
    assert_eq!((stage.scene, stage.number), (0, 29));
    assert_eq!(plan.frame(60).stages[0].scene, 1);
}

#[test]
fn a_transition_holds_the_last_state_underneath() {
    let plan = plan(&format!(
        "scenes: [{{id: x, duration: 1, elements: [{}]}}, {{id: y, duration: 2, transition: {{type: slide-left, duration: 0.5}}}}]",
        boxed("a", 10.0, 10.0, ", x: 0, y: 0, keyframes: [{at: 0, x: 0}, {at: 1, x: 300, ease: linear}]")
    ));
    assert_eq!(plan.frame(29).stages.len(), 1);
    for number in 30..45 {
        let frame = plan.frame(number);
        let [under, over] = frame.stages.as_slice() else { panic!("two scenes at {number}") };
        assert_eq!((under.scene, under.number, over.scene, over.number), (0, 29, 1, number));
        assert_eq!(under.effect, super::super::Effect::NONE);
        assert!(near(under.nodes[0].ink.x0, 290.0) || under.nodes[0].ink == Rect::ZERO);
        assert!(over.effect.shift.x > 0.0 && over.effect.shift.x <= 1000.0);
    }
    assert_eq!(plan.frame(45).stages.len(), 1);
    // The first scene has nothing to replace.
    let plan = super::plan("scenes: [{id: a, duration: 1, transition: fade}]");
    assert_eq!(plan.frame(0).stages.len(), 1);
    assert_eq!(plan.frame(0).stages[0].effect, super::super::Effect::NONE);
}

#[test]
fn a_frame_is_the_same_in_any_order() {
    let yaml = "scenes: [
        {id: x, duration: 2, elements: [
            {id: a, type: list, items: [one, two, three], enter: {type: slide-up, by: word}},
            {id: b, type: counter, to: 1234, format: comma, motion: shake}]},
        {id: y, duration: 2, transition: zoom, elements: [
            {id: c, type: chart, chart: pie, data: [{label: a, value: 1}, {label: b, value: 2}]},
            {id: d, type: progress, span: video, exit: fade, keyframes: [{at: 0, rotate: 0}, {at: 1, rotate: 40}]}]}]";
    let (one, other) = (plan(yaml), plan(yaml));
    let describe = |frame: &Frame| -> Vec<String> {
        let nodes = frame.stages.iter().flat_map(|stage| &stage.nodes);
        let bounds = |node: &Node| node.pieces.iter().map(|piece| piece.bounds).collect::<Vec<_>>();
        nodes
            .map(|node| format!("{:?} {:?} {:?} {:?}", node.transform, node.parts, node.ink, bounds(node)))
            .collect()
    };
    let forwards: Vec<_> = (0..one.frames).map(|number| describe(&one.frame(number))).collect();
    let mut backwards: Vec<_> =
        (0..other.frames).rev().map(|number| describe(&other.frame(number))).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    for number in [17, 3, 90, 61, 3, 17] {
        assert_eq!(describe(&one.frame(number)), forwards[number as usize]);
    }
}
