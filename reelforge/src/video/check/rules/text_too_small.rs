//! V-12: text that is too small to be read on a phone.

use serde_json::json;

use super::Findings;
use super::shift::{rounded, whole};
use super::watch::Watch;
use crate::video::check::Severity;
use crate::video::check::measure::{Life, SceneView, is_landscape, view_px};
use crate::video::project::edit::Op;

/// The sizes below which text is hard to read, and cannot be read, in view pixels.
pub(super) fn limits(is_landscape: bool) -> (f64, f64) {
    if is_landscape { (14.0, 10.5) } else { (13.0, 9.0) }
}

pub(super) struct TextTooSmall;

impl Watch for TextTooSmall {
    fn conclude(&mut self, view: &SceneView<'_>, lives: &[Life], found: &mut Findings) {
        let (hard, impossible) = limits(is_landscape(view.plan.canvas));
        let seen = view_px(view.plan.canvas);
        for (item, life) in view.scene.items.iter().zip(lives) {
            let Some(scale) = life.scale.filter(|_| item.measure.font_px > 0.0) else { continue };
            let px = item.measure.font_px * scale;
            // A pixel of the canvas is no finer than what the eye tells apart.
            if rounded(px * seen, 1) >= hard {
                continue;
            }
            let readable = (hard / seen).ceil();
            let shape = if is_landscape(view.plan.canvas) { "a phone held sideways" } else { "phones" };
            let message =
                format!("text of `{}` is {} px; {readable} px is readable on {shape}", item.id, px.round());
            let severity =
                if rounded(px * seen, 1) < impossible { Severity::Error } else { Severity::Warning };
            let size = (readable / scale).ceil();
            let mut issue = view
                .issue("V-12", item, &item.frames, message)
                .severity(severity)
                .measured(json!({"px": rounded(px, 1), "view_px": rounded(px * seen, 1)}), hard);
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
