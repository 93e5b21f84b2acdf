//! Standard output that may close at any time.

use std::io::{self, Write};

use serde::Serialize;

use super::Failure;

/// Prints `text` on standard output, ended by a line break.
pub(super) fn line(text: &str) -> Result<(), Failure> {
    line_to(&mut io::stdout().lock(), text)
}

/// Prints `text` on `output`, ended by a line break.
pub(super) fn line_to(output: &mut impl Write, text: &str) -> Result<(), Failure> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(b"\n"))
        .and_then(|()| output.flush());
    written.map_err(|error| match error.kind() {
        // `| head` has seen enough.
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Failed(format!("the output cannot be written: {error}")),
    })
}

/// JSON as people read it.
pub(super) fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Failed(format!("the output cannot be written as JSON: {error}")))
}
