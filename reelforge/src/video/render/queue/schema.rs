//! The file of the queue: how it is opened, and its tables.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::QueueError;

/// The version of the tables below. A file of an earlier version is brought up to it, one of a later version is left
/// alone.
const VERSION: i64 = 2;

/// How long an access waits for that of another process.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
CREATE TABLE jobs (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  project   TEXT NOT NULL,
  -- The name of its files; of jobs with the same, one is rendered at a time.
  place     TEXT NOT NULL,
  folder    TEXT NOT NULL,
  request   TEXT NOT NULL,
  text      TEXT NOT NULL,
  key       TEXT NOT NULL,
  force     INTEGER NOT NULL,
  cost      REAL NOT NULL,
  state     TEXT NOT NULL,
  stage     TEXT NOT NULL DEFAULT '',
  percent   REAL NOT NULL DEFAULT 0,
  fps       REAL,
  eta       REAL,
  outputs   TEXT NOT NULL DEFAULT '[]',
  qc        TEXT,
  failure   TEXT,
  log       TEXT NOT NULL DEFAULT '',
  attempts  INTEGER NOT NULL DEFAULT 0,
  -- Grows with every attempt, those that were given back included: what one attempt is told apart by.
  lease     INTEGER NOT NULL DEFAULT 0,
  expires   INTEGER,
  owner     INTEGER,
  cancel    INTEGER NOT NULL DEFAULT 0,
  created   INTEGER NOT NULL,
  started   INTEGER,
  finished  INTEGER
) STRICT;
CREATE INDEX by_state ON jobs (state, id);
CREATE INDEX by_key ON jobs (key);
CREATE INDEX by_project ON jobs (project, id);
";

/// Opens the file, which is made if `make` says so. No symbolic link is followed on the way.
pub(super) fn open(path: &Path, make: bool) -> Result<Connection, QueueError> {
    let begun = Instant::now();
    loop {
        match try_open(path, make) {
            // The database does not wait by itself while several processes make it ready at once.
            Err(error) if error.code() == "busy" && begun.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(10));
            }
            opened => return opened,
        }
    }
}

fn try_open(path: &Path, make: bool) -> Result<Connection, QueueError> {
    let mut flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    if make {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // A commit is on the disk at the latest with the next one that must be; see `Queue::lasting`.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match found {
        VERSION => {}
        0 => {
            change.execute_batch(TABLES)?;
            change.pragma_update(None, "user_version", VERSION)?;
        }
        1 => {
            change.execute_batch("ALTER TABLE jobs ADD COLUMN qc TEXT")?;
            change.pragma_update(None, "user_version", VERSION)?;
        }
        found => return Err(QueueError::Newer { found, known: VERSION }),
    }
    change.commit()?;
    Ok(connection)
}
