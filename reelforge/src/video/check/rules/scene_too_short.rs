//! V-16: elements that have less time than their animations and their reader need.

use serde_json::{Value, json};

use super::Findings;
use super::reading_speed::need_of;
use super::shift::{floor_tenth, rounded};
use super::watch::Watch;
use crate::video::check::Issue;
use crate::video::check::measure::{Life, SceneView, Shown, is_picture, is_words};
use crate::video::layout::Item;
use crate::video::motion::Course;
use crate::video::project::edit::Op;
use crate::video::project::model::{Animation, AnimationKind, By, Kind};

/// Seconds that may be missing.
const SLACK: f64 = 0.1;
/// Seconds that an animation takes at least, when it is shortened.
const SHORTEST: f64 = 0.1;

#[derive(Default)]
pub(super) struct SceneTooShort {
    /// How many parts of each element come and go one after the other.
    parts: std::collections::BTreeMap<usize, usize>,
}

impl Watch for SceneTooShort {
    fn see(&mut self, shown: &Shown<'_>) {
        for node in shown.nodes {
            self.parts.entry(node.item).or_insert_with(|| {
                node.pieces.iter().map(|piece| piece.order as usize + 1).max().unwrap_or(1)
            });
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for (index, item) in view.scene.items.iter().enumerate() {
            let parts = self.parts.get(&index).copied().unwrap_or(1);
            let issue = animations(view, item, parts).or_else(|| items(view, item));
            if let Some(issue) = issue
                && !found.push(issue)
            {
                return;
            }
        }
    }
}

/// An element whose animations take the time that its reader needs.
fn animations(view: &SceneView<'_>, item: &Item, parts: usize) -> Option<Issue> {
    let common = &item.element.common;
    let seconds = |animation: Option<&Animation>| {
        let parts_of = |animation: &Animation| if is_whole(animation) { 1 } else { parts };
        let course = animation.and_then(|animation| Course::of(animation, parts_of(animation)));
        course.map_or(0.0, |course| course.seconds())
    };
    let is_default = common.enter.is_none();
    // The default is that of layout: what it takes is what it was made to take.
    let enter = if is_default { item.moves.enter_seconds() } else { seconds(common.enter.as_ref()) };
    let exit = seconds(common.exit.as_ref());
    let hold = need_of(item, &view.subject.project.meta.language).max(least(item));
    let shown = view.seconds(item.frames.end) - view.seconds(item.frames.start);
    let needed = enter + hold + exit;
    let moves = enter + exit > 0.0;
    if !moves || needed - shown <= SLACK + 1e-9 {
        return None;
    }
    // Without its animations it would still be too short: then its time is the fault, and V-18 and V-19 report it.
    if hold > shown + SLACK {
        return None;
    }
    let message =
        format!("`{}` needs {needed:.1} s to appear, be read and go, but is shown {shown:.1} s", item.id);
    let room = (shown - hold).max(0.0);
    let share = room / (enter + exit);
    let (shorter_in, shorter_out) = (floor_tenth(enter * share), floor_tenth(exit * share));
    let hint = format!("show it longer, or shorten its animations to {room:.1} s");
    let mut issue = view
        .issue("V-16", item, &item.frames, message)
        .measured(rounded(needed, 2), rounded(shown, 2))
        .hint(hint.clone());
    if let Some(path) = view.written(item) {
        let mut ops = Vec::new();
        for (key, animation, now, wanted) in [
            ("enter", common.enter.as_ref(), enter, shorter_in),
            ("exit", common.exit.as_ref(), exit, shorter_out),
        ] {
            if now > 0.0 {
                ops.push(Op::Set { path: format!("{path}.{key}"), value: shortened(animation, now, wanted) });
            }
        }
        issue = issue.repair(hint, ops);
    }
    Some(issue)
}

/// Whether an animation moves its element as one.
fn is_whole(animation: &Animation) -> bool {
    animation.by == By::Element && animation.kind != AnimationKind::Type
}

/// Seconds for which an element has to be there to be noticed at all.
fn least(item: &Item) -> f64 {
    if is_words(&item.element) {
        super::too_brief::TEXT
    } else if is_picture(item) {
        super::too_brief::PICTURE
    } else {
        0.0
    }
}

/// An animation with less time: its delay goes first, then it is paced, and at last it does not take place.
fn shortened(animation: Option<&Animation>, now: f64, wanted: f64) -> Value {
    let animation = animation.cloned().unwrap_or_default();
    let course = now - animation.delay;
    let factor = if course > 0.0 { (wanted / course).min(1.0) } else { 0.0 };
    let duration = floor_hundredth(animation.duration * factor);
    if duration < SHORTEST && animation.kind != AnimationKind::Type {
        return json!("none");
    }
    let mut value = serde_json::to_value(&animation).unwrap_or_default();
    if let Some(map) = value.as_object_mut() {
        let default = serde_json::to_value(Animation::default()).unwrap_or_default();
        map.insert("duration".to_owned(), json!(duration));
        if !is_whole(&animation) {
            map.insert("stagger".to_owned(), json!(floor_hundredth(animation.stagger * factor)));
        }
        map.insert("delay".to_owned(), json!(0.0));
        map.retain(|key, value| key == "type" || default.get(key) != Some(value));
    }
    value
}

fn floor_hundredth(seconds: f64) -> f64 {
    (seconds * 100.0 + 1e-9).floor() / 100.0
}

/// A list whose last item comes too late to be read.
fn items(view: &SceneView<'_>, item: &Item) -> Option<Issue> {
    let Kind::List(list) = &item.element.kind else { return None };
    if list.item_at.is_some() {
        return None;
    }
    let count = u32::try_from(list.items.len()).ok().filter(|count| *count > 1)?;
    let shown = view.seconds(item.frames.end) - view.seconds(item.frames.start);
    let last = list.items.last()?;
    let hold = super::reading_speed::need_of_text(last, &view.subject.project.meta.language)
        .max(super::too_brief::TEXT);
    let needed = list.stagger * f64::from(count - 1) + hold;
    if needed - shown <= SLACK + 1e-9 {
        return None;
    }
    let message = format!(
        "the items of `{}` need {needed:.1} s to appear and be read, but it is shown {shown:.1} s",
        item.id
    );
    let fitting = floor_hundredth(((shown - hold) / f64::from(count - 1)).max(0.0));
    let hint = format!("show it longer, or set `stagger: {fitting}`");
    let issue = view
        .issue("V-16", item, &item.frames, message)
        .measured(rounded(needed, 2), rounded(shown, 2))
        .hint(hint.clone());
    let Some(path) = view.written(item) else { return Some(issue) };
    let ops = vec![Op::Set { path: format!("{path}.stagger"), value: json!(fitting) }];
    Some(if hold < shown { issue.repair(hint, ops) } else { issue })
}
