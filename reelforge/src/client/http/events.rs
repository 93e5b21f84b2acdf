//! A stream of events, cut out of what comes in.

use std::time::Duration;

/// Cuts a stream into events, none larger than the limit.
#[derive(Debug)]
pub(in crate::client) struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    limit: usize,
    /// The last number of an event, after which the stream can be taken up again.
    pub(in crate::client) last_id: Option<String>,
    /// How long to wait before that, if the server says.
    pub(in crate::client) retry: Option<Duration>,
}

/// The longest wait, whatever the server says.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// An event is larger than the limit.
#[derive(Debug)]
pub(in crate::client) struct TooLarge;

impl Events {
    pub(in crate::client) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), data: Vec::new(), has_data: false, limit, last_id: None, retry: None }
    }

    /// Forgets what a broken stream left of an event.
    pub(super) fn begin_again(&mut self) {
        self.line.clear();
        self.data.clear();
        self.has_data = false;
    }

    /// How long to wait before the stream is taken up again.
    pub(super) fn wait(&self) -> Duration {
        self.retry.unwrap_or(Duration::from_secs(1)).min(LONGEST_WAIT)
    }

    /// Takes what came; adds the data of every event that is complete.
    pub(in crate::client) fn feed(
        &mut self,
        mut input: &[u8],
        events: &mut Vec<Vec<u8>>,
    ) -> Result<(), TooLarge> {
        while let Some(at) = memchr::memchr(b'\n', input) {
            self.line.extend_from_slice(&input[..at]);
            input = &input[at + 1..];
            let line = std::mem::take(&mut self.line);
            self.take(line.strip_suffix(b"\r").unwrap_or(&line), events);
            if self.data.len() > self.limit {
                return Err(TooLarge);
            }
        }
        self.line.extend_from_slice(input);
        if self.line.len() > self.limit.saturating_add(64) { Err(TooLarge) } else { Ok(()) }
    }

    fn take(&mut self, line: &[u8], events: &mut Vec<Vec<u8>>) {
        if line.is_empty() {
            if std::mem::take(&mut self.has_data) {
                events.push(std::mem::take(&mut self.data));
            }
            return;
        }
        let (field, value) = match memchr::memchr(b':', line) {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
            }
            b"id" => {
                let id = std::str::from_utf8(value).ok();
                if let Some(id) = id.filter(|id| id.len() <= 1024 && !id.contains('\0')) {
                    self.last_id = Some(id.to_owned());
                }
            }
            b"retry" => {
                let time = std::str::from_utf8(value).ok().and_then(|time| time.parse().ok());
                self.retry = time.map(Duration::from_millis).or(self.retry);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, size: usize) -> (Vec<String>, Events) {
        let mut events = Events::new(100);
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            events.feed(piece, &mut found).unwrap();
        }
        (found.into_iter().map(|event| String::from_utf8(event).unwrap()).collect(), events)
    }

    #[test]
    fn events_are_found_wherever_the_stream_is_cut() {
        let text = ": hello\r\n\r\nid: 4\nretry: 250\nevent: message\ndata: {\"a\":\ndata: 1}\n\ndata\n\nid: 5\ndata:x\r\n\r\n";
        for size in 1..text.len() {
            let (found, events) = cut(text, size);
            assert_eq!(found, ["{\"a\":\n1}", "", "x"], "cut every {size} bytes");
            assert_eq!(events.last_id.as_deref(), Some("5"));
            assert_eq!(events.retry, Some(Duration::from_millis(250)));
        }
    }

    #[test]
    fn an_event_over_the_limit_is_refused_on_one_line_and_on_many() {
        let mut events = Events::new(100);
        assert!(events.feed(&[b'x'; 200], &mut Vec::new()).is_err());
        let mut events = Events::new(100);
        let many = "data: 0123456789\n".repeat(20);
        assert!(events.feed(many.as_bytes(), &mut Vec::new()).is_err());
    }
}
