//! The server: one loop that accepts connections, and an orderly end.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tower_service::Service as _;

use super::config::Config;
use super::guard::{Guard, Verdict, readable};
use super::refusal::Refusal;
use super::shared::Shared;
use super::{body, discovery, images, llms, mcp, openapi, rest, skills, tools};
use crate::protocol::Dispatcher;

/// How many connections are served at once; more wait to be accepted.
const CONNECTIONS: usize = 1024;
/// How much of a request is held in memory before it is passed on; also the longest head.
const BUFFER: usize = 64 << 10;
/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);
/// How long shielded sections may go on after the last call was ended, and how long mounted servers have to end.
const SHIELD_GRACE: Duration = Duration::from_secs(2);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    addr: SocketAddr,
    guard: Arc<Guard>,
    router: Router,
    shared: Arc<Shared>,
}

impl Server {
    /// Listens as `config` says. It is an error to be reachable from other machines without a token.
    pub async fn bind(dispatcher: Arc<Dispatcher>, mut config: Config) -> io::Result<Self> {
        let token = config.token.take();
        if token.as_ref().is_some_and(|token| token.trim().is_empty()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the token (`--token`) is empty"));
        }
        let addrs: Vec<SocketAddr> =
            tokio::net::lookup_host((config.host.trim_matches(['[', ']']), config.port)).await?.collect();
        let open = addrs.iter().any(|addr| !addr.ip().is_loopback());
        if open && token.is_none() && !config.insecure_no_token {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!(
                    "`{}` can be reached from other machines: give a token with `--token` (or `REELFORGE_TOKEN`), \
                     or `--insecure-no-token` if whoever reaches it may call every tool",
                    config.host
                ),
            ));
        }
        let listener = TcpListener::bind(&*addrs).await?;
        let addr = listener.local_addr()?;
        let guard = Guard::new(addr, &config.allow_hosts, &config.allow_origins, token);
        let pages = config.pages.take().unwrap_or_default();
        let shared = Arc::new(Shared::new(dispatcher, config, guard.has_token()));
        let router = router(&shared).merge(pages).fallback(not_found);
        let router = router.method_not_allowed_fallback(not_allowed);
        Ok(Self { listener, addr, guard: Arc::new(guard), router, shared })
    }

    /// The address that it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until `shutdown` ends. Then no connection is accepted any more; calls may go on for as long as the
    /// configuration says and are cancelled after that; shielded sections are waited for a little longer.
    pub async fn run(self, shutdown: impl Future) -> io::Result<()> {
        let Self { listener, guard, router, shared, .. } = self;
        let front = Arc::new(Front { guard, router, shared: shared.clone() });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(shared.config.header_time).max_buf_size(BUFFER);
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        let mut shutdown = pin!(shutdown);
        loop {
            match next(&listener, &mut connections, shutdown.as_mut()).await {
                Event::Stop => break,
                Event::Connection(stream) => {
                    // Without this an answer can wait for the client's kernel to confirm the one before.
                    let _ = stream.set_nodelay(true);
                    let front = front.clone();
                    let service = service_fn(move |request| answer(front.clone(), request));
                    let connection = http.serve_connection(TokioIo::new(stream), service);
                    connections.spawn(graceful.watch(connection));
                }
                Event::NoRoom(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(NO_ROOM).await;
                }
            }
        }
        drop(listener);
        shared.stop();
        let ended = async {
            graceful.shutdown().await;
            shared.detached.all_ended().await;
        };
        if tokio::time::timeout(shared.config.grace, ended).await.is_err() {
            tracing::warn!("calls are cancelled: they did not end in time");
            shared.sessions.cancel_all();
        }
        connections.shutdown().await;
        let shields = shared.dispatcher.registry().shields_ended();
        let _ = tokio::time::timeout(SHIELD_GRACE, shields).await;
        let _ = tokio::time::timeout(SHIELD_GRACE, shared.config.served.close()).await;
        Ok(())
    }
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .merge(mcp::routes())
        .merge(rest::routes())
        .merge(tools::routes())
        .merge(openapi::routes())
        .merge(images::routes())
        .merge(discovery::routes())
        .merge(skills::routes())
        .merge(llms::routes())
        .with_state(shared.clone())
}

async fn not_found(request: axum::extract::Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    body::drain(&parts.headers, body).await;
    Refusal::not_found(parts.uri.path()).rest()
}

/// The router adds which methods would be right.
async fn not_allowed(request: axum::extract::Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    body::drain(&parts.headers, body).await;
    let message = format!("`{}` is not served with the method {}", parts.uri.path(), parts.method);
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
        .hint("the header `Allow` says with which it is")
        .rest()
}

enum Event {
    Stop,
    Connection(TcpStream),
    NoRoom(io::Error),
}

type Connections = JoinSet<hyper::Result<()>>;

/// Waits for what is to be done next, and lets go of connections that have ended.
async fn next(
    listener: &TcpListener,
    connections: &mut Connections,
    mut shutdown: Pin<&mut impl Future>,
) -> Event {
    poll_fn(|cx| {
        if shutdown.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Event::Stop);
        }
        while let Poll::Ready(Some(_)) = connections.poll_join_next(cx) {}
        if connections.len() >= CONNECTIONS {
            return Poll::Pending;
        }
        listener.poll_accept(cx).map(|accepted| match accepted {
            Ok((stream, _)) => Event::Connection(stream),
            Err(error) => Event::NoRoom(error),
        })
    })
    .await
}

/// What every request meets first: the guard, then the router.
struct Front {
    guard: Arc<Guard>,
    router: Router,
    shared: Arc<Shared>,
}

/// Answers a request. The future is kept in its connection: nothing is allocated for it.
async fn answer(front: Arc<Front>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let origin = match front.guard.check(&request) {
        Verdict::Pass(origin) => origin,
        Verdict::Preflight(response) => return Ok(response),
        Verdict::Refuse(refusal) => return Ok(refuse(request, refusal).await),
    };
    let mut response = front.respond(request).await;
    if let Some(origin) = origin {
        readable(response.headers_mut(), origin);
    }
    Ok(response)
}

impl Front {
    async fn respond(&self, request: Request<Incoming>) -> Response<Body> {
        if self.shared.stopping() {
            let refusal =
                Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "shutting_down", "the server is shutting down");
            return refuse(request, refusal.close()).await;
        }
        // Calls are what a server does most: they take the short way.
        if mcp::is_message(&request) {
            return mcp::receive(self.shared.clone(), request).await;
        }
        if rest::is_call(&request) {
            return rest::call(self.shared.clone(), request).await;
        }
        match self.router.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

async fn refuse(request: Request<Incoming>, refusal: Refusal) -> Response<Body> {
    let (parts, body) = request.into_parts();
    body::drain(&parts.headers, body).await;
    refusal.at(parts.uri.path())
}
