//! A job as the queue keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{Qc, Request};

/// Number of a job. Later jobs have higher ones.
pub type JobId = i64;

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// It is being rendered.
    Running,
    /// Its files are whole and in place.
    Done,
    /// It was given up.
    Failed,
    /// Somebody ended it.
    Cancelled,
}

impl State {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        let all = [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];
        all.into_iter().find(|state| state.word() == word)
    }

    /// Whether nothing more will come of the job.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// What is put into the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What is to be rendered.
    pub request: Request,
    /// The text of the project, which is rendered as it was when it was asked for.
    pub text: String,
    /// The folder of the project, from the root.
    pub folder: String,
    /// What the result depends on, as one hash.
    pub key: String,
    /// How much work it is: millions of pixels to paint.
    pub cost: f64,
}

/// One job of the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What was asked for.
    pub ask: Ask,
    /// How far it is.
    pub state: State,
    /// What is known of its course.
    pub progress: Progress,
    /// Its files, once it is done.
    pub outputs: Vec<Output>,
    /// What the checks of finished files say of them.
    pub qc: Option<Qc>,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// What was said while it ran, the last part of it.
    pub log: String,
    /// How often it was begun.
    pub attempts: u32,
    /// The process that renders it now.
    pub owner: Option<u32>,
    /// Whether somebody asked to end it.
    pub cancel: bool,
    /// When it was asked for, begun for the last time, and over: milliseconds since 1970.
    pub times: JobTimes,
}

/// When things happened to a job: milliseconds since 1970 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobTimes {
    /// It was asked for.
    pub created: i64,
    /// It was begun for the last time.
    pub started: Option<i64>,
    /// It was over.
    pub finished: Option<i64>,
}

/// The course of a job that runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// What is being done, such as `painting`.
    pub stage: String,
    /// How much is done, 0 to 100.
    pub percent: f64,
    /// Frames a second over the last seconds.
    pub fps: Option<f64>,
    /// Seconds until it is done, as far as can be told.
    pub eta: Option<f64>,
}

/// A finished file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// Its path below the project root.
    pub path: String,
    /// What it is.
    pub kind: OutputKind,
    /// The canvas size that it is a variant of; absent for the project's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Hash of its content.
    pub hash: String,
    /// Width in pixels; 0 for captions.
    pub width: u32,
    /// Height in pixels; 0 for captions.
    pub height: u32,
    /// Length in seconds; 0 for a picture.
    pub duration: f64,
}

/// What a finished file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutputKind {
    /// The video: an MP4, or an animated GIF.
    Video,
    /// A folder with one picture a frame.
    Frames,
    /// Its cover picture.
    Poster,
    /// Its captions as subtitles: SRT or `WebVTT`.
    Captions,
}

/// Why a job failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// A stable name for programs.
    pub code: String,
    /// What went wrong.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
}

impl Failure {
    /// A failure with a stable name, what went wrong and what to do about it.
    pub fn new(code: &str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), hint: hint.into() }
    }
}
