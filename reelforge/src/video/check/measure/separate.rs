//! How two elements that lie over each other come apart.

use kurbo::{Rect, Vec2};

use super::Overlap;
use crate::video::layout::{Item, Plan, ScenePlan};

/// A way to separate a pair.
#[derive(Debug, Clone, Copy)]
pub struct Way<'a> {
    /// The one that moves.
    pub item: &'a Item,
    /// By how much, in whole canvas pixels along one axis.
    pub by: Vec2,
}

/// The moves along one axis that separate a pair inside of the scene's area, the smallest first. What the flow places
/// does not move on its own.
pub fn separations<'a>(plan: &Plan, scene: &'a ScenePlan, overlap: &Overlap) -> Vec<Way<'a>> {
    let (lower, upper) = (&scene.items[overlap.lower], &scene.items[overlap.upper]);
    let (lower_box, upper_box) = overlap.whole;
    let mut ways = Vec::new();
    for (item, own, other) in [(upper, upper_box, lower_box), (lower, lower_box, upper_box)] {
        let steps = [
            Vec2::new((other.x0 - own.x1).floor(), 0.0),
            Vec2::new((other.x1 - own.x0).ceil(), 0.0),
            Vec2::new(0.0, (other.y0 - own.y1).floor()),
            Vec2::new(0.0, (other.y1 - own.y0).ceil()),
        ];
        // What stands outside of the area already only has to stay on the canvas.
        let room = if holds(scene.area, own) { scene.area } else { plan.canvas.to_rect() };
        let fits = |by: &Vec2| holds(room, own + *by);
        ways.extend(steps.into_iter().filter(|by| !item.in_flow && fits(by)).map(|by| Way { item, by }));
    }
    ways.sort_by(|a, b| a.by.hypot().total_cmp(&b.by.hypot()));
    ways
}

fn holds(room: Rect, rect: Rect) -> bool {
    let room = room.inflate(0.5, 0.5);
    rect.x0 >= room.x0 && rect.y0 >= room.y0 && rect.x1 <= room.x1 && rect.y1 <= room.y1
}
