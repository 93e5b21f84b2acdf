//! The process's own streams, taken for the protocol.

use std::fs::File;
use std::io;
use std::sync::mpsc::Sender;

use super::End;

/// Takes standard input. From then on descriptor 0 is empty: a child that a tool starts must not read what is meant
/// for the protocol.
#[cfg(unix)]
pub(super) fn claim_input() -> io::Result<File> {
    use std::os::fd::AsFd;

    let input = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(input.into())
}

/// Takes standard output. From then on descriptor 1 is standard error: what a tool, a library or a child process
/// prints goes there.
#[cfg(unix)]
pub(crate) fn claim_output() -> io::Result<File> {
    use std::os::fd::AsFd;

    let output = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(output.into())
}

#[cfg(windows)]
pub(super) fn claim_input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;

    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

#[cfg(windows)]
pub(crate) fn claim_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;

    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// Says when nobody can read the output any more, also while nothing is sent.
#[cfg(unix)]
pub(super) fn watch(output: File, end: Sender<io::Result<End>>) {
    use rustix::event::{PollFd, PollFlags, poll};

    // Without this thread a closed output is noticed at the next write only.
    let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => break,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        let _ = end.send(Ok(End::Output));
    });
}

#[cfg(windows)]
pub(super) fn watch(_output: File, _end: Sender<io::Result<End>>) {}
