//! Jobs as rows of the table.

use rusqlite::{Connection, Params, Row, params};

use super::record::{Ask, Job, JobId, JobTimes, Progress, State};
use super::{QueueError, gone};

const COLUMNS: &str = "SELECT id, folder, request, text, key, cost, state, stage, percent, fps, eta, outputs, qc, \
                       failure, log, attempts, owner, cancel, created, started, finished FROM jobs ";

pub(super) fn insert(connection: &Connection, ask: &Ask, now: i64) -> Result<JobId, QueueError> {
    let request =
        serde_json::to_string(&ask.request).map_err(|error| QueueError::Record(error.to_string()))?;
    connection.execute(
        "INSERT INTO jobs (project, place, folder, request, text, key, force, cost, state, created) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'queued', ?9)",
        params![
            ask.request.project,
            format!("{}/{}", ask.folder, ask.request.stem()),
            ask.folder,
            request,
            ask.text,
            ask.key,
            ask.request.force,
            ask.cost,
            now
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

/// The jobs that the rest of a query chooses.
pub(super) fn all(
    connection: &Connection,
    rest: &str,
    parameters: impl Params,
) -> Result<Vec<Job>, QueueError> {
    let mut statement = connection.prepare_cached(&format!("{COLUMNS}{rest}"))?;
    let rows = statement.query_map(parameters, |row| Ok(job(row)))?;
    rows.map(|row| row?).collect()
}

pub(super) fn one(connection: &Connection, id: JobId) -> Result<Option<Job>, QueueError> {
    Ok(all(connection, "WHERE id = ?1", params![id])?.pop())
}

pub(super) fn must(connection: &Connection, id: JobId) -> Result<Job, QueueError> {
    one(connection, id)?.ok_or_else(|| gone(&format!("job {id}")))
}

fn job(row: &Row<'_>) -> Result<Job, QueueError> {
    let id: JobId = row.get("id")?;
    let damaged = |what: &str| QueueError::Record(format!("the {what} of job {id} cannot be read"));
    let text = |name: &str| row.get::<_, String>(name);
    let failure: Option<String> = row.get("failure")?;
    let qc: Option<String> = row.get("qc")?;
    Ok(Job {
        id,
        ask: Ask {
            request: serde_json::from_str(&text("request")?).map_err(|_| damaged("request"))?,
            text: text("text")?,
            folder: text("folder")?,
            key: text("key")?,
            cost: row.get("cost")?,
        },
        state: State::of_word(&text("state")?).ok_or_else(|| damaged("state"))?,
        progress: Progress {
            stage: text("stage")?,
            percent: row.get("percent")?,
            fps: row.get("fps")?,
            eta: row.get("eta")?,
        },
        outputs: serde_json::from_str(&text("outputs")?).map_err(|_| damaged("list of files"))?,
        qc: qc.map(|qc| serde_json::from_str(&qc)).transpose().map_err(|_| damaged("checks"))?,
        failure: failure
            .map(|failure| serde_json::from_str(&failure))
            .transpose()
            .map_err(|_| damaged("failure"))?,
        log: text("log")?,
        attempts: row.get("attempts")?,
        owner: row.get("owner")?,
        cancel: row.get("cancel")?,
        times: JobTimes {
            created: row.get("created")?,
            started: row.get("started")?,
            finished: row.get("finished")?,
        },
    })
}
