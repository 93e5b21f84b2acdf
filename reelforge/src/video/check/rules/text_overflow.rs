//! V-11: text that does not fit its box, and elements that do not fit their area.

use serde_json::json;

use super::Findings;
use super::shift::{rounded, whole};
use super::watch::Watch;
use crate::video::check::Issue;
use crate::video::check::measure::{Life, SceneView};
use crate::video::layout::{Item, Overflow};
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;

/// Pixels that may be missing.
const SLACK: f64 = 1.0;

pub(super) struct TextOverflow;

impl Watch for TextOverflow {
    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for item in &view.scene.items {
            if let Some(overflow) = item.measure.overflow.filter(is_lost)
                && !found.push(of_item(view, item, overflow))
            {
                return;
            }
        }
        let missing = view.scene.overflow;
        if missing.width > SLACK || missing.height > SLACK {
            found.push(of_scene(view));
        }
    }
}

fn is_lost(overflow: &Overflow) -> bool {
    overflow.width > SLACK || overflow.height > SLACK || overflow.lines > 0
}

/// What is missing, in words.
fn missing(width: f64, height: f64, lines: u32) -> String {
    let px = |px: f64, side: &str| (px > SLACK).then(|| format!("{} px of {side}", px.ceil()));
    let lines = (lines > 0).then(|| format!("{lines} more line{}", if lines == 1 { "" } else { "s" }));
    [px(width, "width"), px(height, "height"), lines].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn of_item(view: &SceneView<'_>, item: &Item, overflow: Overflow) -> Issue {
    let Overflow { width, height, lines, fitting_px } = overflow;
    let message = format!("`{}` does not fit: it needs {}", item.id, missing(width, height, lines));
    let mut issue = view
        .issue("V-11", item, &item.frames, message)
        .measured(json!({"width": rounded(width, 1), "height": rounded(height, 1), "lines": lines}), SLACK);
    let fits = fitting_px.map(f64::floor);
    issue = issue.hint(match fits {
        Some(px) => format!("it fits at {px} px; or give it more room"),
        None => "shorten it, or give it more room: no size that can be read fits".to_owned(),
    });
    let Some(path) = view.written(item) else { return issue };
    if let Some(px) = fits.filter(|_| super::has_size(&item.element)) {
        let ops = vec![Op::Set { path: format!("{path}.size"), value: whole(px) }];
        issue = issue.repair(format!("set it in {px} px"), ops);
    }
    if let Some(lines) = max_lines(item).filter(|_| lines > 0).map(|allowed| allowed + lines) {
        let ops = vec![Op::Set { path: format!("{path}.max_lines"), value: json!(lines) }];
        issue = issue.repair(format!("allow {lines} lines"), ops);
    }
    for (key, is_set, is_missing) in [
        ("h", item.element.common.h.is_some(), height > SLACK),
        ("w", item.element.common.w.is_some(), width > SLACK),
    ] {
        if is_set && is_missing {
            let ops = vec![Op::Unset { path: format!("{path}.{key}") }];
            issue = issue.repair(format!("remove `{key}`, so that its box follows its content"), ops);
        }
    }
    issue
}

fn max_lines(item: &Item) -> Option<u32> {
    match &item.element.kind {
        Kind::Text(text) => text.style.max_lines,
        Kind::List(list) => list.style.max_lines,
        Kind::Counter(counter) => counter.style.max_lines,
        _ => None,
    }
}

fn of_scene(view: &SceneView<'_>) -> Issue {
    let (scene, area) = (view.scene, view.scene.area);
    let lacking = missing(scene.overflow.width, scene.overflow.height, 0);
    let message = format!(
        "the elements of scene `{}` do not fit into their area of {} × {} px: they need {lacking} more",
        scene.id,
        area.width().round(),
        area.height().round()
    );
    let (width, height) = (rounded(scene.overflow.width, 1), rounded(scene.overflow.height, 1));
    let hint =
        "make elements smaller, move some into a scene of their own, or take one out of the flow with `pin`";
    let issue = view
        .issue_at("V-11", &scene.path, &scene.frames, message)
        .measured(json!({"width": width, "height": height}), SLACK)
        .hint(hint);
    // Less space between the elements may be all that it takes.
    let Some(layout) = view.subject.project.scenes.get(view.index).map(|scene| &scene.layout) else {
        return issue;
    };
    let count = scene.items.iter().filter(|item| item.parent.is_none() && item.in_flow).count();
    let gap = layout.gap.unwrap_or_else(|| crate::video::theme::Look::of(view.subject.project).gap);
    let gaps = u32::try_from(count.saturating_sub(1)).map_or(0.0, f64::from);
    let needed = scene.overflow.height.max(scene.overflow.width);
    let left = (gap - (needed / gaps.max(1.0)).ceil()).floor();
    if count > 1 && left >= 8.0 {
        let ops = vec![Op::Set { path: format!("{}.layout.gap", scene.path), value: whole(left) }];
        return issue.repair(format!("leave {left} px between the elements"), ops);
    }
    issue
}
