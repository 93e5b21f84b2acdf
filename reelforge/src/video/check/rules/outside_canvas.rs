//! V-9: what reaches beyond the canvas.

use std::collections::BTreeMap;

use kurbo::Rect;
use serde_json::json;

use super::Findings;
use super::shift::{self, rounded, whole};
use super::watch::Watch;
use crate::video::check::measure::{Area, Life, Run, Runs, SceneView, Shown, own_area, spans, text_areas};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;

/// What of a text may lie outside of the canvas, as a part of it.
const TEXT_PART: f64 = 0.005;
/// How far a text may reach beyond the canvas, in pixels.
const TEXT_PX: f64 = 2.0;
/// What of anything else may lie outside of the canvas, as a part of it.
const OTHER_PART: f64 = 0.15;

/// What numbers lose on their way.
const EXACT: f64 = 1e-9;

#[derive(Default)]
pub(super) struct OutsideCanvas {
    runs: BTreeMap<(usize, bool), Runs<Outside>>,
}

/// What lies outside at a frame.
#[derive(Debug, Clone, Copy)]
struct Outside {
    /// As a part of all.
    part: f64,
    /// How far beyond the edge that it reaches furthest over, and the edge's name.
    px: f64,
    edge: &'static str,
    /// The box of all of it.
    rect: Rect,
}

impl Watch for OutsideCanvas {
    fn see(&mut self, shown: &Shown<'_>) {
        for (index, node) in shown.nodes.iter().enumerate() {
            if !shown.states[index].settled || !shown.is_opaque_enough(index) {
                continue;
            }
            let item = shown.item(index);
            let texts = text_areas(item, node);
            if let Some(outside) = outside(&texts, shown.canvas)
                && (outside.part > TEXT_PART + EXACT || outside.px > TEXT_PX + EXACT)
            {
                self.runs.entry((node.item, true)).or_default().add(shown.frame, outside.part, outside);
                continue;
            }
            let own = own_area(shown, index);
            if let Some(outside) = outside(&own.into_iter().collect::<Vec<_>>(), shown.canvas)
                && outside.part > OTHER_PART + EXACT
                && !spans(item, outside.rect, shown.canvas)
            {
                self.runs.entry((node.item, false)).or_default().add(shown.frame, outside.part, outside);
            }
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for ((item, is_text), runs) in &self.runs {
            if let Some(run) = runs.worst()
                && !found.push(report(view, *item, *is_text, run))
            {
                return;
            }
        }
    }
}

fn outside(areas: &[Area], canvas: Rect) -> Option<Outside> {
    let rect = areas.iter().map(Area::bounds).reduce(|a, b| a.union(b))?;
    let all: f64 = areas.iter().map(Area::size).sum();
    if all <= 0.0 {
        return None;
    }
    let inside: f64 = areas.iter().filter_map(|area| area.within(canvas)).map(|(size, _)| size).sum();
    let edges = [
        (canvas.x0 - rect.x0, "left"),
        (rect.x1 - canvas.x1, "right"),
        (canvas.y0 - rect.y0, "top"),
        (rect.y1 - canvas.y1, "bottom"),
    ];
    let (px, edge) = edges.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    (px > 0.0).then_some(Outside { part: 1.0 - inside / all, px, edge, rect })
}

fn report(view: &SceneView<'_>, item: usize, is_text: bool, run: &Run<Outside>) -> Issue {
    let (item, Outside { part, px, edge, rect }) = (&view.scene.items[item], run.value);
    let what = if is_text && item.measure.lines.len() > 1 { "a line of " } else { "" };
    let message = format!(
        "{what}`{}` reaches {} px beyond the {edge} edge: {}% of it cannot be seen",
        item.id,
        px.ceil(),
        rounded(part * 100.0, 1)
    );
    let (severity, limit) =
        if is_text { (Severity::Error, TEXT_PART) } else { (Severity::Warning, OTHER_PART) };
    let issue = view
        .issue("V-9", item, &run.frames, message)
        .severity(severity)
        .measured(json!({"part": rounded(part, 4), "px": rounded(px, 1), "box": shift::rect(rect)}), limit);
    let room = view.canvas();
    if let Some(by) = shift::into(rect, room) {
        let hint = format!("move it {}", shift::words(by));
        let issue = issue.hint(hint.clone());
        return match shift::shift(view, item, by) {
            Some(ops) => issue.repair(hint, ops),
            None => issue,
        };
    }
    // As large as it can be where it begins.
    let fit = |from: f64, to: f64, least: f64, most: f64| match (from >= least, to <= most) {
        (true, true) => 1.0,
        (true, false) => (most - from) / (to - from),
        (false, true) => (to - least) / (to - from),
        (false, false) => (most - least) / (to - from),
    };
    let fits = fit(rect.x0, rect.x1, room.x0, room.x1).min(fit(rect.y0, rect.y1, room.y0, room.y1)).max(0.01);
    let common = &item.element.common;
    let hint =
        format!("it is larger than the canvas: make it at most {}% of its size", (fits * 100.0).floor());
    let issue = issue.hint(hint.clone());
    let Some(path) = view.written(item) else { return issue };
    let smaller = if common.scale > 1.0 {
        Some(Op::Set {
            path: format!("{path}.scale"),
            value: json!(rounded((common.scale * fits - 0.005).max(0.01), 2)),
        })
    } else {
        let size = (item.measure.font_px * fits).floor();
        super::has_size(&item.element).then(|| Op::Set { path: format!("{path}.size"), value: whole(size) })
    };
    issue.repair(hint, smaller.into_iter().collect())
}
