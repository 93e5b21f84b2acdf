//! What yields tools beside those that are linked: a mounted server.

use std::fmt;
use std::pin::Pin;

use serde_json::{Map, Value};
use tokio::sync::watch;

use crate::tool::{CallFuture, Context, Hints, ToolError};

/// Something that yields tools: their declarations now, and a call of one of them at any time.
///
/// A source connects when it is first needed, and again when a connection was lost. It is never asked for its list
/// on the way of a call.
pub trait Source: fmt::Debug + Send + Sync {
    /// What people read where the source is meant, such as `node (2 arguments)`. It holds no secrets.
    fn label(&self) -> &str;

    /// Asks for everything that the source declares. Bounded in time and count; what cannot be used is named in
    /// [`Listing::refused`], and does not take the rest with it.
    fn list(&self) -> Pin<Box<dyn Future<Output = Result<Listing, ToolError>> + Send + '_>>;

    /// Calls the tool that the source knows under `name`. Dropping the future cancels the call at the source.
    fn call(&self, name: &str, arguments: Map<String, Value>, context: Context) -> CallFuture;

    /// Grows each time the source says that its list changed.
    fn changes(&self) -> watch::Receiver<u64>;

    /// Ends the connection, for good: every later need fails, and no process of the source is left.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Everything that a source declares, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The declarations that can be used.
    pub tools: Vec<Declared>,
    /// What cannot, and why.
    pub refused: Vec<Refused>,
}

/// One tool as its source declares it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// The source's own name, which calls use whatever the tool is called here.
    pub name: String,
    /// The name shown to people.
    pub title: Option<String>,
    /// What the tool does.
    pub description: Option<String>,
    /// The schema of the arguments, untouched.
    pub input_schema: Map<String, Value>,
    /// The schema of the structured result, untouched.
    pub output_schema: Option<Map<String, Value>>,
    /// What the tool says that it does to the world.
    pub hints: Hints,
}

/// A declaration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The name, or where in the list it stands if it has none.
    pub name: String,
    /// What is wrong with it.
    pub why: String,
}
