//! A tool that another MCP server declares.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;

use super::Source;
use crate::tool::Hints;

/// How many calls of one mounted server run at once, if nothing else is said. They are counted apart from those of
/// the linked tools, so that a server that hangs takes no place away from them.
pub const PLACES: usize = 32;

/// A tool that another MCP server declares, under the name that it has here.
#[derive(Clone)]
pub struct Mounted {
    /// The server's name, as people gave it.
    pub server: String,
    /// The name here, `^[A-Za-z0-9_-]{1,64}$`.
    pub name: String,
    /// The server's own name of the tool, which calls use.
    pub original: String,
    /// The name shown to people.
    pub title: String,
    /// What the tool does, shown to the model.
    pub description: String,
    /// The toolsets that the tool belongs to, besides `all`; in order.
    pub toolsets: Vec<String>,
    /// What the tool says that it does to the world.
    pub hints: Hints,
    /// How long a call may take; the limit of the process where absent.
    pub timeout: Option<Duration>,
    /// How many bytes of text a call may return; the limit of the process where absent.
    pub max_output: Option<usize>,
    /// The schema of the arguments: an object with `type: object`.
    pub input_schema: Value,
    /// The schema of the structured result, if there is one.
    pub output_schema: Option<Value>,
    /// Whether arguments are checked before they are sent. Only a schema of the portable dialect can be checked;
    /// otherwise the server does it.
    pub checked: bool,
    /// One for each call that may run, shared by the tools of one server; [`PLACES`] is a fair number.
    pub places: Arc<Semaphore>,
    /// What answers calls.
    pub source: Arc<dyn Source>,
}

impl Mounted {
    /// Whether both are the same tool: said in the same words, answered by the same source.
    #[cfg(feature = "client")]
    pub(crate) fn same(&self, other: &Self) -> bool {
        let said = |tool: &Self| {
            (
                (tool.server.clone(), tool.name.clone(), tool.original.clone(), tool.title.clone()),
                (tool.description.clone(), tool.toolsets.clone(), tool.hints),
                (tool.timeout, tool.max_output, tool.checked),
            )
        };
        Arc::ptr_eq(&self.source, &other.source)
            && said(self) == said(other)
            && self.input_schema == other.input_schema
            && self.output_schema == other.output_schema
    }
}

impl fmt::Debug for Mounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mounted")
            .field("server", &self.server)
            .field("name", &self.name)
            .field("original", &self.original)
            .finish_non_exhaustive()
    }
}
