//! `render_project`, `get_render_status` and `cancel_render`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::common::problem;
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::project::model::{CanvasPreset, Quality};
use crate::video::render::{
    Failure, Job, Ordered, Output, Part, Qc, QueueError, Refusal, State, Wish, job_of_word, job_word, order,
    outlook,
};
use crate::{Context, Json, ToolError, tool};

/// How often it is looked how far a render is that somebody waits for.
const LOOK: Duration = Duration::from_millis(200);
/// Jobs that are listed without a `render_id`.
const LISTED: usize = 20;

/// A render that was taken on.
#[derive(Debug, Serialize, JsonSchema)]
struct Rendering {
    /// What the other render tools take.
    render_id: String,
    /// How far it is; `done` when the same input was rendered before and its files are still there.
    state: State,
    /// How many jobs are to be done before it.
    position: usize,
    /// Seconds until it will be done, as far as earlier renders on this root tell.
    estimate_s: f64,
    /// Whether this call made the job; otherwise the same was asked for before.
    new: bool,
    /// The finished files, if it is done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    output: Vec<Output>,
    /// What the checks of finished files say of the videos, if it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    qc: Option<Qc>,
    /// Why it failed, if it was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

/// Renders a project to an MP4 with a cover picture and its captions as subtitles, in the folder `renders` of the project.
/// Returns at once unless `wait` says otherwise: ask `get_render_status` how far it is. A process that serves the root does
/// the work; `reelforge render` in a shell does it itself. Errors of the checks stand in the way unless `force` is true. The
/// same input again gives the finished files.
#[tool(toolsets = ["render"], destructive = false, idempotent)]
#[expect(clippy::too_many_arguments, reason = "one for each thing that a caller may say")]
async fn render_project(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// `draft` is half as large and quick to make, `standard` is for publishing, `high` has finer detail. As the project's
    /// `output.quality` if nothing is said.
    quality: Option<Quality>,
    /// Only this part of the video: from the first time to the second, in seconds.
    range: Option<[f64; 2]>,
    /// Only the scene with this id.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// Further canvas sizes, each laid out anew and a file of its own. As the project's `output.variants` if nothing is
    /// said.
    #[arg(max_len = 5)]
    variants: Option<Vec<CanvasPreset>>,
    /// Renders in spite of errors.
    #[arg(default = false)]
    force: bool,
    /// Seconds to wait until it is over. Meanwhile a client that asked for progress is told how far it is.
    #[arg(default = 0, min = 0, max = 300)]
    wait: u32,
    cx: &Context,
    studio: &Studio,
) -> Result<Json<Rendering>, ToolError> {
    let part = match (range, scene) {
        (Some(_), Some(_)) => {
            return Err(ToolError::new("invalid_arguments", "expected `range` or `scene`, got both")
                .hint("leave one of them out"));
        }
        (Some(range), None) => Part::Range(range),
        (None, Some(scene)) => Part::Scene(scene),
        (None, None) => Part::Whole,
    };
    let wish = Wish { quality, part, variants, force };
    let queue = Arc::clone(studio.renders());
    let ordered = aside(move || order(&queue, &project, &wish)).await.map_err(refused)?;
    let (job, new) = match ordered {
        Ordered::Finished(job) => (job, false),
        Ordered::Waiting(added) => (added.job, added.new),
    };
    let job = until_over(studio, job, wait, cx).await?;
    let queue = studio.renders();
    let outlook = if job.state.is_over() { None } else { Some(outlook(queue, &job).map_err(unusable)?) };
    Ok(Json(Rendering {
        render_id: job_word(job.id),
        state: job.state,
        position: outlook.map_or(0, |outlook| outlook.position),
        estimate_s: outlook.map_or(0.0, |outlook| (outlook.seconds * 10.0).round() / 10.0),
        new,
        output: job.outputs,
        qc: job.qc,
        failure: job.failure,
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "render_project",
        example: r#"{"project": "coffee", "quality": "draft"}"#,
        mistakes: &["a project with errors: repair them first, `suggest_next` gives the edits"],
    }
}

/// A job as it is when it is over, or after some seconds. Tells how far it is meanwhile.
async fn until_over(studio: &Studio, mut job: Job, seconds: u32, cx: &Context) -> Result<Job, ToolError> {
    let end = Instant::now() + Duration::from_secs(seconds.into());
    loop {
        let percent = (job.progress.percent * 10.0).round() / 10.0;
        cx.progress(percent, 100.0, Some(stage(&job)));
        let left = end.saturating_duration_since(Instant::now());
        if job.state.is_over() || left.is_zero() {
            return Ok(job);
        }
        tokio::time::sleep(left.min(LOOK)).await;
        let (queue, id) = (Arc::clone(studio.renders()), job.id);
        let now = aside(move || queue.job(id)).await.map_err(unusable)?;
        job = now.ok_or_else(|| unknown(&job_word(id)))?;
    }
}

/// Does what keeps a thread busy where that holds nobody up.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        // Nobody aborts it, so that it can only have panicked.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// What is being done, in a word.
fn stage(job: &Job) -> &str {
    match job.state {
        State::Queued => "waiting",
        State::Running => &job.progress.stage,
        State::Done => "done",
        State::Failed => "failed",
        State::Cancelled => "cancelled",
    }
}

/// One render.
#[derive(Debug, Serialize, JsonSchema)]
struct Status {
    /// What the other render tools take.
    render_id: String,
    /// The project's name.
    project: String,
    /// How far it is.
    state: State,
    /// How much is done, 0 to 100.
    percent: f64,
    /// Frames a second over the last seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    fps: Option<f64>,
    /// Seconds until it is done, as far as can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    eta: Option<f64>,
    /// How many jobs are to be done before it, while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<usize>,
    /// What is being done.
    #[serde(skip_serializing_if = "String::is_empty")]
    stage: String,
    /// The finished files, as paths from the project root.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    output: Vec<Output>,
    /// What the checks of finished files say of the videos, once it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    qc: Option<Qc>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    /// The last lines of its log.
    #[serde(skip_serializing_if = "String::is_empty")]
    log_tail: String,
    /// When it was asked for: UTC, RFC 3339.
    created: String,
    /// When it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<String>,
}

/// Renders.
#[derive(Debug, Serialize, JsonSchema)]
struct Statuses {
    /// The one that was asked for, or the last ones, the newest first.
    renders: Vec<Status>,
}

/// Tells how far a render is, or lists the last 20 renders of all projects.
#[tool(toolsets = ["basic", "render"], read_only, idempotent)]
async fn get_render_status(
    /// As `render_project` gives it. Without it, the last renders are listed.
    #[arg(max_len = 32)]
    render_id: Option<String>,
    /// Seconds to wait until that render is over. Meanwhile a client that asked for progress is told how far it is.
    #[arg(default = 0, min = 0, max = 300)]
    wait: u32,
    cx: &Context,
    studio: &Studio,
) -> Result<Json<Statuses>, ToolError> {
    let queue = studio.renders();
    let jobs = match &render_id {
        Some(word) => vec![until_over(studio, find(studio, word)?, wait, cx).await?],
        None => queue.last(None, LISTED).map_err(unusable)?,
    };
    let is_one = render_id.is_some();
    let renders = jobs
        .into_iter()
        .map(|job| {
            let position = match job.state {
                State::Queued => Some(queue.before(job.id).map_err(unusable)?.len()),
                _ => None,
            };
            Ok(status(job, position, is_one))
        })
        .collect::<Result<_, ToolError>>()?;
    Ok(Json(Statuses { renders }))
}

inventory::submit! {
    ToolNotes {
        tool: "get_render_status",
        example: r#"{"render_id": "r1"}"#,
        mistakes: &["without `render_id` it lists the last renders"],
    }
}

fn status(job: Job, position: Option<usize>, with_log: bool) -> Status {
    let is_running = job.state == State::Running;
    Status {
        render_id: job_word(job.id),
        project: job.ask.request.project,
        state: job.state,
        percent: (job.progress.percent * 10.0).round() / 10.0,
        fps: job.progress.fps.filter(|_| is_running).map(|fps| (fps * 10.0).round() / 10.0),
        eta: job.progress.eta.filter(|_| is_running).map(|eta| (eta * 10.0).round() / 10.0),
        position,
        stage: if is_running { job.progress.stage } else { String::new() },
        output: job.outputs,
        qc: job.qc,
        failure: job.failure,
        log_tail: if with_log { job.log } else { String::new() },
        created: readable(job.times.created),
        finished: job.times.finished.map(readable),
    }
}

/// What became of a render that is to end.
#[derive(Debug, Serialize, JsonSchema)]
struct Cancelled {
    /// The render.
    render_id: String,
    /// How far it is: `running` for the moment that its process needs to end it.
    state: State,
}

/// Ends a render that waits or runs. One that is over already stays as it is.
#[tool(toolsets = ["render"], destructive, idempotent)]
fn cancel_render(
    /// As `render_project` gives it.
    #[arg(max_len = 32)]
    render_id: String,
    studio: &Studio,
) -> Result<Json<Cancelled>, ToolError> {
    let id = find(studio, &render_id)?.id;
    let job = studio.renders().cancel(id).map_err(unusable)?.ok_or_else(|| unknown(&render_id))?;
    Ok(Json(Cancelled { render_id: job_word(job.id), state: job.state }))
}

inventory::submit! {
    ToolNotes {
        tool: "cancel_render",
        example: r#"{"render_id": "r1"}"#,
        mistakes: &["the id is the one that `render_project` answered with"],
    }
}

/// A render by the word for it.
pub(super) fn find(studio: &Studio, word: &str) -> Result<Job, ToolError> {
    let id = job_of_word(word).ok_or_else(|| unknown(word))?;
    studio.renders().job(id).map_err(unusable)?.ok_or_else(|| unknown(word))
}

fn unknown(word: &str) -> ToolError {
    ToolError::new("not_found", format!("there is no render `{word}`"))
        .hint("`get_render_status` without `render_id` lists the last ones; older ones are forgotten, their files stay")
}

/// A time of the queue in UTC, RFC 3339.
fn readable(millis: i64) -> String {
    crate::video::project::store::readable_time(millis)
}

/// A problem of the queue, for the caller.
pub(super) fn unusable(error: QueueError) -> ToolError {
    if let QueueError::Place(error) = error {
        return problem(error);
    }
    let told = ToolError::new(error.code(), error.to_string()).hint(error.hint());
    match error {
        QueueError::Full(waiting) => told.data(json!({ "position": waiting })),
        _ => told,
    }
}

/// A failure of a render, for the caller.
pub(super) fn failed(failure: Failure) -> ToolError {
    let told = ToolError::new(failure.code, failure.message);
    if failure.hint.is_empty() { told } else { told.hint(failure.hint) }
}

fn refused(refusal: Refusal) -> ToolError {
    match refusal {
        Refusal::Store(error) => problem(error),
        Refusal::Queue(error) => unusable(error),
        Refusal::Failure(failure) => failed(failure),
        Refusal::Blocked(report) => {
            let count = report.summary.errors;
            let what = if count == 1 { "1 error".to_owned() } else { format!("{count} errors") };
            let mut data =
                json!({ "summary": report.summary, "issues": report.issues, "fixes": report.fixes });
            let mut hint = "repair them, beginning with the `fixes`, or render with `force: true`";
            if let Some(combined) = &report.combined {
                data["ops"] = json!(combined.ops);
                hint = "give the `ops` to edit_project, which makes all fixes that go together, or render with \
                        `force: true`";
            }
            ToolError::new("blocked_by_errors", format!("the project has {what}")).hint(hint).data(data)
        }
    }
}
