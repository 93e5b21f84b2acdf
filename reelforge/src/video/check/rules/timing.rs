//! V-14: what ends before it starts, lies outside its scene, or is out of order.

use serde_json::{Value, json};

use super::times::{self, Use};
use super::{Findings, Subject};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;
use crate::video::project::model::{Auto, Background, Element, Kind, Time};
use crate::video::time::{LONGEST_SCENE, MAX_VIDEO, SHORTEST_SCENE};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let frame = 1.0 / f64::from(subject.project.canvas.fps.max(1));
    let check = Check { subject, frame };
    check.scenes(found);
    check.trims(found);
    for (index, scene) in subject.expanded.project.scenes.iter().enumerate() {
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            check.element(index, element, found);
        }
    }
    check.moments(found);
}

struct Check<'a> {
    subject: &'a Subject<'a>,
    frame: f64,
}

impl Check<'_> {
    fn scenes(&self, found: &mut Findings) {
        let timeline = self.subject.times.timeline();
        if self.subject.times.is_too_long() {
            let message = format!(
                "the video is {:.1} s long; at most {MAX_VIDEO} s can be made, so only the file is checked",
                timeline.duration
            );
            let issue = self.subject.issue("V-14", "scenes", message).measured(timeline.duration, MAX_VIDEO);
            found.push(issue.hint("shorten scenes, or split the project"));
        }
        self.hasty(found);
        for (index, scene) in self.subject.project.scenes.iter().enumerate() {
            let Some(at) = &scene.at else { continue };
            let Ok(at) = self.subject.times.moment(None, at) else { continue };
            let before = index.checked_sub(1).map(|before| (&self.subject.project.scenes[before], before));
            let (expected, message) = match before {
                None => (0.0, format!("the first scene starts at 0 s, not at {:.2} s", at.t)),
                Some((before, place)) => {
                    let started = timeline.scenes[place].t0;
                    let ends = match before.duration {
                        Auto::Value(seconds) => started + seconds,
                        Auto::Auto => timeline.scenes[place].t1,
                    };
                    let message = format!(
                        "this scene starts at {:.2} s, but the one before it, `{}`, runs from {started:.2} s to {ends:.2} s",
                        at.t, before.id
                    );
                    (ends, message)
                }
            };
            if (at.t - expected).abs() <= self.frame {
                continue;
            }
            let path = format!("{}.at", scene.path);
            let issue = self.subject.issue("V-14", path.clone(), message).measured(at.t, expected);
            let issue = issue.severity(if at.estimated { Severity::Warning } else { Severity::Error });
            let hint = format!(
                "remove `at`: a scene starts where the one before it ends, {SHORTEST_SCENE} to {LONGEST_SCENE} s later"
            );
            found.push(issue.hint(hint).fix(vec![Op::Unset { path }]));
        }
    }

    /// Scenes that last longer than what they show, because no scene is shorter.
    fn hasty(&self, found: &mut Findings) {
        for (index, end) in self.subject.times.hasty() {
            let time = &self.subject.times.timeline().scenes[*index];
            if time.t1 - time.t0 > SHORTEST_SCENE + self.frame {
                continue;
            }
            let path = self.subject.project.scenes[*index].path.clone();
            let message = format!(
                "what this scene shows ends at {end:.2} s, but a scene lasts at least {SHORTEST_SCENE} s"
            );
            let issue = self.subject.issue("V-14", path, message).measured(*end, SHORTEST_SCENE);
            found.push(
                issue.severity(Severity::Warning).hint("show it longer, or give the scene a `duration`"),
            );
        }
    }

    fn element(&self, index: usize, element: &Element, found: &mut Findings) {
        let common = &element.common;
        if let (Some(start), Some(end)) = self.subject.times.span(index, element) {
            let key = if common.until.is_some() { "until" } else { "duration" };
            let in_seconds =
                !matches!((&common.at, &common.until), (Time::Expr(_), Some(_)) | (_, Some(Time::Expr(_))));
            let is_given = common.until.is_some() || common.duration.is_some();
            if is_given && in_seconds {
                self.end(index, element, (start, end), key, found);
            }
        }
        self.keyframes(index, element, found);
    }

    /// The end of an element, written in seconds.
    fn end(&self, index: usize, element: &Element, span: (f64, f64), key: &str, found: &mut Findings) {
        let scene = &self.subject.times.timeline().scenes[index];
        let path = format!("{}.{key}", element.common.path);
        let (start, end) = (span.0 - scene.t0, span.1 - scene.t0);
        let length = scene.t1 - scene.t0;
        let fix = vec![Op::Unset { path: path.clone() }];
        let hint = format!("remove `{key}` to show it until the scene's end");
        if end <= start {
            let message = format!("it ends at {end:.2} s, but starts at {start:.2} s");
            let issue = self.subject.issue("V-14", path, message).measured(end, start);
            found.push(issue.hint(hint).fix(fix));
        } else if (span.1 / self.frame).round() <= (span.0 / self.frame).round() {
            let message = format!("it is shown from {start:.2} s to {end:.2} s, which is less than a frame");
            let issue = self.subject.issue("V-14", path, message).measured(end - start, self.frame);
            found.push(issue.hint(hint).fix(fix));
        } else if end > length + self.frame && start < length {
            let message = format!("it ends at {end:.2} s, but its scene at {length:.2} s");
            let issue = self.subject.issue("V-14", path, message).measured(end, length);
            found.push(self.by_scene(index, issue, span).hint(hint).fix(fix));
        }
    }

    fn keyframes(&self, index: usize, element: &Element, found: &mut Findings) {
        let moment = |time: &Time| self.subject.times.moment(Some(index), time).ok();
        let keyframes = &element.common.keyframes;
        let times: Option<Vec<f64>> =
            keyframes.iter().map(|keyframe| moment(&keyframe.at).map(|moment| moment.t)).collect();
        let Some(times) = times else { return };
        let Some(late) = times.windows(2).position(|pair| pair[1] < pair[0]) else { return };
        let start = self.subject.times.timeline().scenes[index].t0;
        let message = format!(
            "this keyframe is at {:.2} s, after one at {:.2} s",
            times[late + 1] - start,
            times[late] - start
        );
        let list = format!("{}.keyframes", element.common.path);
        let issue = self.subject.issue("V-14", format!("{list}.{}.at", late + 1), message);
        let mut issue = issue.measured(times[late + 1] - start, times[late] - start);
        if let Ok(written) = self.subject.tree.find(&list)
            && written.node.items().len() == times.len()
        {
            let mut order: Vec<usize> = (0..times.len()).collect();
            order.sort_by(|a, b| times[*a].total_cmp(&times[*b]));
            let sorted: Value = order.iter().map(|at| written.node.items()[*at].to_json()).collect();
            issue = issue.fix(vec![Op::Set { path: list, value: sorted }]);
        }
        found.push(issue.hint("write keyframes in order of time"));
    }

    /// Beginnings in seconds that the scene does not have.
    fn moments(&self, found: &mut Findings) {
        for field in times::fields(&self.subject.expanded.project) {
            let (Some(index), Time::Seconds(at), Use::Start) = (field.scene, field.time, field.usage) else {
                continue;
            };
            let scene = &self.subject.times.timeline().scenes[index];
            let length = scene.t1 - scene.t0;
            // What begins with the frame after the last is never seen.
            if *at < length - self.frame / 2.0 {
                continue;
            }
            let message = format!("it starts at {at:.2} s, but its scene ends at {length:.2} s");
            let issue = self.subject.issue("V-14", field.path.clone(), message).measured(*at, length);
            let latest = ((length - 1.0).max(0.0) * 100.0).floor() / 100.0;
            let fix = vec![Op::Set { path: field.path, value: json!(latest) }];
            let issue = self.by_scene(index, issue, (scene.t0 + at.min(length), scene.t1));
            let hint = if length > LONGEST_SCENE - self.frame {
                format!("start it at {latest} s: a scene lasts at most {LONGEST_SCENE} s")
            } else {
                format!("start it at {latest} s, or make the scene longer")
            };
            if !found.push(issue.hint(hint).fix(fix)) {
                return;
            }
        }
    }

    /// The part of a file to use that ends before it starts.
    fn trims(&self, found: &mut Findings) {
        let mut check = |path: String, trim: Option<[f64; 2]>| {
            if let Some([from, to]) = trim.filter(|[from, to]| to <= from) {
                let message = format!("the part of the file to use ends at {to} s, but starts at {from} s");
                let issue = self.subject.issue("V-14", path.clone(), message).measured(to, from);
                let hint = "write `[from, to]` in seconds, the smaller first";
                let swapped = Op::Set { path, value: json!([to, from]) };
                found.push(issue.hint(hint).fix(vec![swapped]));
            }
        };
        check("voice.trim".to_owned(), self.subject.project.voice.as_ref().and_then(|voice| voice.trim));
        for scene in &self.subject.project.scenes {
            if let Some(Background::Video { trim, .. }) = &scene.background {
                check(format!("{}.background.trim", scene.path), *trim);
            }
        }
        for (_, element) in self.subject.expanded.project.elements() {
            if let Kind::Video(video) = &element.kind {
                check(format!("{}.trim", element.common.path), video.trim);
            }
        }
    }

    /// An issue that hangs on the length of its scene, which may be only estimated.
    fn by_scene(&self, index: usize, mut issue: Issue, span: (f64, f64)) -> Issue {
        (issue.t0, issue.t1) = (Some(span.0), Some(span.1));
        let is_open = matches!(self.subject.project.scenes[index].duration, Auto::Auto);
        if is_open && self.subject.times.timeline().scenes[index].estimated {
            issue.message.push_str(", as far as the script tells");
            return issue.severity(Severity::Warning);
        }
        issue
    }
}
