//! Edits that show an element for longer.

use serde_json::json;

use super::shift::floor_tenth;
use crate::video::check::Issue;
use crate::video::check::measure::SceneView;
use crate::video::layout::Item;
use crate::video::project::edit::Op;
use crate::video::project::model::{Auto, Time};

/// An issue with the ways to show its element for some more seconds: until the scene's end, earlier, or in a longer
/// scene. A narrated scene has the length of its words.
pub(super) fn repaired(view: &SceneView<'_>, mut issue: Issue, item: &Item, seconds: f64) -> Issue {
    let Some(path) = view.written(item) else { return issue };
    let common = &item.element.common;
    let ends_early = item.frames.end < view.scene.frames.end;
    let mut shown_to_end = Vec::new();
    for (key, is_set) in [("until", common.until.is_some()), ("duration", common.duration.is_some())] {
        if is_set && ends_early {
            shown_to_end.push(Op::Unset { path: format!("{path}.{key}") });
        }
    }
    if !shown_to_end.is_empty() {
        issue = issue.repair("show it until the scene's end", shown_to_end.clone());
    }
    // What an instance's own time is added to is written without it.
    let is_own = view.written(item) == Some(item.path.as_str());
    if let Time::Seconds(at) = common.at
        && is_own
        && at > 0.0
    {
        let earlier = floor_tenth((at - seconds).max(0.0));
        let mut ops = vec![Op::Set { path: format!("{path}.at"), value: json!(earlier) }];
        issue = issue.repair(format!("show it from {earlier} s on"), ops.clone());
        ops.extend(shown_to_end.clone());
        if ops.len() > 1 {
            issue = issue.repair(format!("show it from {earlier} s on until the scene's end"), ops);
        }
    }
    let Some(scene) = view.subject.project.scenes.get(view.index) else { return issue };
    let is_narrated = scene.say.is_some() || scene.voice.is_some();
    let length = view.seconds(view.scene.frames.end) - view.seconds(view.scene.frames.start);
    let longer = -floor_tenth(-(length + seconds));
    let is_free = !is_narrated || matches!(scene.duration, Auto::Value(_));
    if is_free && longer <= 60.0 {
        let mut ops = vec![Op::Set { path: format!("{}.duration", scene.path), value: json!(longer) }];
        ops.extend(shown_to_end);
        issue = issue.repair(format!("make the scene {longer} s long"), ops);
    }
    issue
}
