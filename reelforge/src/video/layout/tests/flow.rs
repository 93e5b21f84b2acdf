use super::*;

const ALIGNS: [&str; 4] = ["start", "center", "end", "stretch"];
const JUSTIFIES: [&str; 4] = ["start", "center", "end", "between"];

/// Where the free room goes: before the first thing, and between two.
fn spread(justify: &str, free: f64, things: f64) -> (f64, f64) {
    match justify {
        "start" => (0.0, 0.0),
        "center" => (free / 2.0, 0.0),
        "end" => (free, 0.0),
        _ => (0.0, free / (things - 1.0)),
    }
}

/// The part of the free room that lies before a thing.
fn before(align: &str) -> f64 {
    match align {
        "center" => 0.5,
        "end" => 1.0,
        _ => 0.0,
    }
}

fn flowing(kind: &str, align: &str, justify: &str, elements: &[String]) -> Plan {
    let elements = elements.join(", ");
    scene(&format!(
        "layout: {{type: {kind}, columns: 2, align: {align}, justify: {justify}}}, elements: [{elements}]"
    ))
}

#[test]
fn a_stack_puts_one_below_the_other() {
    for align in ALIGNS {
        for justify in JUSTIFIES {
            let plan = flowing(
                "stack",
                align,
                justify,
                &[boxed("a", 100.0, 60.0, ""), boxed("b", 300.0, 120.0, "")],
            );
            let (y, more) = spread(justify, 1800.0 - 200.0, 2.0);
            let x = |w: f64| 50.0 + before(align) * (900.0 - w);
            let a = Rect::new(x(100.0), 100.0 + y, x(100.0) + 100.0, 160.0 + y);
            let below = 180.0 + y + more;
            let b = Rect::new(x(300.0), below, x(300.0) + 300.0, below + 120.0);
            assert_eq!((plan.rect("a"), plan.rect("b")), (a, b), "{align} {justify}");
        }
    }
}

#[test]
fn a_row_puts_them_side_by_side() {
    for align in ALIGNS {
        for justify in JUSTIFIES {
            let plan =
                flowing("row", align, justify, &[boxed("a", 100.0, 60.0, ""), boxed("b", 300.0, 120.0, "")]);
            let (x, more) = spread(justify, 900.0 - 420.0, 2.0);
            let y = |h: f64| 100.0 + before(align) * (1800.0 - h);
            let a = Rect::new(50.0 + x, y(60.0), 150.0 + x, y(60.0) + 60.0);
            let right = 170.0 + x + more;
            let b = Rect::new(right, y(120.0), right + 300.0, y(120.0) + 120.0);
            assert_eq!((plan.rect("a"), plan.rect("b")), (a, b), "{align} {justify}");
        }
    }
}

#[test]
fn a_grid_puts_them_in_columns_of_one_width() {
    for align in ALIGNS {
        for justify in JUSTIFIES {
            let boxes =
                [boxed("a", 100.0, 60.0, ""), boxed("b", 300.0, 120.0, ""), boxed("c", 200.0, 80.0, "")];
            let plan = flowing("grid", align, justify, &boxes);
            // Two columns of 440 with 20 between; the rows are 120 and 80 high.
            let (y, more) = spread(justify, 1800.0 - 220.0, 2.0);
            let cell = |column: f64, top: f64, row: f64, w: f64, h: f64| {
                let x = 50.0 + column * 460.0 + before(align) * (440.0 - w);
                let y = top + before(align) * (row - h);
                Rect::new(x, y, x + w, y + h)
            };
            let (first, second) = (100.0 + y, 240.0 + y + more);
            let wanted = [
                cell(0.0, first, 120.0, 100.0, 60.0),
                cell(1.0, first, 120.0, 300.0, 120.0),
                cell(0.0, second, 80.0, 200.0, 80.0),
            ];
            assert_eq!(["a", "b", "c"].map(|id| plan.rect(id)), wanted, "{align} {justify}");
        }
    }
}

#[test]
fn what_stretches_fills_the_flow_from_edge_to_edge() {
    let bar = |id: &str| format!("{{id: {id}, type: progress}}");
    let width = |kind: &str, id: &str| {
        let plan = flowing(kind, "stretch", "start", &[bar("a"), bar("b"), boxed("c", 100.0, 300.0, "")]);
        plan.rect(id).width()
    };
    assert!(near(width("stack", "a"), 900.0));
    assert!(near(width("grid", "b"), 440.0));
    let tall = |id: &str| {
        format!(
            "{{id: {id}, type: group, fill: $surface, pad: 0, elements: [{}]}}",
            boxed("x", 50.0, 50.0, "")
        )
    };
    let plan = flowing("row", "stretch", "start", &[tall("a"), boxed("b", 100.0, 300.0, "")]);
    assert_eq!(plan.rect("a"), Rect::new(50.0, 100.0, 100.0, 1900.0));
    // In a grid it is as high as its row.
    let plan = flowing("grid", "stretch", "start", &[tall("a"), boxed("b", 100.0, 300.0, "")]);
    assert_eq!(plan.rect("a"), Rect::new(50.0, 100.0, 490.0, 400.0));
}

#[test]
fn what_is_too_wide_for_a_row_shares_it() {
    let wide = |id: &str, w: &str| format!("{{id: {id}, type: shape, shape: rect, w: {w}, h: 100}}");
    let widths = |w: [&str; 3]| {
        let plan = flowing("row", "start", "start", &[wide("a", w[0]), wide("b", w[1]), wide("c", w[2])]);
        assert_eq!(plan.scenes[0].overflow.width, 0.0, "{w:?}");
        ["a", "b", "c"].map(|id| plan.rect(id).width().round())
    };
    // Of 900 pixels, 40 are gaps.
    assert_eq!(widths(["60%", "60%", "60%"]), [287.0; 3]);
    assert_eq!(widths(["10%", "60%", "60%"]), [90.0, 385.0, 385.0]);
    assert_eq!(widths(["500", "60%", "10%"]), [500.0, 270.0, 90.0]);
    let plan = flowing("row", "start", "start", &[wide("a", "600"), wide("b", "500"), wide("c", "100")]);
    assert_eq!(plan.scenes[0].overflow.width, 340.0, "pixels are kept, and what they lack is said");
}

#[test]
fn pad_and_area_say_where_the_flow_is() {
    let plan = scene(&format!(
        "layout: {{type: stack, justify: start, align: start, pad: 40}}, elements: [{}]",
        boxed("a", 100.0, 100.0, "")
    ));
    assert_eq!(plan.scenes[0].area, AREA.inset(-40.0));
    assert_eq!(plan.rect("a"), Rect::new(90.0, 140.0, 190.0, 240.0));
    let plan = scene(&format!(
        "layout: {{type: stack, justify: end, align: end, area: canvas}}, elements: [{}]",
        boxed("a", 100.0, 100.0, "")
    ));
    assert_eq!(plan.rect("a"), Rect::new(900.0, 1900.0, 1000.0, 2000.0));
}

#[test]
fn captions_keep_their_band_free() {
    let area = |captions: &str, keys: &str| {
        let plan = plan(&format!(
            "captions: {captions}\nscenes: [{{id: a, say: Hello there, {keys} elements: [{}]}}]",
            boxed("a", 10.0, 10.0, "")
        ));
        plan.scenes[0].area
    };
    // Two lines of 50 pixels take 130, with a gap of 20 between.
    let (lower, upper) = (Rect { y1: 1750.0, ..AREA }, Rect { y0: 250.0, ..AREA });
    assert_near(area("{size: 50}", ""), lower);
    assert_near(area("{size: 50, position: upper}", ""), upper);
    assert_near(area("{size: 50, position: middle}", ""), AREA);
    assert_near(area("{size: 50, max_lines: 1}", ""), Rect { y1: 1815.0, ..AREA });
    assert_near(area("false", ""), AREA);
    assert_near(area("{size: 50}", "captions: false,"), AREA);
    assert_near(area("false", "captions: {size: 50},"), lower);
    assert_near(
        area("{size: 50}", "layout: {type: stack, area: canvas},"),
        Rect::new(0.0, 0.0, 1000.0, 2000.0),
    );
    // Without a voice they are shown only when asked for; a silent scene needs no band.
    let plan = plan("scenes: [{id: a, say: Hello there}, {id: b, captions: true}]");
    assert!(plan.scenes.iter().all(|scene| scene.area == AREA));
}
