//! V-26: pictures that are enlarged or cut too much, and clips whose frames are shown for unequal times. None is ever
//! stretched.

use std::collections::BTreeMap;

use kurbo::{Point, Size};
use serde_json::json;

use super::Findings;
use super::shift::rounded;
use super::watch::Watch;
use crate::video::check::measure::{Life, SceneView, Shown, is_picture};
use crate::video::check::{Issue, Severity};
use crate::video::ink::{Ink, Picture};
use crate::video::layout::{Backdrop, Item};
use crate::video::project::edit::Op;
use crate::video::project::model::{Fit, Kind};

/// How many pixels may be made of one, in each direction.
const ENLARGED: (f64, f64) = (1.5, 3.0);
/// By how much the frame rates of clip and video may differ: 29.97 and 30 are the same to the eye.
const UNEVEN: f64 = 0.02;
/// What of a picture may be cut off.
const CUT: f64 = 0.40;

#[derive(Default)]
pub(super) struct PictureQuality {
    /// The largest scale of each element at which it is seen, and its picture.
    seen: BTreeMap<usize, (f64, Picture)>,
}

impl Watch for PictureQuality {
    fn see(&mut self, shown: &Shown<'_>) {
        for (node, state) in shown.nodes.iter().zip(&shown.states) {
            if !state.visible || !is_picture(&shown.scene.items[node.item]) {
                continue;
            }
            let scale = node.transform.determinant().abs().sqrt();
            if self.seen.get(&node.item).is_some_and(|(largest, _)| *largest >= scale) {
                continue;
            }
            let picture = node.pieces.iter().flat_map(|piece| &piece.inks).find_map(|ink| match ink {
                Ink::Picture(picture) => Some(picture.clone()),
                _ => None,
            });
            self.seen.extend(picture.map(|picture| (node.item, (scale, picture))));
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        found.issues.extend(background(view));
        found.issues.extend(uneven_background(view));
        for (item, (scale, picture)) in &self.seen {
            let item = &view.scene.items[*item];
            let Some(source) = item.measure.source.filter(|source| source.width > 0.0 && source.height > 0.0)
            else {
                continue;
            };
            let issues = [
                enlarged(view, item, picture, source, *scale),
                cut(view, item, picture),
                item.measure.rate.and_then(|rate| {
                    let issue = |message| view.issue("V-26", item, &item.frames, message);
                    uneven(&format!("`{}`", item.id), rate, view.plan.fps, issue)
                }),
            ];
            if !issues.into_iter().flatten().all(|issue| found.push(issue)) {
                return;
            }
        }
    }
}

fn enlarged(view: &SceneView<'_>, item: &Item, picture: &Picture, source: Size, scale: f64) -> Option<Issue> {
    let shown = Size::new(picture.rect.width(), picture.rect.height()) * scale;
    let issue = |message| view.issue("V-26", item, &item.frames, message);
    too_large(&format!("`{}`", item.id), source, shown, issue)
}

/// What fills the canvas of a scene: a picture, or a clip. It may lose any part of itself, since its shape is that of
/// the canvas; its `focus` stays.
fn background(view: &SceneView<'_>) -> Option<Issue> {
    let (source, fit) = match &view.scene.backdrop {
        // What is blurred has no edges that could be soft.
        Backdrop::Picture { source, fit, blur, .. } if *blur <= 0.0 => ((*source)?, *fit),
        Backdrop::Clip { size, .. } => (*size, Fit::Cover),
        _ => return None,
    };
    let (x, y) = (view.plan.canvas.width / source.width, view.plan.canvas.height / source.height);
    let factor = if fit == Fit::Contain { x.min(y) } else { x.max(y) };
    let path = format!("{}.background", view.scene.path);
    let issue = |message| view.issue_at("V-26", &path, &view.scene.frames, message);
    too_large("the background", source, source * factor, issue)
}

fn uneven_background(view: &SceneView<'_>) -> Option<Issue> {
    let Backdrop::Clip { play, .. } = &view.scene.backdrop else { return None };
    let path = format!("{}.background", view.scene.path);
    let issue = |message| view.issue_at("V-26", &path, &view.scene.frames, message);
    uneven("the background", play.rate()?, view.plan.fps, issue)
}

/// A clip whose frames cannot all be shown for the same time, at a rate near to that of the video. Where one is at
/// least twice the other, the difference is too small to be seen.
fn uneven(what: &str, rate: f64, fps: u32, issue: impl FnOnce(String) -> Issue) -> Option<Issue> {
    let fps = f64::from(fps);
    let ratio = (rate / fps).max(fps / rate);
    if ratio >= 2.0 || (ratio - 1.0) < UNEVEN {
        return None;
    }
    let becomes = if rate < fps {
        "some of its frames are shown longer than others"
    } else {
        "some of its frames are left out"
    };
    let rate = rounded(rate, 2);
    let message = format!("{what} plays {rate} frames a second, and the video {fps}: {becomes}");
    let mut hint = format!("use a clip, or a `speed`, that makes it {fps} frames a second");
    if [24.0, 25.0, 30.0, 50.0, 60.0].contains(&rate) {
        hint.push_str(&format!(", or set `canvas.fps` to {rate}"));
    }
    Some(issue(message).severity(Severity::Warning).measured(rate, fps).hint(hint))
}

/// A picture that is shown larger than its pixels allow.
fn too_large(what: &str, source: Size, shown: Size, issue: impl FnOnce(String) -> Issue) -> Option<Issue> {
    let factor = (shown.width / source.width).max(shown.height / source.height);
    if !factor.is_finite() || factor <= ENLARGED.0 {
        return None;
    }
    let message =
        format!("{what} is {} × {} px and shown {factor:.1} times as large", source.width, source.height);
    let wanted = shown / ENLARGED.0;
    let hint = format!(
        "use a picture of at least {} × {} px, or show it smaller",
        wanted.width.ceil(),
        wanted.height.ceil()
    );
    let severity = if factor > ENLARGED.1 { Severity::Error } else { Severity::Warning };
    Some(issue(message).severity(severity).measured(rounded(factor, 2), ENLARGED.0).hint(hint))
}

fn cut(view: &SceneView<'_>, item: &Item, picture: &Picture) -> Option<Issue> {
    let shown = picture.clip.intersect(picture.rect);
    let hidden = 1.0 - shown.area().max(0.0) / picture.rect.area().max(1.0);
    let (fit, focus) = match &item.element.kind {
        Kind::Image(image) => (image.fit, image.focus),
        Kind::Video(video) => (video.fit, video.focus),
        _ => return None,
    };
    let focus = Point::new(
        picture.rect.x0 + picture.rect.width() * focus[0],
        picture.rect.y0 + picture.rect.height() * focus[1],
    );
    let loses_focus = !shown.inflate(1.0, 1.0).contains(focus);
    if hidden <= CUT && !loses_focus {
        return None;
    }
    let message = if loses_focus {
        format!("the `focus` of `{}` is cut off", item.id)
    } else {
        format!("{}% of `{}` is cut off", (hidden * 100.0).round(), item.id)
    };
    let hint = "give it a box of its own shape, or show it whole with `fit: contain`";
    let issue = view
        .issue("V-26", item, &item.frames, message)
        .severity(Severity::Warning)
        .measured(rounded(hidden, 3), CUT)
        .hint(hint);
    match view.written(item).filter(|_| fit == Fit::Cover) {
        Some(path) => {
            let ops = vec![Op::Set { path: format!("{path}.fit"), value: json!("contain") }];
            Some(issue.repair("show it whole", ops))
        }
        None => Some(issue),
    }
}
