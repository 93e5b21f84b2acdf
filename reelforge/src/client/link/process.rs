//! The process of a server, and everything that it starts.
//!
//! A server leads no group of its own: a *guard* does, a shell that does nothing but wait for the end of its input, which
//! only this process can write to. When this process ends, whatever way, the guard's input ends with it, and the guard
//! kills the group: the server and what it started. It also keeps the group's number from being used for anything else
//! while we may still send it a signal. What leaves the group by itself (`setsid`, a container) is out of reach.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStderr, Command};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::client::problem::Problem;
use crate::client::recipe::{Stderr, StdioRecipe, Streams};

/// How long a server may take to end by itself once its input ended, and then once it was asked to.
const LEAVES: Duration = Duration::from_millis(400);
const ASKED: Duration = Duration::from_millis(250);
/// Waits for the end of this process, gives the servers a second to see it too, and kills the group.
const GUARD: &str = "read -r end; sleep 1; kill -KILL 0";
/// How many of the last lines on standard error are kept.
const LAST_WORDS: usize = 5;

/// The process of a server, and everything that it starts.
#[derive(Debug)]
pub(in crate::client) struct Process {
    /// How the server ended, once it has.
    exit: watch::Receiver<Option<String>>,
    /// Kept for its input and its number.
    _guard: Option<Child>,
    group: Pid,
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
        let guard = guard().inspect_err(|error| tracing::debug!(%error, "no guard for {label}")).ok();
        let leader = guard.as_ref().and_then(pid);
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
            .kill_on_drop(true)
            .process_group(leader.map_or(0, |leader| leader.as_raw_nonzero().get()));
        if let Some(folder) = recipe.folder() {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout), Some(own)) = (child.stdin.take(), child.stdout.take(), pid(&child))
        else {
            return Err(Problem::Start("it ended at once".to_owned()));
        };
        let last_words = Arc::default();
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(log(stderr, label.clone(), Arc::clone(&last_words)));
        }
        let (ended, exit) = watch::channel(None);
        tokio::spawn(async move {
            let status = child.wait().await;
            ended.send_replace(Some(
                status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            ));
        });
        let process = Self {
            exit,
            _guard: guard,
            group: leader.unwrap_or(own),
            killed: AtomicBool::new(false),
            last_words,
        };
        Ok((process, (Box::new(stdout), Box::new(stdin))))
    }

    /// Waits for the end of a server whose input has ended, asks it to go if it does not, and kills what is left of its
    /// group.
    pub(super) async fn end(&self) {
        if timeout(LEAVES, self.exited()).await.is_err() {
            let _ = kill_process_group(self.group, Signal::TERM);
            let _ = timeout(ASKED, self.exited()).await;
        }
        self.kill();
        self.exited().await;
    }

    /// Waits until the server itself has ended, whatever it has started.
    pub(super) async fn exited(&self) {
        let _ = self.exit.clone().wait_for(Option::is_some).await;
    }

    /// Kills the group at once.
    pub(super) fn kill(&self) {
        if !self.killed.swap(true, Ordering::AcqRel) {
            // It fails where nothing is left of the group.
            let _ = kill_process_group(self.group, Signal::KILL);
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

fn guard() -> std::io::Result<Child> {
    Command::new("/bin/sh")
        .args([OsStr::new("-c"), OsStr::new(GUARD)])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .process_group(0)
        .spawn()
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()?).ok()?)
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
