//! Nothing to read in the first second: many people watch without sound and decide by then.

use serde_json::json;

use super::add;
use super::idea::{Idea, Way, set, unset};
use super::view::{View, readable};
use crate::video::check::Touches;
use crate::video::project::model::{Element, Kind, Time};

/// Seconds within which there has to be something to read.
const SOON: f64 = 1.0;
/// Seconds that are looked at.
const LOOK: f64 = 5.0;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let Some(first) = measure(view).filter(|first| *first >= SOON) else { return Vec::new() };
    let Some(scene) = view.project.scenes.first() else { return Vec::new() };
    let mut ways = Vec::new();
    for element in scene.elements.iter().filter(|element| is_read(element)) {
        let path = &element.common.path;
        let mut ops = Vec::new();
        if element.common.at != Time::Seconds(0.0) {
            ops.push(unset(format!("{path}.at")));
        }
        let title = format!("Show `{}` from the first frame", element.common.id);
        ways.push(Way::new(title.clone(), ops.clone()));
        ops.push(set(format!("{path}.enter"), "none"));
        ways.push(Way::new(title, ops));
    }
    let title = &view.project.meta.title;
    let hook = json!({ "type": "text", "role": "title", "text": title });
    ways.push(Way::new(
        format!("Open with the title “{title}”"),
        vec![add::element(view, &scene.path, hook)],
    ));
    vec![Idea {
        why: format!(
            "the first words to read come after {first:.1} s; people decide within the first second"
        ),
        name: "seconds_until_first_text",
        target: SOON,
        measure: Box::new(measure),
        touches: Touches::Pictures,
        ways,
    }]
}

fn is_read(element: &Element) -> bool {
    matches!(element.kind, Kind::Text(_) | Kind::List(_) | Kind::Counter(_) | Kind::Use(_))
}

/// Seconds until something can be read, captions included.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds of frames")]
fn measure(view: &View) -> Option<f64> {
    let last = view.plan.frames.min((LOOK * f64::from(view.plan.fps)) as u32);
    let shows = |number: &u32| {
        let frame = view.plan.frame(*number);
        let mut stages = frame.stages.iter();
        frame.captions.is_some()
            || stages.any(|stage| readable(&view.plan.scenes[stage.scene], stage).next().is_some())
    };
    (view.plan.frames > 0).then(|| view.seconds((0..last).find(shows).unwrap_or(last)))
}
