//! A server, connected to when it is needed.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::timeout;

use super::live::{Eras, Live};
use super::problem::Problem;
use super::translate::Repeats;
use super::{Options, Recipe};
use crate::tool::ToolError;

/// A server, connected to when it is first needed, and again when the connection was lost. Cheap to clone: all clones
/// share one connection.
#[derive(Clone)]
pub struct Connection(pub(super) Arc<Inner>);

pub(super) struct Inner {
    recipe: Recipe,
    pub(super) label: String,
    pub(super) options: Options,
    pub(super) changes: watch::Sender<u64>,
    state: Mutex<State>,
    attempts: AtomicU64,
    /// Whether the server hangs up on clients that ask for the modern era.
    legacy_only: AtomicBool,
    /// What the last list said of each tool.
    pub(super) known: Mutex<HashMap<String, Known>>,
}

/// What must be known of a tool when it is called.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Calling it twice does no harm.
    pub(super) repeatable: bool,
    /// The arguments that are repeated in headers.
    pub(super) repeats: Repeats,
}

enum State {
    Idle,
    Connecting(Arc<Attempt>),
    Connected(Arc<Live>),
    /// For good.
    Closed,
}

type Outcome = Result<Arc<Live>, Problem>;

/// One attempt to connect, which all who need the server wait for.
struct Attempt {
    outcome: watch::Sender<Option<Outcome>>,
    /// Set when it shall give up.
    give_up: watch::Sender<bool>,
    /// Set when what it gives is to be closed at once.
    discard: AtomicBool,
}

impl Connection {
    /// A server that is reached by that recipe. Nothing is connected before it is needed.
    pub fn new(recipe: impl Into<Recipe>, options: Options) -> Result<Self, ToolError> {
        options.check()?;
        let recipe = recipe.into();
        Ok(Self(Arc::new(Inner {
            label: recipe.label(),
            recipe,
            options,
            changes: watch::Sender::new(0),
            state: Mutex::new(State::Idle),
            attempts: AtomicU64::new(0),
            legacy_only: AtomicBool::new(false),
            known: Mutex::default(),
        })))
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.0.recipe
    }

    /// The revision of MCP that was agreed on, while connected.
    pub fn revision(&self) -> Option<String> {
        match &*self.0.state() {
            State::Connected(live) => live.revision(),
            _ => None,
        }
    }

    /// How often connecting was begun. Calls over a connection that stands do not add to it.
    pub fn connects(&self) -> u64 {
        self.0.attempts.load(Ordering::Relaxed)
    }

    /// Whether a connection stands.
    pub fn is_connected(&self) -> bool {
        matches!(&*self.0.state(), State::Connected(live) if live.is_usable())
    }

    /// Waits until the connection that stands is lost.
    #[cfg(test)]
    pub(super) async fn loss(&self) {
        let live = match &*self.0.state() {
            State::Connected(live) => live.clone(),
            _ => return,
        };
        live.loss().await;
    }

    /// Ends the connection, but not for good: the next need connects again. While somebody connects, that is waited
    /// for.
    pub async fn disconnect(&self) {
        let attempt = match &mut *self.0.state() {
            State::Connecting(attempt) => {
                attempt.discard.store(true, Ordering::Release);
                Ok(attempt.clone())
            }
            state @ State::Connected(_) => Err(std::mem::replace(state, State::Idle)),
            State::Idle | State::Closed => return,
        };
        match attempt {
            Ok(attempt) => attempt.settled().await,
            Err(State::Connected(live)) => live.close().await,
            Err(_) => {}
        }
    }

    /// Ends the connection for good.
    pub(super) async fn end(&self) {
        let state = std::mem::replace(&mut *self.0.state(), State::Closed);
        match state {
            State::Connected(live) => live.close().await,
            State::Connecting(attempt) => {
                attempt.give_up.send_replace(true);
                attempt.settled().await;
            }
            State::Idle | State::Closed => {}
        }
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn known(&self, tool: &str) -> Known {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(tool).cloned().unwrap_or_default()
    }

    /// The connection, made if there is none: one attempt, shared with everybody who needs it meanwhile.
    pub(super) async fn need(self: &Arc<Self>) -> Outcome {
        let mut outcome = {
            let mut state = self.state();
            match &*state {
                State::Connected(live) if live.is_usable() => return Ok(live.clone()),
                State::Closed => return Err(Problem::Closed),
                State::Connecting(attempt) => attempt.outcome.subscribe(),
                State::Idle | State::Connected(_) => {
                    let attempt = Arc::new(Attempt {
                        outcome: watch::Sender::new(None),
                        give_up: watch::Sender::new(false),
                        discard: AtomicBool::new(false),
                    });
                    let outcome = attempt.outcome.subscribe();
                    *state = State::Connecting(attempt.clone());
                    self.attempts.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(self.clone().attempt(attempt));
                    outcome
                }
            }
        };
        let outcome = outcome.wait_for(Option::is_some).await;
        outcome.ok().and_then(|outcome| outcome.clone()).unwrap_or(Err(Problem::Closed))
    }

    async fn attempt(self: Arc<Self>, attempt: Arc<Attempt>) {
        let _settles = Settles { inner: &self, attempt: &attempt };
        let mut give_up = attempt.give_up.subscribe();
        let outcome = {
            let mut connect = std::pin::pin!(timeout(self.options.connect_timeout, self.connect()));
            loop {
                tokio::select! {
                    outcome = &mut connect => break outcome.unwrap_or_else(|_| Err(self.too_slow())),
                    _ = give_up.wait_for(|given_up| *given_up) => break Err(Problem::Closed),
                    () = attempt.outcome.closed() => {
                        // Nobody waits any more; unless somebody came just now.
                        let mut state = self.state();
                        if attempt.outcome.receiver_count() == 0 && !matches!(*state, State::Closed) {
                            *state = State::Idle;
                            return;
                        }
                    }
                }
            }
        };
        let outcome = outcome.map(Arc::new);
        let keep = {
            let mut state = self.state();
            let closed = matches!(*state, State::Closed);
            let keep = !closed && !attempt.discard.load(Ordering::Acquire);
            if !closed {
                *state = match &outcome {
                    Ok(live) if keep => State::Connected(live.clone()),
                    _ => State::Idle,
                };
            }
            keep
        };
        let outcome = match outcome {
            Ok(live) if !keep => {
                live.close().await;
                Err(Problem::Closed)
            }
            outcome => outcome,
        };
        attempt.outcome.send_replace(Some(outcome));
    }

    /// Connects; a second time in the old way, where the server hangs up on the question for the new one.
    async fn connect(&self) -> Result<Live, Problem> {
        let dial = |eras| Live::connect(&self.recipe, &self.options, &self.changes, eras);
        let outcome = if self.legacy_only.load(Ordering::Relaxed) {
            dial(Eras::Legacy).await
        } else {
            match dial(Eras::Both).await {
                Err(Problem::Lost(_)) if !matches!(self.recipe, Recipe::Http(_)) => {
                    let outcome = dial(Eras::Legacy).await;
                    self.legacy_only.store(outcome.is_ok(), Ordering::Relaxed);
                    outcome
                }
                outcome => outcome,
            }
        };
        // Nothing was under way that may have happened.
        outcome.map_err(|problem| match (problem, &self.recipe) {
            (Problem::Lost(why), Recipe::Stdio(_)) => Problem::Start(why),
            (Problem::Lost(why), _) => Problem::Unreachable(why),
            (problem, _) => problem,
        })
    }

    fn too_slow(&self) -> Problem {
        let limit = self.options.connect_timeout;
        Problem::Timeout { doing: "connecting", limit, option: "connect_timeout" }
    }
}

/// Whatever becomes of an attempt, a panic of a recipe included: who waits for it does not wait in vain.
struct Settles<'a> {
    inner: &'a Inner,
    attempt: &'a Arc<Attempt>,
}

impl Drop for Settles<'_> {
    fn drop(&mut self) {
        if self.attempt.outcome.borrow().is_some() {
            return;
        }
        let mut state = self.inner.state();
        if matches!(&*state, State::Connecting(attempt) if Arc::ptr_eq(attempt, self.attempt)) {
            *state = State::Idle;
        }
        let why = Problem::Lost("connecting ended without an outcome".to_owned());
        self.attempt.outcome.send_replace(Some(Err(why)));
    }
}

impl Attempt {
    async fn settled(&self) {
        let mut outcome = self.outcome.subscribe();
        let _ = outcome.wait_for(Option::is_some).await;
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("recipe", &self.0.recipe)
            .field("connected", &self.is_connected())
            .finish_non_exhaustive()
    }
}
