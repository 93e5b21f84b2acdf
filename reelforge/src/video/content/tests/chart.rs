use kurbo::Shape;

use super::*;

fn chart(kind: &str, rest: &str) -> String {
    format!("{{type: chart, chart: {kind}, {rest}}}")
}

fn data(points: &[(&str, f64)]) -> String {
    let points: Vec<String> =
        points.iter().map(|(label, value)| format!("{{label: \"{label}\", value: {value}}}")).collect();
    format!("data: [{}]", points.join(", "))
}

fn token(scene: &Scene, name: &str) -> Rgba {
    scene.look().token(name).expect("a colour")
}

/// The bars of the accent colour when all is grown.
fn bars(scene: &Scene) -> Vec<Rect> {
    marks(&scene.built().end(), token(scene, "accent"))
}

#[test]
fn columns_are_as_high_as_their_values() {
    let element = chart("column", &data(&[("a", 10.0), ("b", 25.0), ("c", 40.0)]));
    let bars = bars(&Scene::new(&element));
    assert_eq!(bars.len(), 3);
    for (bar, value) in bars.iter().zip([10.0, 25.0, 40.0]) {
        assert!(about(bar.height() / value, bars[2].height() / 40.0), "{bars:?}");
        assert!(about(bar.y1, bars[0].y1) && about(bar.width(), bars[0].width()), "{bars:?}");
    }
    assert!(bars[0].x1 < bars[1].x0 && bars[1].x1 < bars[2].x0);
}

#[test]
fn bars_are_as_long_as_their_values_and_turn_around_with_the_language() {
    let element = chart("bar", &data(&[("a", 10.0), ("b", 25.0), ("c", 40.0)]));
    for (language, from) in [("en", 0.0), ("he", 1.0)] {
        let scene = Scene { language, ..Scene::new(&element) };
        let bars = bars(&scene);
        for (bar, value) in bars.iter().zip([10.0, 25.0, 40.0]) {
            assert!((bar.width() / value - bars[2].width() / 40.0).abs() < 0.1, "{bars:?}");
            let (start, other) = if from > 0.5 { (bar.x1, bars[0].x1) } else { (bar.x0, bars[0].x0) };
            assert!(about(start, other), "{language}: {bars:?}");
        }
        let label = built_line(&scene, "a");
        assert_eq!(
            label.rect.x0 > bars[0].x0,
            from > 0.5,
            "{language}: the label stands where reading begins"
        );
    }
}

fn built_line(scene: &Scene, text: &str) -> crate::video::layout::Line {
    let lines = scene.built().measure.lines;
    lines
        .iter()
        .find(|line| line.text.trim() == text)
        .unwrap_or_else(|| panic!("{text} in {lines:?}"))
        .clone()
}

#[test]
fn negative_values_go_the_other_way() {
    let element = chart("column", &data(&[("a", 4.0), ("b", -2.0)]));
    let scene = Scene::new(&element);
    let pieces = scene.built().end();
    let up = marks(&pieces, token(&scene, "accent"))[0];
    let down = marks(&pieces, token(&scene, "bad"))[0];
    assert!(about(up.y1, down.y0), "they meet at zero: {up:?} {down:?}");
    assert!(about(up.height(), 2.0 * down.height()));
}

#[test]
fn they_grow_and_then_rest() {
    let element = chart("column", &format!("grow: 2, {}", data(&[("a", 10.0), ("b", 40.0)])));
    let scene = Scene::new(&element);
    let built = scene.built();
    let accent = token(&scene, "accent");
    let heights = |since: f64| -> Vec<f64> {
        marks(&built.at(since), accent).iter().map(kurbo::Rect::height).collect()
    };
    assert!(heights(0.0).is_empty());
    let mut last = [0.0, 0.0];
    for step in 1..=20 {
        let now = heights(f64::from(step) / 10.0);
        for (index, height) in now.iter().enumerate() {
            assert!(*height >= last[index] - 1e-6, "{step}: {now:?} after {last:?}");
            last[index] = *height;
        }
    }
    let end = heights(2.0);
    assert!(about(end[1], 4.0 * end[0]), "{end:?}");
    let Body::Live(live) = &built.body else { panic!("it moves") };
    assert!(!Arc::ptr_eq(&live.pieces(&clock(1.9)), &live.pieces(&clock(2.0))));
    assert!(Arc::ptr_eq(&live.pieces(&clock(2.0)), &live.pieces(&clock(3.0))));
    let still = Scene::new(&chart("column", &format!("grow: 0, {}", data(&[("a", 1.0)])))).built();
    assert!(matches!(still.body, Body::Still(_)));
}

#[test]
fn slices_are_the_circle() {
    let element = chart("pie", &data(&[("a", 50.0), ("b", 25.0), ("c", 12.5), ("d", 12.5)]));
    let scene = Scene::new(&element);
    let built = scene.built();
    let pieces = built.end();
    let names = ["accent", "accent2", "good", "bad"];
    let area = |name: &str| {
        let wanted = token(&scene, name);
        let slice = pieces.iter().find(|piece| piece.role == Role::Mark && color(piece) == Some(wanted));
        match &slice.expect("a slice").inks[0] {
            Ink::Fill { path, .. } => path.area().abs(),
            other => panic!("{other:?}"),
        }
    };
    let areas = names.map(area);
    let slices = names.map(|name| {
        let wanted = token(&scene, name);
        pieces
            .iter()
            .find(|piece| piece.role == Role::Mark && color(piece) == Some(wanted))
            .expect("a slice")
            .bounds
    });
    let circle = slices.into_iter().reduce(|a, b| a.union(b)).expect("slices");
    let whole = std::f64::consts::PI * (circle.width() / 2.0).powi(2);
    let sum: f64 = areas.iter().sum();
    assert!(sum < whole && sum > whole * 0.94, "all but the gaps: {sum} of {whole}");
    assert!((areas[0] / areas[1] - 2.0).abs() < 0.12 && (areas[1] / areas[2] - 2.0).abs() < 0.2, "{areas:?}");
    for text in ["50%", "25%", "13%", "12%"] {
        assert!(built.measure.text.contains(text), "{text} in {}", built.measure.text);
    }
}

#[test]
fn a_part_of_nothing_is_drawn_too() {
    for kind in ["pie", "donut", "column", "bar", "line"] {
        for points in [&[("a", 0.0)] as &[_], &[("a", 0.0), ("b", 0.0)], &[("a", -3.0)], &[("", 7.0)]] {
            let element = chart(kind, &data(points));
            let scene = Scene::new(&element);
            let built = scene.built();
            assert_eq!(faults(&scene, &built), Vec::<String>::new(), "{element}");
            for piece in built.end() {
                assert!(piece.bounds.is_finite(), "{element}: {piece:?}");
            }
        }
    }
}

#[test]
fn one_point_stands_out() {
    let element =
        chart("column", &format!("highlight: b, {}", data(&[("a", 10.0), ("b", 25.0), ("c", 40.0)])));
    for theme in THEMES {
        let scene = Scene { theme, ..Scene::new(&element) };
        assert_eq!(bars(&scene).len(), 1, "{theme}");
        let bg = token(&scene, "bg");
        for piece in scene
            .built()
            .end()
            .iter()
            .filter(|piece| piece.role == Role::Mark && piece.bounds.height() > 20.0)
        {
            assert!(color(piece).expect("a colour").contrast(bg) >= 3.0, "{theme}: {piece:?}");
        }
    }
}

#[test]
fn rows_of_data_are_points() {
    let element = "{type: chart, chart: column, data: load, unit: ms}";
    let scene = Scene {
        data: "{load: [{name: Normal, time: 120}, {name: Expired, time: \"4,800\"}]}",
        ..Scene::new(element)
    };
    let built = scene.built();
    assert!(
        built.measure.text.contains("Normal") && built.measure.text.contains("4,800\u{a0}ms"),
        "{:?}",
        built.measure.text
    );
    let bars = bars(&scene);
    assert!(about(bars[1].height(), bars[0].height() * 40.0) || bars[0].height() < 20.0, "{bars:?}");
}

#[test]
fn labels_never_collide_nor_leave_the_chart() {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let many: Vec<(&str, f64)> = months
        .iter()
        .zip([12.5, 180.0, 95.5, 24.0, 310.0, 28.0, 36.0, 42.0, 380.0, 47.0, 55.0, 610.25])
        .map(|(label, value)| (*label, value))
        .collect();
    let long = [
        ("Customer acquisition", 1_250_000.0),
        ("Everything else that costs", 830_000.5),
        ("Infrastructure", 412_000.0),
    ];
    let few = [("2023", 14.2), ("2024", 17.9), ("2025", 19.9)];
    let mixed = [("Q1", 4.0), ("Q2", -2.5), ("Q3", 1.5), ("Q4", -6.0)];
    let sets = [data(&few), data(&many), data(&long), data(&mixed)];
    for canvas in CANVASES {
        for kind in ["column", "bar", "line", "pie", "donut"] {
            for (index, set) in sets.iter().enumerate() {
                for language in ["en", "ar"] {
                    let element = chart(kind, &format!("unit: $, {set}"));
                    let scene = Scene { canvas, language, ..Scene::new(&element) };
                    let built = scene.built();
                    assert_eq!(
                        faults(&scene, &built),
                        Vec::<String>::new(),
                        "{canvas} {kind} {index} {language}"
                    );
                    assert!(built.measure.lines.len() >= 2, "{canvas} {kind} {index}");
                }
            }
        }
    }
}

#[test]
fn a_line_of_sixty_points_thins_its_labels() {
    let labels: Vec<String> = (1..=60).map(|day| format!("Day {day}")).collect();
    let points: Vec<(&str, f64)> = labels
        .iter()
        .zip(1..)
        .map(|(label, day)| (label.as_str(), 1000.0 + 17.0 * f64::from(day % 23)))
        .collect();
    for canvas in CANVASES {
        let element = chart("line", &data(&points));
        let scene = Scene { canvas, ..Scene::new(&element) };
        let built = scene.built();
        assert_eq!(faults(&scene, &built), Vec::<String>::new(), "{canvas}");
        assert!(built.measure.text.contains("Day 60"), "{canvas}: the last one is there");
        let shown = built.measure.lines.iter().filter(|line| line.text.starts_with("Day")).count();
        assert!((2..20).contains(&shown), "{canvas}: {shown}");
    }
}

#[test]
fn a_line_is_drawn_along_and_never_overshoots() {
    let element = chart("line", &data(&[("a", 10.0), ("b", 40.0), ("c", 40.0), ("d", 5.0)]));
    let scene = Scene::new(&element);
    let built = scene.built();
    let accent = token(&scene, "accent");
    let line = |since: f64| {
        let pieces = built.at(since);
        pieces.iter().flat_map(|piece| &piece.inks).find_map(|ink| match ink {
            Ink::Stroke { path, paint: Paint::Solid(color), .. } if *color == accent => {
                Some(path.bounding_box())
            }
            _ => None,
        })
    };
    let whole = line(9.0).expect("a line");
    let widths: Vec<f64> =
        (1..=10).map(|step| line(f64::from(step) / 10.0).map_or(0.0, |rect| rect.width())).collect();
    assert!(widths.windows(2).all(|pair| pair[0] <= pair[1]) && widths[3] > 0.0, "{widths:?}");
    assert!(about(widths[9], whole.width()));
    let dots = marks(&built.end(), accent);
    let dots: Vec<&Rect> = dots.iter().filter(|rect| about(rect.width(), rect.height())).collect();
    let highest = dots.iter().map(|dot| dot.center().y).fold(f64::INFINITY, f64::min);
    assert!(about(whole.y0, highest), "the curve stays between its points: {whole:?} {highest}");
}

#[test]
fn what_cannot_be_shown_is_said() {
    let rows: Vec<String> = (0..20).map(|row| format!("{{label: r{row}, value: {row}}}")).collect();
    let data = format!("{{many: [{}]}}", rows.join(", "));
    let scene = Scene { data: &data, ..Scene::new("{type: chart, chart: column, data: many}") };
    assert_eq!(scene.built().measure.overflow.expect("8 are missing").lines, 8);
    let empty = Scene { data: "{none: []}", ..Scene::new("{type: chart, chart: column, data: none}") };
    assert!(empty.built().end().is_empty());
}
