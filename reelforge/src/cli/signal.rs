//! The signals by which a process is asked to end.

/// The exit code of a program that was interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// Listens from now on, and is ready when the process is asked to end: by SIGINT or SIGTERM, or Ctrl-C on Windows. A
/// second request ends the process at once.
///
/// Must be called within a runtime.
pub(super) fn asked_to_end() -> impl Future<Output = ()> + Send + 'static {
    let first = next();
    async {
        first.await;
        let second = next();
        tokio::spawn(async {
            second.await;
            std::process::exit(INTERRUPTED.into());
        });
    }
}

#[cfg(unix)]
fn next() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};

    // Where a signal cannot be listened for, it ends the process as usual.
    let mut signals: Vec<_> = [SignalKind::interrupt(), SignalKind::terminate()]
        .into_iter()
        .filter_map(|kind| signal(kind).ok())
        .collect();
    std::future::poll_fn(move |cx| {
        let came = signals.iter_mut().any(|signal| signal.poll_recv(cx).is_ready());
        if came { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
}

#[cfg(not(unix))]
async fn next() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
