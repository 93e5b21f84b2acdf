//! Other programs of the machine, run as children that are bounded in what they take up and how long.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::Child;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that are read at once, and how many such blocks may wait.
const BLOCK: usize = 64 * 1024;
const WAITING: usize = 8;
/// How often it is looked whether a program ended.
const LOOK: Duration = Duration::from_millis(2);

/// The `ffmpeg` that `PATH` leads to.
pub(super) fn ffmpeg() -> Option<PathBuf> {
    let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Waits until a child ends, and kills it when that takes too long. Answers whether it ended well; none if it was killed.
pub(super) fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<bool>> {
    let begun = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some(status.success())),
            None if begun.elapsed() < patience => thread::sleep(LOOK),
            None => {
                end(child);
                return Ok(None);
            }
        }
    }
}

/// Kills a child. One that has ended already cannot be killed, which is as well.
pub(super) fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// What a child writes, as it comes. The child is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Output {
    child: Child,
    /// The lock is never held: it makes the receiver one that threads may share.
    blocks: Mutex<Receiver<Vec<u8>>>,
    block: Vec<u8>,
    used: usize,
    /// How long it may still be waited for in whole. While nobody asks, it is not waited for.
    patience: Duration,
    max_silence: Duration,
}

impl Output {
    /// Of a child whose output is piped. It may be silent for so long, and have whoever reads wait so long in whole.
    pub(super) fn of(mut child: Child, max_silence: Duration, max_time: Duration) -> io::Result<Self> {
        let stdout = child.stdout.take();
        Self::new(child, stdout, max_silence, max_time)
    }

    /// The same of a child whose messages are piped.
    pub(super) fn messages(mut child: Child, max_silence: Duration, max_time: Duration) -> io::Result<Self> {
        let stderr = child.stderr.take();
        Self::new(child, stderr, max_silence, max_time)
    }

    fn new(
        mut child: Child,
        pipe: Option<impl Read + Send + 'static>,
        max_silence: Duration,
        max_time: Duration,
    ) -> io::Result<Self> {
        let Some(mut pipe) = pipe else {
            end(&mut child);
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, blocks) = sync_channel(WAITING);
        thread::spawn(move || pump(&mut pipe, &sender));
        let (block, patience) = (Vec::new(), max_time);
        Ok(Self { child, blocks: Mutex::new(blocks), block, used: 0, patience, max_silence })
    }

    /// Whether there is more; waits for it.
    pub(super) fn has_more(&mut self) -> io::Result<bool> {
        if self.used < self.block.len() {
            return Ok(true);
        }
        let blocks = self.blocks.get_mut().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        let received = blocks.recv_timeout(self.patience.min(self.max_silence));
        self.patience = self.patience.saturating_sub(begun.elapsed());
        match received {
            Ok(block) => {
                (self.block, self.used) = (block, 0);
                Ok(true)
            }
            // It has said all: now it is to end well, and soon.
            Err(RecvTimeoutError::Disconnected) => match wait(&mut self.child, self.max_silence) {
                Ok(Some(true)) => Ok(false),
                _ => Err(io::Error::other("FFmpeg failed while it was decoded")),
            },
            Err(RecvTimeoutError::Timeout) => {
                Err(io::Error::new(io::ErrorKind::TimedOut, "FFmpeg hung while it was decoded"))
            }
        }
    }
}

impl Read for Output {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() || !self.has_more()? {
            return Ok(0);
        }
        let rest = &self.block[self.used..];
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
        self.used += count;
        Ok(count)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Hands on what a program writes until it ends or nobody listens.
fn pump(output: &mut impl Read, sender: &SyncSender<Vec<u8>>) {
    loop {
        let mut block = vec![0; BLOCK];
        match output.read(&mut block) {
            Ok(0) => return,
            Ok(count) => block.truncate(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        }
        if sender.send(block).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn the_time_in_which_nobody_asks_does_not_count() {
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("cat runs");
        let mut input = child.stdin.take().expect("its input is piped");
        let most = Duration::from_millis(1500);
        let mut output = Output::of(child, most, most).expect("its output is piped");
        let mut byte = [0];
        input.write_all(b"a").expect("it reads");
        output.read_exact(&mut byte).expect("it answers");
        thread::sleep(most);
        input.write_all(b"b").expect("it reads");
        output.read_exact(&mut byte).expect("it still answers");
        assert_eq!(&byte, b"b");
        // What has to be waited for too long is given up.
        assert_eq!(output.has_more().map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }
}
