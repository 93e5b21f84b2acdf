//! A server that is reached by streams of the caller's own making.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

/// What is read from a server and written to it: one JSON message a line.
pub type Streams = (Box<dyn AsyncRead + Send + Unpin>, Box<dyn AsyncWrite + Send + Unpin>);

type Connect = dyn Fn() -> Pin<Box<dyn Future<Output = io::Result<Streams>> + Send>> + Send + Sync;

/// A server that is reached by streams of the caller's own making.
#[derive(Clone)]
pub struct CustomRecipe {
    label: String,
    connect: Arc<Connect>,
}

impl CustomRecipe {
    /// A server called `label`, to which `connect` makes a new way each time it is called. The label is shown: it
    /// must hold no secret.
    pub fn new<F>(label: impl Into<String>, connect: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = io::Result<Streams>> + Send + 'static,
    {
        Self { label: label.into(), connect: Arc::new(move || Box::pin(connect())) }
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    pub(in crate::client) async fn connect(&self) -> io::Result<Streams> {
        (self.connect)().await
    }
}

impl fmt::Debug for CustomRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomRecipe").field(&self.label).finish()
    }
}
