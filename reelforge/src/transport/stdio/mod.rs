#![doc = include_str!("../../docs/stdio.md")]

mod announce;
mod backlog;
mod lines;
mod outgoing;
mod streams;

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use tokio::runtime::{Handle, Runtime};

use crate::protocol::{Dispatcher, InFlight, Peer, Pending, Session, SessionRef, Sink, Step};
use crate::registry::Served;
use crate::running::Running;
use crate::tool::Transport;
use announce::Announced;
use backlog::Backlog;
use lines::{Line, Lines};
use outgoing::Outgoing;
#[cfg(feature = "cli")]
pub(crate) use streams::claim_output;

/// How long calls may go on after the end of input.
const GRACE: Duration = Duration::from_millis(400);
/// How long calls that were cancelled, shielded sections and mounted servers may take after that.
const SHIELD_GRACE: Duration = Duration::from_millis(300);
/// When the process ends, counted from the end of input, unless the client still reads what it asked for.
const END: Duration = Duration::from_millis(800);
/// How long other tasks have to be dropped. Blocking ones are not waited for.
const TASK_GRACE: Duration = Duration::from_millis(50);
/// Answers are sent together until they are this long.
const FLUSH_AT: usize = 64 << 10;

/// The longest message by default: 4 MiB.
pub const MESSAGE_SIZE: usize = 4 << 20;

/// Serves MCP on the process's standard input and output until the input ends, the output is closed, or `stop` is
/// ready. The first message waits for the mounted servers that are needed; without them it is an error. Where the dispatcher's options say so, a client with a session is told when other tools are served.
///
/// Must be called once, and from a thread that the runtime does not own.
pub fn serve(
    dispatcher: Arc<Dispatcher>,
    served: impl Into<Served>,
    runtime: Runtime,
    message_size: usize,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let served = served.into();
    let (input, output) = (streams::claim_input()?, streams::claim_output()?);
    let (end, ended) = mpsc::channel();
    let outgoing = Outgoing::start(&output, end.clone())?;
    streams::watch(output, end.clone());
    let stopped = end.clone();
    runtime.spawn(async move {
        stop.await;
        let _ = stopped.send(Ok(End::Asked));
    });
    let calls = Arc::new(InFlight::default());
    let running = Arc::new(Running::default());
    let registry = dispatcher.registry().clone();
    let announced = dispatcher.announces_changes().then(|| {
        let announced = Arc::new(Announced::default());
        runtime.spawn(announced.clone().run(served.clone(), running.clone(), outgoing.clone()));
        announced
    });
    let reader = Reader {
        dispatcher,
        served: served.clone(),
        session: None,
        announced,
        sink: outgoing.clone(),
        outgoing: outgoing.clone(),
        calls: calls.clone(),
        running: running.clone(),
        backlog: Backlog::new(message_size),
        runtime: runtime.handle().clone(),
        out: Vec::with_capacity(FLUSH_AT),
    };
    std::thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let work = AssertUnwindSafe(|| reader.run(input, message_size));
        let result =
            catch_unwind(work).unwrap_or_else(|_| Err(io::Error::other("the reading thread panicked")));
        // The other side waits until it is told; if it is gone, so is the process.
        let _ = end.send(result.map(|()| End::Input));
    })?;
    // The reading thread holds a sender until it has sent, so that this cannot fail before.
    let result = ended.recv().unwrap_or(Ok(End::Input));
    let deadline = Instant::now() + END;
    runtime.block_on(async {
        if matches!(result, Ok(End::Input)) {
            let _ = tokio::time::timeout(GRACE, running.all_ended()).await;
        }
        calls.cancel_all();
        let dropped_and_finished = async {
            running.all_ended().await;
            registry.shields_ended().await;
        };
        let end = tokio::time::Instant::now() + SHIELD_GRACE;
        let closing = tokio::spawn(async move { served.close().await });
        let _ = tokio::time::timeout_at(end, dropped_and_finished).await;
        let _ = tokio::time::timeout_at(end, closing).await;
    });
    outgoing.close(deadline);
    runtime.shutdown_timeout(TASK_GRACE);
    result.map(|_| ())
}

/// Why the transport ends.
#[derive(Debug)]
enum End {
    /// The input ended.
    Input,
    /// Nobody reads the output any more.
    Output,
    /// The process was asked to end.
    Asked,
}

/// Reads messages, and runs each call on its own thread as far as it goes without waiting: a call that ends at
/// once costs no hand-over to another thread.
struct Reader {
    dispatcher: Arc<Dispatcher>,
    served: Served,
    session: Option<Arc<Session>>,
    announced: Option<Arc<Announced>>,
    sink: Arc<dyn Sink>,
    outgoing: Arc<Outgoing>,
    calls: Arc<InFlight>,
    running: Arc<Running>,
    backlog: Backlog,
    runtime: Handle,
    out: Vec<u8>,
}

impl Reader {
    fn run(mut self, mut input: impl Read, message_size: usize) -> io::Result<()> {
        let runtime = self.runtime.clone();
        let _context = runtime.enter();
        let mut lines = Lines::new(message_size);
        let mut ready = false;
        loop {
            self.outgoing.wait_for_room();
            let end = lines.fill(&mut input)? == 0;
            if end {
                lines.end();
            }
            // A client that says nothing need not wait for the end either.
            if !end && !ready {
                let (tell, told) = mpsc::channel();
                let served = self.served.clone();
                runtime.spawn(async move {
                    let _ = tell.send(served.ready().await);
                });
                // Nobody tells if the process ends meanwhile.
                let Ok(result) = told.recv() else { return Ok(()) };
                result.map_err(io::Error::other)?;
                ready = true;
            }
            while let Some(line) = lines.next() {
                match line {
                    Line::Whole(line) => self.receive(line),
                    Line::TooLong => self.dispatcher.too_long(message_size, &mut self.out),
                }
                if self.out.last().is_some_and(|last| *last != b'\n') {
                    self.out.push(b'\n');
                }
                if self.out.len() >= FLUSH_AT {
                    self.outgoing.flush(&mut self.out)?;
                }
            }
            self.outgoing.flush(&mut self.out)?;
            if end {
                return Ok(());
            }
        }
    }

    fn receive(&mut self, line: &[u8]) {
        // While a message is looked at, nothing is announced.
        let _running = self.announced.is_some().then(|| self.running.enter());
        if let Some(selection) = self.announced.as_ref().and_then(|announced| announced.take()) {
            self.session = self.session.as_ref().map(|session| Arc::new(session.with(selection)));
        }
        let selection = self.served.now();
        let peer = Peer {
            transport: Transport::Stdio,
            session: self.session.as_ref().map_or(SessionRef::NotOpened, SessionRef::Open),
            selection: &selection,
            headers: None,
            in_flight: Some(&self.calls),
            sink: Some(&self.sink),
        };
        match self.dispatcher.receive(line, &peer, &mut self.out) {
            Step::Accepted | Step::Answered(_) => {}
            Step::Opened(session) => {
                if let Some(announced) = &self.announced {
                    announced.opened(session.selection().clone());
                }
                self.session = Some(Arc::new(session));
            }
            Step::Call(call) => self.start(call, line.len()),
            Step::Batch { ready, calls } => self.start_batch(ready, calls, line.len()),
        }
    }

    fn start(&mut self, mut call: Pending, length: usize) {
        let room = match self.backlog.take(length) {
            Ok(room) => room,
            Err(problem) => {
                call.refuse(problem, &mut self.out);
                return;
            }
        };
        if !call.blocks() && call.run_now(&mut self.out).is_some() {
            return;
        }
        let entry = self.calls.register(call.id());
        let (running, outgoing) = (self.running.enter(), self.outgoing.clone());
        self.runtime.spawn(async move {
            if let Some((answer, _)) = entry.run(call).await {
                outgoing.send(answer);
            }
            drop((room, running));
        });
    }

    /// Runs the calls of a batch at once, and answers them together.
    fn start_batch(&mut self, mut ready: Vec<Vec<u8>>, mut calls: Vec<Pending>, length: usize) {
        let room = self.backlog.take(length).map_err(|problem| {
            for call in calls.drain(..) {
                let mut answer = Vec::new();
                call.refuse(problem.clone(), &mut answer);
                ready.push(answer);
            }
        });
        let runtime = self.runtime.clone();
        let calls: Vec<_> = calls
            .into_iter()
            .map(|call| {
                let entry = self.calls.register(call.id());
                runtime.spawn(async move { entry.run(call).await })
            })
            .collect();
        let (running, outgoing) = (self.running.enter(), self.outgoing.clone());
        self.runtime.spawn(async move {
            for call in calls {
                // A call that was cancelled has no answer.
                ready.extend(call.await.ok().flatten().map(|(answer, _)| answer));
            }
            if !ready.is_empty() {
                outgoing.send([b"[", ready.join(&b","[..]).as_slice(), b"]"].concat());
            }
            drop((room, running));
        });
    }
}
