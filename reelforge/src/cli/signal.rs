//! The signals by which a process is asked to end.

/// Ready when the process is asked to end: SIGINT or SIGTERM, or Ctrl-C on Windows. It begins to listen at the first
/// poll; until then a signal ends the process as usual.
#[cfg(unix)]
pub(super) async fn asked_to_end() {
    use std::pin::pin;
    use std::task::Poll;

    use tokio::signal::unix::{SignalKind, signal};

    // Where a signal cannot be listened for, it ends the process as usual.
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    let (mut interrupted, mut terminated) = (pin!(interrupt.recv()), pin!(terminate.recv()));
    std::future::poll_fn(|cx| {
        let either = interrupted.as_mut().poll(cx).is_ready() || terminated.as_mut().poll(cx).is_ready();
        if either { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

#[cfg(not(unix))]
pub(super) async fn asked_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
