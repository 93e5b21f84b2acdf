//! What of the canvas stays clear on all targets of a project.

use kurbo::{Rect, Size};

use super::zones::{Occluder, TALL, WIDE, Zone};
use crate::video::project::model::{CanvasPreset, Placement, Project, Target};
use crate::video::text::is_rtl;

/// Margin at each edge where no platform says anything, as a fraction.
const MARGIN: f64 = 0.05;
/// Pictures that are narrower than this, as width by height, fill a phone: between 9:16 and 4:5.
const TALL_BELOW: f64 = 0.68;
/// Pictures that are wider than this, as width by height, fill a screen: between 1:1 and 4:3.
const WIDE_ABOVE: f64 = 1.2;
/// The safe area begins and ends on multiples of this, for a canvas of 1080 pixels: captures are that exact.
const STEP: f64 = 6.0;

/// Where a project will be published: what it says, or what its canvas is made for.
pub fn targets(project: &Project) -> Vec<Target> {
    let made_for: &[Target] = match project.canvas.preset {
        Some(CanvasPreset::Reel) => &[Target::Tiktok, Target::Reels, Target::Shorts],
        Some(CanvasPreset::Wide) => &[Target::Youtube],
        _ => &[],
    };
    project.targets.clone().unwrap_or_else(|| made_for.to_vec())
}

/// The zones of a project's targets. In feeds, which show 1:1 and 4:5, nothing lies over the picture.
pub fn zones(project: &Project) -> Vec<Zone> {
    let (width, height) = project.canvas.size();
    let shape = f64::from(width) / f64::from(height.max(1));
    let mut found: Vec<Zone> = Vec::new();
    for target in targets(project) {
        let zone = if shape < TALL_BELOW {
            tall(target, project.placement)
        } else {
            (shape > WIDE_ABOVE && target == Target::Youtube).then_some(WIDE)
        };
        found.extend(zone.filter(|zone| !found.contains(zone)));
    }
    found
}

fn tall(target: Target, placement: Placement) -> Option<Zone> {
    let of = |target| TALL.into_iter().find(|zone| zone.target == target && zone.placement == placement);
    match target {
        Target::Youtube => of(Target::Shorts),
        _ => of(target),
    }
}

/// What a project's targets cover of its canvas.
pub fn occluders(project: &Project) -> Vec<Occluder> {
    let (size, mirrored) = (canvas(project), is_rtl(&project.meta.language));
    zones(project).iter().flat_map(|zone| zone.occluders(size, mirrored)).collect()
}

/// The largest rectangle that no target of a project covers; without targets, all but margins of 5%.
pub fn safe_area(project: &Project) -> Rect {
    let size = canvas(project);
    let covered: Vec<Rect> = occluders(project).iter().map(|occluder| occluder.rect).collect();
    let step = STEP * size.width.min(size.height) / 1080.0;
    let clear = if covered.is_empty() { None } else { largest_clear(size, &covered) };
    match clear.map(|clear| inward(clear, step)) {
        Some(clear) if clear.width() > 0.0 && clear.height() > 0.0 => clear,
        _ => size.to_rect().inflate(-size.width * MARGIN, -size.height * MARGIN),
    }
}

fn canvas(project: &Project) -> Size {
    let (width, height) = project.canvas.size();
    Size::new(f64::from(width), f64::from(height))
}

/// To whole steps, never outwards.
fn inward(rect: Rect, step: f64) -> Rect {
    let up = |at: f64| (at / step - 1e-9).ceil() * step;
    let down = |at: f64| (at / step + 1e-9).floor() * step;
    Rect::new(up(rect.x0), up(rect.y0), down(rect.x1), down(rect.y1))
}

/// The largest rectangle of a canvas that none of the others touches.
fn largest_clear(size: Size, covered: &[Rect]) -> Option<Rect> {
    let mut xs: Vec<f64> =
        covered.iter().flat_map(|rect| [rect.x0, rect.x1]).chain([0.0, size.width]).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    let mut best: Option<Rect> = None;
    for (index, x0) in xs.iter().enumerate() {
        for x1 in &xs[index + 1..] {
            let mut beside: Vec<&Rect> =
                covered.iter().filter(|rect| rect.x0 < *x1 && rect.x1 > *x0).collect();
            beside.sort_by(|a, b| a.y0.total_cmp(&b.y0));
            let mut y0 = 0.0;
            let ends = beside.iter().map(|rect| (rect.y0, rect.y1)).chain([(size.height, size.height)]);
            for (next, after) in ends {
                let clear = Rect::new(*x0, y0, *x1, next.max(y0));
                if clear.area() > best.map_or(0.0, |best| best.area()) {
                    best = Some(clear);
                }
                y0 = after.max(y0);
            }
        }
    }
    best
}
