use super::*;

/// Every number of the plan and of some of its frames can be reckoned with.
fn assert_finite(plan: &Plan) {
    for scene in &plan.scenes {
        assert!(scene.area.is_finite() && scene.overflow.is_finite());
        for item in &scene.items {
            assert!(item.rect.is_finite(), "{}: {:?}", item.path, item.rect);
            assert!(item.rect.width() >= 0.0 && item.rect.height() >= 0.0, "{}: {:?}", item.path, item.rect);
        }
    }
    for number in (0..plan.frames).step_by(7).chain([plan.frames - 1]) {
        for node in plan.frame(number).stages.iter().flat_map(|stage| &stage.nodes) {
            assert!(node.transform.is_finite() && node.ink.is_finite(), "{node:?}");
            assert!(node.opacity.is_finite() && node.blur.is_finite());
            for part in node.parts.iter().flat_map(|parts| parts.iter()) {
                assert!(part.transform.is_finite(), "{part:?}");
            }
        }
    }
}

/// One element of every type that needs no file.
fn every_type(keys: &str) -> String {
    [
        "{id: t, type: text, text: Some words to readKEYS}",
        "{id: l, type: list, items: [one, two]KEYS}",
        "{id: n, type: counter, to: 12KEYS}",
        "{id: i, type: image, src: none.pngKEYS}",
        "{id: v, type: video, src: none.mp4KEYS}",
        "{id: s, type: shape, shape: circleKEYS}",
        "{id: a, type: shape, shape: arrow, to: [10, -20]KEYS}",
        "{id: c, type: chart, chart: line, data: [{label: a, value: 1}, {label: b, value: -1e15}]KEYS}",
        "{id: k, type: code, code: x = 1KEYS}",
        "{id: p, type: progress, style: ringKEYS}",
        "{id: g, type: group, elements: [{id: x, type: text, text: hi}]KEYS}",
    ]
    .map(|element| element.replace("KEYS", keys))
    .join(",\n")
}

#[test]
fn sizes_and_places_of_any_number_stay_numbers() {
    let keys = [
        ", w: 0, h: 0",
        ", w: 0",
        ", h: 0",
        ", w: 65536, h: 65536",
        ", w: 9999%, h: 9999%",
        ", x: -65536, y: 65536",
        ", x: -9999%, y: 9999%",
        ", pin: center, offset: [-9999%, 65536]",
        ", scale: 20, rotate: 3600",
        ", scale: 0.01, rotate: -3599.5",
        ", keyframes: [{at: 0, x: -9999%, scale: 20, blur: 8192}, {at: 0, y: 65536, rotate: -3600, ease: [1, -99, 0, 99]}]",
        ", enter: {type: slide-up, duration: 600, delay: 600, stagger: 600}, exit: {type: type, duration: 600}",
        ", enter: {type: zoom, duration: 0}, exit: {type: wipe, duration: 0}",
        ", at: 0.99",
        ", motion: shake, at: 0.5, duration: 0",
    ];
    // Sizes below nothing are faults, and are laid out all the same.
    let faulty = [", w: -500, h: -500", ", w: -9999%", ", h: -1"];
    let crowded = ", align: stretch, justify: between, gap: 8192, pad: 8192, columns: 12";
    for (kind, layout) in
        [("stack", ""), ("row", ""), ("grid", crowded), ("stack", crowded), ("free", crowded)]
    {
        let scene = |(index, keys): (usize, &&str)| {
            let elements = every_type(keys);
            format!("{{id: s{index}, duration: 1, layout: {{type: {kind}{layout}}}, elements: [{elements}]}}")
        };
        let scenes: Vec<String> = keys.iter().enumerate().map(scene).collect();
        assert_finite(&plan(&format!("scenes: [{}]", scenes.join(", "))));
        let scenes: Vec<String> = faulty.iter().enumerate().map(scene).collect();
        assert_finite(&planned_whatever(&format!("{HEAD}scenes: [{}]", scenes.join(", ")), NoFiles));
    }
}

#[test]
fn many_deep_groups_are_laid_out_in_one_go() {
    let mut inner = every_type("");
    for depth in 0..10 {
        let kind = ["stack", "row", "grid", "free"][depth % 4];
        inner = format!(
            "{{id: d{depth}, type: group, pad: 3, fill: $surface, layout: {{type: {kind}, align: stretch}}, rotate: 1, w: 99%, elements: [{inner}]}}"
        );
    }
    let many: Vec<String> = (0..40)
        .map(|index| format!("{{id: m{index}, type: text, text: Words that want to be read}}"))
        .collect();
    let deep = scene(&format!("elements: [{inner}]"));
    assert_eq!(deep.scenes[0].items.len(), 22);
    assert_finite(&deep);
    let wide = scene(&format!("elements: [{}]", many.join(", ")));
    assert_eq!(wide.scenes[0].items.len(), 40);
    assert_finite(&wide);
}

#[test]
fn components_as_deep_as_they_can_be_are_laid_out() {
    let nest = |inner: &str| {
        let group = |inner: String, _: usize| format!("{{type: group, pad: 1, elements: [{inner}]}}");
        (0..25).fold(inner.to_owned(), group)
    };
    let component = |name: &str, inner: &str| format!("  {name}: {{elements: [{}]}}\n", nest(inner));
    let next = |name: &str| format!("{{type: use, component: {name}}}");
    let deep = [
        component("one", &next("two")),
        component("two", &next("three")),
        component("three", &next("four")),
        component("four", "{type: text, text: Words at the very end of it all}"),
    ];
    let scene = format!("scenes: [{{id: a, duration: 1, elements: [{}]}}]", nest(&next("one")));
    let plan = plan(&format!("components:\n{}{scene}", deep.concat()));
    assert_eq!(plan.scenes[0].items.len(), 5 * 25 + 4 + 1);
    assert_finite(&plan);
}

#[test]
fn what_is_larger_than_the_smallest_canvas_stays_a_number() {
    let text = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: {{width: 128, height: 4096}}\nscenes: [{{id: a, duration: 1, elements: [{}]}}]",
        every_type("")
    );
    assert_finite(&planned(&text));
}
