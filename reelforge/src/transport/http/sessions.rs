//! The legacy sessions that are open.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::protocol::Session;

/// The open sessions by id: at most so many, each until nobody used it for so long.
#[derive(Debug)]
pub(super) struct Sessions {
    open: Mutex<HashMap<Box<str>, Entry>>,
    most: usize,
    idle: Duration,
}

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self { open: Mutex::default(), most: most.max(1), idle }
    }

    /// Keeps a session that was opened at `now`; gives its id.
    pub(super) fn open(&self, session: Session, now: Instant) -> io::Result<Box<str>> {
        let id: Box<str> = random_id()?.into();
        let mut open = self.lock();
        if open.len() >= self.most {
            open.retain(|_, entry| !self.expired(entry, now));
        }
        if open.len() >= self.most {
            // One with calls under way goes only if all have some.
            let oldest =
                open.iter().min_by_key(|(_, entry)| (!entry.session.in_flight().is_empty(), entry.used));
            if let Some(id) = oldest.map(|(id, _)| id.clone()) {
                end(open.remove(&id));
            }
        }
        open.insert(id.clone(), Entry { session: Arc::new(session), used: now });
        Ok(id)
    }

    /// The session of that id, which is used at `now`.
    pub(super) fn find(&self, id: &str, now: Instant) -> Option<Arc<Session>> {
        let mut open = self.lock();
        let entry = open.get_mut(id)?;
        if self.expired(entry, now) {
            open.remove(id);
            return None;
        }
        entry.used = now;
        Some(entry.session.clone())
    }

    /// Ends a session and cancels its calls; gives whether there was one.
    pub(super) fn end(&self, id: &str, now: Instant) -> bool {
        let removed = self.lock().remove(id);
        let known = removed.as_ref().is_some_and(|entry| !self.expired(entry, now));
        end(removed);
        known
    }

    /// Cancels every call.
    pub(super) fn cancel_all(&self) {
        self.lock().values().for_each(|entry| entry.session.in_flight().cancel_all());
    }

    fn expired(&self, entry: &Entry, now: Instant) -> bool {
        now.saturating_duration_since(entry.used) > self.idle && entry.session.in_flight().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Entry>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn end(entry: Option<Entry>) {
    if let Some(entry) = entry {
        entry.session.in_flight().cancel_all();
    }
}

/// 128 random bits as hexadecimal digits.
pub(super) fn random_id() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Dispatcher, Identity, Options, Peer, SessionRef, Step};
    use crate::registry::Registry;
    use crate::tool::Transport;

    /// Does nothing.
    #[crate::tool(inline)]
    fn idle() {}

    fn session() -> Session {
        let here = |tool: &crate::tool::ToolDef| tool.location.module == module_path!();
        let registry = Registry::builder().linked_where(here).build().unwrap();
        let selection = registry.all();
        let dispatcher = Dispatcher::new(registry, Identity::new("test", "1"), Options::default());
        let peer = Peer {
            transport: Transport::Http,
            session: SessionRef::Missing,
            selection: &selection,
            headers: None,
            in_flight: None,
            sink: None,
        };
        let initialize = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
        match dispatcher.receive(initialize, &peer, &mut Vec::new()) {
            Step::Opened(session) => session,
            step => panic!("{step:?}"),
        }
    }

    const HOUR: Duration = Duration::from_hours(1);
    const MINUTE: Duration = Duration::from_mins(1);

    #[test]
    fn a_session_lives_until_nobody_used_it_for_so_long() {
        let (sessions, start) = (Sessions::new(10, HOUR), Instant::now());
        let id = sessions.open(session(), start).unwrap();
        assert!(sessions.find(&id, start + 59 * MINUTE).is_some());
        assert!(sessions.find(&id, start + 118 * MINUTE).is_some(), "each use counts");
        assert!(sessions.find(&id, start + 179 * MINUTE).is_none());
        assert!(sessions.find(&id, start + 119 * MINUTE).is_none(), "what has expired is gone");
    }

    #[test]
    fn a_session_does_not_expire_under_a_call() {
        let (sessions, start) = (Sessions::new(10, HOUR), Instant::now());
        let id = sessions.open(session(), start).unwrap();
        let call = sessions.find(&id, start).unwrap().in_flight().register("1");
        assert!(sessions.find(&id, start + 5 * HOUR).is_some());
        drop(call);
        assert!(sessions.find(&id, start + 7 * HOUR).is_none());
    }

    #[test]
    fn expired_sessions_make_room_before_the_oldest() {
        let (sessions, start) = (Sessions::new(2, HOUR), Instant::now());
        let expired = sessions.open(session(), start).unwrap();
        let second = sessions.open(session(), start + 50 * MINUTE).unwrap();
        let third = sessions.open(session(), start + 70 * MINUTE).unwrap();
        let now = start + 71 * MINUTE;
        let found = [&expired, &second, &third].map(|id| sessions.find(id, now).is_some());
        assert_eq!(found, [false, true, true]);
        assert_eq!(sessions.lock().len(), 2);
    }

    #[test]
    fn the_end_of_a_session_is_told_once() {
        let (sessions, start) = (Sessions::new(2, HOUR), Instant::now());
        let id = sessions.open(session(), start).unwrap();
        assert!(sessions.end(&id, start));
        assert!(!sessions.end(&id, start));
        let id = sessions.open(session(), start).unwrap();
        assert!(!sessions.end(&id, start + 2 * HOUR), "it had expired");
    }
}
