//! V-12: text that is too small to be read on a phone.

use serde_json::json;

use super::Findings;
use super::shift::{rounded, whole};
use super::watch::Watch;
use crate::video::check::measure::{Life, SceneView, is_landscape, view_px};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;

/// The sizes below which text is hard to read, and cannot be read, in view pixels.
pub(super) fn limits(is_landscape: bool) -> (f64, f64) {
    if is_landscape { (14.0, 10.5) } else { (13.0, 9.0) }
}

/// Text that is too small.
pub(super) struct Small {
    px: f64,
    view_px: f64,
    /// The least size in canvas pixels that is readable.
    pub(super) readable: f64,
    is_landscape: bool,
}

impl Small {
    /// Of a size in canvas pixels; none when it is readable.
    pub(super) fn of(view: &SceneView<'_>, px: f64) -> Option<Self> {
        let is_landscape = is_landscape(view.plan.canvas);
        let (seen, (hard, _)) = (view_px(view.plan.canvas), limits(is_landscape));
        // A pixel of the canvas is no finer than what the eye tells apart.
        let view_px = rounded(px * seen, 1);
        (view_px < hard).then(|| Self { px, view_px, readable: (hard / seen).ceil(), is_landscape })
    }

    pub(super) fn said(&self) -> String {
        let shape = if self.is_landscape { "a phone held sideways" } else { "phones" };
        format!("{} px; {} px is readable on {shape}", self.px.round(), self.readable)
    }

    pub(super) fn weighed(&self, issue: Issue) -> Issue {
        let (hard, impossible) = limits(self.is_landscape);
        let severity = if self.view_px < impossible { Severity::Error } else { Severity::Warning };
        issue.severity(severity).measured(json!({"px": rounded(self.px, 1), "view_px": self.view_px}), hard)
    }
}

pub(super) struct TextTooSmall;

impl Watch for TextTooSmall {
    fn conclude(&mut self, view: &SceneView<'_>, lives: &[Life], found: &mut Findings) {
        for (item, life) in view.scene.items.iter().zip(lives) {
            let Some(scale) = life.scale.filter(|_| item.measure.font_px > 0.0) else { continue };
            let Some(small) = Small::of(view, item.measure.font_px * scale) else { continue };
            let message = format!("text of `{}` is {}", item.id, small.said());
            let size = (small.readable / scale).ceil();
            let mut issue = small.weighed(view.issue("V-12", item, &item.frames, message));
            let hint = if super::has_size(&item.element) {
                format!("set `size: {size}`, or more")
            } else {
                "make it larger, or show less in it".to_owned()
            };
            if let Some(path) = view.written(item).filter(|_| super::has_size(&item.element)) {
                let ops = vec![Op::Set { path: format!("{path}.size"), value: whole(size) }];
                issue = issue.repair(hint.clone(), ops);
            }
            if !found.push(issue.hint(hint)) {
                return;
            }
        }
    }
}
