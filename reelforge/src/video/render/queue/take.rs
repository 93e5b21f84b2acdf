//! What a process does that renders: it takes a job, tells how far it is, and ends it.

use std::time::Duration;

use rusqlite::{OptionalExtension, Transaction, params};

use super::super::Qc;
use super::record::{Failure, Job, JobId, Output, Progress};
use super::{MAX_ATTEMPTS, MAX_HISTORY, MAX_LOG, Queue, QueueError, rows, whole};

/// The right to render a job, of one attempt at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// The job.
    pub job: JobId,
    /// The number of the attempt.
    pub number: i64,
}

/// What a process tells the queue about the job that it renders.
#[derive(Debug, Clone, PartialEq)]
pub struct Beat {
    /// How far it is.
    pub progress: Progress,
    /// The whole log so far.
    pub log: String,
}

/// The last word about an attempt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Last {
    /// The whole log.
    pub log: String,
    /// What the result depends on, if that is something else than when it was asked for.
    pub key: Option<String>,
    /// What the checks of finished files say of the result.
    pub qc: Option<Qc>,
}

/// How an attempt stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Going,
    /// Somebody asked to end the job.
    Cancelled,
    /// Its lease ran out, and the job is another's or over.
    Lost,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// With these files.
    Done(Vec<Output>),
    /// With this failure.
    Failed(Failure),
    /// As somebody asked for.
    Cancelled,
}

impl Queue {
    /// Takes the job that has waited for longest, for as long as `lease` from now; with `only`, that one or none. Of jobs
    /// that write the same files one is rendered at a time, so that the last one that was asked for stays.
    ///
    /// Jobs whose process is gone are put back first.
    pub fn take(&self, lease: Duration, only: Option<JobId>) -> Result<Option<(Lease, Job)>, QueueError> {
        let now = self.clock.now();
        if !self.has_work(now)? {
            return Ok(None);
        }
        let taken = self.change_file(false, |tx| {
            expire(tx, now)?;
            let next = "SELECT id FROM jobs AS next WHERE state = 'queued' AND (?1 IS NULL OR id = ?1) \
                        AND NOT EXISTS (SELECT 1 FROM jobs WHERE state = 'running' AND place = next.place) \
                        ORDER BY id LIMIT 1";
            let next: Option<JobId> = tx.query_row(next, params![only], |row| row.get(0)).optional()?;
            let Some(id) = next else { return Ok(None) };
            let number = tx.query_row(
                "UPDATE jobs SET state = 'running', stage = '', percent = 0, fps = NULL, eta = NULL, \
                 attempts = attempts + 1, lease = lease + 1, expires = ?2, owner = ?3, started = ?4 \
                 WHERE id = ?1 RETURNING lease",
                params![id, after(now, lease), std::process::id(), now],
                |row| row.get(0),
            )?;
            Ok(Some((Lease { job: id, number }, rows::must(tx, id)?)))
        });
        taken.map(Option::flatten)
    }

    /// Whether a job waits, or one may be put back. Looking costs less than taking the right to write.
    fn has_work(&self, now: i64) -> Result<bool, QueueError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'queued' OR (state = 'running' AND expires <= ?1))";
        self.read(|connection| Ok(connection.query_row(sql, params![now], |row| row.get(0))?), false)
    }

    /// Tells how far a job is, and holds it for as long as `lease` from now.
    pub fn beat(&self, lease: Lease, beat: &Beat, length: Duration) -> Result<Standing, QueueError> {
        let now = self.clock.now();
        let cancel = self.change_file(false, |tx| {
            let told = tx.query_row(
                "UPDATE jobs SET expires = ?3, stage = ?4, percent = ?5, fps = ?6, eta = ?7, log = ?8 \
                 WHERE id = ?1 AND lease = ?2 AND state = 'running' RETURNING cancel",
                params![
                    lease.job,
                    lease.number,
                    after(now, length),
                    beat.progress.stage,
                    beat.progress.percent,
                    beat.progress.fps,
                    beat.progress.eta,
                    tail(&beat.log),
                ],
                |row| row.get(0),
            );
            Ok(told.optional()?)
        })?;
        Ok(match cancel.flatten() {
            Some(true) => Standing::Cancelled,
            Some(false) => Standing::Going,
            None => Standing::Lost,
        })
    }

    /// Ends an attempt. `place` gives its files their final names; it is called only if the attempt still holds the job
    /// and nobody asked to end it, and no other process can change the queue meanwhile. Gives how the attempt stood: files
    /// of one that was not going on are in no place, and are the caller's to remove.
    pub fn finish(
        &self,
        lease: Lease,
        ended: &Ended,
        last: &Last,
        place: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Standing, QueueError> {
        let now = self.clock.now();
        let standing = self.lasting(|tx| {
            let cancel = "SELECT cancel FROM jobs WHERE id = ?1 AND lease = ?2 AND state = 'running'";
            let cancel: Option<bool> =
                tx.query_row(cancel, params![lease.job, lease.number], |row| row.get(0)).optional()?;
            let Some(cancel) = cancel else { return Ok(Standing::Lost) };
            let (state, outputs, failure) = match ended {
                _ if cancel => ("cancelled", &[][..], None),
                Ended::Cancelled => ("cancelled", &[][..], None),
                Ended::Failed(failure) => ("failed", &[][..], Some(failure.clone())),
                Ended::Done(outputs) => match place() {
                    Ok(()) => ("done", &outputs[..], None),
                    Err(failure) => ("failed", &[][..], Some(failure)),
                },
            };
            let json = |value: serde_json::Result<String>| value.map_err(|error| QueueError::Record(error.to_string()));
            let failure = failure.map(|failure| json(serde_json::to_string(&failure))).transpose()?;
            let qc = last.qc.as_ref().filter(|_| state == "done");
            let qc = qc.map(|qc| json(serde_json::to_string(qc))).transpose()?;
            let whole = (state == "done").then_some(100.0);
            tx.execute(
                "UPDATE jobs SET state = ?2, outputs = ?3, failure = ?4, log = ?5, finished = ?6, expires = NULL, \
                 owner = NULL, eta = NULL, text = '', percent = ifnull(?7, percent), key = ifnull(?8, key), \
                 qc = ?9 WHERE id = ?1",
                params![
                    lease.job,
                    state,
                    json(serde_json::to_string(outputs))?,
                    failure,
                    tail(&last.log),
                    now,
                    whole,
                    last.key,
                    qc
                ],
            )?;
            forget(tx)?;
            Ok(if cancel { Standing::Cancelled } else { Standing::Going })
        })?;
        Ok(standing.unwrap_or(Standing::Lost))
    }

    /// Puts a job back into its place in the queue, as if this attempt had not been.
    pub fn give_back(&self, lease: Lease) -> Result<(), QueueError> {
        let now = self.clock.now();
        let given = self.lasting(|tx| {
            tx.execute(
                "UPDATE jobs SET state = iif(cancel, 'cancelled', 'queued'), text = iif(cancel, '', text), \
                 finished = iif(cancel, ?3, NULL), attempts = attempts - 1, expires = NULL, owner = NULL, stage = '', \
                 percent = 0, fps = NULL, eta = NULL WHERE id = ?1 AND lease = ?2 AND state = 'running'",
                params![lease.job, lease.number, now],
            )?;
            Ok(())
        });
        given.map(|_| ())
    }

    /// Whether an attempt still holds its job, as far as is known.
    pub fn holds(&self, lease: Lease) -> Result<bool, QueueError> {
        let sql = "SELECT count(*) FROM jobs WHERE id = ?1 AND lease = ?2 AND state = 'running'";
        let look = |connection: &rusqlite::Connection| {
            let count: i64 = connection.query_row(sql, params![lease.job, lease.number], |row| row.get(0))?;
            Ok(count > 0)
        };
        self.read(look, false)
    }

    /// Changes the queue so that not even a power failure takes it back.
    fn lasting<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, QueueError>,
    ) -> Result<Option<T>, QueueError> {
        self.synced("full")?;
        let done = self.change_file(false, change);
        self.synced("normal").and(done)
    }

    fn synced(&self, how: &str) -> Result<(), QueueError> {
        self.read(|connection| Ok(connection.pragma_update(None, "synchronous", how)?), ())
    }
}

/// Puts back the jobs whose lease has run out, gives up those that were begun too often, and ends those that somebody
/// asked to end.
pub(super) fn expire(tx: &Transaction<'_>, now: i64) -> Result<(), QueueError> {
    let gone = "state = 'running' AND expires <= ?1";
    tx.execute(
        &format!(
            "UPDATE jobs SET state = 'cancelled', text = '', finished = ?1, expires = NULL, owner = NULL, eta = NULL \
             WHERE {gone} AND cancel"
        ),
        params![now],
    )?;
    let failure = Failure::new(
        "process_ended",
        format!("its process ended {MAX_ATTEMPTS} times before it was done"),
        "the project may need more memory than there is: try `quality: draft` or shorter scenes, and see the system's log",
    );
    let failure = serde_json::to_string(&failure).map_err(|error| QueueError::Record(error.to_string()))?;
    tx.execute(
        &format!(
            "UPDATE jobs SET state = 'failed', text = '', failure = ?2, finished = ?1, expires = NULL, owner = NULL, \
             eta = NULL WHERE {gone} AND attempts >= ?3"
        ),
        params![now, failure, MAX_ATTEMPTS],
    )?;
    tx.execute(
        &format!(
            "UPDATE jobs SET state = 'queued', expires = NULL, owner = NULL, stage = '', percent = 0, fps = NULL, \
             eta = NULL, log = log || 'the process of this attempt ended before it was done' || char(10) WHERE {gone}"
        ),
        params![now],
    )?;
    Ok(())
}

/// Removes the oldest records of jobs that are over.
pub(super) fn forget(tx: &Transaction<'_>) -> Result<(), QueueError> {
    let over = "state IN ('done', 'failed', 'cancelled')";
    tx.execute(
        &format!(
            "DELETE FROM jobs WHERE {over} AND id NOT IN \
             (SELECT id FROM jobs WHERE {over} ORDER BY finished DESC, id DESC LIMIT ?1)"
        ),
        params![whole(MAX_HISTORY)],
    )?;
    Ok(())
}

fn after(now: i64, length: Duration) -> i64 {
    now.saturating_add(i64::try_from(length.as_millis()).unwrap_or(i64::MAX))
}

/// The last part of a log, from the beginning of a line.
fn tail(log: &str) -> &str {
    if log.len() <= MAX_LOG {
        return log;
    }
    let cut = log.len() - MAX_LOG;
    let cut = (cut..log.len()).find(|at| log.is_char_boundary(*at)).unwrap_or(log.len());
    let rest = &log[cut..];
    rest.find('\n').map_or(rest, |at| &rest[at + 1..])
}
