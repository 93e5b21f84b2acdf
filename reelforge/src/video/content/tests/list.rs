use super::*;
use crate::video::layout::PartState;

const ITEMS: &str = "items: [One, Two and some more words, Three]";

fn opacities(built: &Built, since: f64) -> Vec<f64> {
    let pieces = built.at(since);
    match built.body.parts(&clock(since)) {
        None => vec![1.0; pieces.len()],
        Some(parts) => {
            assert_eq!(parts.len(), pieces.len());
            parts.iter().map(|part| part.opacity).collect()
        }
    }
}

#[test]
fn items_appear_one_after_the_other() {
    let built = Scene::new(&format!("{{type: list, {ITEMS}, stagger: 1}}")).built();
    // Each item has a marker and its letters.
    assert_eq!(opacities(&built, 0.0), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(opacities(&built, 1.0)[2..], [0.0; 4]);
    let moving = opacities(&built, 1.1);
    assert!(moving[2] > 0.1 && moving[2] < 0.9 && moving[2].to_bits() == moving[3].to_bits(), "{moving:?}");
    assert_eq!(opacities(&built, 1.4), [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(opacities(&built, 2.4), [1.0; 6]);
    let parts = built.body.parts(&clock(1.1)).expect("it moves");
    let shift = |part: &PartState| part.transform.translation().y;
    assert!(shift(&parts[2]) > 0.0 && shift(&parts[0]).abs() < f64::EPSILON, "it rises into its place");
}

#[test]
fn items_appear_when_they_are_told() {
    let scene = format!("{{type: list, marker: none, {ITEMS}, item_at: [0.5, 2]}}");
    let built = Scene::new(&scene).built();
    assert_eq!(opacities(&built, 0.5), [0.0, 0.0, 0.0]);
    assert_eq!(opacities(&built, 0.9), [1.0, 0.0, 0.0]);
    assert_eq!(opacities(&built, 2.36)[..2], [1.0, 1.0]);
    assert_eq!(opacities(&built, 2.2)[2], 0.0, "who has no time comes after the one before");
    assert_eq!(opacities(&built, 2.7), [1.0; 3]);
}

#[test]
fn all_at_once_is_still() {
    let scene = format!("{{type: list, {ITEMS}, stagger: 0}}");
    assert!(matches!(Scene::new(&scene).built().body, Body::Still(_)));
}

#[test]
fn markers_stand_in_a_column_before_the_text_or_behind_it() {
    for (marker, letters) in
        [("bullet", "abc"), ("check", "abc"), ("number", "abc"), ("bullet", "אבג"), ("number", "אבג")]
    {
        let element =
            format!("{{type: list, marker: {marker}, items: [{letters}, {letters} {letters}], stagger: 0}}");
        let built = Scene::new(&element).built();
        let pieces = built.end();
        assert_eq!(pieces.len(), 4);
        for pair in pieces.chunks(2) {
            let (marker, text) = (pair[0].bounds, pair[1].bounds);
            let is_rtl = letters != "abc";
            let gap = if is_rtl { marker.x0 - text.x1 } else { text.x0 - marker.x1 };
            assert!(gap > 10.0 && gap < 60.0, "{element}: {gap}");
            assert!(marker.center().y > text.y0 - 8.0 && marker.center().y < text.y1 + 8.0, "{element}");
        }
        let (a, b) = (pieces[1].bounds, pieces[3].bounds);
        let aligned = if letters == "abc" { a.x0 - b.x0 } else { a.x1 - b.x1 };
        assert!(aligned.abs() < 3.0, "{element}: the texts begin at one edge, not {aligned} apart");
    }
}

#[test]
fn all_items_shrink_together() {
    let long = "A rather long item that needs several lines where there is little room for it";
    let element = format!("{{type: list, role: title, items: [{long}, {long}, {long}, Short]}}");
    let scene = Scene::new(&element);
    let room = Room { w: None, h: None, max_w: 800.0, max_h: 900.0, ground: Size::new(1080.0, 1920.0) };
    let built = scene.built_in(room);
    assert!(built.measure.font_px < 96.0 && built.measure.font_px >= 36.0, "{}", built.measure.font_px);
    assert!(built.size.height <= 900.0 && built.size.width <= 800.0, "{:?}", built.size);
    assert_eq!(faults(&scene, &built), Vec::<String>::new());
    let tight = scene.built_in(Room { max_h: 200.0, ..room });
    assert!(tight.measure.overflow.expect("it does not fit").height > 100.0);
    let wraps = element.replace("role: title", "role: title, fit: wrap");
    let overflow = Scene::new(&wraps).built_in(room).measure.overflow.expect("it is not made smaller");
    assert!(about(overflow.fitting_px.expect("but it could be"), built.measure.font_px), "{overflow:?}");
}
