//! How the next snapshot is made: out of the files, of what servers say, and of what was there before.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use tokio::task::AbortHandle;

use super::super::{Listing, Registry, Tool};
use super::bind::{Mount, bind};
use super::catalogue::Catalogue;
use super::config::ServerConfig;
use super::error::ConfigError;
use super::held::Held;
use super::keep::keep;
use super::lock::{self, Lock};
use super::parse::{FILE_SIZE, parse};
use super::report::{Report, State};
use crate::tool::ToolError;

/// How much of what a server says is wrong is repeated, in bytes.
const REASON: usize = 2000;

/// What the next snapshot is made of.
#[derive(Default)]
pub(super) struct Work {
    pub(super) entries: Vec<Entry>,
    /// Unmounted, and not closed yet because calls run.
    pub(super) leaving: Vec<Arc<Held>>,
    pub(super) lock: Option<Lock>,
    /// The files as they were last read; nothing before that.
    pub(super) text: Option<String>,
    pub(super) lock_text: Option<String>,
    pub(super) poll: Option<AbortHandle>,
    pub(super) closed: bool,
}

/// A mounted server.
pub(super) struct Entry {
    pub(super) config: ServerConfig,
    pub(super) key: String,
    pub(super) source: Arc<Held>,
    pub(super) state: State,
    pub(super) listing: Option<Listing>,
    pub(super) task: AbortHandle,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Catalogue {
    /// Takes over what changed in the files; where they are wrong, nothing.
    pub(super) fn read_files(&self, work: &mut Work) -> Result<(), ConfigError> {
        let bad = |error: io::Error| ConfigError {
            file: self.file.clone(),
            place: None,
            message: format!("cannot be read: {error}"),
        };
        let text = read_text(&self.file, FILE_SIZE).map_err(bad)?;
        let lock = Lock::read(&lock::path_beside(&self.file))?;
        let (lock, lock_text) = lock.map_or((None, None), |(lock, text)| (Some(lock), Some(text)));
        let (changed, lock_changed) = (work.text.as_ref() != Some(&text), work.lock_text != lock_text);
        if changed {
            let configs = parse(&text, &self.file, &|name| std::env::var(name).ok())?;
            self.mount(work, configs)?;
            work.text = Some(text);
        }
        work.lock = lock;
        work.lock_text = lock_text;
        if changed || lock_changed {
            self.rebind(work);
        }
        Ok(())
    }

    /// Mounts what is new, keeps what is as it was, and lets go of the rest.
    fn mount(&self, work: &mut Work, configs: Vec<ServerConfig>) -> Result<(), ConfigError> {
        // First what may fail.
        let mut made = Vec::with_capacity(configs.len());
        for config in configs {
            let key = config.connection_key();
            let known = work.entries.iter().any(|entry| entry.key == key);
            let source = if known { None } else { Some(self.source(&config)?) };
            made.push((config, key, source));
        }
        let mut before = std::mem::take(&mut work.entries);
        for (config, key, source) in made {
            if let Some(source) = source {
                let task = tokio::spawn(keep(self.me.clone(), key.clone(), source.clone(), self.times));
                let task = task.abort_handle();
                work.entries.push(Entry { config, key, source, state: State::Listing, listing: None, task });
            } else if let Some(at) = before.iter().position(|entry| entry.key == key) {
                let mut entry = before.remove(at);
                if entry.source.rule() != config.business_errors.as_ref() {
                    entry.source = Arc::new(entry.source.under(config.business_errors.clone()));
                }
                entry.config = config;
                work.entries.push(entry);
            }
        }
        for entry in before {
            let source = entry.source.clone();
            work.leaving.push(source.clone());
            let me = self.me.clone();
            tokio::spawn(async move {
                source.let_go().await;
                if let Some(catalogue) = me.upgrade() {
                    catalogue.work().leaving.retain(|other| !Arc::ptr_eq(other, &source));
                }
            });
        }
        Ok(())
    }

    fn source(&self, config: &ServerConfig) -> Result<Arc<Held>, ConfigError> {
        let source = (self.connect)(config).map_err(|problem| ConfigError {
            file: self.file.clone(),
            place: Some(config.place),
            message: format!("the server `{}`: {}", config.name, problem.text()),
        })?;
        Ok(Arc::new(Held::new(&config.name, source, config.business_errors.clone())))
    }

    /// Takes what a server answered when it was asked for its tools.
    pub(super) fn listed(&self, key: &str, answer: Result<Listing, ToolError>) {
        let mut work = self.work();
        let Some(entry) = work.entries.iter_mut().find(|entry| entry.key == key) else { return };
        let state = match &answer {
            Ok(_) => State::Listed,
            Err(problem) => State::Unavailable(on_one_line(&problem.text())),
        };
        let server = &entry.config.name;
        match (&entry.state, &state) {
            (State::Unavailable(_), State::Listed) => {
                tracing::info!(server, "a mounted server is there again");
            }
            // Said once, until it was there again.
            (State::Unavailable(_), _) | (_, State::Listing | State::Listed) => {}
            (_, State::Unavailable(why)) => tracing::warn!(server, why, "a mounted server is unavailable"),
        }
        let mut changed = entry.state != state;
        entry.state = state;
        if let Ok(listing) = answer
            && entry.listing.as_ref() != Some(&listing)
        {
            entry.listing = Some(listing);
            changed = true;
        }
        if changed {
            self.rebind(&work);
        }
    }

    /// Makes the next snapshot. Tools that are as they were stay the same, and so does a registry of them.
    pub(super) fn rebind(&self, work: &Work) {
        let mounts: Vec<Mount<'_>> = work
            .entries
            .iter()
            .map(|entry| Mount {
                config: &entry.config,
                source: &entry.source,
                state: entry.state.clone(),
                listing: entry.listing.as_ref(),
            })
            .collect();
        let bound = bind(self.base.tools(), &mounts, work.lock.as_ref());
        let before = self.snapshot();
        warn_of_new(&before.reports, &bound.reports);
        let tools: Vec<Arc<Tool>> =
            bound.tools.into_iter().map(|tool| kept(&before.registry, tool)).collect();
        let mut toolsets: Vec<String> =
            work.entries.iter().flat_map(|entry| entry.config.toolsets.clone()).collect();
        toolsets.sort_unstable();
        toolsets.dedup();
        let next = self.base.beside(tools, toolsets);
        let registry = if next.same_tools(&before.registry) { before.registry } else { Arc::new(next) };
        self.now.send_modify(|now| {
            now.registry = registry;
            now.reports = bound.reports.into();
        });
    }
}

/// What a server says is wrong, as it is shown among others.
fn on_one_line(text: &str) -> String {
    let mut lines = text.lines().collect::<Vec<_>>().join("; ");
    if lines.len() > REASON {
        lines.truncate(lines.floor_char_boundary(REASON));
        lines.push('…');
    }
    lines
}

/// The tool that stands there already, if it is the same one.
fn kept(before: &Registry, tool: Arc<Tool>) -> Arc<Tool> {
    let same = before.get(tool.name()).filter(|other| match (other.mount(), tool.mount()) {
        (Some(old), Some(new)) => old.same(new),
        _ => false,
    });
    same.cloned().unwrap_or(tool)
}

/// Says what is wrong now and was not before.
fn warn_of_new(before: &[Report], now: &[Report]) {
    let known: Vec<String> = before.iter().flat_map(quarantines).collect();
    for problem in now.iter().flat_map(quarantines).filter(|problem| !known.contains(problem)) {
        tracing::warn!("{problem}");
    }
}

fn quarantines(report: &Report) -> Vec<String> {
    // That a server is unavailable is said where it is found out.
    let reachable = Report { state: State::Listed, ..report.clone() };
    reachable.problems()
}

/// Reads a text file that has at most `limit` bytes.
pub(super) fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        let message = format!("it has more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(text)
}
