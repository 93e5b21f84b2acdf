//! Renders: the queue of a project root, and what works on it.

mod clock;
mod film;
mod hash;
mod inspect;
pub mod movie;
mod order;
mod queue;
mod request;
mod runner;
mod source;
mod verify;

pub use clock::{Clock, SystemClock};
pub use film::Film;
pub use hash::{hash_of, hash_of_all};
pub use inspect::{
    Container, Finding, Flash, Inspected, Inspection, Interval, PictureTrack, Qc, SoundFacts, SoundTrack,
    inspect,
};
pub use order::{Ordered, Outlook, Refusal, Wish, is_intact, job_of_word, job_word, order, outlook};
pub use queue::{
    Added, Ask, Beat, Ended, Failure, Job, JobId, JobTimes, Last, Lease, MAX_ATTEMPTS, MAX_HISTORY, MAX_LOG,
    MAX_WAITING, Output, OutputKind, Progress, Queue, QueueError, Standing, State,
};
pub use request::{Part, Request, preset_word, quality_word};
pub use runner::{Attempt, Made, Pace, Runner, Stop, Work, Worker};

use source::ENGINE;

/// The folder of finished files, in the folder of their project.
pub const FOLDER: &str = "renders";
