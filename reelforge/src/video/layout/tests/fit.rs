use std::io::Cursor;

use super::*;
use crate::video::files::FileError;

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

/// A folder in which every file is a picture of this size.
struct Pictured(u32, u32);

impl Files for Pictured {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbImage::new(self.0, self.1).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        Ok(bytes.into_inner())
    }
}

#[test]
fn a_picture_gives_way_before_text_does() {
    let text = "{id: t, type: text, role: display, text: Some words that take some lines}";
    let scene = format!("scenes: [{{id: a, elements: [{{id: p, type: image, src: p.png}}, {text}]}}]");
    let plan = planned_with(&format!("{HEAD}{scene}"), Pictured(900, 2000));
    let (picture, text) = (plan.item("p"), plan.item("t"));
    assert!(near(text.measure.font_px, text.measure.wanted_px));
    assert!(near(picture.rect.height(), 1800.0 - 20.0 - text.rect.height()), "{:?}", picture.rect);
    assert!(near(picture.rect.width(), picture.rect.height() * 0.45), "it keeps its shape");
    assert_eq!(plan.scenes[0].overflow.height, 0.0);
}

#[test]
fn pictures_share_a_row() {
    let scene = "scenes: [{id: a, layout: row, elements: [
        {id: p, type: image, src: p.png}, {id: q, type: image, src: p.png}, {id: t, type: text, text: small}]}]";
    let plan = planned_with(&format!("{HEAD}{scene}"), Pictured(900, 900));
    let [p, q, t] = ["p", "q", "t"].map(|id| plan.rect(id));
    assert!(near(p.width(), q.width()) && near(p.width(), p.height()), "{p:?}");
    assert!(near(p.width(), (900.0 - 40.0 - t.width()) / 2.0), "the text keeps its width");
}

#[test]
fn text_gets_smaller_when_nothing_else_can() {
    let words = |above: f64| {
        stacked(&[
            boxed("a", 100.0, above, ""),
            "{id: t, type: text, role: display, text: Some words that take some lines}".to_owned(),
            "{id: u, type: text, role: display, text: And some more of them, fit: wrap}".to_owned(),
        ])
    };
    let wide = words(100.0);
    let plan = words(1760.0 - wide.rect("u").height() - wide.rect("t").height() / 2.0);
    let text = &plan.item("t").measure;
    assert_eq!(plan.scenes[0].overflow.height, 0.0);
    assert!(text.font_px < text.wanted_px && text.font_px > 0.4 * text.wanted_px, "{}", text.font_px);
    let kept = &plan.item("u").measure;
    assert!(near(kept.font_px, kept.wanted_px), "only `shrink` shrinks");
    let full = words(1700.0);
    assert!(full.scenes[0].overflow.height > 100.0);
    assert!(full.item("t").measure.font_px > 20.0, "it can still be read");
    assert_eq!(full.item("t").measure.overflow, None, "what the flow lacks is said once");
}

#[test]
fn texts_in_a_row_wrap() {
    let text = |id: &str, text: &str| format!("{{id: {id}, type: text, role: title, text: {text}}}");
    let plan = scene(&format!(
        "layout: row, elements: [{}, {}, {}]",
        text("a", "Some words that wrap"),
        text("b", "Others that do so too"),
        text("c", "Hi")
    ));
    assert_eq!(plan.scenes[0].overflow.width, 0.0);
    assert_eq!(plan.item("c").measure.lines.len(), 1);
    assert!(plan.item("a").measure.lines.len() > 1 && plan.item("b").measure.lines.len() > 1);
    assert!(plan.rect("a").x1 <= plan.rect("b").x0 && plan.rect("c").x1 <= AREA.x1 + 0.5);
}
