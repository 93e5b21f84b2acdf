//! V-15: a voice that is cut off, that ends long before the video, or that says something else than the script.

use super::{Findings, Subject};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;
use crate::video::time::{HeardVoice, VoiceTime};

/// Seconds of speech that may be missing at the end.
const CUT: f64 = 0.05;
/// Seconds of silence after the voice.
const SILENCE: f64 = 1.5;
/// Words that may differ, as a share of the script's.
const DIFFERENT: f64 = 0.15;
/// Seconds that are left after the last word when a file is trimmed.
const BREATH: f64 = 0.2;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let heard = subject.times.heard();
    for voice in subject.times.voices() {
        let own = match voice.scene {
            Some(scene) => heard.scene(scene),
            None => heard.voice.as_ref(),
        };
        let Some(own) = own else { continue };
        let check = Check { subject, voice, heard: own };
        let issues = [check.end(), check.words(), check.doubt()];
        issues.into_iter().flatten().for_each(|issue| {
            found.push(issue);
        });
    }
}

struct Check<'a> {
    subject: &'a Subject<'a>,
    voice: &'a VoiceTime,
    heard: &'a HeardVoice,
}

impl Check<'_> {
    fn path(&self) -> String {
        match self.voice.scene {
            Some(scene) => format!("{}.voice", self.subject.project.scenes[scene].path),
            None => "voice".to_owned(),
        }
    }

    /// How the end of the voice and that of what is shown with it agree.
    fn end(&self) -> Option<Issue> {
        let Self { subject, voice, heard } = self;
        let timeline = subject.times.timeline();
        let scenes = &subject.project.scenes;
        let scene = voice.scene.or_else(|| scenes.len().checked_sub(1))?;
        let (shown_end, what) = match voice.scene {
            Some(scene) => (timeline.scenes[scene].t1, "its scene"),
            None => (timeline.duration, "the video"),
        };
        let [_, last] = heard.speech.last()?;
        let length = voice.length.unwrap_or(heard.length);
        let said = voice.start + (last - voice.from).min(length);
        let is_fixed = matches!(scenes[scene].duration, crate::video::project::model::Auto::Value(_));
        let auto = vec![Op::Unset { path: format!("{}.duration", scenes[scene].path) }];
        let issue = |message: String| subject.issue("V-15", self.path(), message);
        let missing = said - shown_end;
        if missing > CUT {
            let told =
                issue(format!("the voice runs {missing:.1} s past the end of {what}, and is cut off there"))
                    .measured(missing, CUT);
            let told = placed(told, shown_end, said);
            return Some(if is_fixed {
                told.hint("leave `duration` out, so that the scene lasts as long as its voice").fix(auto)
            } else {
                told.hint("give the scenes more time, or shorten the voice with `trim`")
            });
        }
        // An end without words has its own time.
        let is_narrated = voice.scene.is_some()
            || scenes[scene].say.is_some()
            || scenes.iter().all(|scene| scene.say.is_none());
        let tail = if voice.scene.is_some() {
            0.0
        } else {
            subject.project.voice.as_ref().map_or(0.0, |voice| voice.tail)
        };
        let silence = shown_end - said - tail;
        if silence <= SILENCE || !is_narrated {
            return None;
        }
        let told = issue(format!("nothing is said in the last {silence:.1} s of {what}"))
            .severity(Severity::Warning)
            .measured(silence, SILENCE);
        let told = placed(told, said, shown_end);
        let in_file = voice.from + length - last;
        Some(if is_fixed {
            told.hint("leave `duration` out, so that the scene ends with its voice").fix(auto)
        } else if voice.scene.is_none() && in_file > SILENCE {
            let trim = [voice.from, ((last + BREATH) * 100.0).round() / 100.0];
            let hint = "the file goes on in silence after its last word: end it there with `trim`";
            told.hint(hint).fix(self.trim(trim))
        } else {
            told.hint("cut the silence off the end of the file, or shorten the scene")
        })
    }

    /// Ends the file of the project's voice, which may be written as its path alone.
    fn trim(&self, trim: [f64; 2]) -> Vec<Op> {
        let is_short = self.subject.tree.find("voice").is_ok_and(|found| found.node.as_scalar().is_some());
        let file = self.subject.project.voice.as_ref().map(|voice| voice.file.as_str()).unwrap_or_default();
        vec![if is_short {
            Op::Set { path: "voice".to_owned(), value: serde_json::json!({ "file": file, "trim": trim }) }
        } else {
            Op::Set { path: "voice.trim".to_owned(), value: serde_json::json!(trim) }
        }]
    }

    fn words(&self) -> Option<Issue> {
        let wer = self.heard.wer.filter(|wer| *wer > DIFFERENT)?;
        let message =
            format!("{:.0}% of the words in the file of word times are not those of the script", wer * 100.0);
        let hint =
            "write into `say` what the voice says, or give the times of this recording with `import_cues`";
        let issue = self.subject.issue("V-15", format!("{}.words", self.path()), message);
        Some(issue.severity(Severity::Warning).measured(wer, DIFFERENT).hint(hint))
    }

    fn doubt(&self) -> Option<Issue> {
        let doubt = self.heard.doubt.as_ref()?;
        let issue =
            self.subject.issue("V-15", self.path(), format!("times of its words may be off: {doubt}"));
        let hint =
            "use a clean recording of the voice alone, or give the times of its words with `import_cues`";
        Some(issue.severity(Severity::Warning).hint(hint))
    }
}

fn placed(mut issue: Issue, t0: f64, t1: f64) -> Issue {
    (issue.t0, issue.t1) = (Some(t0), Some(t1));
    issue
}
