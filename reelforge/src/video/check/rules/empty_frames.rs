//! V-20: frames in which there is nothing to see.

use kurbo::{Point, Rect, Size};
use serde_json::json;

use super::shift::rounded;
use super::watch::Watch;
use super::{Findings, Subject};
use crate::video::check::Issue;
use crate::video::check::Severity;
use crate::video::check::measure::{Life, Run, Runs, SceneView, Shown, is_picture};
use crate::video::layout::{Backdrop, Item, Node, Plan};
use crate::video::project::edit::Op;
use crate::video::project::model::Time;

/// Seconds for which a plain background may stand alone.
const ALONE: f64 = 0.6;

#[derive(Default)]
pub(super) struct EmptyFrames {
    runs: Runs<()>,
}

impl Watch for EmptyFrames {
    fn see(&mut self, shown: &Shown<'_>) {
        let is_plain = matches!(shown.scene.backdrop, Backdrop::Paint(_));
        // A picture that cannot be read would be seen if it could: V-6 reports it.
        let is_missing = |node: &Node| {
            let item = &shown.scene.items[node.item];
            is_picture(item) && item.measure.source.is_none()
        };
        let is_seen = shown.captions.is_some()
            || shown.states.iter().any(|state| state.visible)
            || shown.nodes.iter().any(is_missing);
        // While a scene replaces another one, that one is seen.
        if is_plain && !is_seen && !shown.replaces {
            self.runs.add(shown.frame, 1.0, ());
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        for run in &self.runs.all {
            let seconds = view.seconds(run.frames.end) - view.seconds(run.frames.start);
            if seconds > ALONE + 1e-9 {
                found.push(nothing(view, run, seconds));
            } else if run.frames.start == 0 && !has_poster(view) {
                found.push(blank_poster(view, run));
            }
        }
    }
}

/// Whether the project names the moment of its cover picture, so that the first frame need not be it.
fn has_poster(view: &SceneView<'_>) -> bool {
    view.subject.project.output.poster.is_some()
}

fn nothing(view: &SceneView<'_>, run: &Run<()>, seconds: f64) -> Issue {
    let (t0, t1) = (view.seconds(run.frames.start), view.seconds(run.frames.end));
    let message = format!("nothing on screen from {t0:.1} s to {t1:.1} s");
    let before = view.scene.items.iter().rfind(|item| item.frames.end == run.frames.start);
    let after =
        view.scene.items.iter().find(|item| item.frames.start == run.frames.end && item.parent.is_none());
    let path = before.or(after).map_or(view.scene.path.as_str(), |item| item.path.as_str());
    let issue = view
        .issue_at("V-20", path, &run.frames, message)
        .severity(Severity::Warning)
        .measured(rounded(seconds, 2), ALONE)
        .hint("keep what stood before for longer, let what follows come earlier, or shorten the scene");
    let issue = stays(view, issue, before);
    match after {
        Some(after) => earlier(view, issue, after, run.frames.start),
        None => issue,
    }
}

fn blank_poster(view: &SceneView<'_>, run: &Run<()>) -> Issue {
    let message = "the first frame is blank, and it is the cover picture".to_owned();
    let first =
        view.scene.items.iter().filter(|item| item.parent.is_none()).min_by_key(|item| item.frames.start);
    let path = first.map_or(view.scene.path.as_str(), |item| item.path.as_str());
    let issue = view
        .issue_at("V-20", path, &run.frames, message)
        .severity(Severity::Warning)
        .measured(json!({"frame": 0, "elements": 0}), 1)
        .hint("let an element start at 0 with `enter: none`, or name another moment in `output.poster`");
    let Some(first) = first else { return issue };
    let Some(path) = view.written(first) else { return issue };
    let mut ops = Vec::new();
    if first.frames.start > 0 {
        ops.push(Op::Set { path: format!("{path}.at"), value: json!(0) });
    }
    if first.element.common.enter.is_some() {
        ops.push(Op::Set { path: format!("{path}.enter"), value: json!("none") });
    }
    issue.repair(format!("let `{}` be there from the first frame on", first.id), ops)
}

/// With the end of the element before taken away.
fn stays(view: &SceneView<'_>, issue: Issue, before: Option<&Item>) -> Issue {
    let Some((item, path)) = before.and_then(|item| Some((item, view.written(item)?))) else { return issue };
    let common = &item.element.common;
    let ops: Vec<Op> = [("until", common.until.is_some()), ("duration", common.duration.is_some())]
        .into_iter()
        .filter(|(_, is_set)| *is_set)
        .map(|(key, _)| Op::Unset { path: format!("{path}.{key}") })
        .collect();
    issue.repair(format!("keep `{}` until the scene's end", item.id), ops)
}

/// With the element after beginning where the emptiness begins.
fn earlier(view: &SceneView<'_>, issue: Issue, item: &Item, frame: u32) -> Issue {
    let is_own = view.written(item) == Some(item.path.as_str());
    let Time::Seconds(_) = item.element.common.at else { return issue };
    if !is_own {
        return issue;
    }
    let at = rounded(view.seconds(frame) - view.seconds(view.scene.frames.start), 2);
    let ops = vec![Op::Set { path: format!("{}.at", item.path), value: json!(at) }];
    issue.repair(format!("let `{}` begin at {at} s", item.id), ops)
}

/// Luma below which a pixel is black, of 255.
const BLACK: f64 = 16.0;
/// Black frames inside of a video that go unnoticed.
const MAX_BLACK: u32 = 2;
/// Places that are remembered to be lit.
const PLACES: usize = 256;

/// Black frames of the video, by their pixels.
pub(super) struct Black {
    /// Width of the frames in pixels, and how many canvas pixels one of theirs has in each direction.
    width: usize,
    pixel: Size,
    /// Some places on the canvas that were not black when they were painted, and have not changed since.
    lit: Vec<Point>,
    /// Frames that differ from the one before, and whether they are black.
    seen: Vec<(u32, bool)>,
}

impl Black {
    /// For a canvas whose frames are painted with a width and height in pixels.
    #[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
    pub(super) fn new(canvas: Size, [width, height]: [usize; 2]) -> Self {
        let pixel = Size::new(canvas.width / width.max(1) as f64, canvas.height / height.max(1) as f64);
        Self { width, pixel, lit: Vec::new(), seen: Vec::new() }
    }

    /// Looks at the next frame that differs from the one before, painted.
    #[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
    pub(super) fn see(&mut self, frame: u32, rgb: &[[u8; 3]]) {
        let luma = |[r, g, b]: [u8; 3]| 0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b);
        let lit: Vec<usize> = (0..rgb.len()).filter(|at| luma(rgb[*at]) >= BLACK).collect();
        let place = |at: &usize| {
            let (x, y) = ((at % self.width) as f64 + 0.5, (at / self.width) as f64 + 0.5);
            Point::new(x * self.pixel.width, y * self.pixel.height)
        };
        self.lit = lit.iter().step_by(lit.len().div_ceil(PLACES).max(1)).map(place).collect();
        self.seen.push((frame, lit.is_empty()));
    }

    /// Whether the next frame that differs from the one before is not black whatever it shows: it is the same in a
    /// place that is lit. Outside of some boxes it looks like the one before; without any it may differ anywhere.
    pub(super) fn is_lit_still(&mut self, frame: u32, touched: Option<&[Rect]>) -> bool {
        match touched {
            None => self.lit.clear(),
            Some(boxes) => {
                let Size { width, height } = self.pixel;
                let near = |rect: &Rect, place: &Point| rect.inflate(width, height).contains(*place);
                self.lit.retain(|place| !boxes.iter().any(|rect| near(rect, place)));
            }
        }
        let is_lit = !self.lit.is_empty();
        if is_lit {
            self.seen.push((frame, false));
        }
        is_lit
    }

    pub(super) fn conclude(&self, subject: &Subject<'_>, plan: &Plan, found: &mut Findings) {
        let mut start: Option<u32> = None;
        let ends = self.seen.iter().copied().chain([(plan.frames, false)]);
        for (frame, is_black) in ends {
            match (is_black, start) {
                (true, None) => start = Some(frame),
                (false, Some(first)) => {
                    // Before the first picture and after the last it is a frame, not a gap.
                    if frame - first > MAX_BLACK && first > 0 && frame < plan.frames {
                        found.push(black(subject, plan, first, frame));
                    }
                    start = None;
                }
                _ => {}
            }
        }
    }
}

fn black(subject: &Subject<'_>, plan: &Plan, first: u32, end: u32) -> Issue {
    let seconds = |frame: u32| f64::from(frame) / f64::from(plan.fps.max(1));
    let scene = plan.scenes.partition_point(|scene| scene.frames.start <= first).saturating_sub(1);
    let path = plan.scenes.get(scene).map_or("scenes", |scene| scene.path.as_str());
    let message =
        format!("{} black frames from {:.2} s to {:.2} s", end - first, seconds(first), seconds(end));
    let mut issue = subject.issue("V-20", path, message).measured(end - first, MAX_BLACK);
    (issue.t0, issue.t1) = (Some(seconds(first)), Some(seconds(end)));
    let issue = issue.hint("show something, or set a `background` that is not black");
    let Some(shown) = plan.scenes.get(scene) else { return issue };
    let view = SceneView { subject, plan, index: scene, scene: shown };
    let before = shown.items.iter().rfind(|item| item.frames.end == first);
    let after = shown.items.iter().find(|item| item.frames.start == end && item.parent.is_none());
    let issue = stays(&view, issue, before);
    match after {
        Some(after) => earlier(&view, issue, after, first),
        None => issue,
    }
}
