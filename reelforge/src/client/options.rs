//! The limits of a connection.

use std::time::Duration;

use crate::tool::ToolError;

/// The limits of a connection, each with a default, and the identity that the server sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long connecting may take, from the start of a process to the end of the handshake.
    pub connect_timeout: Duration,
    /// How long asking for the whole list may take, all its pages together.
    pub list_timeout: Duration,
    /// How long one call may take.
    pub call_timeout: Duration,
    /// How many bytes one answer may hold, and a whole list.
    pub answer_size: usize,
    /// How many pages a list may have.
    pub pages: usize,
    /// How many tools a list may have.
    pub tools: usize,
    /// The name by which this client introduces itself.
    pub client_name: String,
    /// Its version.
    pub client_version: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(30),
            list_timeout: Duration::from_secs(30),
            call_timeout: Duration::from_mins(1),
            answer_size: 16 << 20,
            pages: 100,
            tools: 5000,
            client_name: "reelforge".to_owned(),
            client_version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

impl Options {
    /// Refuses limits that would let nothing through.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        let zero = [
            ("connect_timeout", self.connect_timeout.is_zero()),
            ("list_timeout", self.list_timeout.is_zero()),
            ("call_timeout", self.call_timeout.is_zero()),
            ("answer_size", self.answer_size == 0),
            ("pages", self.pages == 0),
            ("tools", self.tools == 0),
        ];
        match zero.iter().find(|(_, zero)| *zero) {
            None => Ok(()),
            Some((name, _)) => Err(ToolError::new("invalid_options", format!("{name} is 0"))
                .hint(format!("give {name} a value above 0, or leave it at its default"))),
        }
    }
}
