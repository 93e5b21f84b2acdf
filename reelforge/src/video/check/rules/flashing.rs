//! V-21: pictures that flash in a way that can cause seizures.

use serde_json::{Value, json};

use super::shift::rounded;
use super::{Findings, Subject};
use crate::video::check::Severity;
use crate::video::check::measure::Flashing;
use crate::video::layout::Plan;
use crate::video::project::edit::Op;
use crate::video::project::model::{Keyframe, Motion, Time, TransitionKind};

/// Flashes of a second that are still safe.
pub(super) const SAFE: usize = 3;

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
    let shown = || plan.scenes[first..=last.max(first)].iter().flat_map(|scene| &scene.items);
    let once: Vec<Op> = shown()
        .filter_map(|item| {
            let value = one_pulse(&item.element.common.keyframes)?;
            let path = subject.expanded.written(&item.path)?;
            Some(Op::Set { path: format!("{path}.keyframes"), value })
        })
        .collect();
    issue = issue.repair("let it come and go once, slowly", once);
    let shaking = shown().filter(|item| item.element.common.motion == Some(Motion::Shake));
    let calm: Vec<Op> = shaking
        .filter_map(|item| subject.expanded.written(&item.path))
        .map(|path| Op::Unset { path: format!("{path}.motion") })
        .collect();
    found.push(issue.repair("do not shake what flashes", calm));
}

/// Keyframes that go up and down once, in place of those that make an element come and go again and again; none where
/// they do something else as well, or not so often.
fn one_pulse(keyframes: &[Keyframe]) -> Option<Value> {
    let opacity = |keyframe: &Keyframe| {
        let Keyframe {
            at: Time::Seconds(at), x: None, y: None, scale: None, rotate: None, blur: None, ..
        } = keyframe
        else {
            return None;
        };
        Some((*at, keyframe.opacity?))
    };
    let course: Vec<(f64, f64)> = keyframes.iter().map(opacity).collect::<Option<_>>()?;
    let rises = course.windows(2).filter(|pair| pair[1].1 > pair[0].1).count();
    let ((from, first), (to, last)) = (*course.first()?, *course.last()?);
    if rises < SAFE {
        return None;
    }
    let to = to.max(from + 1.0);
    let peak = course.iter().fold(0.0, |peak: f64, (_, opacity)| peak.max(*opacity));
    let step = |at: f64, opacity: f64| json!({ "at": rounded(at, 3), "opacity": opacity });
    Some(json!([step(from, first), step(f64::midpoint(from, to), peak), step(to, last)]))
}
