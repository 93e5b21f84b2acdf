//! V-19: texts and pictures that are gone before they are noticed.

use serde_json::json;

use super::Findings;
use super::shift::rounded;
use super::watch::Watch;
use crate::video::check::measure::{Life, SceneView, is_picture, is_words};

/// Seconds that a text is there in full, at least.
pub(super) const TEXT: f64 = 0.7;
/// Seconds that a picture is there in full, at least.
pub(super) const PICTURE: f64 = 0.5;
/// Seconds that a text of the last scene is there in full, at least: it is what is remembered.
const LAST_TEXT: f64 = 1.5;

pub(super) struct TooBrief;

impl Watch for TooBrief {
    fn conclude(&mut self, view: &SceneView<'_>, lives: &[Life], found: &mut Findings) {
        let is_last = view.index + 1 == view.plan.scenes.len();
        for (item, life) in view.scene.items.iter().zip(lives) {
            let limit = if is_words(&item.element) {
                if is_last { LAST_TEXT } else { TEXT }
            } else if is_picture(item) {
                PICTURE
            } else {
                continue;
            };
            let frames = life.hold();
            let hold = view.seconds(frames.end) - view.seconds(frames.start);
            if life.is_unseen() || hold >= limit - 1e-9 {
                continue;
            }
            let last = if is_last && limit > TEXT { " in the last scene" } else { "" };
            let message = format!(
                "`{}` is there in full for {hold:.2} s; at least {limit} s are noticed{last}",
                item.id
            );
            let issue = view
                .issue("V-19", item, &item.frames, message)
                .measured(rounded(hold, 3), json!(limit))
                .hint("show it longer");
            if !found.push(super::longer::repaired(view, issue, item, limit - hold)) {
                return;
            }
        }
    }
}
