use super::*;

const CHART: &str = "{id: c, type: chart, chart: column, data: [{label: a, value: 1}, {label: b, value: 2}]}";

fn stacked(elements: &[String]) -> Plan {
    scene(&format!("layout: {{justify: start}}, elements: [{}]", elements.join(", ")))
}

#[test]
fn charts_get_lower_until_everything_fits() {
    let natural = stacked(&[CHART.to_owned()]).rect("c").height();
    let above = 1800.0 - 20.0 - natural / 2.0;
    let plan = stacked(&[boxed("a", 100.0, above, ""), CHART.to_owned()]);
    assert_eq!(plan.scenes[0].overflow.height, 0.0);
    assert!(plan.rect("c").y1 <= AREA.y1 + 0.5, "{:?}", plan.rect("c"));
    assert!(plan.rect("c").height() > 0.4 * natural, "it takes what there is");
}

#[test]
fn a_height_that_is_given_is_kept() {
    let chart = CHART.replace("type:", "h: 900, type:");
    let plan = stacked(&[boxed("a", 100.0, 1000.0, ""), chart]);
    assert!(near(plan.rect("c").height(), 900.0));
    assert!(near(plan.scenes[0].overflow.height, 120.0));
}

#[test]
fn a_picture_does_not_shrink_to_nothing() {
    let plan = stacked(&[boxed("a", 100.0, 1790.0, ""), CHART.to_owned()]);
    assert!(plan.rect("c").height() > 100.0);
    assert!(plan.scenes[0].overflow.height > 100.0);
}

#[test]
fn what_lacks_room_begins_at_the_start_and_says_how_much() {
    for justify in ["start", "center", "end", "between"] {
        let elements = [boxed("a", 100.0, 1000.0, ""), boxed("b", 1000.0, 1000.0, "")].join(", ");
        let plan = scene(&format!("layout: {{justify: {justify}}}, elements: [{elements}]"));
        assert_eq!(plan.scenes[0].overflow, kurbo::Size::new(100.0, 220.0), "{justify}");
        assert_eq!(plan.rect("a").y0, 100.0, "{justify}");
    }
}

#[test]
fn what_is_in_a_group_gives_way_too() {
    let group =
        format!("{{id: g, type: group, pad: 10, elements: [{}, {CHART}]}}", boxed("b", 100.0, 100.0, ""));
    let plan = stacked(&[boxed("a", 100.0, 1300.0, ""), group]);
    assert_eq!(plan.scenes[0].overflow.height, 0.0);
    assert!(plan.rect("g").y1 <= AREA.y1 + 0.5, "{:?}", plan.rect("g"));
    assert!(plan.rect("c").y1 <= plan.rect("g").y1 - 9.5);
}
