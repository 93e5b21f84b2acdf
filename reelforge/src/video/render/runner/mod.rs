//! Works on the queue of a root: one job at a time, on a thread of its own.

mod attempt;
mod bell;
mod parts;
mod pulse;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::queue::{Ended, Failure, Job, JobId, Last, Lease, Queue, QueueError, Standing};
pub use attempt::{Attempt, Made, Stop};
use bell::Bell;

/// What is done for a job.
pub trait Work: Send + Sync {
    /// Makes the files of a job. Long work asks [`Attempt::is_ended`] all the time, at least ten times a second, and gives
    /// [`Stop::Ended`] then.
    fn run(&self, job: &Job, attempt: &Attempt<'_>) -> Result<Vec<Made>, Stop>;
}

/// How often the runner looks at things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// For how long a job is held without a word from its process. A process that is stopped for longer than this, by a
    /// debugger or a sleeping computer, begins its job again.
    pub lease: Duration,
    /// How often a running job tells how far it is and asks whether it shall end.
    pub pulse: Duration,
    /// How often a runner without work looks for some.
    pub idle: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(4),
            pulse: Duration::from_millis(200),
            idle: Duration::from_millis(250),
        }
    }
}

/// Does jobs of a queue.
pub struct Worker {
    queue: Arc<Queue>,
    work: Arc<dyn Work>,
    pace: Pace,
    only: Option<JobId>,
    bell: Arc<Bell>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Worker").field("pace", &self.pace).field("only", &self.only).finish_non_exhaustive()
    }
}

impl Worker {
    /// Does this work for the jobs of a queue.
    pub fn new(queue: Arc<Queue>, work: Arc<dyn Work>, pace: Pace) -> Self {
        Self { queue, work, pace, only: None, bell: Arc::default() }
    }

    /// Does no other job than this one.
    #[must_use]
    pub fn only(mut self, job: JobId) -> Self {
        self.only = Some(job);
        self
    }

    /// Takes one job and does it, on this thread. Gives its number, or none if there is nothing to do.
    pub fn step(&self) -> Result<Option<JobId>, QueueError> {
        let Some((lease, job)) = self.queue.take(self.pace.lease, self.only)? else { return Ok(None) };
        self.attempt(lease, &job)?;
        Ok(Some(job.id))
    }

    /// Does jobs on a thread of its own until the runner is stopped.
    pub fn start(self) -> io::Result<Runner> {
        let bell = Arc::clone(&self.bell);
        let thread = thread::Builder::new().name("render".to_owned()).spawn(move || self.run())?;
        Ok(Runner { bell, thread: Some(thread) })
    }

    fn run(&self) {
        let mut well = true;
        while !self.bell.is_stopped() {
            let found = self.step();
            if let (Err(error), true) = (&found, well) {
                tracing::error!(%error, "the queue of renders");
            }
            well = found.is_ok();
            if !matches!(found, Ok(Some(_))) {
                self.bell.wait(self.pace.idle);
            }
        }
    }

    fn attempt(&self, lease: Lease, job: &Job) -> Result<(), QueueError> {
        let attempt = Attempt::new(&self.queue, lease, job, &self.bell);
        let made = pulse::during(&attempt, self.pace, || {
            catch_unwind(AssertUnwindSafe(|| {
                parts::sweep(&self.queue, &job.ask.folder);
                let made = self.work.run(job, &attempt)?;
                Ok(attempt.whole(&made)?)
            }))
        });
        let ended = match made {
            Ok(Ok(outputs)) => Ended::Done(outputs),
            Ok(Err(Stop::Failed(failure))) => Ended::Failed(failure),
            Ok(Err(Stop::Ended)) if attempt.standing() == Standing::Going => {
                attempt.remove();
                return self.queue.give_back(lease);
            }
            Ok(Err(Stop::Ended)) => Ended::Cancelled,
            Err(panic) => Ended::Failed(panicked(panic.as_ref())),
        };
        if let Ended::Failed(failure) = &ended {
            attempt.log(&format!("failed: {}", failure.message));
        }
        let last = Last { log: attempt.log_so_far(), key: attempt.key(), qc: attempt.qc() };
        let finished = self.queue.finish(lease, &ended, &last, || attempt.place());
        // What was placed is there under its final name by now.
        attempt.remove();
        finished.map(|_| ())
    }
}

/// Work that goes on in the background, until it is stopped or dropped.
#[derive(Debug)]
pub struct Runner {
    bell: Arc<Bell>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Runner {
    /// Ends the work. A job that runs is given back, for another process to take.
    fn drop(&mut self) {
        self.bell.stop();
        if let Some(thread) = self.thread.take() {
            // It has caught what its jobs did; nothing else can be done about its own.
            let _ = thread.join();
        }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Failure {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    Failure::new(
        "internal",
        format!("a mistake in this program ended the render: {}", said.unwrap_or("unknown")),
        "please report it with the project; other renders are not affected",
    )
}
