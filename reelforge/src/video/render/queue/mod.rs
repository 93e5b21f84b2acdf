//! The queue of renders of a project root: one `SQLite` file, `.reelforge/renders.db`, that every process on that root
//! shares.
//!
//! A job is *queued*, then *running* under a lease that its process renews all the time, then *done*, *failed* or
//! *cancelled*. Where a process dies its lease runs out, and the next process that looks for work takes the job over. A
//! job whose processes died [`MAX_ATTEMPTS`] times has failed: it may be what kills them.
//!
//! Each attempt has a number of its own, and whatever an attempt writes holds that number against the record's, in one
//! transaction. A process that was asleep while its job was taken over can thus change nothing any more.

mod error;
mod record;
mod rows;
mod schema;
mod take;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{Clock, SystemClock};
use crate::video::audio::{Fallback, Tracks};
use crate::video::project::store::{Root, StoreError};
pub use error::QueueError;
pub use record::{Ask, Failure, Job, JobId, JobTimes, Output, OutputKind, Progress, State};
pub use take::{Beat, Ended, Last, Lease, Standing};

/// The file, among the records of the root.
const FILE: &str = "renders.db";
/// Jobs that may wait.
pub const MAX_WAITING: usize = 100;
/// Jobs that are over and still known. Their files stay when they are forgotten.
pub const MAX_HISTORY: usize = 200;
/// How often a job is begun before it counts as one that ends its processes.
pub const MAX_ATTEMPTS: u32 = 3;
/// Bytes of a job's log that are kept: the last ones.
pub const MAX_LOG: usize = 8 * 1024;

/// The queue of a root. Nothing is opened before it is needed, and no file is made before the first job.
#[derive(Debug)]
pub struct Queue {
    root: Arc<Root>,
    clock: Arc<dyn Clock>,
    open: Mutex<Option<Open>>,
    decoder: Option<Arc<dyn Fallback>>,
}

#[derive(Debug)]
struct Open {
    connection: Connection,
    /// Which file it is, so that one that was taken away is noticed.
    file: Option<FileId>,
}

/// A job that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// The job.
    pub job: Job,
    /// Whether it is new; else the same was asked for before and is not done yet.
    pub new: bool,
}

impl Queue {
    /// The queue of a root.
    pub fn new(root: Arc<Root>) -> Self {
        Self::with_clock(root, Arc::new(SystemClock))
    }

    /// The queue of a root, with a clock of the caller's.
    pub fn with_clock(root: Arc<Root>, clock: Arc<dyn Clock>) -> Self {
        Self { root, clock, open: Mutex::new(None), decoder: None }
    }

    /// With something of the host that decodes sound which the build cannot.
    #[must_use]
    pub fn decoder(self, decoder: Option<Arc<dyn Fallback>>) -> Self {
        Self { decoder, ..self }
    }

    /// What decodes sound that the build cannot.
    pub fn fallback(&self) -> Option<Arc<dyn Fallback>> {
        self.decoder.clone()
    }

    /// The sounds of a project, by its name.
    pub fn tracks(&self, project: &str) -> Result<Arc<Tracks>, StoreError> {
        Ok(Arc::new(Tracks::of(&self.root, project)?.fallback(self.decoder.clone())))
    }

    /// The project root.
    pub fn root(&self) -> &Arc<Root> {
        &self.root
    }

    /// Puts a job at the end, unless the very same waits or runs already: then that is the answer.
    pub fn add(&self, ask: &Ask) -> Result<Added, QueueError> {
        let now = self.clock.now();
        self.change(|tx| {
            take::expire(tx, now)?;
            let same = "SELECT id FROM jobs WHERE state IN ('queued', 'running') AND cancel = 0 AND key = ?1 \
                        AND project = ?2 AND force >= ?3 ORDER BY id LIMIT 1";
            let same = tx
                .query_row(same, params![ask.key, ask.request.project, ask.request.force], |row| row.get(0))
                .optional()?;
            if let Some(id) = same {
                return Ok(Added { job: rows::must(tx, id)?, new: false });
            }
            let waiting = count(tx, "SELECT count(*) FROM jobs WHERE state = 'queued'")?;
            if waiting >= MAX_WAITING {
                return Err(QueueError::Full(waiting));
            }
            let id = rows::insert(tx, ask, now)?;
            take::forget(tx)?;
            Ok(Added { job: rows::must(tx, id)?, new: true })
        })
    }

    /// A job by its number.
    pub fn job(&self, id: JobId) -> Result<Option<Job>, QueueError> {
        self.read(|connection| rows::one(connection, id), None)
    }

    /// The last jobs, the newest first; of one project or of all.
    pub fn last(&self, project: Option<&str>, limit: usize) -> Result<Vec<Job>, QueueError> {
        let sql = "WHERE ?1 IS NULL OR project = ?1 ORDER BY id DESC LIMIT ?2";
        self.read(|connection| rows::all(connection, sql, params![project, whole(limit)]), Vec::new())
    }

    /// Done jobs whose result depends on the very same, the newest first. Those that were forced are among them only
    /// if `forced` says so.
    pub fn done(&self, project: &str, key: &str, forced: bool) -> Result<Vec<Job>, QueueError> {
        let sql =
            "WHERE state = 'done' AND key = ?1 AND project = ?2 AND force <= ?3 ORDER BY id DESC LIMIT 10";
        self.read(|connection| rows::all(connection, sql, params![key, project, forced]), Vec::new())
    }

    /// The jobs that are to be done before a queued one: those that run, and those that have waited for longer.
    pub fn before(&self, id: JobId) -> Result<Vec<Job>, QueueError> {
        let sql = "WHERE state = 'running' OR (state = 'queued' AND id < ?1) ORDER BY id LIMIT 200";
        self.read(|connection| rows::all(connection, sql, params![id]), Vec::new())
    }

    /// The last jobs that were done, for what their speed tells.
    pub fn speeds(&self) -> Result<Vec<Job>, QueueError> {
        let sql = "WHERE state = 'done' AND started IS NOT NULL AND finished > started \
                   ORDER BY finished DESC LIMIT 5";
        self.read(|connection| rows::all(connection, sql, params![]), Vec::new())
    }

    /// Ends a job: at once if it waits or its process is gone, else as soon as its process looks. Gives the job as it is
    /// then; one that is over stays as it is.
    pub fn cancel(&self, id: JobId) -> Result<Option<Job>, QueueError> {
        let now = self.clock.now();
        if self.job(id)?.is_none() {
            return Ok(None);
        }
        self.change(|tx| {
            tx.execute("UPDATE jobs SET cancel = 1 WHERE id = ?1 AND state = 'running'", params![id])?;
            tx.execute(
                "UPDATE jobs SET state = 'cancelled', text = '', finished = ?2 WHERE id = ?1 AND state = 'queued'",
                params![id, now],
            )?;
            take::expire(tx, now)?;
            rows::one(tx, id)
        })
    }

    /// How many jobs wait, and how many run.
    pub fn load(&self) -> Result<(usize, usize), QueueError> {
        self.read(
            |connection| {
                let queued = count(connection, "SELECT count(*) FROM jobs WHERE state = 'queued'")?;
                let running = count(connection, "SELECT count(*) FROM jobs WHERE state = 'running'")?;
                Ok((queued, running))
            },
            (0, 0),
        )
    }

    /// Whether the file is sound; says what is wrong with it otherwise.
    pub fn verify(&self) -> Result<(), QueueError> {
        let told: String = self.read(
            |connection| Ok(connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?),
            "ok".to_owned(),
        )?;
        if told == "ok" { Ok(()) } else { Err(QueueError::Record(told)) }
    }

    /// Looks at the queue; what is read is `none` where there is no file yet.
    fn read<T>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, QueueError>,
        none: T,
    ) -> Result<T, QueueError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match self.connection(&mut open, false)? {
            Some(connection) => look(connection),
            None => Ok(none),
        }
    }

    /// Changes the queue in one step, and makes its file if there is none.
    fn change<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        self.change_file(true, change).and_then(|done| done.ok_or_else(|| gone(FILE)))
    }

    /// Changes the queue in one step, if there is one.
    fn change_file<T>(
        &self,
        make: bool,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, QueueError>,
    ) -> Result<Option<T>, QueueError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(connection) = self.connection(&mut open, make)? else { return Ok(None) };
        // Another process may write between reading and writing unless the right to write is taken first.
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&tx)?;
        tx.commit()?;
        Ok(Some(done))
    }

    fn connection<'a>(
        &self,
        open: &'a mut Option<Open>,
        make: bool,
    ) -> Result<Option<&'a mut Connection>, QueueError> {
        let Some(path) = self.root.record(FILE, make)? else { return Ok(None) };
        let there = FileId::of(&path);
        if there.is_none() || open.as_ref().is_some_and(|open| open.file != there) {
            *open = None;
        }
        if open.is_none() {
            if there.is_none() && !make {
                return Ok(None);
            }
            let connection = schema::open(&path, make)?;
            *open = Some(Open { connection, file: FileId::of(&path) });
        }
        Ok(open.as_mut().map(|open| &mut open.connection))
    }
}

/// What tells a file from another that has its name later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileId(u64, u64);

impl FileId {
    fn of(path: &std::path::Path) -> Option<Self> {
        let meta = std::fs::symlink_metadata(path).ok()?;
        #[cfg(unix)]
        return {
            use std::os::unix::fs::MetadataExt;
            Some(Self(meta.dev(), meta.ino()))
        };
        #[cfg(not(unix))]
        return {
            let _ = meta;
            Some(Self(0, 0))
        };
    }
}

fn gone(what: &str) -> QueueError {
    QueueError::Record(format!("`{what}` is not there"))
}

fn count(connection: &Connection, sql: &str) -> Result<usize, QueueError> {
    let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// A count as the database takes it.
fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
