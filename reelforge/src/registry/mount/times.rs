//! How long mounting may take.

use std::time::Duration;

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// One listing of a server, connecting to it included. 1 min.
    pub list: Duration,
    /// How long the start waits for optional servers. 5 s.
    pub grace: Duration,
    /// The pause after a listing, whatever the server says meanwhile. 1 s.
    pub pause: Duration,
    /// How long a listing counts, if the server does not say earlier that it changed: not every server can. 5 min.
    pub refresh: Duration,
    /// The pause after the first listing that failed; each further one doubles it. 2 s.
    pub retry: Duration,
    /// The longest such pause. 5 min.
    pub longest_retry: Duration,
    /// How often the files are looked at. 2 s.
    pub poll: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            list: Duration::from_mins(1),
            grace: Duration::from_secs(5),
            pause: Duration::from_secs(1),
            refresh: Duration::from_mins(5),
            retry: Duration::from_secs(2),
            longest_retry: Duration::from_mins(5),
            poll: Duration::from_secs(2),
        }
    }
}
