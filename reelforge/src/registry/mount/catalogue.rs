//! The registry of a process whose mounted tools come and go.
//!
//! What is called is always a snapshot: nobody who calls or lists waits for a server, or for this. The lock here is held
//! by those alone who make the next snapshot, and never over a wait.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::super::{Registry, Served, Source};
use super::config::ServerConfig;
use super::error::{ConfigError, MountError};
use super::following::Following;
use super::held::Held;
use super::lock;
use super::report::{Report, State};
use super::times::Times;
use super::work::Work;
use crate::registry::SelectionError;
use crate::tool::ToolError;

/// Makes the source of a server. It must not connect yet; an error says what is wrong with the configuration.
pub type Connect = Arc<dyn Fn(&ServerConfig) -> Result<Arc<dyn Source>, ToolError> + Send + Sync>;

/// The linked tools of a process and those of the servers that a file names, kept up with both.
pub struct Catalogue {
    pub(super) base: Arc<Registry>,
    pub(super) file: PathBuf,
    pub(super) connect: Connect,
    pub(super) times: Times,
    work: Mutex<Work>,
    pub(super) now: watch::Sender<Snapshot>,
    pub(super) me: Weak<Self>,
}

/// What there is at one moment.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) registry: Arc<Registry>,
    pub(super) reports: Arc<[Report]>,
    /// What is wrong with the files since they were changed.
    pub(super) problem: Option<Arc<str>>,
}

impl Catalogue {
    /// Begins to mount the servers that `file` names beside the tools of `base`. Only the file is read; wait with
    /// [`ready`](Self::ready) for what the servers say.
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub fn open(
        base: Arc<Registry>,
        file: &Path,
        connect: Connect,
        times: Times,
    ) -> Result<Arc<Self>, ConfigError> {
        let snapshot = Snapshot { registry: base.clone(), reports: Arc::new([]), problem: None };
        let catalogue = Arc::new_cyclic(|me| Self {
            base,
            file: file.to_owned(),
            connect,
            times,
            work: Mutex::default(),
            now: watch::Sender::new(snapshot),
            me: me.clone(),
        });
        let mut work = catalogue.work();
        catalogue.read_files(&mut work)?;
        drop(work);
        Ok(catalogue)
    }

    /// Waits until every server that is needed has said what it has; for the others a little.
    pub async fn ready(&self) -> Result<(), MountError> {
        let mut now = self.now.subscribe();
        let is_settled = |report: &Report| report.state != State::Listing;
        let _ =
            tokio::time::timeout(self.times.grace, now.wait_for(|now| now.reports.iter().all(is_settled)))
                .await;
        // Each listing has its time, so that this ends too.
        let _ =
            now.wait_for(|now| now.reports.iter().all(|report| report.optional || is_settled(report))).await;
        let reports = self.reports();
        let absent =
            reports.iter().filter(|report| !report.optional).filter_map(|report| match &report.state {
                State::Unavailable(why) => Some((report.server.clone(), why.clone())),
                _ => None,
            });
        let absent: Vec<_> = absent.collect();
        if absent.is_empty() { Ok(()) } else { Err(MountError::Unavailable(absent)) }
    }

    /// Waits until every server has said what it has, or that it is unavailable.
    pub async fn settled(&self) {
        let settled = |now: &Snapshot| now.reports.iter().all(|report| report.state != State::Listing);
        let _ = self.now.subscribe().wait_for(settled).await;
    }

    /// Applies changes of the files from now on. A file that is wrong changes nothing, and is told of in the log.
    pub fn follow_files(&self) {
        let (me, poll) = (self.me.clone(), self.times.poll);
        let task = tokio::spawn(async move {
            loop {
                tokio::time::sleep(poll).await;
                let Some(catalogue) = me.upgrade() else { return };
                // Reads files, and may have much to compare.
                let _ = tokio::task::spawn_blocking(move || catalogue.reload()).await;
            }
        });
        if let Some(before) = self.work().poll.replace(task.abort_handle()) {
            before.abort();
        }
    }

    /// The tools that there are now.
    pub fn now(&self) -> Arc<Registry> {
        self.now.borrow().registry.clone()
    }

    /// How the servers are, in the order of the file.
    pub fn reports(&self) -> Arc<[Report]> {
        self.now.borrow().reports.clone()
    }

    /// What is wrong with the files since they were changed, if anything is.
    pub fn problem(&self) -> Option<Arc<str>> {
        self.now.borrow().problem.clone()
    }

    /// The tools of these toolsets (`all`, or none given: every tool), now and as they come and go.
    pub fn served(self: &Arc<Self>, toolsets: &[String], read_only: bool) -> Result<Served, SelectionError> {
        self.now().select(toolsets, None, read_only)?;
        Ok(Served::following(Following::new(self.clone(), toolsets.to_vec(), read_only)))
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Snapshot> {
        self.now.subscribe()
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        self.now.borrow().clone()
    }

    /// Accepts what the servers say of their tools now, and writes it down beside the file; gives where.
    pub fn accept(&self) -> io::Result<PathBuf> {
        let mut work = self.work();
        let mut lock = work.lock.clone().unwrap_or_default();
        let listings: Vec<_> =
            work.entries.iter().map(|entry| (entry.config.name.as_str(), entry.listing.as_ref())).collect();
        lock.accept(&listings);
        let path = lock::path_beside(&self.file);
        lock.write(&path)?;
        work.lock = Some(lock);
        self.rebind(&work);
        Ok(path)
    }

    /// Looks at the files, and applies what changed.
    pub fn reload(&self) {
        let mut work = self.work();
        if work.closed {
            return;
        }
        let result = self.read_files(&mut work);
        drop(work);
        let problem: Option<Arc<str>> = result.err().map(|error| error.to_string().into());
        if self.problem() == problem {
            return;
        }
        if let Some(problem) = &problem {
            tracing::warn!("{problem}; the mounted servers stay as they were");
        }
        self.now.send_modify(|now| now.problem = problem);
    }

    /// Lets go of every server. Calls that run are ended; what is called afterwards is unavailable.
    pub async fn close(&self) {
        let sources: Vec<Arc<Held>> = {
            let mut work = self.work();
            work.closed = true;
            if let Some(poll) = work.poll.take() {
                poll.abort();
            }
            let entries = std::mem::take(&mut work.entries);
            let leaving = std::mem::take(&mut work.leaving);
            entries.iter().map(|entry| entry.source.clone()).chain(leaving).collect()
        };
        let mut ends = JoinSet::new();
        for source in sources {
            ends.spawn(async move { source.end().await });
        }
        while ends.join_next().await.is_some() {}
    }

    pub(super) fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Catalogue {
    fn drop(&mut self) {
        if let Some(poll) = self.work().poll.take() {
            poll.abort();
        }
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("file", &self.file).finish_non_exhaustive()
    }
}
