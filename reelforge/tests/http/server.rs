//! A server in this process, on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use reelforge::protocol::{Dispatcher, Identity, Options};
use reelforge::registry::{Limits, Registry};
use reelforge::transport::http::{self, Config, Guide};
use tokio::sync::oneshot;

use crate::client::PATIENCE;
use crate::tools::{Gate, Probe};

pub(crate) struct Server {
    pub(crate) addr: SocketAddr,
    pub(crate) gate: Gate,
    stop: Option<oneshot::Sender<()>>,
    ended: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

/// A server with the defaults.
pub(crate) fn start() -> Server {
    start_with(|_| {})
}

pub(crate) fn start_with(configure: impl FnOnce(&mut Config)) -> Server {
    start_as(Limits::default(), Options::default(), configure)
}

pub(crate) fn dispatcher(limits: Limits, options: Options) -> (Arc<Dispatcher>, Gate) {
    let (probe, gate) = Probe::new();
    let registry =
        Registry::builder().linked().state(probe).limits(limits).build().expect("the tools are sound");
    let mut identity = Identity::new("test-server", "1.2.3");
    identity.description = Some("Tools to test with.".to_owned());
    (Arc::new(Dispatcher::new(registry, identity, options)), gate)
}

pub(crate) fn config(dispatcher: &Dispatcher) -> Config {
    let mut config = Config::new(dispatcher.registry().all());
    config.port = 0;
    config.guides = Arc::new(|| {
        vec![Guide {
            name: "first-steps".to_owned(),
            description: "How to begin: \"quotes\", colons. Read it first.".to_owned(),
            text: "# First steps\n\nCall `echo`.".to_owned(),
        }]
    });
    config
}

pub(crate) fn start_as(limits: Limits, options: Options, configure: impl FnOnce(&mut Config)) -> Server {
    let (dispatcher, gate) = dispatcher(limits, options);
    let mut config = config(&dispatcher);
    configure(&mut config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(http::Server::bind(dispatcher, config)).expect("the server starts");
    let addr = server.addr();
    let (stop, stopped) = oneshot::channel();
    let (end, ended) = channel();
    let thread = std::thread::spawn(move || {
        runtime.block_on(server.run(stopped)).expect("the server runs");
        let _ = end.send(());
    });
    Server { addr, gate, stop: Some(stop), ended, thread: Some(thread) }
}

impl Server {
    /// Tells the server to stop.
    pub(crate) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    /// Waits until the server has stopped.
    pub(crate) fn join(&mut self) {
        self.ended.recv_timeout(PATIENCE).expect("the server stops");
        self.thread.take().expect("it is waited for once").join().expect("the server did not panic");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
