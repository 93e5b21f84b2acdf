//! Asks for a render: what can be known before it begins.

#[cfg(test)]
mod tests;

use super::movie::MovieError;
use super::source::Source;
use super::{
    Added, Ask, Failure, Job, JobId, OutputKind, Part, Queue, QueueError, Request, hash_of, hash_of_all,
};
use crate::video::check::{Depth, Options, Report, StoredAssets, validate};
use crate::video::encode::ffmpeg::Ffmpeg;
use crate::video::project::model::{CanvasPreset, Format, Quality};
use crate::video::project::store::{Root, StoreError};
use crate::video::time::Times;

/// Millions of pixels that are rendered a second, as long as no job of the root has told otherwise.
const USUAL_SPEED: f64 = 60.0;
/// Issues that a refusal lists.
const SHOWN_ISSUES: usize = 10;
/// The longest stem of a file name, in bytes, that leaves room for what is added while it is written.
const MAX_STEM: usize = 180;

/// What somebody wants rendered. What is left open is as the project says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wish {
    /// How much care goes into the pictures.
    pub quality: Option<Quality>,
    /// How much of the video.
    pub part: Part,
    /// Further canvas sizes.
    pub variants: Option<Vec<CanvasPreset>>,
    /// Whether a project with errors is rendered as well.
    pub force: bool,
}

/// What came of asking for a render.
#[derive(Debug, Clone, PartialEq)]
pub enum Ordered {
    /// The very same was rendered before, and its files are there.
    Finished(Job),
    /// It waits or runs.
    Waiting(Added),
}

/// Why a render was not taken on.
#[derive(Debug)]
pub enum Refusal {
    /// The project cannot be read.
    Store(StoreError),
    /// The project has errors.
    Blocked(Box<Report>),
    /// It makes no sense.
    Failure(Failure),
    /// The queue refuses.
    Queue(QueueError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<QueueError> for Refusal {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Asks for a render of a project. The same input again gives the finished files at once; an unfinished job for the same is
/// joined. A project with errors is refused unless the wish is to force it.
pub fn order(queue: &Queue, project: &str, wish: &Wish) -> Result<Ordered, Refusal> {
    let ask = prepare(queue, project, wish)?;
    let name = &ask.request.project;
    for job in queue.done(name, &ask.key, wish.force)? {
        if is_intact(queue.root(), &job) {
            return Ok(Ordered::Finished(job));
        }
    }
    if !wish.force {
        let report = check(queue, name, &ask.text);
        if report.summary.errors > 0 {
            return Err(Refusal::Blocked(Box::new(report)));
        }
    }
    Ok(Ordered::Waiting(queue.add(&ask)?))
}

/// All checks of a project's text.
pub(super) fn check(queue: &Queue, project: &str, text: &str) -> Report {
    let assets = StoredAssets::new(queue.root(), project).fallback(queue.fallback());
    validate(text, &assets, &Options { stage: Depth::Full, max_issues: SHOWN_ISSUES, ..Options::default() })
}

fn prepare(queue: &Queue, project: &str, wish: &Wish) -> Result<Ask, Refusal> {
    let root = queue.root();
    let stored = root.read(project)?;
    let source = Source::read(&stored.text, queue.tracks(&stored.location.name)?)?;
    let output = &source.project.output;
    if output.format == Format::Webm && Ffmpeg::find().is_none() {
        return Err(Refusal::Failure(Failure::new(
            "unsupported_media",
            MovieError::NoWebm.to_string(),
            "leave `output.format` out for mp4, or write gif or png",
        )));
    }
    let request = Request {
        project: stored.location.name,
        quality: wish.quality.unwrap_or(output.quality),
        part: wish.part.clone(),
        variants: wish.variants.clone().unwrap_or_else(|| output.variants.clone()),
        force: wish.force,
    };
    if request.stem().len() > MAX_STEM {
        return Err(Refusal::Failure(Failure::new(
            "invalid_arguments",
            "the project's name is too long to name a video by",
            "rename its folder",
        )));
    }
    let expanded = source.expanded(None);
    let times = Times::of(&expanded.project, &source.heard);
    let [from, to] = Source::span(&times, &request.part)?;
    let frames = (to - from) * f64::from(source.project.canvas.fps);
    let scale = if request.quality == Quality::Draft { 0.25 } else { 1.0 };
    let pixels: f64 = source
        .canvases(&request)
        .into_iter()
        .map(|canvas| canvas.map_or_else(|| source.project.canvas.size(), CanvasPreset::size))
        .map(|(width, height)| f64::from(width) * f64::from(height) * scale)
        .sum();
    let key = source.key(&request);
    Ok(Ask { request, text: stored.text, folder: stored.location.folder, key, cost: frames * pixels / 1e6 })
}

/// Whether the files of a job are there as they were made.
pub fn is_intact(root: &Root, job: &Job) -> bool {
    !job.outputs.is_empty()
        && job.outputs.iter().all(|output| {
            if output.kind == OutputKind::Frames {
                let (parent, leaf) = output.path.rsplit_once('/').unwrap_or((".", &output.path));
                let folder = root.find_folder(parent, leaf).ok().flatten();
                let hash = folder.and_then(|folder| hash_of_all(&folder).ok());
                return hash.is_some_and(|(hash, _)| hash == output.hash);
            }
            let file = root.open_file(&output.path).ok();
            // Most changes change the size, which is known without reading it all.
            let file = file.filter(|file| file.metadata().is_ok_and(|meta| meta.len() == output.bytes));
            file.and_then(|file| hash_of(file).ok()).is_some_and(|(hash, _)| hash == output.hash)
        })
}

/// When a job will be done, as far as the last ones tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// How many jobs are to be done before it; 0 for one that runs.
    pub position: usize,
    /// Seconds until it is done.
    pub seconds: f64,
}

/// When a job will be done that waits or runs.
pub fn outlook(queue: &Queue, job: &Job) -> Result<Outlook, QueueError> {
    let mut speeds: Vec<f64> = queue.speeds()?.iter().filter_map(speed).collect();
    speeds.sort_by(f64::total_cmp);
    let speed = speeds.get(speeds.len() / 2).copied().unwrap_or(USUAL_SPEED);
    let left = |job: &Job| {
        let rest = job.ask.cost * (1.0 - job.progress.percent / 100.0) / speed;
        job.progress.eta.unwrap_or(rest)
    };
    let before: Vec<Job> = match queue.job(job.id)? {
        Some(now) if now.times.started.is_some() && now.state == super::State::Running => Vec::new(),
        _ => queue.before(job.id)?,
    };
    let seconds = before.iter().map(left).sum::<f64>() + left(job);
    Ok(Outlook { position: before.len(), seconds })
}

/// Millions of pixels that a finished job rendered a second.
#[expect(clippy::cast_precision_loss, reason = "milliseconds of a render")]
fn speed(job: &Job) -> Option<f64> {
    let taken = job.times.finished? - job.times.started?;
    (taken > 0 && job.ask.cost > 0.0).then(|| job.ask.cost / (taken as f64 / 1000.0))
}

/// A job's number as the tools write it: `r12`.
pub fn job_word(id: JobId) -> String {
    format!("r{id}")
}

/// The number of a job as the tools write it.
pub fn job_of_word(word: &str) -> Option<JobId> {
    word.trim().strip_prefix(['r', 'R']).and_then(|digits| digits.parse().ok()).filter(|id| *id > 0)
}
