//! V-10: what lies below the interface of a platform.

use std::collections::BTreeMap;

use kurbo::Rect;
use serde_json::{Map, json};

use super::Findings;
use super::shift::{self, rounded};
use super::watch::Watch;
use crate::video::check::measure::{
    Area, Life, Run, Runs, SceneView, Shown, is_words, own_area, spans, text_areas,
};
use crate::video::check::{Issue, Severity};
use crate::video::platform::{self, Cover, Occluder};
use crate::video::project::edit::Op;
use crate::video::project::model::{self, Placement, Target};

/// What of a text may be covered, as a part of it.
const TEXT_PART: f64 = 0.02;
/// How deep a text may reach into what covers it, in pixels.
const TEXT_PX: f64 = 6.0;
/// What of anything else may be covered, as a part of it.
const OTHER_PART: f64 = 0.25;

/// What numbers lose on their way.
const EXACT: f64 = 1e-9;

pub(super) struct SafeZone {
    occluders: Vec<Occluder>,
    runs: BTreeMap<(usize, bool), Runs<Covered>>,
}

/// What is covered at a frame.
#[derive(Debug, Clone)]
struct Covered {
    /// By each platform: what covers most, and how much of the element all that it lays over it covers.
    by: BTreeMap<Target, (Cover, f64)>,
    /// In square pixels, by the platform that covers most.
    px: f64,
    /// The box of all of it.
    rect: Rect,
}

impl SafeZone {
    pub(super) fn of(view: &SceneView<'_>) -> Self {
        Self { occluders: platform::occluders(view.subject.project), runs: BTreeMap::new() }
    }

    /// What covers some areas that belong together: by each platform, and how deep they reach into it.
    fn covered(&self, areas: &[Area]) -> Option<(Covered, f64)> {
        let rect = areas.iter().map(Area::bounds).reduce(|a, b| a.union(b))?;
        let all: f64 = areas.iter().map(Area::size).sum();
        let mut by: BTreeMap<Target, (Cover, f64, f64)> = BTreeMap::new();
        let mut depth = 0.0_f64;
        for occluder in &self.occluders {
            let shared = areas.iter().filter_map(|area| area.within(occluder.rect));
            let Some((size, around)) = shared.reduce(|a, b| (a.0 + b.0, a.1.union(b.1))) else { continue };
            depth = depth.max(around.width().min(around.height()));
            let (cover, most, sum) = by.entry(occluder.target).or_insert((occluder.cover, 0.0, 0.0));
            if size > *most {
                (*cover, *most) = (occluder.cover, size);
            }
            *sum += size;
        }
        let px = by.values().map(|(_, _, sum)| *sum).reduce(f64::max).filter(|_| all > 0.0)?;
        let by = by.into_iter().map(|(target, (cover, _, sum))| (target, (cover, sum / all))).collect();
        Some((Covered { by, px, rect }, depth))
    }
}

impl Covered {
    fn worst(&self) -> f64 {
        self.by.values().map(|(_, part)| *part).fold(0.0, f64::max)
    }
}

impl Watch for SafeZone {
    fn see(&mut self, shown: &Shown<'_>) {
        if self.occluders.is_empty() {
            return;
        }
        for (index, node) in shown.nodes.iter().enumerate() {
            let state = &shown.states[index];
            if !state.settled || !state.visible {
                continue;
            }
            let item = shown.item(index);
            let read = is_words(&item.element);
            let texts = if read { text_areas(item, node) } else { Vec::new() };
            if let Some((covered, depth)) = self.covered(&texts)
                && (covered.worst() > TEXT_PART + EXACT || depth > TEXT_PX + EXACT)
            {
                self.runs.entry((node.item, true)).or_default().add(shown.frame, covered.worst(), covered);
                continue;
            }
            let own: Vec<Area> = own_area(shown, index).into_iter().collect();
            if let Some((covered, _)) = self.covered(&own)
                && covered.worst() > OTHER_PART + EXACT
                && !spans(item, covered.rect, shown.canvas)
            {
                self.runs.entry((node.item, false)).or_default().add(shown.frame, covered.worst(), covered);
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

fn report(view: &SceneView<'_>, item: usize, is_text: bool, run: &Run<Covered>) -> Issue {
    let (item, covered) = (&view.scene.items[item], &run.value);
    let project = view.subject.project;
    let mut parts: Vec<(Target, Cover, f64)> =
        covered.by.iter().map(|(target, (cover, part))| (*target, *cover, *part)).collect();
    parts.sort_by(|a, b| b.2.total_cmp(&a.2));
    let shown = parts.iter().enumerate().map(|(number, (target, cover, part))| {
        let percent = rounded(part * 100.0, 1);
        let name = platform::name(*target);
        let own = if name.ends_with('s') { "'" } else { "'s" };
        let cover = cover.words();
        if number == 0 {
            format!("{name}{own} {cover} covers {percent}% of `{}`", item.id)
        } else {
            format!("{name}{own} {cover} {percent}%")
        }
    });
    let message = shown.collect::<Vec<_>>().join(", ");
    let is_error = is_text && project.placement == Placement::Ad;
    let by: Map<String, serde_json::Value> = parts
        .iter()
        .filter_map(|(target, _, part)| {
            let name = serde_json::to_value(target).ok()?;
            Some((name.as_str()?.to_owned(), json!(rounded(*part, 4))))
        })
        .collect();
    let issue = view
        .issue("V-10", item, &run.frames, message)
        .severity(if is_error { Severity::Error } else { Severity::Warning })
        .measured(
            json!({"covered": by, "area_px": covered.px.round(), "box": shift::rect(covered.rect)}),
            if is_text { TEXT_PART } else { OTHER_PART },
        );
    let area = platform::safe_area(project);
    let free = area_clear(project, covered.rect);
    if let Some(by) = shift::into(covered.rect, free.unwrap_or(area)) {
        let hint = format!("move it {}", shift::words(by));
        if let Some(ops) = shift::shift(view, item, by) {
            return issue.hint(hint.clone()).repair(hint, ops);
        }
        let issue = issue.hint(hint);
        let scene = project.scenes.get(view.index);
        return match scene.filter(|scene| scene.layout.area == model::Area::Canvas && item.parent.is_none()) {
            Some(scene) if item.in_flow => {
                let ops = vec![Op::Set { path: format!("{}.layout.area", scene.path), value: json!("safe") }];
                issue.repair("let the scene flow in the safe area", ops)
            }
            _ => issue,
        };
    }
    let (w, h) = (area.width().floor(), area.height().floor());
    issue.hint(format!("what all targets leave clear is {w} × {h} px: make it smaller, then move it there"))
}

/// The part of the canvas that is clear at the height of a box, when it is wider than the safe area: beside the step
/// of the button rail.
fn area_clear(project: &model::Project, rect: Rect) -> Option<Rect> {
    let area = platform::safe_area(project);
    let beside: Vec<Rect> = platform::occluders(project)
        .into_iter()
        .map(|occluder| occluder.rect)
        .filter(|covered| covered.y0 < rect.y1 && covered.y1 > rect.y0)
        .collect();
    if rect.y0 < area.y0 || rect.y1 > area.y1 {
        return None;
    }
    let middle = area.center().x;
    let left = beside.iter().map(|covered| covered.x1).filter(|x1| *x1 <= middle).fold(0.0, f64::max);
    let right = beside.iter().map(|covered| covered.x0).filter(|x0| *x0 >= middle);
    let right = right.fold(f64::from(project.canvas.size().0), f64::min);
    (right > left).then(|| Rect::new(left, area.y0, right, area.y1))
}
