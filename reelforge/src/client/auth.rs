//! Tokens that expire.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

use crate::tool::ToolError;

/// What an [`Auth`] answers with, later.
pub type AuthFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ToolError>> + Send + 'a>>;

/// Gives the token of a server, and a new one when the server refuses it.
///
/// It is no OAuth: tokens are obtained and stored by who implements it.
pub trait Auth: fmt::Debug + Send + Sync {
    /// The token, asked for before every request; without one the request goes out without the header
    /// `Authorization`.
    fn token(&self) -> AuthFuture<'_, Option<String>>;

    /// The server refused the token (401). Gives whether there is another one now, with which the same request is
    /// sent once more. Requests that are refused at the same time share one refresh.
    fn refresh(&self) -> AuthFuture<'_, bool> {
        Box::pin(async { Ok(false) })
    }
}

/// The tokens of one server, refreshed by one request at a time.
#[derive(Debug)]
pub(super) struct Credentials {
    auth: Arc<dyn Auth>,
    /// How many refreshes there were. A request notes it before it asks for its token.
    refreshes: AtomicU64,
    /// What the last refresh gave. Locked while one is under way.
    last: Mutex<Result<bool, ToolError>>,
}

impl Credentials {
    pub(super) fn new(auth: Arc<dyn Auth>) -> Self {
        Self { auth, refreshes: AtomicU64::new(0), last: Mutex::new(Ok(false)) }
    }

    /// The token and its generation.
    pub(super) async fn token(&self) -> Result<(Option<String>, u64), ToolError> {
        let generation = self.refreshes.load(Ordering::Acquire);
        Ok((self.auth.token().await?, generation))
    }

    /// Says that a token of that generation was refused; gives whether it is worth trying again. Where somebody else
    /// refreshed since, what came of that holds for this request too.
    pub(super) async fn refused(&self, generation: u64) -> Result<bool, ToolError> {
        let mut last = self.last.lock().await;
        if self.refreshes.load(Ordering::Acquire) == generation {
            *last = self.auth.refresh().await;
            self.refreshes.fetch_add(1, Ordering::AcqRel);
        }
        last.clone()
    }
}
