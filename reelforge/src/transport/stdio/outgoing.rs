//! Everything that goes to standard output, in order.

use std::fs::File;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::End;
use crate::protocol::Sink;

/// How many bytes may wait for a client that does not read, before messages about running calls are left out and
/// nothing more is read from it.
const PATIENCE: usize = 4 << 20;
/// After the deadline, how long a client may take to read another part of what is still to be sent.
const STUCK: Duration = Duration::from_millis(150);
/// How large such a part is.
const PART: usize = 64 << 10;

/// Standard output, shared by the thread that reads and by calls that end later.
#[derive(Debug)]
pub(super) struct Outgoing {
    stream: Mutex<File>,
    waiting: Mutex<Waiting>,
    /// There is something to send, or nothing will come any more.
    wake: Condvar,
    /// Something was sent.
    sent: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    /// What nobody sends yet.
    bytes: Vec<u8>,
    /// How many bytes are being sent now.
    leaving: usize,
    /// The client reads no more.
    broken: bool,
    closed: bool,
}

impl Outgoing {
    /// Starts the thread that sends what calls leave behind.
    pub(super) fn start(stream: &File, end: Sender<io::Result<End>>) -> io::Result<Arc<Self>> {
        let outgoing = Arc::new(Self {
            stream: Mutex::new(stream.try_clone()?),
            waiting: Mutex::default(),
            wake: Condvar::new(),
            sent: Condvar::new(),
        });
        let sender = outgoing.clone();
        std::thread::Builder::new().name("stdout".to_owned()).spawn(move || {
            if sender.run().is_err() {
                // If the other side does not listen, the process ends already.
                let _ = end.send(Ok(End::Output));
            }
        })?;
        Ok(outgoing)
    }

    /// Leaves one message for the sending thread.
    pub(super) fn send(&self, mut message: Vec<u8>) {
        message.push(b'\n');
        let mut waiting = lock(&self.waiting);
        if !waiting.broken {
            waiting.bytes.extend_from_slice(&message);
            self.wake.notify_one();
        }
    }

    /// Sends `out` now, after everything that waits, and empties it.
    pub(super) fn flush(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        let mut stream = lock(&self.stream);
        self.send_waiting(&mut stream)?;
        lock(&self.waiting).leaving = out.len();
        self.write(&mut stream, out)?;
        out.clear();
        if out.capacity() > 1 << 20 {
            out.shrink_to(1 << 16);
        }
        Ok(())
    }

    /// Waits until the client has read enough for more to be said.
    pub(super) fn wait_for_room(&self) {
        let mut waiting = lock(&self.waiting);
        while waiting.bytes.len() >= PATIENCE && !waiting.broken {
            waiting = self.sent.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends the rest, for as long as the client reads or until `deadline`, and ends the sending thread.
    pub(super) fn close(&self, deadline: Instant) {
        let mut waiting = lock(&self.waiting);
        waiting.closed = true;
        self.wake.notify_one();
        while !waiting.broken && waiting.left() > 0 {
            let before = waiting.left();
            let patience = deadline.saturating_duration_since(Instant::now()).max(STUCK);
            let (now, stuck) = self
                .sent
                .wait_timeout_while(waiting, patience, |now| now.left() == before && !now.broken)
                .unwrap_or_else(PoisonError::into_inner);
            if stuck.timed_out() {
                return;
            }
            waiting = now;
        }
    }

    fn run(&self) -> io::Result<()> {
        loop {
            let mut waiting = lock(&self.waiting);
            while waiting.bytes.is_empty() {
                if waiting.closed {
                    return Ok(());
                }
                waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
            drop(waiting);
            self.send_waiting(&mut lock(&self.stream))?;
        }
    }

    /// Sends what waits. Only who holds the stream takes from what waits: so messages stay in order.
    fn send_waiting(&self, stream: &mut File) -> io::Result<()> {
        let mut waiting = lock(&self.waiting);
        let bytes = std::mem::take(&mut waiting.bytes);
        waiting.leaving = bytes.len();
        drop(waiting);
        self.write(stream, &bytes)
    }

    fn write(&self, stream: &mut File, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(PART) {
            let result = stream.write_all(part);
            let mut waiting = lock(&self.waiting);
            waiting.leaving -= part.len();
            waiting.broken |= result.is_err();
            self.sent.notify_all();
            drop(waiting);
            result?;
        }
        Ok(())
    }
}

impl Waiting {
    fn left(&self) -> usize {
        self.bytes.len() + self.leaving
    }
}

impl Sink for Outgoing {
    fn send(&self, message: Vec<u8>) {
        if lock(&self.waiting).bytes.len() < PATIENCE {
            Self::send(self, message);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
