//! Everything that goes to standard output, in order.

use std::fs::File;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::End;
use crate::protocol::Sink;

/// How many bytes may wait for a client that does not read before messages about running calls are left out.
const PATIENCE: usize = 4 << 20;

/// Standard output, shared by the thread that reads and by calls that end later.
#[derive(Debug)]
pub(super) struct Outgoing {
    stream: Mutex<File>,
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    closed: bool,
}

impl Outgoing {
    /// Starts the thread that sends what calls leave behind.
    pub(super) fn start(stream: &File, end: Sender<io::Result<End>>) -> io::Result<Arc<Self>> {
        let outgoing = Arc::new(Self {
            stream: Mutex::new(stream.try_clone()?),
            waiting: Mutex::default(),
            wake: Condvar::new(),
        });
        let sender = outgoing.clone();
        std::thread::Builder::new().name("stdout".to_owned()).spawn(move || {
            if sender.run().is_err() {
                // Nobody reads: the process is told to end.
                let _ = end.send(Ok(End::Output));
            }
        })?;
        Ok(outgoing)
    }

    /// Leaves one message for the sending thread.
    pub(super) fn send(&self, mut message: Vec<u8>) {
        message.push(b'\n');
        let mut waiting = lock(&self.waiting);
        waiting.bytes.extend_from_slice(&message);
        self.wake.notify_one();
    }

    /// Sends `out` now, after everything that waits, and empties it.
    pub(super) fn flush(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        let mut stream = lock(&self.stream);
        self.send_waiting(&mut stream)?;
        stream.write_all(out)?;
        out.clear();
        if out.capacity() > 1 << 20 {
            out.shrink_to(1 << 16);
        }
        Ok(())
    }

    /// Sends what waits, if that is possible, and ends the sending thread.
    pub(super) fn close(&self) {
        let mut waiting = lock(&self.waiting);
        waiting.closed = true;
        self.wake.notify_one();
        drop(waiting);
        // Whoever holds the stream is waiting for a client that does not read.
        if let Ok(mut stream) = self.stream.try_lock() {
            let _ = self.send_waiting(&mut stream);
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
        let bytes = std::mem::take(&mut lock(&self.waiting).bytes);
        if bytes.is_empty() { Ok(()) } else { stream.write_all(&bytes) }
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
