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
        for index in 0..count {
            let node = &event.nodes()[index];
            let item = &items[node.item];
            let covering: Vec<usize> =
                (index + 1..count).filter(|upper| covers(items, node, &event.nodes()[*upper])).collect();
            if covering.is_empty() || matches!(item.element.kind, Kind::Group(_)) || node.ink.area() <= 0.0 {
                continue;
            }
            let frame = event.frame.number;
            if let Some((part, by)) = seen(event, index, &covering)
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
    let is_higher = above.parent.is_none() && above.layer > below.layer;
    let meets = lower.ink.intersect(upper.ink);
    is_higher && meets.width() > 0.0 && meets.height() > 0.0
}

/// What is seen of a node below others, and which of these covers most of it.
fn seen(event: &mut Event<'_>, lower: usize, covering: &[usize]) -> Option<(f64, usize)> {
    // What is faint itself is still covered.
    let opacity = event.nodes()[lower].visible_opacity;
    let own = mask(event, lower, opacity / 2.0);
    let painted = own.iter().filter(|pixel| **pixel).count();
    if painted == 0 {
        return None;
    }
    let mut rest = own.clone();
    let mut most: Option<(usize, usize)> = None;
    for upper in covering {
        let over = mask(event, *upper, COVERS);
        let hidden = own.iter().zip(&over).filter(|(own, over)| **own && **over).count();
        rest.iter_mut().zip(&over).for_each(|(rest, over)| *rest &= !over);
        if hidden > most.map_or(0, |(most, _)| most) {
            most = Some((hidden, *upper));
        }
    }
    let left = rest.iter().filter(|pixel| **pixel).count();
    let count = |pixels: usize| f64::from(u32::try_from(pixels).unwrap_or(u32::MAX));
    most.map(|(_, by)| (count(left) / count(painted), by))
}

/// The pixels that a node with all in it covers at least so much.
fn mask(event: &mut Event<'_>, node: usize, least: f64) -> Vec<bool> {
    let cover = event.cover(node, |_| {});
    cover.alpha.into_iter().map(|alpha| f64::from(alpha) / 255.0 >= least).collect()
}

fn report(view: &SceneView<'_>, item: &Item, seen: &Seen, limit: f64) -> crate::video::check::Issue {
    let over = &view.scene.items[seen.by];
    let hidden = ((1.0 - seen.part) * 100.0).round();
    let message = format!(
        "`{}` on layer {} covers {hidden}% of `{}` at {:.1} s",
        over.id,
        over.layer,
        item.id,
        view.seconds(seen.frame)
    );
    let is_error = limit >= TEXT || seen.part < NOTHING;
    let issue = view
        .issue("V-27", item, &(seen.frame..seen.frame + 1), message)
        .severity(if is_error { Severity::Error } else { Severity::Warning })
        .measured(json!({"seen": rounded(seen.part, 3), "by": over.id}), limit)
        .hint("put it on a higher layer than what covers it, or move one of them");
    let above = over.layer + 1;
    match view.written(item) {
        Some(path) if item.parent.is_none() && above <= 9 => {
            let ops = vec![Op::Set { path: format!("{path}.layer"), value: whole(f64::from(above)) }];
            issue.repair(format!("put `{}` on layer {above}", item.id), ops)
        }
        _ => issue,
    }
}
