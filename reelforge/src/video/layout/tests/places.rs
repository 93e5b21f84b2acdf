use super::*;

fn at(keys: &str) -> Rect {
    scene(&format!("elements: [{}]", boxed("a", 100.0, 200.0, &format!(", {keys}")))).rect("a")
}

#[test]
fn pins_are_places_in_the_area() {
    let pins = [
        ("top-left", 50.0, 100.0),
        ("top", 450.0, 100.0),
        ("top-right", 850.0, 100.0),
        ("left", 50.0, 900.0),
        ("center", 450.0, 900.0),
        ("right", 850.0, 900.0),
        ("bottom-left", 50.0, 1700.0),
        ("bottom", 450.0, 1700.0),
        ("bottom-right", 850.0, 1700.0),
    ];
    for (pin, x, y) in pins {
        assert_eq!(at(&format!("pin: {pin}")), Rect::new(x, y, x + 100.0, y + 200.0), "{pin}");
        let moved = at(&format!("pin: {pin}, offset: [-30, 10%]"));
        assert_eq!(moved, Rect::new(x - 30.0, y + 180.0, x + 70.0, y + 380.0), "{pin}");
    }
}

#[test]
fn x_and_y_are_places_on_the_canvas() {
    assert_eq!(at("x: 10, y: 20"), Rect::new(10.0, 20.0, 110.0, 220.0));
    assert_eq!(at("x: 50%, y: -5%"), Rect::new(500.0, -100.0, 600.0, 100.0));
    assert_eq!(at("x: 10, y: 20, offset: [1, 2]"), Rect::new(11.0, 22.0, 111.0, 222.0));
    // The other one stands in the middle of the area.
    assert_eq!(at("x: 10"), Rect::new(10.0, 900.0, 110.0, 1100.0));
    assert_eq!(at("y: 20"), Rect::new(450.0, 20.0, 550.0, 220.0));
}

#[test]
fn sizes_in_percent_are_parts_of_the_area() {
    let sized = |keys: &str| {
        scene(&format!("elements: [{{id: a, type: shape, shape: rect, w: 50%, h: 10%, {keys}}}]"))
            .rect("a")
            .size()
    };
    for keys in ["layer: 0", "pin: top", "x: 0, y: 0"] {
        assert_eq!(sized(keys), kurbo::Size::new(450.0, 180.0), "{keys}");
    }
}

#[test]
fn an_offset_moves_what_flows_and_nothing_else() {
    let plan = |offset: &str| {
        let elements = [boxed("a", 100.0, 100.0, offset), boxed("b", 100.0, 100.0, "")].join(", ");
        scene(&format!("elements: [{elements}]"))
    };
    let (plain, moved) = (plan(""), plan(", offset: [7, -9]"));
    assert_eq!(moved.rect("a"), plain.rect("a") + kurbo::Vec2::new(7.0, -9.0));
    assert_eq!(moved.rect("b"), plain.rect("b"));
}

#[test]
fn what_has_a_place_of_its_own_leaves_the_flow() {
    let elements = [
        boxed("a", 100.0, 100.0, ""),
        boxed("free", 100.0, 1000.0, ", pin: top"),
        boxed("b", 100.0, 100.0, ""),
    ];
    let plan = scene(&format!("layout: {{justify: start}}, elements: [{}]", elements.join(", ")));
    assert_eq!(plan.rect("b").y0, plan.rect("a").y1 + 20.0);
    assert_eq!(["a", "free", "b"].map(|id| plan.item(id).in_flow), [true, false, true]);
}

#[test]
fn without_a_flow_what_has_no_place_stands_in_the_middle() {
    let elements = [boxed("a", 100.0, 100.0, ""), boxed("b", 100.0, 100.0, ", x: 5, y: 6")];
    let plan = scene(&format!("layout: free, elements: [{}]", elements.join(", ")));
    assert_eq!(plan.rect("a"), Rect::new(450.0, 950.0, 550.0, 1050.0));
    assert_eq!(plan.rect("b").origin(), kurbo::Point::new(5.0, 6.0));
}

#[test]
fn layers_then_order_say_what_lies_on_top() {
    let elements = [
        boxed("a", 10.0, 10.0, ", layer: 2"),
        boxed("b", 10.0, 10.0, ""),
        format!(
            "{{id: c, type: group, layer: -1, elements: [{}, {}]}}",
            boxed("d", 10.0, 10.0, ", layer: 3"),
            boxed("e", 10.0, 10.0, "")
        ),
        boxed("f", 10.0, 10.0, ""),
    ];
    let plan = scene(&format!("elements: [{}]", elements.join(", ")));
    let items = &plan.scenes[0].items;
    let order: Vec<&str> = items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(order, ["c", "e", "d", "b", "f", "a"]);
    let layers: Vec<i32> = items.iter().map(|item| item.layer).collect();
    assert_eq!(layers, [-1, -1, -1, 0, 0, 2], "what is inside has the layer of its group");
    assert_eq!(
        items.iter().map(|item| item.parent).collect::<Vec<_>>(),
        [None, Some(0), Some(0), None, None, None]
    );
    assert_eq!(items.iter().map(|item| item.end).collect::<Vec<_>>(), [3, 2, 3, 4, 5, 6]);
    // They flow as they are written, whatever lies on top.
    assert!(plan.rect("a").y0 < plan.rect("b").y0 && plan.rect("b").y0 < plan.rect("c").y0);
}

#[test]
fn hidden_elements_are_left_out() {
    let elements = |hidden: &str| [boxed("a", 10.0, 10.0, hidden), boxed("b", 10.0, 10.0, "")].join(", ");
    let plan = scene(&format!("elements: [{}]", elements(", hidden: true")));
    assert_eq!(plan.scenes[0].items.len(), 1);
    let alone = scene(&format!("elements: [{}]", boxed("b", 10.0, 10.0, "")));
    assert_eq!(plan.rect("b"), alone.rect("b"), "it takes no room");
}

#[test]
fn what_is_centred_stands_in_the_middle_of_the_picture_where_the_safe_area_lets_it() {
    let reel = |layout: &str, elements: &[String]| {
        let elements: String = elements.iter().map(|element| format!("      - {element}\n")).collect();
        planned(&format!(
            "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes:\n  - id: a\n    duration: 2\n    layout: {layout}\n    elements:\n{elements}"
        ))
    };
    // The area goes from 60 to 900, the picture from 0 to 1080.
    for (width, middle) in [(200.0, 540.0), (720.0, 540.0), (800.0, 500.0), (840.0, 480.0)] {
        for (layout, more) in [("stack", ""), ("row", ""), ("free", ", pin: top")] {
            let plan = reel(layout, &[boxed("wide", width, 100.0, more)]);
            assert!(near(plan.rect("wide").center().x, middle), "{layout} {width}: {:?}", plan.rect("wide"));
        }
    }
    // All of a flow move together, so that their middles stay on one line.
    let plan = reel("stack", &[boxed("wide", 840.0, 100.0, ""), boxed("small", 100.0, 100.0, "")]);
    assert!(near(plan.rect("small").center().x, plan.rect("wide").center().x));
    // What is in columns moves with them.
    let plan = reel("grid", &[boxed("left", 100.0, 100.0, ""), boxed("right", 200.0, 100.0, "")]);
    let [left, right] = ["left", "right"].map(|id| plan.rect(id).center().x);
    assert!(near(f64::midpoint(left, right), 540.0), "{left} {right}");
    let plan = reel("{type: stack, align: start}", &[boxed("small", 100.0, 100.0, "")]);
    assert!(near(plan.rect("small").x0, 60.0), "what is not centred stays");
    let plan = reel("free", &[boxed("corner", 100.0, 100.0, ", pin: top-left")]);
    assert!(near(plan.rect("corner").x0, 60.0));
    let plan = reel("stack", &[boxed("shifted", 100.0, 100.0, ", offset: [200, 0]")]);
    assert!(near(plan.rect("shifted").center().x, 740.0), "an offset counts from the middle");
}

#[test]
fn a_line_in_a_group_ends_where_it_says() {
    let plan = scene(
        "elements: [{id: g, type: group, x: 100, y: 100, w: 400, h: 200, layout: free, elements: [
            {id: l, type: shape, shape: line, x: 0%, y: 50%, to: [100%, 50%], stroke_width: 4, enter: none}]}]",
    );
    let ink = plan.node(0, "l").unwrap().ink;
    // With half of its thickness at both ends.
    assert!(near(ink.x0, 98.0) && near(ink.x1, 502.0), "{ink:?}");
}
