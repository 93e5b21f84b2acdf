//! Calls over HTTP, as many as there is time for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A request, and what its answer must hold.
#[derive(Clone)]
pub(crate) struct Request {
    address: SocketAddr,
    bytes: Arc<[u8]>,
    holds: &'static str,
}

/// What one measurement gave.
pub(crate) struct Sample {
    /// Calls a second.
    pub(crate) rate: usize,
    /// Half of the calls took no longer.
    pub(crate) median: Duration,
    /// Of a hundred calls ninety-nine took no longer.
    pub(crate) most: Duration,
}

impl Request {
    pub(crate) fn new(
        address: SocketAddr,
        path: &str,
        headers: &str,
        body: &str,
        holds: &'static str,
    ) -> Self {
        let bytes = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        Self { address, bytes: bytes.into_bytes().into(), holds }
    }

    /// Whether it is answered at all, and rightly.
    pub(crate) fn is_answered(&self) -> bool {
        let call = async { call(&mut TcpStream::connect(self.address).await.ok()?, self).await };
        runtime().block_on(call).is_some()
    }
}

/// Sends the request over so many connections, over each as soon as the last one was answered.
pub(crate) fn measure(request: &Request, connections: usize, length: Duration) -> Sample {
    let mut times: Vec<Duration> = runtime().block_on(async {
        let begun = Instant::now();
        let each = (0..connections).map(|_| tokio::spawn(calls(request.clone(), begun, length)));
        let mut times = Vec::new();
        for calls in each.collect::<Vec<_>>() {
            times.extend(calls.await.expect("every call is answered"));
        }
        times
    });
    times.sort_unstable();
    Sample {
        rate: times.len() * 1000 / usize::try_from(length.as_millis()).expect("it is short"),
        median: times[times.len() / 2],
        most: times[times.len() * 99 / 100],
    }
}

/// How long each call took, without the first tenth of the time, in which things get warm.
async fn calls(request: Request, begun: Instant, length: Duration) -> Vec<Duration> {
    let warm = length / 10;
    let mut stream = TcpStream::connect(request.address).await.expect("it listens");
    stream.set_nodelay(true).expect("it is a socket");
    let mut times = Vec::new();
    while begun.elapsed() < length + warm {
        let asked = Instant::now();
        call(&mut stream, &request).await.expect("it answers rightly");
        if begun.elapsed() > warm {
            times.push(asked.elapsed());
        }
    }
    times
}

async fn call(stream: &mut TcpStream, request: &Request) -> Option<()> {
    stream.write_all(&request.bytes).await.ok()?;
    let mut answer = Vec::with_capacity(1024);
    let end = loop {
        if stream.read_buf(&mut answer).await.ok()? == 0 {
            return None;
        }
        if let Some(end) = end(&answer).filter(|end| answer.len() >= *end) {
            break end;
        }
    };
    let text = std::str::from_utf8(&answer[..end]).ok()?;
    (text.starts_with("HTTP/1.1 200") && text.contains(request.holds)).then_some(())
}

/// Where an answer ends, once its head is there.
fn end(answer: &[u8]) -> Option<usize> {
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let text = std::str::from_utf8(&answer[..head]).ok()?.to_ascii_lowercase();
    let length: usize = text.split("content-length:").nth(1)?.split("\r\n").next()?.trim().parse().ok()?;
    Some(head + 4 + length)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be made")
}

/// The value in the middle.
pub(crate) fn median<T: Copy + Ord>(values: &mut [T]) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}
