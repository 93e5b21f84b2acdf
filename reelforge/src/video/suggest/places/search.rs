//! The best places of several elements: one after the other in the order of the list, and always the best few ways so
//! far.

use super::aims::{Place, Placed, Scene};

/// Ways that are followed at a time.
const BEAM: usize = 12;
/// Free rectangles that are tried for an element, the largest first.
const MAX_FREE: usize = 40;

/// Places for all movers, the best first; no two alike.
pub(super) fn best(scene: &Scene, most: usize) -> Vec<Vec<Place>> {
    let mut ways: Vec<Vec<Placed>> = vec![Vec::new()];
    for mover in 0..scene.movers.len() {
        let mut next: Vec<(f64, Vec<Placed>)> = Vec::new();
        for way in &ways {
            let free = scene.free(mover, way);
            for spot in free.into_iter().take(MAX_FREE).flat_map(|free| scene.spots(mover, free)) {
                let mut longer = way.clone();
                longer.push(Placed { mover, id: scene.movers[mover].id.clone(), rect: spot });
                next.push((scene.score(&longer).total(), longer));
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

/// Whether two ways hardly differ.
fn is_alike(scene: &Scene, a: &[Placed], b: &[Placed]) -> bool {
    a.iter().zip(b).all(|(a, b)| is_near(scene, a, &b.rect))
}

fn is_near(scene: &Scene, one: &Placed, other: &kurbo::Rect) -> bool {
    (one.rect.center() - other.center()).hypot() < 3.0 * scene.cell()
}
