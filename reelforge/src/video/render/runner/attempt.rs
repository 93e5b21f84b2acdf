//! One attempt at a job, as its work sees it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::super::queue::{
    Beat, Failure, Job, Lease, MAX_LOG, Output, OutputKind, Progress, Queue, Standing,
};
use super::super::{FOLDER, Qc, hash_of, hash_of_all};
use super::bell::Bell;
use super::parts;
use crate::video::project::store::{Folder, StoreError};

/// The speed is that of the last seconds, so that it follows what is being painted.
const SPEED_OVER: Duration = Duration::from_secs(8);
/// The longest line of a log in bytes.
const MAX_LINE: usize = 600;
/// Bytes that stay free on the disk beside what a render needs.
const MARGIN: u64 = 64 << 20;

/// One attempt at a job: where its files go, and where its course is told.
#[derive(Debug)]
pub struct Attempt<'a> {
    queue: &'a Queue,
    lease: Lease,
    project_folder: &'a str,
    bell: &'a Bell,
    begun: Instant,
    folder: OnceLock<Folder>,
    told: Mutex<Told>,
}

#[derive(Debug)]
struct Told {
    standing: Standing,
    stage: String,
    done: u64,
    total: u64,
    /// When how much was done.
    course: VecDeque<(Instant, u64)>,
    log: String,
    files: Vec<Part>,
    key: Option<String>,
    qc: Option<Qc>,
}

/// What is being written.
#[derive(Debug)]
struct Part {
    name: String,
    temporary: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    File(File),
    /// Files of one kind, such as the pictures of a video.
    Folder(Arc<Folder>),
}

/// A file that the work has made, by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// The name under which it was [created](Attempt::create).
    pub name: String,
    /// What it is.
    pub kind: OutputKind,
    /// The canvas size that it is a variant of.
    pub variant: Option<String>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Length in seconds; 0 for a picture.
    pub duration: f64,
}

/// Why work stopped before it was done.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// It was asked to.
    Ended,
    /// It failed.
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<'a> Attempt<'a> {
    pub(super) fn new(queue: &'a Queue, lease: Lease, job: &'a Job, bell: &'a Bell) -> Self {
        let told = Told {
            standing: Standing::Going,
            stage: String::new(),
            done: 0,
            total: 0,
            course: VecDeque::new(),
            log: job.log.clone(),
            files: Vec::new(),
            key: None,
            qc: None,
        };
        Self {
            queue,
            lease,
            project_folder: &job.ask.folder,
            bell,
            begun: Instant::now(),
            folder: OnceLock::new(),
            told: Mutex::new(told),
        }
    }

    /// Whether the work shall end now: somebody asked for it, the process ends, or the job is another's.
    pub fn is_ended(&self) -> bool {
        self.bell.is_stopped() || self.standing() != Standing::Going
    }

    /// [`Stop::Ended`] if the work shall end now.
    pub fn go_on(&self) -> Result<(), Stop> {
        if self.is_ended() { Err(Stop::Ended) } else { Ok(()) }
    }

    /// Tells what is being done now, such as `painting`.
    pub fn stage(&self, stage: &str) {
        stage.clone_into(&mut self.told().stage);
        self.log(stage);
    }

    /// Tells how much is done of how much, in frames.
    pub fn progress(&self, done: u64, total: u64) {
        let mut told = self.told();
        (told.done, told.total) = (done, total);
    }

    /// Says something in the job's log.
    pub fn log(&self, line: &str) {
        let since = self.begun.elapsed().as_secs_f64();
        let cut = (0..=line.len().min(MAX_LINE)).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        let mut told = self.told();
        told.log.push_str(&format!("{since:8.2} s  {}\n", line[..cut].replace('\n', " ")));
        // Twice what is kept, so that it is not cut at every line.
        if told.log.len() > 2 * MAX_LOG {
            let from = told.log.len() - MAX_LOG;
            let from = told.log[..].char_indices().map(|(at, _)| at).find(|at| *at >= from).unwrap_or(0);
            told.log.drain(..from);
        }
    }

    /// Refuses to go on unless the disk has room for so many bytes.
    pub fn need(&self, bytes: u64) -> Result<(), Failure> {
        let needed = bytes.saturating_add(MARGIN);
        match self.folder()?.free_bytes() {
            Some(free) if free < needed => Err(Failure::new(
                "disk_full",
                format!(
                    "the disk of the project has {} MB free, and the render may need {} MB",
                    free >> 20,
                    needed.div_ceil(1 << 20)
                ),
                "free some disk space, or render with `quality: draft`",
            )),
            _ => Ok(()),
        }
    }

    /// Makes a file that gets this name in the folder of finished files once the job is done.
    pub fn create(&self, name: &str) -> Result<File, Failure> {
        let temporary = parts::name(name, self.lease);
        let file = self.folder()?.create(&temporary).map_err(|error| failure(&error))?;
        let kept = file.try_clone().map_err(|error| io_failure(&error))?;
        self.keep(Part { name: name.to_owned(), temporary, content: Content::File(kept) });
        Ok(file)
    }

    /// Makes a folder that gets this name in the folder of finished files once the job is done.
    pub fn create_folder(&self, name: &str) -> Result<Arc<Folder>, Failure> {
        let temporary = parts::name(name, self.lease);
        let folder = self.folder()?.create_folder(&temporary).map_err(|error| failure(&error))?;
        let folder = Arc::new(folder);
        let content = Content::Folder(Arc::clone(&folder));
        self.keep(Part { name: name.to_owned(), temporary, content });
        Ok(folder)
    }

    fn keep(&self, part: Part) {
        let mut told = self.told();
        // One that is begun again takes the place of the first.
        told.files.retain(|other| other.name != part.name);
        told.files.push(part);
    }

    /// Tells what the result depends on, if that is something else than when it was asked for.
    pub fn depends_on(&self, key: &str) {
        self.told().key = Some(key.to_owned());
    }

    /// Tells what the checks of finished files say of the result.
    pub fn finds(&self, qc: Qc) {
        self.told().qc = Some(qc);
    }

    /// A file that was created under this name, to be read again from its beginning.
    pub fn written(&self, name: &str) -> Result<File, Failure> {
        match self.content(name)? {
            Content::File(mut file) => {
                file.seek(SeekFrom::Start(0)).map_err(|error| io_failure(&error))?;
                Ok(file)
            }
            Content::Folder(_) => Err(missing(name)),
        }
    }

    fn content(&self, name: &str) -> Result<Content, Failure> {
        let told = self.told();
        let part = told.files.iter().find(|part| part.name == name).ok_or_else(|| missing(name))?;
        Ok(match &part.content {
            Content::File(file) => Content::File(file.try_clone().map_err(|error| io_failure(&error))?),
            Content::Folder(folder) => Content::Folder(Arc::clone(folder)),
        })
    }

    pub(super) fn qc(&self) -> Option<Qc> {
        self.told().qc.clone()
    }

    pub(super) fn key(&self) -> Option<String> {
        self.told().key.clone()
    }

    pub(super) fn standing(&self) -> Standing {
        self.told().standing
    }

    pub(super) fn log_so_far(&self) -> String {
        self.told().log.clone()
    }

    /// Tells the queue how far the job is, and learns whether it shall end.
    pub(super) fn beat(&self, lease: Duration) {
        let beat = self.told().beat();
        match self.queue.beat(self.lease, &beat, lease) {
            Ok(Standing::Going) => {}
            Ok(standing) => self.told().standing = standing,
            // Whether the job is still ours is asked once more before its files are placed.
            Err(error) => tracing::warn!(%error, "the queue of renders"),
        }
    }

    /// Makes what was written durable, and tells what it is.
    pub(super) fn whole(&self, made: &[Made]) -> Result<Vec<Output>, Failure> {
        made.iter()
            .map(|made| {
                let (hash, bytes) = match self.content(&made.name)? {
                    Content::File(file) => {
                        file.sync_all().map_err(|error| io_failure(&error))?;
                        hash_of(self.written(&made.name)?).map_err(|error| io_failure(&error))?
                    }
                    Content::Folder(folder) => hash_of_all(&folder).map_err(|error| failure(&error))?,
                };
                Ok(Output {
                    path: self.folder()?.path_of(&made.name),
                    kind: made.kind,
                    variant: made.variant.clone(),
                    bytes,
                    hash,
                    width: made.size.0,
                    height: made.size.1,
                    duration: made.duration,
                })
            })
            .collect()
    }

    /// Gives the files their final names.
    pub(super) fn place(&self) -> Result<(), Failure> {
        let folder = self.folder()?;
        let told = self.told();
        told.files
            .iter()
            .try_for_each(|part| folder.place(&part.temporary, &part.name))
            .map_err(|error| failure(&error))
    }

    /// Removes what is not placed.
    pub(super) fn remove(&self) {
        let Some(folder) = self.folder.get() else { return };
        for part in &self.told().files {
            if let Err(error) = folder.remove(&part.temporary) {
                tracing::warn!(%error, "a leftover of a render");
            }
        }
    }

    fn folder(&self) -> Result<&Folder, Failure> {
        if let Some(folder) = self.folder.get() {
            return Ok(folder);
        }
        let folder =
            self.queue.root().make_folder(self.project_folder, FOLDER).map_err(|error| failure(&error))?;
        Ok(self.folder.get_or_init(|| folder))
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Told {
    #[expect(clippy::cast_precision_loss, reason = "frames are far fewer than 2^52")]
    fn beat(&mut self) -> Beat {
        let now = Instant::now();
        self.course.push_back((now, self.done));
        while self.course.len() > 2 && self.course.front().is_some_and(|(at, _)| now - *at > SPEED_OVER) {
            self.course.pop_front();
        }
        let speed = self.course.front().and_then(|(at, done)| {
            let seconds = now.duration_since(*at).as_secs_f64();
            let frames = self.done.saturating_sub(*done) as f64;
            (frames > 0.0 && seconds > 0.0).then(|| frames / seconds)
        });
        let left = self.total.saturating_sub(self.done) as f64;
        let percent = if self.total == 0 { 0.0 } else { 100.0 * self.done as f64 / self.total as f64 };
        Beat {
            progress: Progress {
                stage: self.stage.clone(),
                percent: percent.clamp(0.0, 99.9),
                fps: speed,
                eta: speed.map(|speed| left / speed),
            },
            log: self.log.clone(),
        }
    }
}

fn missing(name: &str) -> Failure {
    Failure::new("internal", format!("`{name}` was not written"), "please report it")
}

/// A failure of the files.
pub(super) fn failure(error: &StoreError) -> Failure {
    let code = match error {
        StoreError::Io { source, .. } => io_code(source),
        other => other.code(),
    };
    Failure::new(code, error.to_string(), error.hint())
}

fn io_failure(error: &std::io::Error) -> Failure {
    let hint = match io_code(error) {
        "disk_full" => "free some disk space",
        "read_only" => "give the user that runs Reelforge write permission on the project's folder `renders`",
        _ => "see the reason above",
    };
    Failure::new(io_code(error), format!("the video cannot be written: {error}"), hint)
}

fn io_code(error: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded => "disk_full",
        PermissionDenied | ReadOnlyFilesystem => "read_only",
        _ => "io",
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(io_failure(&error))
    }
}
