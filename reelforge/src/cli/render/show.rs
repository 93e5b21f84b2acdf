//! How far a render is: a bar for people, lines for logs.

use std::io::{IsTerminal, Write, stderr};

use crate::video::render::{Job, State};

/// Characters of the bar.
const WIDTH: u8 = 30;
/// Where nobody sits there, a line comes after so many percent.
const STEP: f64 = 10.0;

/// Shows a render on standard error.
pub(super) struct Show {
    is_terminal: bool,
    /// How long the line of the bar is.
    drawn: usize,
    /// What was said last, and at how many percent.
    said: String,
    at: f64,
}

impl Show {
    pub(super) fn new() -> Self {
        Self { is_terminal: stderr().is_terminal(), drawn: 0, said: String::new(), at: 0.0 }
    }

    /// Shows the job as it is now.
    pub(super) fn job(&mut self, job: &Job) {
        if self.is_terminal {
            let line = bar(job);
            let length = line.chars().count();
            let blank = " ".repeat(self.drawn.saturating_sub(length));
            let _ = write!(stderr(), "\r{line}{blank}");
            let _ = stderr().flush();
            self.drawn = length;
            return;
        }
        let stage = stage(job);
        let percent = job.progress.percent;
        if stage != self.said || percent >= self.at + STEP {
            let _ = writeln!(stderr(), "{percent:5.1} % {stage}");
            self.at = percent;
            self.said = stage;
        }
    }

    /// Leaves the line of the bar.
    pub(super) fn end(&mut self) {
        if self.drawn > 0 {
            let _ = writeln!(stderr());
            self.drawn = 0;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bar of 30 characters")]
fn bar(job: &Job) -> String {
    let percent = job.progress.percent.clamp(0.0, 100.0);
    let filled = ((percent / 100.0 * f64::from(WIDTH)) as u8).min(WIDTH);
    let mut line = format!(
        "{}{} {percent:5.1} % {}",
        "█".repeat(filled.into()),
        "░".repeat((WIDTH - filled).into()),
        stage(job)
    );
    if job.state == State::Running {
        if let Some(fps) = job.progress.fps {
            line += &format!(", {fps:.0} fps");
        }
        if let Some(eta) = job.progress.eta {
            line += &format!(", {eta:.0} s left");
        }
    }
    line
}

fn stage(job: &Job) -> String {
    match job.state {
        State::Queued => "waiting".to_owned(),
        State::Running => job.progress.stage.clone(),
        State::Done => "done".to_owned(),
        State::Failed => "failed".to_owned(),
        State::Cancelled => "cancelled".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::project::model::Quality;
    use crate::video::render::{Ask, JobTimes, Part, Progress, Request};

    fn job(state: State, percent: f64) -> Job {
        let request = Request {
            project: "coffee".to_owned(),
            quality: Quality::Draft,
            part: Part::Whole,
            variants: Vec::new(),
            force: false,
        };
        let (text, folder, key) = (String::new(), String::new(), String::new());
        Job {
            id: 1,
            ask: Ask { request, text, folder, key, cost: 1.0 },
            state,
            progress: Progress { stage: "painting".to_owned(), percent, fps: Some(31.4), eta: Some(12.3) },
            outputs: Vec::new(),
            qc: None,
            failure: None,
            log: String::new(),
            attempts: 1,
            owner: None,
            cancel: false,
            times: JobTimes::default(),
        }
    }

    #[test]
    fn the_bar_grows_with_the_render() {
        let line = bar(&job(State::Running, 50.0));
        assert_eq!(line.matches('█').count(), 15);
        assert!(line.ends_with(" 50.0 % painting, 31 fps, 12 s left"), "{line}");
        assert_eq!(bar(&job(State::Done, 100.0)).matches('█').count(), usize::from(WIDTH));
        assert!(bar(&job(State::Queued, 0.0)).ends_with("0.0 % waiting"));
    }
}
