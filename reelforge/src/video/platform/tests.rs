use kurbo::{Point, Rect, Shape, Size};

use super::*;
use crate::video::project::Project;

fn project(head: &str) -> Project {
    let text = format!("reelforge: 1\n{head}\nscenes: [{{id: a}}]\n");
    let text = if head.contains("meta:") { text } else { format!("{text}meta: {{title: t}}\n") };
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues, [], "{text}");
    parsed.project.unwrap()
}

fn area(head: &str) -> Rect {
    safe_area(&project(head))
}

#[test]
fn the_usual_targets_leave_the_combined_rectangles() {
    assert_eq!(area("canvas: reel"), Rect::new(60.0, 240.0, 900.0, 1440.0));
    assert_eq!(area("canvas: reel\nplacement: ad"), Rect::new(120.0, 288.0, 780.0, 1248.0));
    assert_eq!(area("canvas: wide"), Rect::new(96.0, 54.0, 1824.0, 1026.0));
    assert_eq!(
        area("canvas: {width: 720, height: 1280}\ntargets: [tiktok, reels, shorts]"),
        Rect::new(40.0, 160.0, 600.0, 960.0)
    );
}

#[test]
fn feeds_and_projects_without_targets_have_margins_and_nothing_on_top() {
    for head in [
        "canvas: square",
        "canvas: post\ntargets: [tiktok, linkedin]",
        "canvas: reel\ntargets: []",
        "canvas: wide\ntargets: [tiktok]",
        "canvas: {width: 1080, height: 1920}",
    ] {
        let project = project(head);
        let (width, height) = project.canvas.size();
        let (width, height) = (f64::from(width), f64::from(height));
        let margins = Rect::new(width * 0.05, height * 0.05, width * 0.95, height * 0.95);
        assert_eq!(safe_area(&project), margins, "{head}");
        assert_eq!(occluders(&project), [], "{head}");
    }
}

#[test]
fn the_safe_area_is_clear_of_what_every_target_covers() {
    for canvas in ["reel", "wide", "{width: 1080, height: 2400}", "{width: 540, height: 960}", "hd"] {
        for placement in ["organic", "ad"] {
            for targets in [
                "[snapchat]",
                "[tiktok]",
                "[shorts, linkedin]",
                "[facebook, youtube]",
                "[youtube, tiktok, reels, shorts, snapchat, linkedin, facebook]",
            ] {
                let head = format!("canvas: {canvas}\ntargets: {targets}\nplacement: {placement}");
                let project = project(&head);
                let area = safe_area(&project);
                let (width, height) = project.canvas.size();
                assert!(area.area() > 0.25 * f64::from(width * height), "{head}: {area}");
                for occluder in occluders(&project) {
                    assert!(occluder.rect.intersect(area).area() <= 0.0, "{head}: {occluder:?} {area}");
                }
            }
        }
    }
}

#[test]
fn polygons_and_what_is_covered_fill_the_canvas() {
    let size = Size::new(540.0, 960.0);
    for zone in zones::TALL {
        let polygon = zone.safe_polygon(size, false);
        let mut path = kurbo::BezPath::new();
        path.move_to(polygon[0]);
        polygon[1..].iter().for_each(|point| path.line_to(*point));
        path.close_path();
        let covered: f64 = zone.occluders(size, false).iter().map(|occluder| occluder.rect.area()).sum();
        assert!((path.area().abs() + covered - size.area()).abs() < 1e-6, "{zone:?}");
        assert!(!zone.source.is_empty() && zone.checked.starts_with("2026-"), "{zone:?}");
    }
    let tiktok = zones::TALL[1].safe_polygon(Size::new(1080.0, 1920.0), false);
    let official = [(120, 240), (960, 240), (960, 840), (780, 840), (780, 1260), (120, 1260)];
    assert_eq!(tiktok, official.map(|(x, y)| Point::new(f64::from(x), f64::from(y))));
}

#[test]
fn languages_from_right_to_left_mirror_the_buttons() {
    let head = "meta: {title: t, language: ar-EG}\ncanvas: reel\ntargets: [tiktok]";
    assert_eq!(area(head), Rect::new(150.0, 162.0, 1056.0, 1710.0));
    let rail = occluders(&project(head)).into_iter().find(|occluder| occluder.cover == Cover::Rail).unwrap();
    assert_eq!(rail.rect, Rect::new(0.0, 780.0, 150.0, 1715.0));
}

#[test]
fn every_target_has_limits_with_a_source() {
    for target in TARGETS {
        for placement in PLACEMENTS {
            let limits = limits(target, placement);
            assert!(!limits.source.is_empty() && limits.seconds.0 < limits.seconds.1, "{target:?}");
            assert!(limits.app_seconds.is_none_or(|seconds| seconds < limits.seconds.1), "{target:?}");
            assert!(!name(target).is_empty() && !limits.formats.is_empty());
        }
    }
}
