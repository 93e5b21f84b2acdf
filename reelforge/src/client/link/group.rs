//! The process group of a server, which ends as a whole.
//!
//! A *guard* leads it, a shell that does nothing but wait for the end of its input, which only this process can write
//! to. When this process ends, whatever way, the guard's input ends with it, and the guard kills the group: the
//! server and what it started. It also keeps the group's number from being used for anything else while we may still
//! send it a signal. What leaves the group by itself (`setsid`, a container) is out of reach.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};

/// Waits for the end of this process, gives the servers a second to see it too, and kills the group.
const GUARD: &str = "read -r end; sleep 1; kill -KILL 0";

/// The process group of a server.
#[derive(Debug)]
pub(super) struct Group {
    /// Kept for its input and its number.
    guard: Option<Child>,
    number: Option<Pid>,
}

impl Group {
    /// A new group. Where there is no shell to guard it, the server leads it.
    pub(super) fn new() -> Self {
        let guard = Command::new("/bin/sh")
            .args(["-c", GUARD])
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .process_group(0)
            .spawn();
        let guard = guard.inspect_err(|error| tracing::debug!(%error, "servers have no guard")).ok();
        let number = guard.as_ref().and_then(number);
        Self { guard, number }
    }

    /// Has a process start in the group.
    pub(super) fn take_in(&self, command: &mut Command) {
        command.process_group(self.number.map_or(0, |number| number.as_raw_nonzero().get()));
    }

    /// Says which process was started.
    pub(super) fn took_in(&mut self, child: &Child) {
        if self.guard.is_none() {
            self.number = number(child);
        }
    }

    /// Asks everything in the group to end.
    pub(super) fn ask(&self) {
        self.signal(Signal::TERM);
    }

    /// Ends everything in the group.
    pub(super) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if let Some(number) = self.number {
            // It fails where nothing is left of the group.
            let _ = kill_process_group(number, signal);
        }
    }
}

fn number(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()?).ok()?)
}
