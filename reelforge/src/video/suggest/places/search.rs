//! The best places of several elements: one after the other in the order of the list, and always the best few ways so
//! far.

use std::collections::HashSet;

use kurbo::Rect;

use super::aims::{Place, Placed, Scene};

/// Ways that are followed at a time.
const BEAM: usize = 12;
/// Free rectangles that are tried for an element, the largest first.
const MAX_FREE: usize = 40;
/// Places that are scored in all, so that many elements take no longer than a few.
const MAX_SCORED: usize = 30_000;
/// Places that are scored at least for an element on one way.
const MIN_SCORED: usize = 60;

/// Places for all movers, the best first; no two alike.
pub(super) fn best(scene: &Scene, most: usize) -> Vec<Vec<Place>> {
    let each = (MAX_SCORED / (scene.movers.len() * BEAM).max(1)).max(MIN_SCORED);
    let mut ways: Vec<Vec<Placed>> = vec![Vec::new()];
    for mover in 0..scene.movers.len() {
        let mut next: Vec<(f64, Vec<Placed>)> = Vec::new();
        for way in &ways {
            for spot in spots(scene, mover, way, each) {
                let longer: Vec<Placed> = way.iter().copied().chain([scene.placed(mover, spot)]).collect();
                next.push((scene.score_of_free(&longer).total(), longer));
            }
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        ways.clear();
        for (_, way) in next {
            if ways.len() == BEAM {
                break;
            }
            if !ways.iter().any(|known| is_alike(scene, known, &way)) {
                ways.push(way);
            }
        }
    }
    let place = |placed: Placed| Place { mover: scene.movers[placed.mover].clone(), rect: placed.rect };
    ways.into_iter()
        .filter(|way| way.iter().any(|one| !is_near(scene, one, &scene.movers[one.mover].ink)))
        .take(most)
        .map(|way| way.into_iter().map(place).collect())
        .collect()
}

/// Places for a mover beside those that have theirs: some of each free rectangle, each once.
fn spots(scene: &Scene, mover: usize, way: &[Placed], most: usize) -> Vec<Rect> {
    let mut seen = HashSet::new();
    let free = scene.free(mover, way).into_iter().take(MAX_FREE);
    let all = free.flat_map(|free| scene.spots(mover, free));
    #[expect(clippy::cast_possible_truncation, reason = "whole pixels of a canvas")]
    let is_new = move |spot: &Rect| seen.insert((spot.x0 as i64, spot.y0 as i64));
    all.filter(is_new).take(most).collect()
}

/// Whether two ways hardly differ.
fn is_alike(scene: &Scene, a: &[Placed], b: &[Placed]) -> bool {
    a.iter().zip(b).all(|(a, b)| is_near(scene, a, &b.rect))
}

fn is_near(scene: &Scene, one: &Placed, other: &Rect) -> bool {
    (one.rect.center() - other.center()).hypot() < 3.0 * scene.cell()
}
