//! V-27: elements that others on higher layers cover.

use std::collections::BTreeMap;

use serde_json::json;

use super::Findings;
use super::shift::{rounded, whole};
use crate::video::check::Severity;
use crate::video::check::measure::{Event, SceneView, is_text};
use crate::video::layout::{Item, Node, ScenePlan};
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;

/// What of a text has to be seen, and of anything else.
const TEXT: f64 = 0.97;
const OTHER: f64 = 0.40;
/// What is nothing.
const NOTHING: f64 = 0.01;
/// From this opacity on something covers what is below.
const COVERS: f64 = 0.6;

#[derive(Default)]
pub(super) struct HiddenLayer {
    /// The least that is seen of each element, when, and what covers it.
    least: BTreeMap<usize, Seen>,
}

struct Seen {
    part: f64,
    frame: u32,
    by: usize,
}

impl HiddenLayer {
    pub(super) fn see(&mut self, scene: &ScenePlan, event: &mut Event<'_>) {
        let items = &scene.items;
        let count = event.nodes().len();
        let mut masks = Masks::default();
        for index in 0..count {
            let node = &event.nodes()[index];
            let item = &items[node.item];
            let covering: Vec<usize> =
                (index + 1..count).filter(|upper| covers(items, node, &event.nodes()[*upper])).collect();
            if covering.is_empty() || matches!(item.element.kind, Kind::Group(_)) || node.ink.area() <= 0.0 {
                continue;
            }
            let frame = event.frame.number;
            if let Some((part, by)) = masks.seen(event, index, &covering)
                && self.least.get(&event.nodes()[index].item).is_none_or(|least| part < least.part)
            {
                let (item, by) = (event.nodes()[index].item, event.nodes()[by].item);
                self.least.insert(item, Seen { part, frame, by });
            }
        }
    }

    pub(super) fn conclude(&self, view: &SceneView<'_>, found: &mut Findings) {
        for (item, seen) in &self.least {
            let item = &view.scene.items[*item];
            let limit = if is_text(item) { TEXT } else { OTHER };
            if seen.part < limit && !found.push(report(view, item, seen, limit)) {
                return;
            }
        }
    }
}

/// Whether a node of a higher layer lies over another one, opaque enough to hide it.
fn covers(items: &[Item], lower: &Node, upper: &Node) -> bool {
    let (below, above) = (&items[lower.item], &items[upper.item]);
    let is_higher =
        layer_above(above) > if above.parent.is_none() { below.layer } else { layer_above(below) };
    let is_beside = above.parent.is_none() || above.parent == below.parent;
    let meets = lower.ink.intersect(upper.ink);
    is_higher && is_beside && meets.width() > 0.0 && meets.height() > 0.0
}

/// The layer of an element among those that it is in one group with, or among all of the scene.
fn layer_above(item: &Item) -> i32 {
    if item.parent.is_none() { item.layer } else { item.element.common.layer }
}

/// What the nodes of one frame cover, each painted once.
#[derive(Default)]
struct Masks {
    painted: BTreeMap<usize, Vec<u8>>,
}

impl Masks {
    /// What is seen of a node below others, and which of these covers most of it.
    fn seen(&mut self, event: &mut Event<'_>, lower: usize, covering: &[usize]) -> Option<(f64, usize)> {
        // What is faint itself is still covered.
        let least = 255.0 * event.nodes()[lower].visible_opacity / 2.0;
        let mut left: Vec<usize> = {
            let own = self.of(event, lower).iter().enumerate();
            own.filter(|(_, alpha)| f64::from(**alpha) >= least).map(|(at, _)| at).collect()
        };
        let own = left.clone();
        let mut most: Option<(usize, usize)> = None;
        for upper in covering {
            let over = self.of(event, *upper);
            let hides = |at: &&usize| f64::from(over[**at]) >= 255.0 * COVERS;
            let hidden = own.iter().filter(hides).count();
            if hidden > most.map_or(0, |(most, _)| most) {
                most = Some((hidden, *upper));
            }
            left.retain(|at| !hides(&at));
            if left.is_empty() {
                break;
            }
        }
        let count = |pixels: usize| f64::from(u32::try_from(pixels).unwrap_or(u32::MAX));
        most.map(|(_, by)| (count(left.len()) / count(own.len()), by))
    }

    /// How much of each pixel a node with all in it covers, of 255.
    fn of(&mut self, event: &mut Event<'_>, node: usize) -> &[u8] {
        self.painted.entry(node).or_insert_with(|| event.cover(node, |_| {}).alpha)
    }
}

fn report(view: &SceneView<'_>, item: &Item, seen: &Seen, limit: f64) -> crate::video::check::Issue {
    let over = &view.scene.items[seen.by];
    let hidden = ((1.0 - seen.part) * 100.0).round();
    let message = format!(
        "`{}` on layer {} covers {hidden}% of `{}` at {:.1} s",
        over.id,
        layer_above(over),
        item.id,
        view.seconds(seen.frame)
    );
    let is_error = limit >= TEXT || seen.part < NOTHING;
    let issue = view
        .issue("V-27", item, &(seen.frame..seen.frame + 1), message)
        .severity(if is_error { Severity::Error } else { Severity::Warning })
        .measured(json!({"seen": rounded(seen.part, 3), "by": over.id}), limit)
        .hint("put it on a higher layer than what covers it, or move one of them");
    let above = layer_above(over) + 1;
    match view.written(item) {
        Some(path) if item.parent == over.parent && above <= 9 => {
            let ops = vec![Op::Set { path: format!("{path}.layer"), value: whole(f64::from(above)) }];
            issue.repair(format!("put `{}` on layer {above}", item.id), ops)
        }
        _ => issue,
    }
}
