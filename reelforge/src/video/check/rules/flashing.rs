//! V-21: pictures that flash in a way that can cause seizures.

use serde_json::json;

use super::shift::rounded;
use super::{Findings, Subject};
use crate::video::check::Severity;
use crate::video::check::measure::Flashing;
use crate::video::layout::Plan;
use crate::video::project::edit::Op;
use crate::video::project::model::{Motion, TransitionKind};

/// Flashes of a second that are still safe.
const SAFE: usize = 3;

pub(super) fn report(subject: &Subject<'_>, plan: &Plan, worst: &Flashing, found: &mut Findings) {
    if worst.count < SAFE {
        return;
    }
    let seconds = |frame: u32| f64::from(frame) / f64::from(plan.fps.max(1));
    let (t0, t1) = (seconds(worst.frames.start), seconds(worst.frames.end));
    let first =
        plan.scenes.partition_point(|scene| scene.frames.start <= worst.frames.start).saturating_sub(1);
    let last = plan.scenes.partition_point(|scene| scene.frames.start < worst.frames.end).saturating_sub(1);
    let Some(scene) = plan.scenes.get(first) else { return };
    let what = if worst.red { "saturated red" } else { "light and dark" };
    let message = format!(
        "{} flashes of {what} within a second, from {t0:.2} s to {t1:.2} s; more than {SAFE} can cause seizures",
        worst.count
    );
    let severity = if worst.count > SAFE { Severity::Error } else { Severity::Warning };
    let mut issue = subject
        .issue("V-21", &scene.path, message)
        .severity(severity)
        .measured(json!({"flashes": worst.count, "red": worst.red, "t0": rounded(t0, 3)}), SAFE)
        .hint("let it change more slowly, by less light, or in a smaller part of the picture");
    (issue.t0, issue.t1) = (Some(t0), Some(t1));
    let scenes = subject.project.scenes.iter().take(last + 1).skip(first);
    let mut flashes = Vec::new();
    for scene in scenes.filter(|scene| scene.transition.kind == TransitionKind::Flash) {
        flashes.push(Op::Set { path: format!("{}.transition", scene.path), value: json!("fade") });
    }
    issue = issue.repair("fade instead of flashing", flashes);
    let shaking = plan.scenes[first..=last.max(first)].iter().flat_map(|scene| &scene.items);
    let shaking = shaking.filter(|item| item.element.common.motion == Some(Motion::Shake));
    let calm: Vec<Op> = shaking
        .filter_map(|item| subject.expanded.written(&item.path))
        .map(|path| Op::Unset { path: format!("{path}.motion") })
        .collect();
    found.push(issue.repair("do not shake what flashes", calm));
}
