//! The process of a server, and everything that it starts.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, Command};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::Group;
use crate::client::problem::Problem;
use crate::client::recipe::{Stderr, StdioRecipe, Streams};

/// How long a server may take to end by itself once its input ended, and then once it was asked to.
const LEAVES: Duration = Duration::from_millis(400);
const ASKED: Duration = Duration::from_millis(250);
/// How many of the last lines on standard error are kept.
const LAST_WORDS: usize = 5;

/// The process of a server, and everything that it starts.
#[derive(Debug)]
pub(in crate::client) struct Process {
    /// How the server ended, once it has.
    exit: watch::Receiver<Option<String>>,
    /// Who waits for its end.
    waiter: AbortHandle,
    group: Group,
    killed: AtomicBool,
    last_words: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// Starts the program of a recipe; gives its streams.
    pub(super) fn start(recipe: &StdioRecipe, label: &Arc<str>) -> Result<(Self, Streams), Problem> {
        let failed = |error: std::io::Error| {
            let program = recipe.command().to_string_lossy().into_owned();
            match recipe.folder() {
                Some(folder) if !folder.is_dir() => {
                    Problem::Start(format!("there is no folder {}", folder.display()))
                }
                _ => Problem::Start(format!("`{program}`: {error}")),
            }
        };
        let mut group = Group::new();
        let mut command = Command::new(recipe.command());
        command
            .args(recipe.arguments())
            .env_clear()
            .envs(recipe.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match recipe.standard_error() {
                Stderr::Inherit => Stdio::inherit(),
                Stderr::Log => Stdio::piped(),
                Stderr::Ignore => Stdio::null(),
            })
            .kill_on_drop(true);
        group.take_in(&mut command);
        if let Some(folder) = recipe.folder() {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(failed)?;
        group.took_in(&child);
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Problem::Start("it ended at once".to_owned()));
        };
        let last_words = Arc::default();
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(log(stderr, label.clone(), Arc::clone(&last_words)));
        }
        let (ended, exit) = watch::channel(None);
        let waiter = tokio::spawn(async move {
            let status = child.wait().await;
            ended.send_replace(Some(
                status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            ));
        });
        let process =
            Self { exit, waiter: waiter.abort_handle(), group, killed: AtomicBool::new(false), last_words };
        Ok((process, (Box::new(stdout), Box::new(stdin))))
    }

    /// Waits for the end of a server whose input has ended, asks it to go if it does not, and kills what is left of
    /// its group.
    pub(super) async fn end(&self) {
        if timeout(LEAVES, self.exited()).await.is_err() {
            self.group.ask();
            let _ = timeout(ASKED, self.exited()).await;
        }
        self.kill();
        self.exited().await;
    }

    /// Waits until the server itself has ended, whatever it has started.
    pub(super) async fn exited(&self) {
        let _ = self.exit.clone().wait_for(Option::is_some).await;
    }

    /// Ends the server and what it started, at once.
    pub(super) fn kill(&self) {
        if !self.killed.swap(true, Ordering::AcqRel) {
            self.group.kill();
            if cfg!(not(unix)) {
                // Drops the process, which ends it.
                self.waiter.abort();
            }
        }
    }

    /// Why the streams of the server ended.
    pub(super) async fn why_it_ended(&self) -> String {
        let _ = timeout(ASKED, self.exited()).await;
        let mut why = match &*self.exit.borrow() {
            Some(status) => format!("the server ended ({status})"),
            None => "the server closed its output".to_owned(),
        };
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if !words.is_empty() {
            why.push_str(". Its last words: ");
            why.push_str(&words.iter().map(String::as_str).collect::<Vec<_>>().join(" / "));
        }
        why
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Takes the lines of a server's standard error to the log, each cut to a bearable length.
async fn log(stderr: ChildStderr, label: Arc<str>, last_words: Arc<Mutex<VecDeque<String>>>) {
    const LINE: u64 = 4096;
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut stderr).take(LINE).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(line.trim_ascii());
                if text.is_empty() {
                    continue;
                }
                tracing::info!(server = %label, "{text}");
                let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
                if words.len() == LAST_WORDS {
                    words.pop_front();
                }
                words.push_back(text.chars().take(200).collect());
            }
        }
    }
}
