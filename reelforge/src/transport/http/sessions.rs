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
