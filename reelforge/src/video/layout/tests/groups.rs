use super::*;
use crate::video::ink::Role;

fn group(id: &str, keys: &str, elements: &[String]) -> String {
    format!("{{id: {id}, type: group{keys}, elements: [{}]}}", elements.join(", "))
}

#[test]
fn a_group_is_as_large_as_what_is_in_it() {
    let boxes = [boxed("a", 100.0, 60.0, ""), boxed("b", 300.0, 40.0, "")];
    let plan = scene(&format!("elements: [{}]", group("g", ", pad: 10, gap: 5, fill: $surface", &boxes)));
    // 300 + 20 by 60 + 5 + 40 + 20, in the middle of the area.
    assert_eq!(plan.rect("g"), Rect::new(340.0, 938.0, 660.0, 1063.0));
    assert_eq!(plan.rect("a"), Rect::new(450.0, 948.0, 550.0, 1008.0));
    assert_eq!(plan.rect("b"), Rect::new(350.0, 1013.0, 650.0, 1053.0));
    let node = plan.node(0, "g").unwrap();
    assert_eq!((node.pieces.len(), node.pieces[0].role), (1, Role::Panel));
    assert_near(node.pieces[0].bounds, Rect::new(0.0, 0.0, 320.0, 125.0));
}

#[test]
fn a_group_of_a_given_size_flows_within_it() {
    let half = "{id: a, type: shape, shape: rect, w: 50%, h: 25%}".to_owned();
    let plan = scene(&format!(
        "elements: [{}]",
        group("g", ", x: 100, y: 200, w: 600, h: 400, pad: 50, layout: {align: end, justify: end}", &[half])
    ));
    assert_eq!(plan.rect("g"), Rect::new(100.0, 200.0, 700.0, 600.0));
    // Its inside is 500 by 300.
    assert_eq!(plan.rect("a"), Rect::new(400.0, 475.0, 650.0, 550.0));
}

#[test]
fn places_in_a_group_count_from_its_box() {
    let boxes = [
        boxed("a", 20.0, 20.0, ", x: 10, y: 50%"),
        boxed("b", 20.0, 20.0, ", pin: bottom-right"),
        boxed("c", 20.0, 20.0, ", pin: center, offset: [5, 0]"),
    ];
    let plan =
        scene(&format!("elements: [{}]", group("g", ", x: 100, y: 200, w: 200, h: 300, pad: 30", &boxes)));
    assert_eq!(plan.rect("a"), Rect::new(110.0, 350.0, 130.0, 370.0));
    assert_eq!(plan.rect("b"), Rect::new(250.0, 450.0, 270.0, 470.0));
    assert_eq!(plan.rect("c"), Rect::new(195.0, 340.0, 215.0, 360.0));
}

#[test]
fn a_group_holds_what_has_a_place_in_it() {
    let boxes = [boxed("a", 20.0, 20.0, ", x: 300, y: 100"), boxed("b", 50.0, 400.0, ", pin: left")];
    let plan = scene(&format!("elements: [{}]", group("g", ", pin: top-left, layout: free", &boxes)));
    assert_eq!(plan.rect("g"), Rect::new(50.0, 100.0, 370.0, 500.0));
    assert_eq!(plan.rect("a"), Rect::new(350.0, 200.0, 370.0, 220.0));
    assert_eq!(plan.rect("b"), Rect::new(50.0, 100.0, 100.0, 500.0));
}

#[test]
fn groups_in_groups_add_up() {
    let inner = group(
        "inner",
        ", pad: 10, layout: row, gap: 4",
        &[boxed("a", 30.0, 30.0, ""), boxed("b", 30.0, 50.0, "")],
    );
    let plan = scene(&format!("elements: [{}]", group("outer", ", pin: top-left, pad: 5", &[inner])));
    assert_eq!(plan.rect("outer"), Rect::new(50.0, 100.0, 144.0, 180.0));
    assert_eq!(plan.rect("inner"), Rect::new(55.0, 105.0, 139.0, 175.0));
    assert_eq!(plan.rect("a"), Rect::new(65.0, 125.0, 95.0, 155.0));
    assert_eq!(plan.rect("b"), Rect::new(99.0, 115.0, 129.0, 165.0));
}

#[test]
fn an_instance_is_a_group_at_its_place() {
    let plan = plan(
        "components: {card: {w: 360, h: 160, layout: free, elements: [{id: dot, type: shape, shape: circle, x: 10, y: 50%, w: 20, h: 20}]}}
scenes: [{id: a, duration: 3, elements: [{id: c, type: use, component: card, x: 160, y: 420, at: 1}]}]",
    );
    assert_eq!(plan.rect("c"), Rect::new(160.0, 420.0, 520.0, 580.0));
    assert_eq!(plan.rect("dot"), Rect::new(170.0, 500.0, 190.0, 520.0));
    assert_eq!((plan.item("c").frames.clone(), plan.item("dot").frames.clone()), (30..90, 30..90));
    assert_eq!(plan.item("dot").path, "scenes.a.elements.c.elements.dot");
}

#[test]
fn what_does_not_fit_a_group_of_given_size_is_its_overflow() {
    let boxes = [boxed("a", 300.0, 100.0, ""), boxed("b", 100.0, 100.0, "")];
    let overflow = |keys: &str| {
        let plan = scene(&format!("elements: [{}]", group("g", keys, &boxes)));
        plan.item("g").measure.overflow.map(|it| (it.width, it.height))
    };
    assert_eq!(overflow(""), None);
    assert_eq!(overflow(", w: 250, h: 200"), Some((50.0, 20.0)));
    assert_eq!(overflow(", w: 250"), Some((50.0, 0.0)));
    assert_eq!(overflow(", w: 300, h: 220"), None);
}
