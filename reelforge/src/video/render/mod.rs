//! Renders: the queue of a project root, and what works on it.

mod clock;
mod hash;
pub mod movie;
mod queue;
mod request;
mod runner;

pub use clock::{Clock, SystemClock};
pub use hash::hash_of;
pub use queue::{
    Added, Ask, Beat, Ended, Failure, Job, JobId, JobTimes, Last, Lease, MAX_ATTEMPTS, MAX_HISTORY, MAX_LOG,
    MAX_WAITING, Output, OutputKind, Progress, Queue, QueueError, Standing, State,
};
pub use request::{Part, Request, preset_word, quality_word};
pub use runner::{Attempt, Made, Pace, Runner, Stop, Work, Worker};

/// The folder of finished files, in the folder of their project.
pub const FOLDER: &str = "renders";
