//! V-8: elements of the base layer that lie over each other (rules, §2).

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::json;

use super::Findings;
use super::shift::{self, rounded};
use super::watch::Watch;
use crate::video::check::measure::{Exempt, Life, Overlap, SceneView, Shown, is_text, pairs, separations};
use crate::video::check::{Issue, Severity};
use crate::video::layout::Item;
use crate::video::project::edit::Op;
use crate::video::project::model::{Area, LayoutKind};

/// Seconds that two resting elements may overlap.
const BRIEF: f64 = 0.25;
/// Seconds from which on that is an error where a text cannot be read.
const LONG: f64 = 0.5;

#[derive(Default)]
pub(super) struct Overlaps {
    pairs: BTreeMap<(usize, usize), Vec<Interval>>,
    /// Those of the last frame.
    last: Vec<(Overlap, usize, usize)>,
}

/// Frames one after the other in which a pair overlaps.
struct Interval {
    frames: Range<u32>,
    /// The worst frame: of those at rest, if there are any, the one that shares most.
    worst: u32,
    overlap: Overlap,
    at_rest: bool,
    /// Frames at rest: those up to now, and the longest stretch.
    resting: (u32, u32),
    /// The same, of those in which a text cannot be read.
    unreadable: (u32, u32),
}

impl Watch for Overlaps {
    fn see(&mut self, shown: &Shown<'_>) {
        if !shown.is_same {
            self.last = pairs(shown);
            self.last.retain(|(overlap, ..)| !matches!(overlap.exempt, Some(Exempt::Card | Exempt::Small)));
        }
        for (overlap, lower, upper) in self.last.iter().copied() {
            let at_rest = shown.states[lower].settled && shown.states[upper].settled;
            let intervals = self.pairs.entry((overlap.lower, overlap.upper)).or_default();
            if intervals.last().is_none_or(|interval| interval.frames.end != shown.frame) {
                intervals.push(Interval {
                    frames: shown.frame..shown.frame,
                    worst: shown.frame,
                    overlap,
                    at_rest,
                    resting: (0, 0),
                    unreadable: (0, 0),
                });
            }
            let Some(interval) = intervals.last_mut() else { continue };
            interval.frames.end = shown.frame + 1;
            if (at_rest, overlap.ratio) > (interval.at_rest, interval.overlap.ratio) {
                (interval.worst, interval.overlap) = (shown.frame, overlap);
                interval.at_rest = at_rest;
            }
            let count = |(now, most): &mut (u32, u32), holds: bool| {
                *now = if holds { *now + 1 } else { 0 };
                *most = (*most).max(*now);
            };
            count(&mut interval.resting, at_rest);
            count(&mut interval.unreadable, at_rest && (overlap.texts || overlap.hides_text));
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for intervals in self.pairs.values() {
            let rated = intervals.iter().filter_map(|interval| Some((severity(view, interval)?, interval)));
            let worst = rated.min_by_key(|(severity, interval)| {
                (*severity, std::cmp::Reverse(interval.frames.len()), interval.frames.start)
            });
            if let Some((severity, interval)) = worst
                && !found.push(report(view, interval, severity))
            {
                return;
            }
        }
    }
}

fn severity(view: &SceneView<'_>, interval: &Interval) -> Option<Severity> {
    let lasts = |frames: u32, seconds: f64| view.seconds(frames) >= seconds - 1e-9;
    if lasts(interval.unreadable.1, LONG) {
        Some(Severity::Error)
    } else if lasts(interval.resting.1, BRIEF) {
        Some(Severity::Warning)
    } else {
        let frames = interval.frames.end - interval.frames.start;
        lasts(frames, BRIEF).then_some(Severity::Info)
    }
}

fn report(view: &SceneView<'_>, interval: &Interval, severity: Severity) -> Issue {
    let overlap = &interval.overlap;
    let (lower, upper) = (&view.scene.items[overlap.lower], &view.scene.items[overlap.upper]);
    let (t0, t1) = (view.seconds(interval.frames.start), view.seconds(interval.frames.end));
    // The one that the ratio is of.
    let lost = match (is_text(lower), is_text(upper)) {
        (true, false) => lower,
        (false, true) => upper,
        _ if overlap.lower_box.area() < overlap.upper_box.area() => lower,
        _ => upper,
    };
    let moves = separations(view.plan, view.scene, overlap);
    let first = moves.first();
    // A waiver takes the issue of its own element out of the report.
    let allows = |item: &Item| item.element.common.allow.iter().any(|rule| rule == "V-8");
    let subject = match first {
        _ if allows(lower) => lower,
        _ if allows(upper) => upper,
        Some(way) => way.item,
        None => upper,
    };
    let message = format!(
        "`{}` and `{}` share {}% of `{}` from {t0:.1} s to {t1:.1} s",
        upper.id,
        lower.id,
        percent(overlap.ratio),
        lost.id
    );
    let mut issue = view.issue("V-8", subject, &interval.frames, message).severity(severity);
    let way = first.map(|way| json!({"element": way.item.id, "dx": way.by.x, "dy": way.by.y}));
    let mut measured = json!({
        "a": upper.id,
        "b": lower.id,
        "t0": rounded(t0, 3),
        "t1": rounded(t1, 3),
        "t_worst": rounded(view.seconds(interval.worst), 3),
        "box_a": shift::rect(overlap.upper_box),
        "box_b": shift::rect(overlap.lower_box),
        "area_px": overlap.area.round(),
        "ratio": rounded(overlap.ratio, 3),
    });
    if let (Some(way), Some(map)) = (way, measured.as_object_mut()) {
        map.insert("move".to_owned(), way);
    }
    issue = issue.measured(measured, overlap.limit);
    let otherwise =
        "put both in the flow (remove `x` and `y`), or set `layer: 1` on the one that is meant to lie on top";
    let hint = match first {
        Some(way) => format!("move `{}` {}, or {otherwise}", way.item.id, shift::words(way.by)),
        None => otherwise.to_owned(),
    };
    issue = issue.hint(hint);
    for way in moves {
        if let Some(ops) = shift::shift(view, way.item, way.by) {
            issue = issue.repair(format!("move `{}` {}", way.item.id, shift::words(way.by)), ops);
        }
    }
    match into_flow(view, &[lower, upper]) {
        Some(ops) => issue.repair("put both in the flow of the scene", ops),
        None => issue,
    }
}

/// Takes both out of their own places, in a scene that stacks its elements.
fn into_flow(view: &SceneView<'_>, pair: &[&Item]) -> Option<Vec<Op>> {
    let scene = view.subject.project.scenes.get(view.index)?;
    let mut ops = Vec::new();
    if scene.layout.kind == LayoutKind::Free {
        ops.push(Op::Set { path: format!("{}.layout", scene.path), value: json!("stack") });
    }
    for item in pair.iter().filter(|item| !item.in_flow) {
        let (path, common) = (view.written(item)?, &item.element.common);
        let keys = [
            ("x", common.x.is_some()),
            ("y", common.y.is_some()),
            ("pin", common.pin.is_some()),
            ("offset", common.offset.is_some()),
        ];
        ops.extend(
            keys.iter()
                .filter(|(_, is_set)| *is_set)
                .map(|(key, _)| Op::Unset { path: format!("{path}.{key}") }),
        );
    }
    let is_base = pair.iter().all(|item| item.parent.is_none());
    (is_base && scene.layout.area == Area::Safe && !ops.is_empty()).then_some(ops)
}

fn percent(ratio: f64) -> f64 {
    if ratio < 0.1 { rounded(ratio * 100.0, 1) } else { (ratio * 100.0).round() }
}
