//! Reads the lines of a server, within a limit.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ErrorCode, ErrorData};
use serde::de::IgnoredAny;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Process;
use super::oversize::Oversize;
use crate::client::problem::Problem;
use crate::client::wire::Inbox;

/// How much is read at once.
const CHUNK: usize = 64 << 10;

/// So many times the limit is a line read that is too long, to see whose answer it is.
const ENDLESS: usize = 16;

/// How long to wait for what an ended server has left in its output.
const LEFT: Duration = Duration::from_millis(100);

/// Takes every line until the server ends, then says that the connection is lost.
pub(super) async fn run(
    mut input: Box<dyn AsyncRead + Send + Unpin>,
    inbox: Inbox,
    out: mpsc::WeakSender<Vec<u8>>,
    limit: usize,
    process: Option<Arc<Process>>,
) {
    let why = match read(&mut input, &inbox, &out, limit, process.as_deref()).await {
        Ok(()) => match process {
            Some(process) => process.why_it_ended().await,
            None => "the server ended it".to_owned(),
        },
        Err(why) => why,
    };
    // Said before the SDK sees the end, so that the next need connects anew.
    inbox.wire.lose(Problem::Lost(why));
}

async fn read(
    input: &mut (impl AsyncRead + Unpin),
    inbox: &Inbox,
    out: &mpsc::WeakSender<Vec<u8>>,
    limit: usize,
    process: Option<&Process>,
) -> Result<(), String> {
    let exited = async {
        match process {
            Some(process) => process.exited().await,
            None => std::future::pending().await,
        }
    };
    let mut exited = std::pin::pin!(exited);
    let mut ended = false;
    let mut chunk = vec![0; CHUNK];
    let mut line = Vec::new();
    let mut oversize: Option<Oversize> = None;
    loop {
        // What a server started may hold its output open for long after it: that is no reason to wait.
        let count = if ended {
            timeout(LEFT, input.read(&mut chunk)).await.unwrap_or(Ok(0))
        } else {
            tokio::select! {
                count = input.read(&mut chunk) => count,
                () = &mut exited => {
                    ended = true;
                    continue;
                }
            }
        };
        let count = count.map_err(|error| error.to_string())?;
        if count == 0 {
            // A whole message may lack its line end; half of one is nothing.
            if serde_json::from_slice::<IgnoredAny>(&line).is_ok() {
                take(&line, inbox, out).await;
            }
            return Ok(());
        }
        let mut rest = &chunk[..count];
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest);
            let (piece, next) = match end {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => (rest, &rest[rest.len()..]),
            };
            rest = next;
            match &mut oversize {
                Some(oversize) if oversize.length() > limit.saturating_mul(ENDLESS) => {
                    return Err("it writes a line without end".to_owned());
                }
                Some(oversize) => oversize.add(piece),
                None if line.len() + piece.len() > limit => {
                    let mut begun = Oversize::new(&line);
                    begun.add(piece);
                    oversize = Some(begun);
                    line = Vec::new();
                }
                None => line.extend_from_slice(piece),
            }
            if end.is_some() {
                match oversize.take() {
                    Some(oversize) => too_large(&oversize, inbox, limit).await?,
                    None => take(&line, inbox, out).await,
                }
                line.clear();
            }
        }
    }
}

/// Whose answer is too large is told so. Where that cannot be seen, the connection ends: somebody would wait in vain.
async fn too_large(oversize: &Oversize, inbox: &Inbox, limit: usize) -> Result<(), String> {
    let problem = Problem::TooLarge(limit);
    let id = oversize.id().ok_or_else(|| problem.to_string())?;
    let error = ErrorData::new(TOO_LARGE, problem.to_string(), Some(limit.into()));
    inbox.answered(id, Err(error)).await;
    Ok(())
}

/// Errors of this client's own, outside of what servers may send. The data of the first is the limit.
pub(in crate::client) const TOO_LARGE: ErrorCode = ErrorCode(i32::MIN);
pub(in crate::client) const UNREADABLE: ErrorCode = ErrorCode(i32::MIN + 1);

/// A line that is no JSON, or too deep. Where it begins or ends like an answer, who waits for that is told.
async fn unreadable(line: &[u8], error: &serde_json::Error, inbox: &Inbox) {
    inbox.wire.warn_of_garbage(line);
    if let Some(id) = Oversize::new(line).id() {
        let error = ErrorData::new(UNREADABLE, format!("its answer cannot be read: {error}"), None);
        inbox.answered(id, Err(error)).await;
    }
}

async fn take(line: &[u8], inbox: &Inbox, out: &mpsc::WeakSender<Vec<u8>>) {
    let line = line.trim_ascii();
    if line.is_empty() {
        return;
    }
    let messages = match serde_json::from_slice(line) {
        Ok(Value::Array(batch)) => batch,
        Ok(message) => vec![message],
        Err(error) => return unreadable(line, &error, inbox).await,
    };
    for message in messages {
        match inbox.take(message).await {
            Ok(None) => {}
            Ok(Some(reply)) => {
                // A server that asks faster than it reads the answers goes without some.
                if let Some(out) = out.upgrade() {
                    let _ = out.try_send(super::line(&reply));
                }
            }
            Err(_) => inbox.wire.warn_of_garbage(line),
        }
    }
}
