//! V-30: what a platform does not accept, as far as the project tells.

use serde_json::{Value, json};

use super::{Findings, Subject};
use crate::video::check::{Issue, Severity};
use crate::video::platform::{self, Limits};
use crate::video::project::edit::Op;
use crate::video::project::model::{CanvasPreset, Format, Project, Target};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    for target in platform::targets(subject.project) {
        let check = Check { subject, target, limits: platform::limits(target, subject.project.placement) };
        let issues = [check.length(), check.rate(), check.size(), check.shape(), check.format()];
        issues.into_iter().flatten().for_each(|issue| {
            found.push(issue);
        });
    }
}

struct Check<'a> {
    subject: &'a Subject<'a>,
    target: Target,
    limits: Limits,
}

impl Check<'_> {
    fn issue(&self, path: &str, what: &str, measured: impl Into<Value>, limit: impl Into<Value>) -> Issue {
        let message = format!("{} {what}", platform::name(self.target));
        let from = format!(" (source: {}, read {})", self.limits.source, self.limits.checked);
        self.subject.issue("V-30", path, message + &from).measured(measured, limit)
    }

    fn length(&self) -> Option<Issue> {
        let seconds = self.subject.times.timeline().duration;
        let (least, most) = self.limits.seconds;
        // A length that is estimated may still become right, when the voice is there.
        let is_estimated = self.subject.times.timeline().estimated;
        let severity = if is_estimated { Severity::Warning } else { Severity::Error };
        let this = format!("this is {}{seconds:.1} s", if is_estimated { "about " } else { "" });
        if seconds > most + 1e-6 {
            let issue = self.issue("scenes", &format!("allows {most} s, {this}"), seconds, most);
            Some(issue.severity(severity).hint("shorten scenes, or make a video for each platform"))
        } else if seconds < least - 1e-6 {
            let issue = self.issue("scenes", &format!("wants at least {least} s, {this}"), seconds, least);
            Some(issue.severity(severity).hint("make scenes longer"))
        } else {
            let usual = self.limits.app_seconds.filter(|usual| seconds > usual + 1e-6)?;
            let issue = self.issue("scenes", &format!("allows {usual} s in its app, {this}"), seconds, usual);
            Some(
                issue
                    .severity(Severity::Warning)
                    .hint("shorten it, or publish it by other means than the app"),
            )
        }
    }

    fn rate(&self) -> Option<Issue> {
        let fps = f64::from(self.subject.project.canvas.fps);
        let (least, most) = self.limits.fps;
        let what = format!("takes {least} to {most} frames a second, this has {fps}");
        (fps < least || fps > most).then(|| {
            let ops = vec![Op::Set { path: "canvas.fps".to_owned(), value: json!(30) }];
            let issue = self.issue("canvas", &what, fps, vec![least, most]);
            issue
                .severity(Severity::Warning)
                .hint("use 30 frames a second")
                .repair("use 30 frames a second", ops)
        })
    }

    fn size(&self) -> Option<Issue> {
        let (width, height) = self.subject.project.canvas.size();
        let limits = &self.limits;
        let (short, long) = (width.min(height), width.max(height));
        let issue = |what: String, limit: Value| {
            let issue = self.issue("canvas", &what, vec![width, height], limit);
            Some(with_preset(self.subject.project, issue))
        };
        if let Some((least, most)) = limits.pixels.filter(|(least, most)| short < *least || long > *most) {
            return issue(
                format!("takes {least} to {most} px a side, this has {width} × {height}"),
                json!([least, most]),
            );
        }
        if let Some((w, h)) = limits.min_size.filter(|(w, h)| width < *w || height < *h) {
            return issue(format!("wants at least {w} × {h} px, this has {width} × {height}"), json!([w, h]));
        }
        let most = limits.max_width.filter(|most| width > *most)?;
        issue(format!("takes a width of at most {most} px, this has {width}"), json!(most))
    }

    fn shape(&self) -> Option<Issue> {
        let (width, height) = self.subject.project.canvas.size();
        (self.limits.tall && width > height).then(|| {
            let what = format!("shows tall pictures, this one is {width} × {height}");
            let issue = self.issue("canvas", &what, vec![width, height], json!("width ≤ height"));
            with_preset(self.subject.project, issue.severity(Severity::Warning))
        })
    }

    fn format(&self) -> Option<Issue> {
        let format = self.subject.project.output.format;
        let word = |format: &Format| match format {
            Format::Mp4 => "mp4",
            Format::Webm => "webm",
            Format::Gif => "gif",
            Format::Png => "png",
        };
        (!self.limits.formats.contains(&format)).then(|| {
            let taken: Vec<&str> = self.limits.formats.iter().map(word).collect();
            let what = format!("takes {}, not {}", taken.join(" and "), word(&format));
            let ops = vec![Op::Unset { path: "output.format".to_owned() }];
            self.issue("output.format", &what, word(&format), taken).hint("use mp4").repair("use mp4", ops)
        })
    }
}

/// With the preset that all of a project's platforms show best.
fn with_preset(project: &Project, issue: Issue) -> Issue {
    let is_wide = platform::targets(project) == [Target::Youtube];
    let (preset, name) = if is_wide { (CanvasPreset::Wide, "wide") } else { (CanvasPreset::Reel, "reel") };
    let (width, height) = preset.size();
    let mut canvas = json!({"preset": name});
    if project.canvas.fps != 30
        && let Some(map) = canvas.as_object_mut()
    {
        map.insert("fps".to_owned(), json!(project.canvas.fps));
    }
    let hint = format!("use the preset `{name}`, {width} × {height}");
    issue.hint(hint.clone()).repair(hint, vec![Op::Set { path: "canvas".to_owned(), value: canvas }])
}
