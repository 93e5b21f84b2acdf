//! What was found in sound files, so that nothing is looked for twice in one process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use blake3::Hash;

/// Counts the ways in which files were listened to: results of an earlier one are not those of this.
pub(super) const VERSION: u32 = 1;

/// The results that were asked for last.
pub(super) struct Kept<T> {
    most: usize,
    all: Mutex<VecDeque<(Hash, Arc<T>)>>,
}

impl<T> Kept<T> {
    /// Keeps so many.
    pub(super) const fn new(most: usize) -> Self {
        Self { most, all: Mutex::new(VecDeque::new()) }
    }

    /// The result under a key; it is made when there is none, by one thread or, at worst, by several.
    pub(super) fn get_or(&self, key: Hash, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
        let lock = || self.all.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut all = lock();
            if let Some(at) = all.iter().position(|(known, _)| *known == key) {
                // What was asked for last goes last.
                let found = all.remove(at)?;
                all.push_back(found.clone());
                return Some(found.1);
            }
        }
        let made = Arc::new(make()?);
        let mut all = lock();
        all.push_back((key, Arc::clone(&made)));
        while all.len() > self.most {
            all.pop_front();
        }
        Some(made)
    }
}

/// A key of several parts.
pub(super) fn key(parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&VERSION.to_le_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}
