//! Lines of JSON to a server and from it: over the streams of a process, or any other.

#[cfg(not(unix))]
mod alone;
#[cfg(unix)]
mod group;
mod oversize;
mod process;
pub(super) mod reader;

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

#[cfg(not(unix))]
use alone::Group;
#[cfg(unix)]
use group::Group;
pub(super) use process::Process;

use super::problem::Problem;
use super::recipe::{StdioRecipe, Streams};
use super::wire::{Inbox, Wire};

/// How many messages may wait for a server that does not read.
const WAITING: usize = 64;

/// A connection over lines.
#[derive(Debug)]
pub(super) struct Lines {
    wire: Arc<Wire>,
    messages: mpsc::Receiver<ServerJsonRpcMessage>,
    /// Gone once the connection was closed by this side.
    out: Option<mpsc::Sender<Vec<u8>>>,
    inbox: mpsc::WeakSender<ServerJsonRpcMessage>,
    probe: Duration,
    reader: JoinHandle<()>,
    writer: JoinHandle<()>,
    process: Option<Arc<Process>>,
}

impl Lines {
    /// Starts the program of a recipe.
    pub(super) fn start(
        recipe: &StdioRecipe,
        wire: &Arc<Wire>,
        limit: usize,
        probe: Duration,
    ) -> Result<Self, Problem> {
        let (process, streams) = Process::start(recipe, &wire.label)?;
        Ok(Self::over(streams, wire, limit, probe, Some(Arc::new(process))))
    }

    /// Speaks over streams; `limit` is what one line may hold, `probe` how long the question for the modern era may
    /// stay unanswered.
    pub(super) fn over(
        (input, output): Streams,
        wire: &Arc<Wire>,
        limit: usize,
        probe: Duration,
        process: Option<Arc<Process>>,
    ) -> Self {
        let (inbox, messages) = wire.inbox();
        let (out, waiting) = mpsc::channel(WAITING);
        let weak = inbox.downgrade();
        Self {
            wire: wire.clone(),
            messages,
            inbox: weak,
            probe,
            reader: tokio::spawn(reader::run(input, inbox, out.downgrade(), limit, process.clone())),
            writer: tokio::spawn(write(output, waiting)),
            out: Some(out),
            process,
        }
    }
}

impl Transport<RoleClient> for Lines {
    type Error = Problem;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Problem>> + Send + 'static {
        let line = self.wire.outgoing(&message).map(|outgoing| {
            if let (true, Some(id)) = (outgoing.probes, outgoing.id) {
                Inbox::answer_probe_after(self.probe, id, self.wire.clone(), self.inbox.clone());
            }
            line(&outgoing.message)
        });
        // Written at once where there is room, so that messages keep their order.
        let sent = line.and_then(|line| {
            let out = self.out.clone().ok_or(Problem::Closed)?;
            match out.try_send(line) {
                Ok(()) => Ok(None),
                Err(mpsc::error::TrySendError::Full(line)) => Ok(Some((out, line))),
                Err(mpsc::error::TrySendError::Closed(_)) => Err(self.wire.why()),
            }
        });
        let wire = self.wire.clone();
        async move {
            match sent? {
                None => Ok(()),
                Some((out, line)) => out.send(line).await.map_err(|_| wire.why()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> Result<(), Problem> {
        self.out = None;
        self.wire.lose(Problem::Closed);
        // With its writer the server's input ends, which tells it to go.
        self.writer.abort();
        if let Some(process) = &self.process {
            process.end().await;
        }
        self.reader.abort();
        Ok(())
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.writer.abort();
        self.reader.abort();
        if let Some(process) = &self.process {
            process.kill();
        }
    }
}

fn line(message: &serde_json::Value) -> Vec<u8> {
    let mut line = message.to_string().into_bytes();
    line.push(b'\n');
    line
}

async fn write(mut output: Box<dyn AsyncWrite + Send + Unpin>, mut lines: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = lines.recv().await {
        // What comes of a server that does not read any more is the reader's to say.
        if output.write_all(&line).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}
