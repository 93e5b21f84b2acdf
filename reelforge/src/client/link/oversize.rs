//! A line that is too long to be kept: whose answer was it?

use std::sync::LazyLock;

use regex::bytes::Regex;
use rmcp::model::RequestId;

use crate::client::wire::request_id;

/// How much of each end is kept. The number of an answer stands before its result or after it.
const KEPT: usize = 256;

static FIRST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*,"#)
        .expect("the pattern is right")
});
static LAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#","id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$"#)
        .expect("the pattern is right")
});

/// The two ends of a line that is too long.
#[derive(Debug)]
pub(super) struct Oversize {
    head: Vec<u8>,
    tail: Vec<u8>,
    length: usize,
}

impl Oversize {
    /// A line of which that came so far.
    pub(super) fn new(start: &[u8]) -> Self {
        let mut line = Self { head: Vec::new(), tail: Vec::new(), length: 0 };
        line.add(start);
        line
    }

    /// Takes more of the line.
    pub(super) fn add(&mut self, piece: &[u8]) {
        self.length += piece.len();
        let room = KEPT - self.head.len();
        self.head.extend_from_slice(&piece[..piece.len().min(room)]);
        self.tail.extend_from_slice(&piece[piece.len().saturating_sub(KEPT)..]);
        self.tail.drain(..self.tail.len().saturating_sub(KEPT));
    }

    /// How long the line is so far.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The number of the answer, if it can be seen.
    pub(super) fn id(&self) -> Option<RequestId> {
        let found = FIRST.captures(&self.head).or_else(|| LAST.captures(&self.tail))?;
        request_id(&serde_json::from_slice(&found[1]).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(line: &str) -> Option<RequestId> {
        let mut oversize = Oversize::new(b"");
        for piece in line.as_bytes().chunks(100) {
            oversize.add(piece);
        }
        oversize.id()
    }

    #[test]
    fn the_number_is_found_before_the_result_and_after_it() {
        let long = "x".repeat(2000);
        let number = Some(RequestId::Number(7));
        assert_eq!(id(&format!(r#"{{"jsonrpc":"2.0","id":7,"result":"{long}"}}"#)), number);
        assert_eq!(id(&format!(r#"{{ "id" : 7, "result":"{long}"}}"#)), number);
        assert_eq!(id(&format!(r#"{{"result":"{long}","jsonrpc":"2.0","id":7}}"#)), number);
        assert_eq!(id(&format!(r#"{{"result":"{long}","id":7,"jsonrpc":"2.0"}}"#)), number);
    }

    #[test]
    fn a_number_inside_of_the_result_is_none_of_the_answer() {
        let long = "x".repeat(2000);
        assert_eq!(id(&format!(r#"{{"result":{{"id":7,"text":"{long}"}}}}"#)), None);
        assert_eq!(id(&format!(r#"{{"method":"x","params":{{"text":"{long}","id":7}}}}"#)), None);
        assert_eq!(id(&long), None);
    }
}
